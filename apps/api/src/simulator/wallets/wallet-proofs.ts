import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import type { PoolTransaction, ProverState } from '../../ports/shielded-pool.ts';
import type { RequestedPrivateTransaction } from '../../ports/shielded-pool-client.ts';
import type { SimulatedBlock } from '../simulated-chain.ts';
import { noteName, notesOf } from '../simulated-notes.ts';
import type { SimulatedPrivateTransaction } from '../simulated-pool-calls.ts';
import { PRIVATE_GAS, type Proving, simulateProof } from '../simulated-proof.ts';
import { noteOwner } from './wallet-chain.ts';
import { ownerOf, type WalletEnvironment } from './wallet-environment.ts';

const NATIVE_UNIT = 10n ** 18n;

/** How proofs are made: several at once, as with the program. */
export const SIMULATED_PROVING: ProverState = { prover: 'native', proofsAtOnce: 3, proofMs: 1_000 };

/** @returns what the broadcaster gets in notes; null when it is not paid */
export function broadcasterFeeOf({
  fee,
  gasPrice,
}: Pick<RequestedPrivateTransaction, 'fee' | 'gasPrice'>): BaseUnits | null {
  if (fee === null) return null;
  const exact = PRIVATE_GAS * gasPrice * fee.perNativeCoin;
  return toBaseUnits((exact + NATIVE_UNIT - 1n) / NATIVE_UNIT);
}

/** Creates a call with one proof that anyone may send. */
export function proveInWallet(
  environment: WalletEnvironment,
  transaction: PoolTransaction,
  { seen, ...proving }: Proving,
) {
  const choose = () => chooseNotes(environment, transaction, seen);
  const broadcasterFee = broadcasterFeeOf(transaction);
  return simulateProof(environment, { choose, broadcasterFee, shares: [0.5, 1] }, proving);
}

function chooseNotes(
  environment: WalletEnvironment,
  transaction: PoolTransaction,
  { balances }: SimulatedBlock,
): SimulatedPrivateTransaction | null {
  const { token, amount, fee, kind, recipient } = transaction;
  const { privateAddress } = ownerOf(transaction.spender.walletId);
  const owner = noteOwner(privateAddress, token);
  const feeUnits = broadcasterFeeOf(transaction) ?? 0n;
  const spent: string[] = [];
  let rest: bigint = amount + feeUnits;
  for (const note of notesOf(balances, owner)) {
    if (rest <= 0n) break;
    spent.push(note.name);
    rest -= note.amount;
  }
  if (rest > 0n) return null;
  const make = (to: string, units: bigint) => {
    environment.noteCount += 1;
    return { name: noteName(to, environment.noteCount), amount: units.toString() };
  };
  const change = rest < 0n ? [make(owner, -rest)] : [];
  const paid = fee === null ? [] : [make(noteOwner(fee.recipient, token), feeUnits)];
  const made = [...change, ...paid];
  const proof = { spent, boundTo: null };
  if (kind === 'unshield') {
    return [{ ...proof, made, paid: { to: recipient, amount: amount.toString() } }];
  }
  const received = make(noteOwner(recipient, token), amount);
  return [{ ...proof, made: [received, ...made], paid: null }];
}
