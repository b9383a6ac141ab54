import { rungAfterMs } from '#domain/operation/fee-ladder';
import { expiresAt, isExpired } from '#domain/operation/following';
import { isSent, type SentOperation, type SignedOperation } from '#domain/operation/operation';
import type { FoundOperation } from '../../ports/open-operations.ts';
import { msUntilClaimEnds } from '../claim-end.ts';
import { RESEND_AFTER_MS } from '../try-rungs.ts';
import { durationText, timeText, whenText } from './texts.ts';

/** A worker looks at what is due within a second; only where none runs does it wait this long. */
const OVERDUE_MS = 60_000;

/** @returns in one or two sentences what Kax itself does next with an operation, and when. */
export function nextStep({ operation, dueAt }: FoundOperation, now: Date): string {
  switch (operation.status) {
    case 'created':
      return 'The shielded worker proves it. It expires one hour after it was requested.';
    case 'needs_unlock':
      return 'It is proved when its user opens Kax. It expires one hour after it was requested.';
    case 'prepared':
      return `A worker signs it with the broadcaster’s account ${whenText(dueAt, now)}.`;
    case 'signed':
    case 'broadcast':
      return [sendingStep(operation, dueAt, now), expiryText(operation, now)]
        .filter((sentence) => sentence !== null)
        .join(' ');
    case 'mined':
      return (
        overdueText(dueAt, now) ??
        `A worker checks ${whenText(dueAt, now)} whether its block is final.`
      );
    default:
      return 'Nothing: it ended.';
  }
}

function sendingStep(operation: SentOperation, dueAt: Date, now: Date): string {
  if (msUntilClaimEnds(dueAt, now) !== null) return 'A worker has it now.';
  return overdueText(dueAt, now) ?? `A worker ${actionText(operation, dueAt, now)}.`;
}

function overdueText(dueAt: Date, now: Date): string | null {
  const ms = now.getTime() - dueAt.getTime();
  if (ms < OVERDUE_MS) return null;
  return `It has been due for ${durationText(ms)}: no worker is running, or none reaches the database.`;
}

function actionText(operation: SentOperation, dueAt: Date, now: Date): string {
  const { signing, sending } = operation;
  const { cancelRequest, firstTriedAt, lastTriedAt, rungsTried, leastRungs } = sending;
  const look = whenText(dueAt, now);
  const isWithout = signing.cancellation === null;
  if (cancelRequest === null && isExpired(operation, now)) {
    return isWithout
      ? `only looks for it ${look}: it was signed without a cancellation`
      : `cancels it ${look}: no block had it for 24 hours`;
  }
  const again = whenText(later(lastTriedAt ?? now, RESEND_AFTER_MS), now);
  if (cancelRequest !== null) {
    const isTried = lastTriedAt !== null && lastTriedAt > cancelRequest.at;
    return isTried ? `sends its cancellation again ${again}` : `sends its cancellation ${look}`;
  }
  if (firstTriedAt === null) return `sends rung 1 ${look}`;
  if (rungsTried < leastRungs) return `sends rung ${rungsTried + 1} ${look}`;
  const afterMs = rungAfterMs(rungsTried);
  if (rungsTried >= signing.ladder.length || afterMs === null) {
    return `sends every rung again ${again}`;
  }
  return `sends rung ${rungsTried + 1} ${whenText(later(firstTriedAt, afterMs), now)}`;
}

function expiryText(operation: SignedOperation, now: Date): string | null {
  if (!isSent(operation) || operation.sending.cancelRequest !== null) return null;
  if (operation.signing.cancellation === null || isExpired(operation, now)) return null;
  return `It is cancelled at ${timeText(expiresAt(operation), now)} if no block has it by then.`;
}

function later(from: Date, ms: number): Date {
  return new Date(from.getTime() + ms);
}
