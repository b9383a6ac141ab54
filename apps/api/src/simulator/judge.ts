import {
  isSigned,
  isTerminal,
  type Operation,
  type SignedOperation,
} from '#domain/operation/operation';
import { findReceipt, type SimulatedBlock } from './simulated-chain.ts';
import type { Wish } from './simulated-person.ts';
import type { Surroundings } from './simulated-server.ts';

/** What went wrong, as sentences; all empty in a clean run. */
export interface Judgement {
  /** A payment that was promised and that nobody knows of any more. */
  readonly lost: readonly string[];
  /** A wish that was paid more than once. */
  readonly double: readonly string[];
  /** A status or an answer that is not what the chain says. */
  readonly falseStatus: readonly string[];
  /** An operation or a person still waiting long after all trouble ended. */
  readonly stuck: readonly string[];
}

/** Compares what people were told and what the book says with what the chain holds. */
export function judge({ chain, book }: Surroundings, wishes: readonly Wish[]): Judgement {
  const verdict = { lost: [], double: [], falseStatus: [], stuck: [] } as Record<
    keyof Judgement,
    string[]
  >;
  for (const wish of wishes) {
    const paid = countPayments(chain.tip, wish);
    const entry = [...book.entries.values()].find(
      ({ idempotencyKey }) => idempotencyKey === wish.key,
    );
    if (paid > 1) verdict.double.push(`${wish.key} was paid ${paid} times`);
    judgeAnswer(verdict, wish, { paid, operation: entry?.operation ?? null });
    if (entry !== undefined && isSigned(entry.operation)) {
      judgeOperation(verdict, chain.tip, entry.operation);
    }
  }
  return verdict;
}

function judgeAnswer(
  verdict: Record<keyof Judgement, string[]>,
  wish: Wish,
  { paid, operation }: { paid: number; operation: Operation | null },
): void {
  if (wish.told === 'nothing') verdict.stuck.push(`${wish.key} never got an answer`);
  else if ('refused' in wish.told) {
    if (paid > 0) verdict.falseStatus.push(`${wish.key} was refused and paid`);
  } else if (operation === null) verdict.lost.push(`${wish.key} has a hash and no operation`);
}

/** Compares the status of a signed operation with what the chain holds. */
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
    (operation.status === 'reverted' && included.length === 1 && !isSuccess) ||
    (operation.status === 'replaced' && included.length === 0);
  if (!isTrue) verdict.falseStatus.push(`${name} has ${included.length} transactions in the chain`);
}

function countPayments(tip: SimulatedBlock, { recipient }: Wish): number {
  const recipientHex = recipient.slice(2);
  let count = 0;
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      const isHers =
        transaction.to === recipient || transaction.data.startsWith(`0x${recipientHex}`);
      if (isHers && isSuccess) count += 1;
    }
  }
  return count;
}
