import { createMemoryQuotas, type MemoryQuotas } from '../application/memory-quotas.ts';
import type { AttemptLimits, QuotaRule } from '../ports/attempt-limits.ts';
import type { CodeChallenge } from '../ports/one-time-codes.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The key of a counter, and its limit. */
type Counter = readonly [key: string, rule: QuotaRule];

/**
 * How often codes may be tried and wallets opened. Whoever can write to the database can set its counters back, so this
 * process counts in its memory too: the stricter count holds.
 */
export interface RecoveryLimits {
  /** Counts a submission of codes. @returns 0, or the seconds to wait */
  takeTry(of: Pick<CodeChallenge, 'purpose' | 'subject'>, now: Date): Promise<number>;
  /** Right codes end the count of wrong ones. */
  clearTries(of: Pick<CodeChallenge, 'purpose' | 'subject'>): Promise<void>;
  /** Counts the opening of a wallet. @returns 0, or the seconds to wait */
  takeRecovery(
    of: { readonly userId: string; readonly network: string },
    now: Date,
  ): Promise<number>;
}

/** More openings in an hour than this are worth waking someone up for. */
const UNUSUAL_PER_HOUR = 30;

/** Openings of the wallet of one user, of wallets from one network, and of all wallets. */
const recoveriesOf = (userId: string, network: string): readonly Counter[] => [
  [`recoveries of ${userId}`, { most: 5, windowMs: DAY_MS }],
  [`recoveries from ${network}`, { most: 10, windowMs: HOUR_MS }],
  ['recoveries', { most: 300, windowMs: HOUR_MS }],
];

/**
 * Submissions against live codes for a new password. Guessing at the first limit every day reaches the second after
 * a hundred, and then means waiting a day. Source: NIST SP 800-63B requires a limit of a hundred in a row.
 */
const triesOf = (subject: string): readonly Counter[] => [
  [`resets day ${subject}`, { most: 25, windowMs: DAY_MS }],
  [`resets ${subject}`, { most: 100, windowMs: 5 * DAY_MS }],
];

/** @param alarm called once an hour when more wallets are opened than is usual */
export function createRecoveryLimits(
  stored: Pick<AttemptLimits, 'takeQuota' | 'giveBack' | 'clear'>,
  alarm: (message: string) => void,
): RecoveryLimits {
  // Apart, since anyone can cause tries for any number of names, but only right codes count an opening.
  const tries = createMemoryQuotas();
  const recoveries = createMemoryQuotas();
  let warnedAt = 0;
  return {
    takeTry: async ({ purpose, subject }, now) =>
      purpose === 'reset' ? take({ memory: tries, stored }, triesOf(subject), now) : 0,
    async clearTries({ purpose, subject }) {
      if (purpose !== 'reset') return;
      for (const [key] of triesOf(subject)) {
        tries.clear(key);
        await stored.clear(key);
      }
    },
    async takeRecovery({ userId, network }, now) {
      const counters = recoveriesOf(userId, network);
      const wait = await take({ memory: recoveries, stored }, counters, now);
      const isUnusual = recoveries.used('recoveries', now) > UNUSUAL_PER_HOUR;
      if (isUnusual && now.getTime() - warnedAt >= HOUR_MS) {
        warnedAt = now.getTime();
        alarm(`More than ${UNUSUAL_PER_HOUR} wallets were opened by recovery within an hour.`);
      }
      return wait;
    },
  };
}

interface Counts {
  readonly memory: MemoryQuotas;
  readonly stored: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
}

/** In memory first, so that no burst gets past while the database is waited for. */
async function take(
  { memory, stored }: Counts,
  counters: readonly Counter[],
  now: Date,
): Promise<number> {
  const wait = Math.max(0, ...counters.map(([key, rule]) => memory.wait(key, rule, now)));
  if (wait > 0) return wait;
  for (const [key, rule] of counters) memory.count(key, rule, now);
  let storedWait: number | null = null;
  try {
    storedWait = await takeStored(stored, counters, now);
    return storedWait;
  } finally {
    if (storedWait !== 0) for (const [key] of counters) memory.giveBack(key);
  }
}

async function takeStored(
  stored: Counts['stored'],
  counters: readonly Counter[],
  now: Date,
): Promise<number> {
  for (const [index, [key, rule]] of counters.entries()) {
    const wait = await stored.takeQuota(key, rule, now);
    if (wait === 0) continue;
    for (const [taken] of counters.slice(0, index)) await stored.giveBack(taken);
    return wait;
  }
  return 0;
}
