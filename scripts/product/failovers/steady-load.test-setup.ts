import { setTimeout as sleep } from 'node:timers/promises';
import { newAddress, newPayment, type Payment, pay } from '../kills/payments.test-setup.ts';
import type { RandomChoice } from '../kills/random-choice.ts';
import type { UserSession } from '../kills/user-session.test-setup.ts';

/** A request for a payment, and when its response arrived. */
export interface TimedPayment extends Payment {
  /** Milliseconds since the epoch; null until then. */
  answeredAt: number | null;
}

export interface SteadyLoad {
  readonly payments: readonly TimedPayment[];
  /** Requests no more payments. Resolves when every request got a response. */
  stop(): Promise<void>;
}

const TOKEN = 'polygon-pol';
const LEAST_AMOUNT = 1_000n;
/** While so many requests have no response, no one begins another payment. */
const MOST_PENDING = 200;
/** So many responses do not reach their users, who request the same again under the same key some time later. */
const UNREAD_ONE_IN = 5;
const REPEATED_AFTER_MS = { least: 500, most: 8_000 };

/**
 * Users pay in turn, so many a second, also while earlier payments wait. Each pays someone new another amount, and
 * repeats the request under the same key until it is accepted or refused.
 */
export function startSteadyLoad(
  users: readonly UserSession[],
  { perSecond, choice }: { readonly perSecond: number; readonly choice: RandomChoice },
): SteadyLoad {
  const payments: TimedPayment[] = [];
  const responses: Promise<void>[] = [];
  let pending = 0;
  let isOver = false;
  const begun = begin();
  return {
    payments,
    async stop() {
      isOver = true;
      await begun;
      await Promise.all(responses);
    },
  };

  async function begin(): Promise<void> {
    let due = performance.now();
    while (!isOver) {
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      due += 1_000 / perSecond;
      if (pending >= MOST_PENDING) continue;
      const user = users[payments.length % users.length];
      if (user === undefined) throw new Error('There are no users.');
      const amount = LEAST_AMOUNT + BigInt(payments.length);
      const wanted = { kind: 'send', tokenId: TOKEN, amount, to: newAddress() } as const;
      const payment: TimedPayment = { ...newPayment(user, wanted), answeredAt: null };
      payments.push(payment);
      responses.push(payAndRepeat(user, payment));
    }
  }

  async function payAndRepeat(user: UserSession, payment: TimedPayment): Promise<void> {
    const isUnread = choice.isOneIn(UNREAD_ONE_IN);
    const pauseMs = choice.between(REPEATED_AFTER_MS.least, REPEATED_AFTER_MS.most);
    pending += 1;
    await pay(user, payment);
    pending -= 1;
    payment.answeredAt = Date.now();
    if (!isUnread) return;
    await sleep(pauseMs);
    await pay(user, payment);
  }
}
