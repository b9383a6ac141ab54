import { cancellationsOf, isCancelled } from '#domain/operation/cancellation';
import {
  isSigned,
  isTerminal,
  type Operation,
  type SignedOperation,
} from '#domain/operation/operation';
import { isPaidByCopy, isPaidInPart, transactionHash } from '#domain/operation/outcome';
import { isCancellation } from './flawed-chains.ts';
import type { MemoryRepository } from './memory-repository.ts';
import {
  findOrphan,
  findReceipt,
  isPaidTo,
  type SimulatedBlock,
  type SimulatedChain,
} from './simulated-chain.ts';
import type { Environment } from './simulated-server.ts';
import { addressOfUser } from './simulated-server.ts';
import type { ScriptedRequest } from './simulated-user.ts';

/** What went wrong, as sentences; all empty in a clean run. */
export interface Judgement {
  /** A payment that was promised and is no longer stored. */
  readonly lost: readonly string[];
  /** A request that was paid more than once. */
  readonly double: readonly string[];
  /** A status or a response that disagrees with the chain. */
  readonly falseStatus: readonly string[];
  /** An operation or a user still waiting long after the last fault. */
  readonly stuck: readonly string[];
}

/** What a failover can still do to payments, as docs/safety.md says. */
export interface KnownLimits {
  /**
   * Requests of which the failover lost the payment, with another one of the account that every node forgot: behind
   * that gap it is seen by no one, and is mined beside its repeat.
   */
  readonly unseenBehindGap: readonly string[];
}

/** Compares the responses that users received and the stored operations with the chain. */
export function judge(
  { chain, repository, signedBytes }: Environment,
  requests: readonly ScriptedRequest[],
): Judgement & KnownLimits {
  const verdict = { lost: [], double: [], falseStatus: [], stuck: [] } as Record<
    keyof Judgement,
    string[]
  >;
  const unseenBehindGap: string[] = [];
  const { lostKeys, lostCancellations } = repository.server;
  const isOtherLost = ({ userId, key }: ScriptedRequest) =>
    requests.some(
      (other) => other.userId === userId && other.key !== key && lostKeys.has(other.key),
    );
  for (const request of requests) {
    const paid = countPayments(chain.tip, request);
    const entry = [...repository.entries.values()].find(
      ({ idempotencyKey }) => idempotencyKey === request.key,
    );
    // Of what a failover lost after the response, only the network knows.
    const isForgotten = lostKeys.has(request.key);
    const isBehindGap = isForgotten && isOtherLost(request);
    if (paid > 1) {
      const found = isBehindGap && paid === 2 ? unseenBehindGap : verdict.double;
      found.push(`${request.key} was paid ${paid} times`);
    }
    judgeResponse(verdict, request, { paid, operation: entry?.operation ?? null, isForgotten });
    if (entry !== undefined && isSigned(entry.operation)) {
      judgeOperation(verdict, chain.tip, entry.operation);
      judgeSending(verdict, chain, entry.operation);
      judgeEnd(verdict, repository, entry.operation);
      if (hadNoMoneyLeft(entry.operation) && !wasUndone(chain, repository, entry.operation)) {
        verdict.falseStatus.push(`${entry.operation.id} had no money left`);
      }
      const isLost = lostCancellations.has(request.key);
      if (request.isCancelled && entry.operation.sending.cancelRequest === null && !isLost) {
        verdict.lost.push(`${request.key} was cancelled, and that is forgotten`);
      }
      const isCalledUnpaid = repository.outbox.some(
        ({ topic, operationId }) =>
          topic === 'operation-replaced' && operationId === entry.operation.id,
      );
      if (paid > 0 && isCalledUnpaid) verdict.falseStatus.push(`${request.key} was called unpaid`);
    }
  }
  judgeFills(verdict, chain.tip, repository);
  for (const { hash, gas, maxFeePerGas } of signedBytes.values()) {
    if (gas * maxFeePerGas > chain.feeCap) verdict.stuck.push(`${hash} is taken by no node`);
  }
  for (const [account, next] of repository.nextNonces) {
    const used = chain.tip.nonces.get(account.slice(account.indexOf(':') + 1)) ?? 0;
    if (used < next) verdict.stuck.push(`${account} has used ${used} of ${next} nonces`);
  }
  return { ...verdict, unseenBehindGap };
}

function judgeResponse(
  verdict: Record<keyof Judgement, string[]>,
  request: ScriptedRequest,
  {
    paid,
    operation,
    isForgotten,
  }: { paid: number; operation: Operation | null; isForgotten: boolean },
): void {
  if (request.outcome === 'pending') verdict.stuck.push(`${request.key} never got a response`);
  else if ('refused' in request.outcome) {
    if (paid > 0) verdict.falseStatus.push(`${request.key} was refused and paid`);
  } else if (operation === null && !isForgotten) {
    verdict.lost.push(`${request.key} has a hash and no operation`);
  }
}

