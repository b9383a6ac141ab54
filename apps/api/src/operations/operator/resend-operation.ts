import { isCancelling } from '#domain/operation/cancellation';
import { isExpired } from '#domain/operation/following';
import {
  isSent,
  type Operation,
  type SentOperation,
  type SignedOperation,
} from '#domain/operation/operation';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpenOperations } from '../../ports/open-operations.ts';
import type { Operations } from '../../ports/operations.ts';
import type { BroadcastOutcome, PublicChain } from '../../ports/public-chain.ts';
import { LONGEST_WAIT_MS, msUntilClaimEnds } from '../claim-end.ts';
import { type SignedTransaction, signedTransactionsOf } from '../signed-transactions.ts';
import { everyTried, tryCancellation, tryRungs } from '../try-rungs.ts';

export interface ResendPorts {
  readonly openOperations: Pick<OpenOperations, 'find' | 'claim'>;
  readonly operations: Pick<Operations, 'record'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'broadcast'>>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/** A transaction that was sent, and what the nodes said together. */
export interface SentTransaction {
  readonly transaction: Pick<SignedTransaction, 'role' | 'rung' | 'nonce' | 'hash'>;
  readonly outcome: BroadcastOutcome;
}

export type ResendOutcome =
  | {
      readonly kind: 'sent';
      readonly sent: readonly SentTransaction[];
      /** False when another process took the operation over meanwhile: what it recorded stands. */
      readonly isRecorded: boolean;
    }
  /** Nothing was sent, for the reason in this sentence. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** As long as a worker's: whoever looks at the operation sees that it is claimed. */
const LEASE_MS = 2 * LONGEST_WAIT_MS;

/**
 * Sends the stored bytes of an operation again, as a worker does: every rung that was tried, or the cancellation when
 * it is to be cancelled. Claims it for that time, and refuses while a worker has it. Signs nothing.
 */
export async function resendOperation(
  ports: ResendPorts,
  operationId: string,
): Promise<ResendOutcome> {
  const now = ports.clock.now();
  const found = await ports.openOperations.find(operationId);
  if (found === null) return refuse('There is no operation with this id.');
  const refusal = refusalOf(found.operation, now) ?? claimRefusal(found.dueAt, now);
  if (refusal !== null) return refuse(refusal);
  const chain = ports.chains.get(found.operation.chainId);
  if (chain === undefined) {
    return refuse(`Chain ${found.operation.chainId} is not in the networks file.`);
  }
  const dueBefore = new Date(now.getTime() + LONGEST_WAIT_MS);
  const claim = await ports.openOperations.claim(operationId, {
    now,
    leaseMs: LEASE_MS,
    dueBefore,
  });
  if (claim === null) return refuse('A worker has just taken this operation. Try again in 30 s.');
  const { operation } = claim;
  const { userId } = operation;
  const sent: SentTransaction[] = [];
  let next: SignedOperation = operation;
  const isSendable = isSent(operation) && refusalOf(operation, now) === null;
  if (isSendable) {
    await ports.audit.append({ at: now, event: 'operator-resend', ip: 'local', userId });
    next = await send({ ...ports, chain: recording(chain, operation, sent) }, operation);
  }
  const stored = await ports.operations.record([{ claim, next, dueAt: ports.clock.now() }]);
  if (!isSendable) return refuse('It has just changed. Look at it again.');
  return { kind: 'sent', sent, isRecorded: stored.has(operationId) };
}

/** @returns why nothing of an operation may be sent again; null when it may. */
function refusalOf(operation: Operation, now: Date): string | null {
  if (isSent(operation)) {
    const isExpiring = isExpired(operation, now) && !isCancelling(operation);
    return isExpiring
      ? 'No block had it for 24 hours: a worker cancels it, or looks for it.'
      : null;
  }
  if (operation.status === 'mined') {
    return `Block ${operation.inclusion.blockNumber} has it. Nothing is left to send.`;
  }
  if ('endedAt' in operation) return `It ended (${operation.status}). Nothing is left to send.`;
  return 'It is not signed yet. Nothing can be sent.';
}

function claimRefusal(dueAt: Date, now: Date): string | null {
  const ms = msUntilClaimEnds(dueAt, now);
  if (ms === null) return null;
  return `A worker has this operation. Try again in ${Math.ceil(ms / 1_000)} s.`;
}

async function send(
  ports: Pick<ResendPorts, 'clock'> & { readonly chain: Pick<PublicChain, 'broadcast'> },
  operation: SentOperation,
): Promise<SignedOperation> {
  if (isCancelling(operation)) return tryCancellation(ports, operation);
  return (await tryRungs(ports, operation, everyTried(operation))).next;
}

/** A chain that keeps what the nodes said to each transaction. */
function recording(
  chain: Pick<PublicChain, 'broadcast'>,
  operation: SignedOperation,
  sent: SentTransaction[],
): Pick<PublicChain, 'broadcast'> {
  const transactions = signedTransactionsOf(operation);
  return {
    async broadcast(raw) {
      const outcome = await chain.broadcast(raw);
      const transaction = transactions.find((each) => each.raw === raw);
      if (transaction !== undefined) sent.push({ transaction, outcome });
      return outcome;
    },
  };
}

function refuse(sentence: string): ResendOutcome {
  return { kind: 'refused', sentence };
}
