import type { Network } from '#domain/network/network';
import { amountTextOf } from '../application/amount-text.ts';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type {
  FinishedNotification,
  OperationNotices,
  PendingNotification,
} from '../ports/operation-notices.ts';
import { arrivalContentOf } from './announce-arrivals.ts';

export interface AnnounceOperationsPorts {
  readonly operationNotices: OperationNotices;
  readonly networks: readonly Network[];
  /** Of the web app, for the link; null when it is not known. */
  readonly origin: string | null;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 1_000;
const AFTER_ERROR_MS = 5_000;
const AT_ONCE = 50;
const LEASE_MS = 30_000;
/** What ended longer ago is not announced: a server that begins to send mails does not report old operations. */
const NOTIFIED_WITHIN_MS = 24 * 60 * 60_000;
const HEAD = 6;
const TAIL = 4;

/**
 * Notifies users by mail that an operation of theirs ended. For what is not public, a mail contains neither amount
 * nor recipient. @returns the job, not started.
 */
export function createAnnounceOperations(ports: AnnounceOperationsPorts): Job {
  return createJob({
    ...ports,
    run: () => announceOperations(ports),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'The ends of operations could not be announced.',
  });
}

/** Hands a mail to the outbox for everything that ended and has a recipient. */
export async function announceOperations(ports: AnnounceOperationsPorts): Promise<void> {
  const { operationNotices, clock } = ports;
  for (;;) {
    const now = clock.now();
    const ends = await operationNotices.take(now, AT_ONCE, LEASE_MS);
    for (const end of ends) {
      const isRecent = now.getTime() - end.endedAt.getTime() < NOTIFIED_WITHIN_MS;
      if (end.reader === 'changed') reportChanged(ports, end);
      if (isRecent) await finish(ports, end, now);
      else await operationNotices.drop(end.noticeId, now);
    }
    if (ends.length < AT_ONCE) return;
  }
}

/** An end without an email, or whose maker wants none, may still be new to someone. */
async function finish(
  ports: AnnounceOperationsPorts,
  end: PendingNotification,
  now: Date,
): Promise<void> {
  const { networks, origin } = ports;
  const contentOf = arrivalContentOf(networks, origin);
  await ports.operationNotices.finish(end, { mail: mailOf(ports, end), contentOf }, now);
}

function mailOf(
  ports: AnnounceOperationsPorts,
  end: PendingNotification,
): FinishedNotification['mail'] {
  const { topic, reader } = end;
  if (topic === null || reader === null || reader === 'changed') return null;
  const content = { ...payment(ports, end), ...claimStep(end), ...link(ports, end) };
  return { to: reader.email, content: { name: reader.name, ...content, ...replacement(end) } };
}

function reportChanged(
  { report }: AnnounceOperationsPorts,
  { operationId }: PendingNotification,
): void {
  const cause = new Error(`The account of operation ${operationId} was changed by something else.`);
  report({ message: 'An account does not have its signature. Its emails are not sent.', cause });
}

/** What is known of why it was replaced; nothing for any other end. */
function replacement({ cancelReason, isPaidInPart }: PendingNotification): Record<string, string> {
  if (isPaidInPart) return { isPaidInPart: 'true' };
  return cancelReason === null ? {} : { cancelReason };
}

/**
 * Amount and shortened recipient of a public payment, as in `25 USDC` and `0x3C8d…b06a`, and what arrived where it was
 * less; nothing for any other.
 */
function payment(
  { networks }: AnnounceOperationsPorts,
  { payment: paid }: PendingNotification,
): Record<string, string> {
  const shown = amountTextOf(networks, paid?.tokenId);
  if (paid === null || shown === null) return {};
  const { recipient, amount, arrived } = paid;
  const isLess = arrived !== null && arrived < amount;
  return {
    what: shown(amount),
    to: `${recipient.slice(0, HEAD)}…${recipient.slice(-TAIL)}`,
    ...(isLess && { arrived: shown(arrived), kept: shown(amount - arrived) }),
  };
}

/** Nothing for any other operation. */
function claimStep({ claim }: PendingNotification): Record<string, string> {
  return claim === null ? {} : { claim };
}

function link(
  { origin }: AnnounceOperationsPorts,
  { operationId }: PendingNotification,
): Record<string, string> {
  return origin === null ? {} : { link: `${origin}/dashboard/operations/${operationId}` };
}
