import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import {
  type PoolTransaction,
  PoolUnavailable,
  type ProvedPrivateTransaction,
} from '../../ports/shielded-pool.ts';
import type { RequestedPrivateTransaction } from '../../ports/shielded-pool-client.ts';
import type { SimulatedBlock } from '../simulated-chain.ts';
import { CHAIN_ID } from '../simulated-node.ts';
import { noteName, notesOf, refusalOfPrivateTransaction } from '../simulated-notes.ts';
import {
  encodePrivateTransaction,
  nullifierOf,
  PRIVATE_TRANSACTION_CONTRACT,
  type SimulatedPrivateTransaction,
} from '../simulated-pool-calls.ts';
import { PRIVATE_GAS } from '../simulated-prover.ts';
import type { Process } from '../simulation.ts';
import { noteOwner } from './wallet-chain.ts';
import { ownerOf, type WalletEnvironment } from './wallet-environment.ts';

const NATIVE_UNIT = 10n ** 18n;

/** What the process that proves sees and listens to. */
export interface Proving {
  readonly process: Process;
  /** The block of its last scan. */
  readonly seen: SimulatedBlock;
  readonly onProgress: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** @returns what the broadcaster gets in notes; null when it is not paid */
export function broadcasterFeeOf({
  fee,
  gasPrice,
}: Pick<RequestedPrivateTransaction, 'fee' | 'gasPrice'>): BaseUnits | null {
  if (fee === null) return null;
  const exact = PRIVATE_GAS * gasPrice * fee.perNativeCoin;
  return toBaseUnits((exact + NATIVE_UNIT - 1n) / NATIVE_UNIT);
}

/** Chooses notes as of the last scan, takes its time, and creates a call with one proof that anyone may send. */
export async function proveInWallet(
  environment: WalletEnvironment,
  transaction: PoolTransaction,
  { process, seen, onProgress, signal }: Proving,
) {
  const { simulation, chain, faults } = environment;
  const { random } = simulation;
  await simulation.wait(random.integer(50, 300), process);
  if (random.chance(faults.timeout)) throw new PoolUnavailable(CHAIN_ID, 'timeout');
  const call = chooseNotes(environment, transaction, seen);
  if (call === null) return { ok: false, problem: 'balance-too-low', detail: '' } as const;
  if (refusalOfPrivateTransaction(chain.tip.balances, call) !== null) {
    return { ok: false, problem: 'not-scanned', detail: '' } as const;
  }
  for (const share of [0.5, 1]) {
    await simulation.wait(random.integer(100, 1_500), process);
    if (signal?.aborted) return 'interrupted';
    onProgress?.(share);
  }
  const response: ProvedPrivateTransaction = {
    to: PRIVATE_TRANSACTION_CONTRACT,
    data: encodePrivateTransaction(call),
    value: 0n,
    gasLimit: PRIVATE_GAS,
    nullifiers: call.flatMap(({ spent }) => spent.map(nullifierOf)),
    broadcasterFee: broadcasterFeeOf(transaction),
    provedInMs: 1_000,
  };
  return { ok: true, response } as const;
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
