import { isCancelling } from '#domain/operation/cancellation';
import type { Sending, SignedOperation } from '#domain/operation/operation';
import type { Clock } from '../ports/clock.ts';
import type { ClaimedOperation, Operations, OperationUpdate } from '../ports/operations.ts';
import {
  ChainUnavailable,
  type PublicChain,
  type ReadSignedTransaction,
} from '../ports/public-chain.ts';
import { advanceOperation, type Heads } from './advance-operation.ts';
import { recordInGroups } from './record-in-groups.ts';

export interface AdvanceClaimsPorts {
  readonly operations: Pick<Operations, 'record' | 'isOfAnother' | 'saveHeads'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly readSigned: ReadSignedTransaction;
  readonly clock: Clock;
  /** Called with everything that kept an operation from being advanced; nothing is lost by it. */
  readonly report: (error: OperationError) => void;
}

export interface OperationError {
  readonly message: string;
  readonly operationId?: string;
  readonly cause: unknown;
}

/** How many operations read their chains at the same time. */
const PARALLEL = 8;
const AGAIN_AFTER_ERROR_MS = 5_000;
const AGAIN_MINED_MS = 3_000;
const AGAIN_FRESH_MS = 1_000;
const AGAIN_WAITING_MS = 5_000;
const AGAIN_UNSENT_MAX_MS = 30_000;
const AGAIN_REPLACED_MS = 30 * 60_000;
const AGAIN_CANCELLING_MS = 3_000;
const FRESH_FOR_MS = 60_000;

/** Operations that were claimed together. */
export interface Claimed {
  readonly claims: readonly ClaimedOperation[];
  readonly claimedAt: Date;
  readonly leaseMs: number;
}

/**
 * Advances each claimed operation once and stores what happened to it as soon as it is done. When half of the lease is
 * over, the operations that were not begun are given back: a slow node must not take the time of those that could
 * still be stored, nor keep the rest from other workers.
 * @returns how many were advanced, and how many were left as they were: given back, or because of an error such as a
 *   chain that does not respond. Rejects when something could not be stored.
 */
export async function advanceClaims(
  ports: AdvanceClaimsPorts,
  { claims, claimedAt, leaseMs }: Claimed,
): Promise<{ readonly advanced: number; readonly left: number }> {
  const { clock, operations } = ports;
  const stopAt = new Date(claimedAt.getTime() + leaseMs / 2);
  const headsByChain = await readHeads(ports, claims);
  const record = recordInGroups(operations);
  const waiting = [...claims];
  let left = 0;
  async function work(): Promise<void> {
    while (clock.now() < stopAt) {
      const claim = waiting.shift();
      if (claim === undefined) return;
      const next = await advanceClaim(ports, claim, headsByChain);
      if (next === null) left += 1;
      await record(updateOf(claim, next, clock.now()));
    }
  }
  await settleAll(Array.from({ length: PARALLEL }, work));
  await giveBack(operations, waiting, claimedAt);
  left += waiting.length;
  return { advanced: claims.length - left, left };
}

/** Waits for all of them, so that nothing of a run that failed goes on behind the next one. */
async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/** They are due since they were claimed, which is before everything that came after them. */
async function giveBack(
  operations: Pick<Operations, 'record'>,
  claims: readonly ClaimedOperation[],
  dueAt: Date,
): Promise<void> {
  if (claims.length === 0) return;
  await operations.record(claims.map((claim) => ({ claim, next: claim.operation, dueAt })));
}

/** The newest blocks of every chain that has a claim; a chain that does not respond is left out. */
async function readHeads(
  ports: AdvanceClaimsPorts,
  claims: readonly ClaimedOperation[],
): Promise<ReadonlyMap<number, Heads>> {
  const chainIds = new Set(claims.map((claim) => claim.operation.chainId));
  const headsByChain = new Map<number, Heads>();
  async function readOne(chainId: number): Promise<void> {
    try {
      const heads = await ports.chains.get(chainId)?.heads();
      if (heads === undefined) return;
      headsByChain.set(chainId, heads);
      await ports.operations.saveHeads(
        chainId,
        { latestBlock: heads.latest.number, finalizedBlock: heads.finalized.number },
        ports.clock.now(),
      );
    } catch (cause) {
      ports.report({ message: `The newest blocks of chain ${chainId} are not known.`, cause });
    }
  }
  await Promise.all([...chainIds].map(readOne));
  return headsByChain;
}

async function advanceClaim(
  ports: AdvanceClaimsPorts,
  { operation }: ClaimedOperation,
  headsByChain: ReadonlyMap<number, Heads>,
): Promise<SignedOperation | null> {
  const chain = ports.chains.get(operation.chainId);
  const heads = headsByChain.get(operation.chainId);
  if (chain === undefined || heads === undefined) return null;
  try {
    return await advanceOperation({ ...ports, chain }, operation, heads);
  } catch (cause) {
    const isExpected = cause instanceof ChainUnavailable;
    const message = isExpected
      ? 'The chain did not respond.'
      : 'An operation could not be advanced.';
    ports.report({ message, operationId: operation.id, cause });
    return null;
  }
}

function updateOf(
  claim: ClaimedOperation,
  next: SignedOperation | null,
  now: Date,
): OperationUpdate {
  const operation = next ?? claim.operation;
  const afterMs = next === null ? AGAIN_AFTER_ERROR_MS : msUntilNextLook(operation, now);
  return { claim, next: operation, dueAt: new Date(now.getTime() + afterMs) };
}

/**
 * When to look at an operation again.
 * @returns milliseconds: often while a block is expected any moment, half as often each time while no node accepts it,
 *   and seldom once it was replaced.
 */
export function msUntilNextLook(operation: SignedOperation, now: Date): number {
  const ageMs = now.getTime() - operation.signing.signedAt.getTime();
  if (isCancelling(operation)) return againWhileCancelling(operation.sending, now);
  switch (operation.status) {
    case 'signed':
      return Math.min(AGAIN_UNSENT_MAX_MS, Math.max(AGAIN_FRESH_MS, ageMs));
    case 'broadcast':
      return ageMs < FRESH_FOR_MS ? AGAIN_FRESH_MS : AGAIN_WAITING_MS;
    case 'replaced':
      return AGAIN_REPLACED_MS;
    default:
      return AGAIN_MINED_MS;
  }
}

/** More seldom the longer it takes: an account without money for the fee can wait for days. */
function againWhileCancelling({ cancelRequest }: Sending, now: Date): number {
  const sinceMs = now.getTime() - (cancelRequest?.at ?? now).getTime();
  return Math.min(AGAIN_UNSENT_MAX_MS, Math.max(AGAIN_CANCELLING_MS, sinceMs / 10));
}
