import type { SignedOperation } from '#domain/operation/operation';
import type { Clock } from '../ports/clock.ts';
import type { ClaimedOperation, Operations, OperationUpdate } from '../ports/operations.ts';
import { ChainUnavailable, type PublicChain } from '../ports/public-chain.ts';
import { advanceOperation, type Heads } from './advance-operation.ts';

export interface AdvanceClaimsPorts {
  readonly operations: Operations;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
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
const AGAIN_DOUBTED_MS = 30 * 60_000;
const FRESH_FOR_MS = 60_000;

/**
 * Advances each claimed operation once and stores what happened.
 * @returns how many were advanced, and how many were left as they were because of an error, such as a chain that does not respond.
 */
export async function advanceClaims(
  ports: AdvanceClaimsPorts,
  claims: readonly ClaimedOperation[],
): Promise<{ readonly advanced: number; readonly left: number }> {
  const headsByChain = await readHeads(ports, claims);
  const waiting = [...claims];
  const updates: OperationUpdate[] = [];
  let left = 0;
  async function work(): Promise<void> {
    for (let claim = waiting.shift(); claim !== undefined; claim = waiting.shift()) {
      const next = await advanceClaim(ports, claim, headsByChain);
      if (next === null) left += 1;
      updates.push(updateOf(claim, next, ports.clock.now()));
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work));
  await ports.operations.record(updates);
  return { advanced: claims.length - left, left };
}

/** The newest blocks of every chain that has a claim; a chain that does not respond is left out. */
async function readHeads(
  ports: AdvanceClaimsPorts,
  claims: readonly ClaimedOperation[],
): Promise<ReadonlyMap<number, Heads>> {
  const chainIds = new Set(claims.map((claim) => claim.operation.chainId));
  const headsByChain = new Map<number, Heads>();
  for (const chainId of chainIds) {
    try {
      const heads = await ports.chains.get(chainId)?.heads();
      if (heads === undefined) continue;
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
    return await advanceOperation({ chain, clock: ports.clock }, operation, heads);
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
 *   and seldom when it is over and only doubted.
 */
export function msUntilNextLook(operation: SignedOperation, now: Date): number {
  const ageMs = now.getTime() - operation.signing.signedAt.getTime();
  switch (operation.status) {
    case 'signed':
      return Math.min(AGAIN_UNSENT_MAX_MS, Math.max(AGAIN_FRESH_MS, ageMs));
    case 'broadcast':
      return ageMs < FRESH_FOR_MS ? AGAIN_FRESH_MS : AGAIN_WAITING_MS;
    case 'replaced':
      return AGAIN_DOUBTED_MS;
    default:
      return AGAIN_MINED_MS;
  }
}
