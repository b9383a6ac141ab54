import type { testPush } from '#wire/auth/test-push';
import { type Handler, refuse } from '../../application/call.ts';
import { takeQuotas } from '../../application/take-quotas.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PushPorts } from './push-settings.ts';

export interface TestPushPorts extends PushPorts {
  readonly limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
  readonly clock: Clock;
}

const TESTS = { most: 10, windowMs: 60 * 60_000 };
const TOO_MANY_TESTS = 'You’ve tested this too often.';
const LOOK_EVERY_MS = 250;
const MOST_LOOKS = 40;

/** Sends one push message to the browser of the caller's session, and waits for what its maker says. */
export function createTestPush({
  push,
  pushSubscriptions,
  limits,
  clock,
}: TestPushPorts): Handler<typeof testPush> {
  return async ({ session: { sessionId, userId } }) => {
    if (push === null || !(await pushSubscriptions.has(sessionId))) {
      return refuse('push-not-available');
    }
    const wait = await takeQuotas(limits, [[`push tests ${userId}`, TESTS]], clock.now());
    if (wait > 0) return tooMany(wait, TOO_MANY_TESTS);
    if (!(await pushSubscriptions.requestNow(sessionId, clock.now()))) {
      return refuse('push-not-available');
    }
    // Another process signs and sends it.
    for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
      const outcome = await pushSubscriptions.outcome(sessionId);
      if (outcome !== 'waiting') return { data: { isSent: outcome === 'sent' } };
      await clock.sleep(LOOK_EVERY_MS);
    }
    return { data: { isSent: false } };
  };
}