/** Compares the status of a signed operation with the chain. */
export function judgeOperation(
  verdict: Record<keyof Judgement, string[]>,
  tip: SimulatedBlock,
  operation: SignedOperation,
): void {
  const name = `${operation.id} (${operation.status})`;
  if (!isTerminal(operation)) {
    verdict.stuck.push(name);
    return;
  }
  const included = operation.signing.ladder.flatMap(({ hash }) => findReceipt(tip, hash) ?? []);
  const isSuccess = included[0]?.receipt.isSuccess ?? false;
  const isTrue =
    (operation.status === 'confirmed' && included.length === 1 && isSuccess) ||
    ((isPaidByCopy(operation) || isPaidInPart(operation)) &&
      !isSuccess &&
      isCopyTrue(operation, tip)) ||
    (operation.status === 'reverted' && included.length === 1 && !isSuccess) ||
    (operation.status === 'replaced' && included.length === 0 && isReplacementTrue(operation, tip));
  if (!isTrue) verdict.falseStatus.push(`${name} has ${included.length} transactions on the chain`);
}

/** What is called paid by a copy, or in part, has that transaction on the chain. */
function isCopyTrue(operation: SignedOperation, tip: SimulatedBlock): boolean {
  return findReceipt(tip, transactionHash(operation))?.receipt.isSuccess === true;
}

/** What fills a nonce gap has its own nonce on the chain, or nothing; it never takes that of a payment. */
function judgeFills(
  verdict: Record<keyof Judgement, string[]>,
  tip: SimulatedBlock,
  { entries }: Environment['repository'],
): void {
  const signed = [...entries.values()].map(({ operation }) => operation).filter(isSigned);
  for (const operation of signed) {
    const { id, kind, signing } = operation;
    if (kind === 'nonce-fill') judgeOperation(verdict, tip, operation);
    const hashes = [...signing.ladder, signing.cancellation].map((each) => each?.hash);
    const by = operation.status === 'replaced' ? operation.replacedBy?.transactionHash : undefined;
    const found = by === undefined || hashes.includes(by) ? null : findReceipt(tip, by);
    // Other wallets have less gas here.
    if (found !== null && isCancellation(found.receipt.transaction)) {
      verdict.lost.push(`${id} lost its nonce to a transaction that was to fill a gap`);
    }
  }
}

/** What is called cancelled has its own cancellation on the chain. */
function isReplacementTrue(operation: SignedOperation, tip: SimulatedBlock): boolean {
  if (!isCancelled(operation)) return true;
  return cancellationsOf(operation.signing).some(({ hash }) => findReceipt(tip, hash) !== null);
}

/**
 * True when the chain gave up a block with another payment of the account: until that is seen, the payment holds
 * nothing any more, and is in no balance.
 */
function wasUndone(
  chain: SimulatedChain,
  { entries }: MemoryRepository,
  { id, account }: SignedOperation,
): boolean {
  return [...entries.values()].some(
    ({ operation }) =>
      isSigned(operation) &&
      operation.account === account &&
      operation.id !== id &&
      operation.signing.ladder.some(({ hash }) => findOrphan(chain, hash) !== null),
  );
}

/** A send never fails for money that other payments of Kax took. */
function hadNoMoneyLeft({ kind, status }: SignedOperation): boolean {
  return kind === 'send' && status === 'reverted';
}

/** Its user is notified once of its end. */
function judgeEnd(
  verdict: Record<keyof Judgement, string[]>,
  { outbox }: MemoryRepository,
  { id }: SignedOperation,
): void {
  const ends = outbox.filter(
    (each) => each.operationId === id && each.topic !== 'operation-replaced',
  );
  if (ends.length > 1) verdict.falseStatus.push(`${id} ended ${ends.length} times`);
}

/** The lease of a worker that held the operation when another cancelled it, and how far its clock may be behind. */
const LATE_MS = 60_000 + 90_000;

/** From its end by time on, nothing wakes a payment up. */
function judgeSending(
  verdict: Record<keyof Judgement, string[]>,
  { sentAt }: SimulatedChain,
  { id, signing, sending: { cancelRequest } }: SignedOperation,
): void {
  if (cancelRequest?.reason !== 'expired') return;
  const until = new Date(cancelRequest.at.getTime() + LATE_MS);
  const isLate = signing.ladder.some(({ hash }) => (sentAt.get(hash) ?? until) > until);
  if (isLate) verdict.falseStatus.push(`${id} was sent after it expired`);
}

/** @returns how often a payment was made; of those of one payment request, only its own user's count */
export function countPayments(
  tip: SimulatedBlock,
  { recipient, userId, paymentRequest }: ScriptedRequest,
): number {
  const payer = paymentRequest === undefined ? null : addressOfUser(userId);
  let count = 0;
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      const isTheirs = isPaidTo(transaction, recipient);
      const isByThem = payer === null || transaction.from === payer;
      if (isTheirs && isByThem && isSuccess) count += 1;
    }
  }
  return count;
}
