import { addressOf, networkOf } from '../../../application/client-address.ts';
import type { AccountName } from '../../../ports/accounts.ts';
import type { AttemptLimits, AttemptRule } from '../../../ports/attempt-limits.ts';

/** The counters of one sign-in attempt. */
export interface AttemptKeys {
  readonly ip: string;
  readonly account: string;
  /** The account from this part of the network: a stranger's failures must not lock out the owner. */
  readonly both: string;
}

const QUARTER_HOUR_MS = 15 * 60_000;
const ofIp: AttemptRule = { free: 10, windowMs: 60_000 };
const ofAccount: AttemptRule = { free: 30, windowMs: QUARTER_HOUR_MS };
const ofBoth: AttemptRule = { free: 5, windowMs: QUARTER_HOUR_MS };

/** @returns the keys of one attempt; invalid names share one. */
export function attemptKeys(name: AccountName | null, ip: string): AttemptKeys {
  const account = name === null ? 'unknown' : Object.values(name).join('');
  return {
    ip: `login ip ${addressOf(ip)}`,
    account: `login account ${account}`,
    both: `login account ${account} from ${networkOf(ip)}`,
  };
}

/** Counts one attempt. @returns 0, or the seconds to wait. */
export async function takeAttempt(
  limits: AttemptLimits,
  keys: AttemptKeys,
  now: Date,
): Promise<number> {
  const ofNetwork = await limits.take(keys.both, ofBoth, now);
  if (ofNetwork > 0) return ofNetwork;
  const [waitOfIp, waitOfAccount] = await Promise.all([
    limits.take(keys.ip, ofIp, now),
    limits.take(keys.account, ofAccount, now),
  ]);
  return Math.max(waitOfIp, waitOfAccount);
}

/** The attempt failed through no fault of the user: it is not counted. */
export async function giveBackAttempt(limits: AttemptLimits, keys: AttemptKeys): Promise<void> {
  await Promise.all(Object.values(keys).map((key) => limits.giveBack(key)));
}

/** The attempt succeeded: the account's failures are cleared, those of the address stay. */
export async function clearAttempts(limits: AttemptLimits, keys: AttemptKeys): Promise<void> {
  await Promise.all([
    limits.giveBack(keys.ip),
    limits.clear(keys.account),
    limits.clear(keys.both),
  ]);
}
