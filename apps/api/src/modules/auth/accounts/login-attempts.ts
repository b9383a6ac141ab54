import { countedAddresses, countedNetworks } from '../../../application/client-address.ts';
import type { AccountName } from '../../../ports/accounts.ts';
import type { AttemptLimits, AttemptRule } from '../../../ports/attempt-limits.ts';

/** A counter, and what it allows. */
export type AttemptCounter = readonly [key: string, rule: AttemptRule];

/** The counters of one attempt to enter a password. */
export interface AttemptKeys {
  /** Of whoever tries here for this account; a success clears them. */
  readonly own: readonly AttemptCounter[];
  /** Of everyone who tries from the same address; a success gives back what it took. */
  readonly shared: readonly AttemptCounter[];
  /**
   * Of everyone who tries a name, from anywhere. It refuses no one: it says how much work a stranger has to do. Null
   * where no work is asked for.
   */
  readonly pressure: string | null;
}

const QUARTER_HOUR_MS = 15 * 60_000;
const ofAddress: AttemptRule = { free: 10, windowMs: 60_000 };
const ofNetwork: AttemptRule = { free: 5, windowMs: QUARTER_HOUR_MS };
const ofDevice: AttemptRule = { free: 10, windowMs: QUARTER_HOUR_MS };
const ofSession: AttemptRule = { free: 5, windowMs: QUARTER_HOUR_MS };

/**
 * Counts by what was entered: if the email and the phone of one account were one counter, failures with the one would
 * show with the other that both belong to the same person.
 * @returns the counters of someone who is not known; invalid names share theirs
 */
export function strangerKeys(name: AccountName | null, ip: string): AttemptKeys {
  const who = nameKey(name);
  return {
    own: countedNetworks(ip).map(({ network, times }) => [
      `login account ${who} from ${network}`,
      { ...ofNetwork, free: times * ofNetwork.free },
    ]),
    shared: countedAddresses(ip).map(({ network, times }) => [
      `login ip ${network}`,
      { ...ofAddress, free: times * ofAddress.free },
    ]),
    pressure: `login pressure ${who}`,
  };
}

/** @returns the counter of a device that this user has signed in with before: no one else can fill it */
export function deviceKeys(userId: string, device: string): AttemptKeys {
  return { own: [[`login device ${userId} ${device}`, ofDevice]], shared: [], pressure: null };
}

/** @returns the counter of a signed-in session that repeats its password: no one else can fill it */
export function sessionKeys(userId: string, sessionId: string): AttemptKeys {
  return { own: [[`password ${userId} ${sessionId}`, ofSession]], shared: [], pressure: null };
}

/** @returns for how long attempts for a name are remembered, and how many cost nothing */
export function pressureRule({ freeFailures }: { readonly freeFailures: number }): AttemptRule {
  return { free: freeFailures, windowMs: QUARTER_HOUR_MS };
}

/** @returns an account’s name as counters and puzzles call it */
export function nameKey(name: AccountName | null): string {
  return name === null ? 'unknown' : Object.values(name).join('');
}

/** Counts one attempt; what is refused is counted nowhere. @returns 0, or the seconds to wait. */
export async function takeAttempt(
  limits: AttemptLimits,
  { own, shared }: AttemptKeys,
  now: Date,
): Promise<number> {
  // Whoever has to wait here takes nothing of what others share.
  const waitOfOwn = await takeAll(limits, own, now);
  if (waitOfOwn > 0) return waitOfOwn;
  const waitOfShared = await takeAll(limits, shared, now);
  if (waitOfShared > 0) await Promise.all(own.map(([key]) => limits.giveBack(key)));
  return waitOfShared;
}

async function takeAll(
  limits: AttemptLimits,
  counters: readonly AttemptCounter[],
  now: Date,
): Promise<number> {
  const taken = await Promise.all(
    counters.map(async ([key, rule]) => ({ key, wait: await limits.take(key, rule, now) })),
  );
  const wait = Math.max(0, ...taken.map((each) => each.wait));
  if (wait === 0) return 0;
  const counted = taken.filter((each) => each.wait === 0);
  await Promise.all(counted.map(({ key }) => limits.giveBack(key)));
  return wait;
}

/** The attempt failed through no fault of the user: it is not counted. */
export async function giveBackAttempt(limits: AttemptLimits, keys: AttemptKeys): Promise<void> {
  const { own, shared, pressure } = keys;
  const all = [
    ...[...own, ...shared].map(([key]) => key),
    ...(pressure === null ? [] : [pressure]),
  ];
  await Promise.all(all.map((key) => limits.giveBack(key)));
}

/** The attempt succeeded: the account's failures here are cleared, those of the address stay. */
export async function clearAttempts(
  limits: AttemptLimits,
  { own, shared, pressure }: AttemptKeys,
): Promise<void> {
  await Promise.all([
    ...shared.map(([key]) => limits.giveBack(key)),
    ...own.map(([key]) => limits.clear(key)),
    ...(pressure === null ? [] : [limits.clear(pressure)]),
  ]);
}
