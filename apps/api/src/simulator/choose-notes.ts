import type { PrivateAddress } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import type {
  PoolTransaction,
  PrivateTransactionEstimate,
  ShieldedOutcome,
} from '../ports/shielded-pool.ts';
import { ownerOfUser, type PrivateEnvironment } from './private-environment.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { noteName, notesOf, type SimulatedNote } from './simulated-notes.ts';
import type { SimulatedPrivateTransaction, SimulatedProof } from './simulated-pool-calls.ts';
import { PRIVATE_GAS } from './simulated-proof.ts';

/** @returns what notes are worth together, base units */
export function worthOf(notes: readonly SimulatedNote[]): BaseUnits {
  return toBaseUnits(notes.reduce((sum, { amount }) => sum + amount, 0n));
}

const NATIVE_UNIT = 10n ** 18n;

/** @returns what the broadcaster is paid in notes for a transaction, base units of its token; null where it isn't paid */
export function simulatedFee({ fee, gasPrice }: PoolTransaction): BaseUnits | null {
  if (fee === null) return null;
  const cost = PRIVATE_GAS * gasPrice * fee.perNativeCoin;
  return toBaseUnits((cost + NATIVE_UNIT - 1n) / NATIVE_UNIT);
}

/**
 * Chooses notes that cover the amount and the broadcaster's fee: the largest for a consolidation, which is one proof;
 * otherwise the smallest, so that most payments have several proofs, one for each note.
 * @param known the block that the wallet was scanned up to; null where it wasn't
 * @returns null where they don't cover it
 */
export function chooseNotes(
  environment: PrivateEnvironment,
  transaction: PoolTransaction,
  known: SimulatedBlock | null,
): SimulatedPrivateTransaction | null {
  if (known === null) return null;
  const { balances } = known;
  const owner = ownerOfUser(transaction.spender.walletId);
  const isConsolidation = transaction.recipient === owner;
  const largestFirst = notesOf(balances, owner);
  const fee = simulatedFee(transaction) ?? 0n;
  const chosen: SimulatedNote[] = [];
  let rest: bigint = transaction.amount + fee;
  for (const note of isConsolidation ? largestFirst : largestFirst.toReversed()) {
    if (rest <= 0n) break;
    chosen.push(note);
    rest -= note.amount;
  }
  if (rest > 0n) return null;
  const groups = isConsolidation ? [chosen] : chosen.map((note) => [note]);
  const isBound = environment.proofs === 'bound' && groups.length > 1;
  const boundTo = isBound ? chosen.map(({ name }) => name) : null;
  let amountLeft: bigint = transaction.amount;
  let feeLeft: bigint = fee;
  return groups.map((notes) => {
    const value = worthOf(notes);
    const amount = value < amountLeft ? value : amountLeft;
    amountLeft -= amount;
    const feePaid = value - amount < feeLeft ? value - amount : feeLeft;
    feeLeft -= feePaid;
    return { ...proofOf(environment, transaction, { notes, amount, feePaid }), boundTo };
  });
}

/** What some of the notes of a transaction are spent for. */
interface Share {
  readonly notes: readonly SimulatedNote[];
  readonly amount: bigint;
  readonly feePaid: bigint;
}

/** Spends these notes: the amount goes to the recipient, the fee to the broadcaster, and the rest returns. */
function proofOf(
  environment: PrivateEnvironment,
  transaction: PoolTransaction,
  { notes, amount, feePaid }: Share,
): Omit<SimulatedProof, 'boundTo'> {
  const { spender, fee } = transaction;
  const make = (to: PrivateAddress, units: bigint) => {
    environment.noteCount += 1;
    return { name: noteName(to, environment.noteCount), amount: units.toString() };
  };
  const spent = notes.map(({ name }) => name);
  const left = worthOf(notes) - amount - feePaid;
  // The local chain's proofs make a note of nothing as well; Polygon's do not.
  const change =
    left > 0n || environment.makesEmptyNotes ? [make(ownerOfUser(spender.walletId), left)] : [];
  const rest = fee === null || feePaid === 0n ? change : [...change, make(fee.recipient, feePaid)];
  if (transaction.kind === 'unshield') {
    return { spent, made: rest, paid: { to: transaction.recipient, amount: amount.toString() } };
  }
  if (amount === 0n) return { spent, made: rest, paid: null };
  const { memo } = transaction;
  const made = { ...make(transaction.recipient, amount), ...(memo !== null && { memo }) };
  return { spent, made: [made, ...rest], paid: null };
}

/** @returns what a transaction would use and cost, as of a block; null for none */
export function estimateOf(
  environment: PrivateEnvironment,
  transaction: PoolTransaction,
  known: SimulatedBlock | null,
): ShieldedOutcome<PrivateTransactionEstimate> {
  const { noteCount } = environment;
  const proofs = chooseNotes(environment, transaction, known);
  environment.noteCount = noteCount;
  const broadcasterFee = simulatedFee(transaction);
  if (proofs !== null) {
    return { ok: true, response: { gas: PRIVATE_GAS, broadcasterFee, proofMs: 1_000 } };
  }
  const owner = ownerOfUser(transaction.spender.walletId);
  const held = known === null ? 0n : worthOf(notesOf(known.balances, owner));
  const isForFee = held >= transaction.amount;
  const problem = isForFee ? 'fee-not-covered' : 'balance-too-low';
  return { ok: false, problem, detail: '' };
}
