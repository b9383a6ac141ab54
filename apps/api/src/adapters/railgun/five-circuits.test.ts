import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  OutputType,
  POI,
  type RailgunWallet,
  type SpendingSolutionGroup,
  type TransactionBatch,
  TransactNote,
  TXIDVersion,
} from '@railgun-community/engine';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { adaptEngineToFiveCircuits } from './five-circuits.ts';

const CIRCUITS = ['1x2', '1x3', '2x2', '2x3', '8x2'];
const chain = { type: 0, id: 31337 };
const tokenAddress = `0x${'00'.repeat(19)}aa`;
const token = { tokenType: 0, tokenAddress, tokenSubID: '0x00' };
const user = { masterPublicKey: 5n, viewingPublicKey: new Uint8Array(32).fill(1), version: 1 };

interface SolverInput {
  /** Value of each note, by tree. */
  readonly trees: readonly (readonly number[])[];
  readonly fee: number;
  readonly transfer: number;
  readonly unshield: number;
}

let createBatch: () => TransactionBatch;
beforeAll(async () => {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve('@railgun-community/engine'));
  await require(join(root, 'utils/poseidon.js')).initPoseidonPromise;
  const { TransactionBatch: Batch } = require(join(root, 'transaction/transaction-batch.js'));
  createBatch = () => new Batch(chain);
  // No one checks where the notes of a local chain come from.
  Object.assign(POI, { nodeInterface: { isRequired: async () => false } });
  adaptEngineToFiveCircuits();
});

const purse = fc.array(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 }), {
  minLength: 1,
  maxLength: 2,
});

it('pays every amount that a wallet has, in sizes that have a circuit', async () => {
  const input = purse.chain((trees) => {
    const total = trees.flat().reduce((sum, note) => sum + note, 0);
    const amount = fc.integer({ min: 1, max: Math.max(1, total) });
    return fc.record({ amount, isUnshield: fc.boolean() }).map(({ amount, isUnshield }) => ({
      trees,
      fee: 0,
      transfer: isUnshield ? 0 : amount,
      unshield: isUnshield ? amount : 0,
      isCovered: amount <= total,
    }));
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ isCovered, ...rest }) => {
      fc.pre(isCovered);
      expectSound(rest, await solve(rest));
    }),
    { numRuns: 400 },
  );
});

it('pays the broadcaster out of the same notes', async () => {
  const input = purse.chain((trees) => {
    const total = trees.flat().reduce((sum, note) => sum + note, 0);
    const part = fc.integer({ min: 1, max: Math.max(1, total - 1) });
    return fc
      .record({ fee: part, transfer: part })
      .map((rest) => ({ trees, unshield: 0, ...rest }));
  });
  await fc.assert(
    fc.asyncProperty(input, async (each) => {
      const total = each.trees.flat().reduce((sum, note) => sum + note, 0);
      fc.pre(each.fee + each.transfer <= total);
      expectSound(each, await solve(each));
    }),
    { numRuns: 400 },
  );
});

it('unshields with a paid broadcaster, or says that the change of the fee would be missing', async () => {
  const input = purse.chain((trees) => {
    const total = trees.flat().reduce((sum, note) => sum + note, 0);
    const part = fc.integer({ min: 1, max: Math.max(1, total - 1) });
    return fc
      .record({ fee: part, unshield: part })
      .map((rest) => ({ trees, transfer: 0, ...rest }));
  });
  await fc.assert(
    fc.asyncProperty(input, async (each) => {
      const total = each.trees.flat().reduce((sum, note) => sum + note, 0);
      fc.pre(each.fee + each.unshield <= total);
      const outcome = await solve(each).catch((error: Error) => error.message);
      if (typeof outcome === 'string') expect(outcome).toContain('requires additional UTXOs');
      else expectSound(each, outcome);
    }),
    { numRuns: 400 },
  );
});

it('pays no more than the balance', async () => {
  const input = { trees: [[5, 5]], fee: 0, transfer: 11, unshield: 0 };
  await expect(solve(input)).rejects.toThrow('spendable private balance too low');
});

function expectSound(input: SolverInput, groups: readonly SpendingSolutionGroup[]): void {
  const used = groups.flatMap(({ utxos }) =>
    utxos.map(({ txid, position }) => `${txid}-${position}`),
  );
  expect(new Set(used).size).toBe(used.length);
  for (const group of groups) {
    expect(group.utxos.every(({ tree }) => tree === group.spendingTree)).toBe(true);
    expect(CIRCUITS).toContain(sizeOf(group));
  }
  const outputs = groups.flatMap(({ tokenOutputs }) => tokenOutputs);
  const sumOf = (type: OutputType) =>
    outputs.reduce((sum, each) => sum + (each.outputType === type ? each.value : 0n), 0n);
  expect(sumOf(OutputType.BroadcasterFee)).toBe(BigInt(input.fee));
  expect(sumOf(OutputType.Transfer)).toBe(BigInt(input.transfer));
  const unshielded = groups.reduce((sum, each) => sum + each.unshieldValue, 0n);
  expect(unshielded).toBe(BigInt(input.unshield));
}

/** With the change that the engine adds. */
function sizeOf(group: SpendingSolutionGroup): string {
  const Batch = createBatch().constructor as typeof TransactionBatch;
  const wallet = { addressKeys: user } as unknown as RailgunWallet;
  const change = Batch.getChangeOutput(wallet, group);
  const outputs = group.tokenOutputs.length + (group.unshieldValue > 0n ? 1 : 0) + (change ? 1 : 0);
  return `${group.utxos.length}x${outputs}`;
}

function solve({ trees, fee, transfer, unshield }: SolverInput): Promise<SpendingSolutionGroup[]> {
  const batch = createBatch();
  const output = (value: number, type: OutputType) =>
    batch.addOutput(
      TransactNote.createTransfer(user, user, BigInt(value), token, true, type, undefined),
    );
  if (fee > 0) output(fee, OutputType.BroadcasterFee);
  if (transfer > 0) output(transfer, OutputType.Transfer);
  if (unshield > 0) {
    const toAddress = tokenAddress;
    batch.addUnshieldData({ toAddress, value: BigInt(unshield), tokenData: token });
  }
  const wallet = {
    addressKeys: user,
    balancesByTreeForToken: async () => trees.map(toTree),
  } as unknown as RailgunWallet;
  return batch.generateValidSpendingSolutionGroupsAllOutputs(wallet, TXIDVersion.V2_PoseidonMerkle);
}

function toTree(notes: readonly number[], tree: number) {
  const utxos = notes.map((value, position) => ({
    tree,
    position,
    txid: `0x${tree}${position}`,
    note: { value: BigInt(value) },
  }));
  return {
    balance: utxos.reduce((sum, { note }) => sum + note.value, 0n),
    tokenData: token,
    utxos,
  };
}
