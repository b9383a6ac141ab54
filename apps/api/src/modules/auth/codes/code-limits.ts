import { addressOf } from '../../../application/client-address.ts';
import { type Counter, giveBackQuotas, takeQuotas } from '../../../application/take-quotas.ts';
import type { AttemptLimits } from '../../../ports/attempt-limits.ts';
import type { Channel } from '../../../ports/outbox.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Sends to a name, a number or an account that one requester asks for. Others have counters of their own. */
export function sendsTo(subject: string, requester: string): readonly Counter[] {
  const key = `${subject} ${requester}`;
  return [
    [`codes minute ${key}`, { most: 1, windowMs: MINUTE_MS }],
    [`codes hour ${key}`, { most: 5, windowMs: HOUR_MS }],
    [`codes day ${key}`, { most: 10, windowMs: DAY_MS }],
  ];
}

/** Sends requested from an address. */
export function sendsFrom(ip: string): readonly Counter[] {
  return [[`codes ip ${addressOf(ip)}`, { most: 10, windowMs: HOUR_MS }]];
}

/** Unfinished registrations from an address. */
export function registrationsFrom(ip: string): readonly Counter[] {
  return [[`register ip ${addressOf(ip)}`, { most: 10, windowMs: HOUR_MS }]];
}

/** Submissions of codes from an address. */
export function triesFrom(ip: string): readonly Counter[] {
  return [[`code tries ip ${addressOf(ip)}`, { most: 10, windowMs: MINUTE_MS }]];
}

/** Submissions of codes by a device that a user signed in with before: no one else can use these up. */
export function triesOf(device: string): readonly Counter[] {
  return [[`code tries device ${device}`, { most: 10, windowMs: MINUTE_MS }]];
}

/** Messages that notify an owner of registrations with their email or their number. */
export function noticesToOwner(userId: string, channel: Channel): readonly Counter[] {
  const inAnHour: Counter = [`owner notice ${channel} ${userId}`, { most: 1, windowMs: HOUR_MS }];
  if (channel === 'email') return [inAnHour];
  return [inAnHour, [`owner notice day ${channel} ${userId}`, { most: 3, windowMs: DAY_MS }]];
}

/** Limits on codes, shared by all processes. */
export interface CodeLimits {
  /**
   * Counts under all of these or, when one of them is used up, under none.
   * @returns 0, or the seconds to wait
   */
  take(counters: readonly Counter[], now: Date): Promise<number>;
  /** Undoes the count of an attempt that had no effect. */
  giveBack(counters: readonly Counter[]): Promise<void>;
  /** Resets these counters. */
  clear(counters: readonly Counter[]): Promise<void>;
}

export function createCodeLimits(limits: AttemptLimits): CodeLimits {
  return {
    take: (counters, now) => takeQuotas(limits, counters, now),
    giveBack: (counters) => giveBackQuotas(limits, counters),
    async clear(counters) {
      for (const [key] of counters) await limits.clear(key);
    },
  };
}

/** Correct codes came from this address: resets what it used up. */
export async function clearAddress(codeLimits: CodeLimits, ip: string): Promise<void> {
  await codeLimits.giveBack(registrationsFrom(ip));
  await codeLimits.clear([...sendsFrom(ip), ...triesFrom(ip)]);
}
