import { createMemoryQuotas, type MemoryQuotas } from '../application/memory-quotas.ts';
import type { Account } from '../ports/accounts.ts';
import type { AttemptLimits, QuotaRule } from '../ports/attempt-limits.ts';
import type { CodeChallenge, CodePurpose } from '../ports/one-time-codes.ts';
import type { Channel } from '../ports/outbox.ts';

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
  takeTry(of: Requested, now: Date): Promise<number>;
  /** Counts a try of one challenge in memory. @returns whether it had one left */
  hasTry(challenge: string, most: number, now: Date): boolean;
  /** Counts a pair of six-digit codes for a user. @returns 0, or the seconds to wait */
  takeShortCodes(of: Receiver, isKnownDevice: boolean, now: Date): Promise<number>;
  /** Counts a text message after the code of the email. @returns 0, or the seconds to wait */
  takeText(of: Receiver, now: Date): Promise<number>;
  /** Counts a message to the owner of a contact that someone else wants to change to. @returns whether it may be sent */
  takeOwnerNotice(userId: string, channel: Channel, now: Date): Promise<boolean>;
  /** Right codes end the counts of wrong ones, and of codes that were sent. */
  clearTries(of: Requested & Receiver): Promise<void>;
  /** Counts the opening of a wallet. @returns 0, or the seconds to wait */
  takeRecovery(
    of: { readonly userId: string; readonly network: string },
    now: Date,
  ): Promise<number>;
}

type Requested = Pick<CodeChallenge, 'purpose' | 'subject' | 'requester'>;

interface Receiver {
  readonly purpose: CodePurpose;
  readonly subject: string;
  readonly account: Pick<Account, 'phone'> | null;
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
 * Submissions of one requester against live codes for a new password. Guessing at the first limit every day reaches
 * the second after a hundred, and then means waiting a day. No one else's tries are counted here.
 */
const triesOf = ({ purpose, subject, requester }: Requested): readonly Counter[] => {
  const name = purpose === 'reset' ? 'resets' : purpose;
  return [
    [`${name} day ${subject} ${requester}`, { most: 25, windowMs: DAY_MS }],
    [`${name} ${subject} ${requester}`, { most: 100, windowMs: 5 * DAY_MS }],
  ];
};

/**
 * Pairs of six-digit codes for a new password: with five tries each, a hundred in 30 days, which NIST SP 800-63B
 * allows in a row. Further codes have ten digits. Devices of the user have their own.
 */
const shortCodesOf = (
  { purpose, subject }: Pick<Receiver, 'purpose' | 'subject'>,
  isKnownDevice: boolean,
): readonly Counter[] => {
  const whose = isKnownDevice ? 'known devices' : 'strangers';
  const name = purpose === 'reset' ? subject : `${purpose} ${subject}`;
  return [[`short codes ${name} ${whose}`, { most: 20, windowMs: 30 * DAY_MS }]];
};

/**
 * Pairs of codes for another email or phone, from anywhere: whoever knows the password has one of both codes by
 * choosing the new contact, so a hundred tries in 30 days are all that there may be of the other one.
 */
const contactCodesOf = (subject: string): readonly Counter[] => [
  [`contact codes ${subject}`, { most: 20, windowMs: 30 * DAY_MS }],
];

/** The counters that registrations use too: one message an hour, and three texts a day. */
const ownerNoticesOf = (userId: string, channel: Channel): readonly Counter[] => {
  const inAnHour: Counter = [`owner notice ${channel} ${userId}`, { most: 1, windowMs: HOUR_MS }];
  if (channel === 'email') return [inAnHour];
  return [inAnHour, [`owner notice day ${channel} ${userId}`, { most: 3, windowMs: DAY_MS }]];
};

/** Texts to one number after the code of the email. */
const textsTo = ({ purpose, account }: Receiver): readonly Counter[] =>
  account === null ? [] : [[`texts ${purpose} ${account.phone}`, { most: 10, windowMs: DAY_MS }]];

/** @param alarm called once an hour when more wallets are opened than is usual */
export function createRecoveryLimits(
  stored: Pick<AttemptLimits, 'takeQuota' | 'giveBack' | 'clear'>,
  alarm: (message: string) => void,
): RecoveryLimits {
  // Apart, since anyone can cause tries for any number of names, but only right codes count an opening.
  const tries = createMemoryQuotas();
  const recoveries = createMemoryQuotas();
  const sends = createMemoryQuotas();
  const triesOfOne = createMemoryQuotas();
  let warnedAt = 0;
  return {
    takeTry: async (of, now) =>
      of.purpose === 'register' ? 0 : take({ memory: tries, stored }, triesOf(of), now),
    hasTry(challenge, most, now) {
      const rule = { most, windowMs: HOUR_MS };
      if (triesOfOne.wait(challenge, rule, now) > 0) return false;
      triesOfOne.count(challenge, rule, now);
      return true;
    },
    async takeShortCodes({ purpose, subject, account }, isKnownDevice, now) {
      if (purpose === 'register' || account === null) return 0;
      const counters =
        purpose === 'contact-change'
          ? contactCodesOf(subject)
          : shortCodesOf({ purpose, subject }, isKnownDevice);
      return take({ memory: sends, stored }, counters, now);
    },
    takeText: (of, now) => take({ memory: sends, stored }, textsTo(of), now),
    takeOwnerNotice: async (userId, channel, now) =>
      (await take({ memory: sends, stored }, ownerNoticesOf(userId, channel), now)) === 0,
    async clearTries(of) {
      if (of.purpose === 'register') return;
      const sent = [...shortCodesOf(of, true), ...shortCodesOf(of, false), ...textsTo(of)];
      for (const [key] of [...triesOf(of), ...sent]) {
        for (const memory of [tries, sends]) memory.clear(key);
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
