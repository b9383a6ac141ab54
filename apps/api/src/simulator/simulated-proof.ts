import type { BaseUnits } from '#domain/amount/base-units';
import { PoolUnavailable, type ProvedPrivateTransaction } from '../ports/shielded-pool.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import type { SimulatedBlock } from './simulated-chain.ts';
import { CHAIN_ID } from './simulated-node.ts';
import { refusalOfPrivateTransaction } from './simulated-notes.ts';
import {
  encodePrivateTransaction,
  nullifierOf,
  PRIVATE_TRANSACTION_CONTRACT,
  type SimulatedPrivateTransaction,
} from './simulated-pool-calls.ts';
import type { Process } from './simulation.ts';

/** Of a private transaction: more than its cancellation has. */
export const PRIVATE_GAS = 30_000n;

/** What the process that proves sees and listens to. */
export interface Proving {
  readonly process: Process;
  /** The block of its last scan. */
  readonly seen: SimulatedBlock;
  readonly onProgress: ((share: number) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What is to be proved, and in how many steps. */
interface ProofPlan {
  /** Chooses notes as of the last scan; null when they do not suffice. */
  readonly choose: () => SimulatedPrivateTransaction | null;
  readonly broadcasterFee: BaseUnits | null;
  /** Shares of the work after which progress is told. */
  readonly shares: readonly number[];
  /** Its notes were chosen and signed before, so that proving it reads nothing of the chain. */
  readonly isPlanned?: boolean;
}

/** Chooses notes, takes its time, and creates a call that anyone may send. */
export async function simulateProof(
  { simulation, chain, faults }: Pick<PrivateEnvironment, 'simulation' | 'chain' | 'faults'>,
  { choose, broadcasterFee, shares, isPlanned = false }: ProofPlan,
  { process, onProgress, signal }: Omit<Proving, 'seen'>,
) {
  const { random } = simulation;
  await simulation.wait(random.integer(50, 300), process);
  if (random.chance(faults.timeout)) throw new PoolUnavailable(CHAIN_ID, 'timeout');
  const call = choose();
  if (call === null) return { ok: false, problem: 'balance-too-low', detail: '' } as const;
  if (!isPlanned && refusalOfPrivateTransaction(chain.tip.balances, call) !== null) {
    return { ok: false, problem: 'not-scanned', detail: '' } as const;
  }
  for (const share of shares) {
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
    broadcasterFee,
    provedInMs: 1_000,
  };
  return { ok: true, response } as const;
}
