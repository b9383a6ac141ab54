import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Seconds between two sends to the same name. */
export const RESEND_AFTER_S = 60;
/** Tries that one pair of codes has. */
export const MOST_TRIES = 5;
export const CODES_LAST_MS = 10 * MINUTE_MS;

const sendRules: readonly (readonly [string, QuotaRule])[] = [
  ['minute', { most: 1, windowMs: MINUTE_MS }],
  ['hour', { most: 5, windowMs: HOUR_MS }],
  ['day', { most: 10, windowMs: DAY_MS }],
];
const sendsOfIp: QuotaRule = { most: 10, windowMs: HOUR_MS };
const registrationsOfIp: QuotaRule = { most: 10, windowMs: HOUR_MS };
const triesOfIp: QuotaRule = { most: 10, windowMs: MINUTE_MS };
const wrongResetsOfDay: QuotaRule = { most: 25, windowMs: DAY_MS };
const noticesToOwner: QuotaRule = { most: 1, windowMs: HOUR_MS };
/** For the whole server: who holds it must not be able to open every wallet unseen. */
const recoveries: QuotaRule = { most: 30, windowMs: HOUR_MS };

/** Limits on codes, as rows. Each `take…` answers 0, or the seconds to wait; what succeeds gives its attempts back. */
export interface CodeLimits {
  /** One send to a name or an account; at most one a minute, five an hour, ten a day. */
  takeSend(subject: string, now: Date): Promise<number>;
  takeSendOfIp(ip: string, now: Date): Promise<number>;
  /** One registration that is not finished yet. */
  takeRegistration(ip: string, now: Date): Promise<number>;
  /** One submission of codes. */
  takeTry(ip: string, now: Date): Promise<number>;
  takeReset(subject: string, now: Date): Promise<number>;
  takeNoticeToOwner(userId: string, now: Date): Promise<number>;
  takeRecovery(now: Date): Promise<number>;
  /** Codes were right: what this address used up comes back. */
  forgiveIp(ip: string): Promise<void>;
  forgiveReset(subject: string): Promise<void>;
}

export function createCodeLimits(limits: AttemptLimits): CodeLimits {
  return {
    async takeSend(subject, now) {
      for (const [span, rule] of sendRules) {
        const wait = await limits.takeQuota(`codes ${span} ${subject}`, rule, now);
        if (wait > 0) return wait;
      }
      return 0;
    },
    takeSendOfIp: (ip, now) => limits.takeQuota(`codes ip ${ip}`, sendsOfIp, now),
    takeRegistration: (ip, now) => limits.takeQuota(`register ip ${ip}`, registrationsOfIp, now),
    takeTry: (ip, now) => limits.takeQuota(`code tries ip ${ip}`, triesOfIp, now),
    takeReset: (subject, now) => limits.takeQuota(`resets ${subject}`, wrongResetsOfDay, now),
    takeNoticeToOwner: (userId, now) =>
      limits.takeQuota(`owner notice ${userId}`, noticesToOwner, now),
    takeRecovery: (now) => limits.takeQuota('recoveries', recoveries, now),
    async forgiveIp(ip) {
      await limits.giveBack(`register ip ${ip}`);
      await limits.clear(`codes ip ${ip}`);
      await limits.clear(`code tries ip ${ip}`);
    },
    forgiveReset: (subject) => limits.clear(`resets ${subject}`),
  };
}

/** The sentence for somebody who asks for codes too soon. */
export function waitSentence(seconds: number): string {
  return `Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before asking for new codes.`;
}
