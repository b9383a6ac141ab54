import type { Client, Refusal } from '../../../application/call.ts';
import { requireWork } from '../../../application/require-work.ts';
import { tooMany } from '../../../application/too-many-requests.ts';
import type { WorkDemand } from '../../../application/work-demand.ts';
import type { AccountName, Accounts } from '../../../ports/accounts.ts';
import type { AttemptLimits } from '../../../ports/attempt-limits.ts';
import type { PasswordLane } from '../../../ports/key-vault.ts';
import type { KnownDevices } from '../../../ports/known-devices.ts';
import type { WorkPuzzles } from '../../../ports/work-puzzles.ts';
import {
  type AttemptKeys,
  deviceKeys,
  giveBackAttempt,
  nameKey,
  pressureRule,
  strangerKeys,
  takeAttempt,
} from './login-attempts.ts';

export interface AdmissionPorts {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly knownDevices: KnownDevices;
  readonly limits: AttemptLimits;
  readonly puzzles: WorkPuzzles;
  readonly workDemand: WorkDemand;
}

/** The account name and client of a sign-in, and the keys under which the attempt is counted. */
export interface Attempt {
  readonly name: AccountName | null;
  readonly client: Client;
  readonly keys: AttemptKeys;
}

/** Whose rows are looked for where a name has no account. */
export const NO_ONE = '00000000-0000-0000-0000-000000000000';

/** @returns the counters of an attempt: those of its device if the user has signed in with it before */
export async function keysOfSignIn(
  { accounts, knownDevices }: Pick<AdmissionPorts, 'accounts' | 'knownDevices'>,
  name: AccountName | null,
  { ip, device }: Client,
): Promise<AttemptKeys> {
  if (device === null) return strangerKeys(name, ip);
  const found = name === null ? null : await accounts.find(name);
  // The database is asked the same whether or not there is such a user.
  const userId = found?.account.userId ?? NO_ONE;
  const isKnown = await knownDevices.isKnown(userId, device);
  return isKnown ? deviceKeys(userId, device) : strangerKeys(name, ip);
}

/**
 * Counts an attempt. A stranger also does the work that wrong passwords of others have made necessary.
 * @param crowdSquarings the work that the whole process asks for
 * @returns the lane in which the password is checked; or a refusal, and then nothing was counted
 */
export async function admitSignIn(
  { limits, puzzles, workDemand }: Omit<AdmissionPorts, 'accounts' | 'knownDevices'>,
  { name, client, keys, crowdSquarings }: Attempt & { readonly crowdSquarings: number },
  now: Date,
): Promise<PasswordLane | Refusal> {
  const wait = await takeAttempt(limits, keys, now);
  if (wait > 0) return tooMany(wait);
  if (keys.pressure === null) return 'known';
  const attempts = await limits.count(keys.pressure, pressureRule(workDemand), now);
  const squarings = Math.max(workDemand.forName(attempts), crowdSquarings);
  const needed = { purpose: `sign in ${nameKey(name)}`, squarings, work: client.work };
  const refusal = await requireWork({ puzzles, limits }, needed, now);
  if (refusal === null) return squarings === 0 ? 'stranger' : 'worked';
  await giveBackAttempt(limits, keys);
  return refusal;
}
