import { IDLE_MS } from '#domain/session/session-limits';
import { createJob, type Job, type JobError } from '../application/job.ts';
import type { Clock } from '../ports/clock.ts';
import type { PushSender } from '../ports/push-sender.ts';
import type { DuePush, PushQueue } from '../ports/push-subscriptions.ts';

export interface SendPushesPorts {
  readonly pushes: PushQueue;
  readonly pushSender: PushSender;
  readonly clock: Clock;
  readonly report: (error: JobError) => void;
}

const EVERY_MS = 1_000;
const AFTER_ERROR_MS = 5_000;
const AT_ONCE = 20;
/** Longer than sending may take. */
const LEASE_MS = 60_000;
/** A browser is woken up at most once in this time. */
const APART_MS = 10_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000;

/**
 * Wakes up the browsers of users for whom something is new: with one message for any number of events. One that was
 * sent just before a crash may be sent once more; none is left out.
 * @returns the job, not started.
 */
export function createSendPushes(ports: SendPushesPorts): Job {
  return createJob({
    ...ports,
    run: () => sendPushes(ports),
    everyMs: EVERY_MS,
    afterErrorMs: AFTER_ERROR_MS,
    errorMessage: 'Push messages could not be sent.',
  });
}

/** Sends everything that is due now. Rejects, with nothing running, when an outcome could not be stored. */
export async function sendPushes(ports: SendPushesPorts): Promise<void> {
  const { pushes, clock } = ports;
  await pushes.giveUp(ago(clock.now(), GIVEN_UP_AFTER_MS));
  for (;;) {
    const now = clock.now();
    const limits = { now, idleSince: ago(now, IDLE_MS), most: AT_ONCE };
    const taken = await pushes.take(limits, LEASE_MS);
    const outcomes = await Promise.allSettled(taken.map((push) => send(ports, push)));
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    if (taken.length === 0) return;
  }
}

async function send({ pushes, pushSender, clock }: SendPushesPorts, push: DuePush): Promise<void> {
  const outcome = await pushSender.send(push.endpoint);
  const now = clock.now();
  switch (outcome) {
    case 'sent':
      return pushes.markSent(push, later(now, APART_MS));
    case 'gone':
    case 'refused':
      return pushes.remove(push);
    case 'failed':
      return pushes.markFailed(push, later(now, pauseAfter(push)));
  }
}

/** 10, 20, 40 seconds and so on, up to an hour. */
function pauseAfter({ failures }: DuePush): number {
  return Math.min(LONGEST_PAUSE_MS, APART_MS * 2 ** Math.min(failures, 20));
}

function ago(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
