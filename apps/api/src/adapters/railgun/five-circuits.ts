import type {
  RailgunWallet,
  SpendingSolutionGroup,
  TransactNote,
  TreeBalance,
  TXO,
} from '@railgun-community/engine';
import { loadEnginePart } from './engine-parts.ts';

/** The parts of the engine that decide which notes a transaction spends; its `exports` hide them. */
interface EngineParts {
  readonly complexSolutions: {
    findNextSolutionBatch: (
      balance: TreeBalance,
      required: bigint,
      excludedIds: readonly string[],
    ) => TXO[] | undefined;
  };
  readonly batch: {
    createSimpleSatisfyingUTXOGroup: (
      balances: readonly (TreeBalance | undefined)[],
      required: bigint,
    ) => SimpleSolution;
    getChangeOutput: (
      wallet: RailgunWallet,
      group: SpendingSolutionGroup,
    ) => TransactNote | undefined;
    readonly prototype: {
      createSimpleSpendingSolutionGroupsIfPossible: (
        ...args: SimpleArguments
      ) => SpendingSolutionGroup | undefined;
    };
  };
  readonly createChange: (wallet: RailgunWallet, group: SpendingSolutionGroup) => TransactNote;
}

interface SimpleSolution {
  readonly utxos: TXO[];
  readonly spendingTree: number;
  readonly amount: bigint;
}

type SimpleArguments = [
  tokenData: SpendingSolutionGroup['tokenData'],
  tokenHash: string,
  tokenOutputs: TransactNote[],
  balances: readonly (TreeBalance | undefined)[],
  required: bigint,
];

/** Inputs of the circuits 1×2, 1×3, 2×2, 2×3 and 8×2. */
const LARGEST = 8;
const INPUT_COUNTS: readonly number[] = [1, 2, LARGEST];
const FEWEST_OUTPUTS = 2;
const MOST_OUTPUTS = 3;

let isAdapted = false;

/**
 * Makes the engine of this process work with the circuits 1×2, 1×3, 2×2, 2×3 and 8×2, where it assumes
 * every size from 1×1 to 10×5: it chooses notes so that the sizes fit, splits what does not fit into
 * several proofs of one transaction, and adds a change note of value 0 where a single output would remain.
 * More than two outputs besides the change cannot be made from one note.
 * For networks whose circuits are these five; real networks have all sizes and must not be adapted.
 */
export function adaptEngineToFiveCircuits(): void {
  if (isAdapted) return;
  isAdapted = true;
  const { complexSolutions, batch, createChange } = loadEngineParts();
  complexSolutions.findNextSolutionBatch = findNextBatch;
  batch.createSimpleSatisfyingUTXOGroup = findSimpleGroup;
  const createSimple = batch.prototype.createSimpleSpendingSolutionGroupsIfPossible;
  batch.prototype.createSimpleSpendingSolutionGroupsIfPossible = function (...args) {
    const group = createSimple.apply(this, args);
    return group && hasCircuit(group) ? group : undefined;
  };
  const getChange = batch.getChangeOutput;
  batch.getChangeOutput = (wallet, group) =>
    getChange(wallet, group) ??
    (outputCount(group) < FEWEST_OUTPUTS ? createChange(wallet, group) : undefined);
}

/** The fewest of the largest notes of one tree that cover the amount, when a circuit takes so many. */
function findSimpleGroup(
  balances: readonly (TreeBalance | undefined)[],
  required: bigint,
): SimpleSolution {
  for (const [spendingTree, balance] of balances.entries()) {
    // An amount of 0, which only estimates have, is given an empty note elsewhere.
    if (!balance || required === 0n) continue;
    const utxos = coverWithFewest(largestFirst(balance.utxos), required, INPUT_COUNTS);
    if (utxos) return { utxos, spendingTree, amount: sum(utxos) };
  }
  throw new Error('No single proof can spend this amount.');
}

/**
 * The notes of the next of several proofs. The last one takes one or two, so that it has room for a second
 * output and the change; the ones before are as large as possible.
 */
function findNextBatch(
  balance: TreeBalance,
  required: bigint,
  excludedIds: readonly string[],
): TXO[] | undefined {
  const excluded = new Set(excludedIds);
  const notes = largestFirst(balance.utxos).filter(
    ({ txid, position }) => !excluded.has(`${txid}-${position}`),
  );
  const last = coverWithFewest(notes, required, [1, 2]);
  if (last) return last;
  const eight = notes.slice(0, LARGEST);
  if (eight.length === LARGEST && sum(eight) <= required) return eight;
  return notes.length > 0 ? notes.slice(0, 2) : undefined;
}

function coverWithFewest(
  notes: readonly TXO[],
  required: bigint,
  counts: readonly number[],
): TXO[] | undefined {
  for (const count of counts) {
    if (count > notes.length) return undefined;
    const chosen = notes.slice(0, count);
    if (sum(chosen) >= required) return chosen;
  }
  return undefined;
}

function hasCircuit(group: SpendingSolutionGroup): boolean {
  const hasChange = sum(group.utxos) > sumOfOutputs(group);
  const outputs = Math.max(FEWEST_OUTPUTS, outputCount(group) + (hasChange ? 1 : 0));
  return outputs <= (group.utxos.length === LARGEST ? FEWEST_OUTPUTS : MOST_OUTPUTS);
}

/** Without the change. */
function outputCount({ tokenOutputs, unshieldValue }: SpendingSolutionGroup): number {
  return tokenOutputs.length + (unshieldValue > 0n ? 1 : 0);
}

function sumOfOutputs({ tokenOutputs, unshieldValue }: SpendingSolutionGroup): bigint {
  return tokenOutputs.reduce((total, { value }) => total + value, unshieldValue);
}

function sum(notes: readonly TXO[]): bigint {
  return notes.reduce((total, { note }) => total + note.value, 0n);
}

function largestFirst(notes: readonly TXO[]): TXO[] {
  const worth = notes.filter(({ note }) => note.value > 0n);
  return worth.sort((left, right) => (left.note.value < right.note.value ? 1 : -1));
}

function loadEngineParts(): EngineParts {
  const engine = loadEnginePart<typeof import('@railgun-community/engine')>();
  const complexSolutions = loadEnginePart<EngineParts['complexSolutions']>(
    'solutions/complex-solutions.js',
  );
  const { TransactionBatch } = loadEnginePart<{ TransactionBatch: EngineParts['batch'] }>(
    'transaction/transaction-batch.js',
  );
  const createChange: EngineParts['createChange'] = (wallet, { tokenData }) =>
    engine.TransactNote.createTransfer(
      wallet.addressKeys,
      wallet.addressKeys,
      0n,
      tokenData,
      true,
      engine.OutputType.Change,
      undefined,
    );
  return { complexSolutions, batch: TransactionBatch, createChange };
}
