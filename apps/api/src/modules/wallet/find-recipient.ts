import type { findRecipient } from '#wire/wallet/find-recipient';
import { type Handler, refuse } from '../../application/call.ts';
import { countedAddresses } from '../../application/client-address.ts';
import { type Counter, takeQuotas } from '../../application/take-quotas.ts';
import { tooMany } from '../../application/too-many-requests.ts';
import { AccountChanged, type AccountName } from '../../ports/accounts.ts';
import type { AttemptLimits } from '../../ports/attempt-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Discoverability, SearchedUser } from '../../ports/discoverability.ts';
import { readAccountName } from './payments/read-account-name.ts';

export interface FindRecipientPorts {
  readonly discoverability: Pick<Discoverability, 'find'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota' | 'giveBack'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

const HOUR_MS = 60 * 60_000;
const TOO_MANY_SEARCHES = 'You’ve searched too often.';
const searchesOfUserInADay = { most: 100, windowMs: 24 * HOUR_MS };
const searchesOfUserInAnHour = { most: 30, windowMs: HOUR_MS };
const searchesOfAddress = { most: 120, windowMs: HOUR_MS };

/**
 * Finds the user with exactly this email or phone. Someone who doesn't want to be found, or whose account something
 * else changed, gets the same response as someone who has no account, after the same statements. Every search counts.
 */
export function createFindRecipient(ports: FindRecipientPorts): Handler<typeof findRecipient> {
  return async ({ body, session, client }) => {
    const name = readAccountName(body.emailOrPhone);
    if ('refused' in name) return name;
    const counters = searchesOf(session.userId, client.ip);
    const wait = await takeQuotas(ports.limits, counters, ports.clock.now());
    if (wait > 0) return tooMany(wait, TOO_MANY_SEARCHES);
    const found = await findUnchanged(ports, name);
    if (found?.userId === session.userId) return refuse('recipient-is-sender');
    const account = found?.account ?? null;
    if (account === null) return { data: null };
    const { publicAddress, privateAddress } = account.wallet;
    const emailOrPhone = 'email' in name ? name.email : name.phone;
    return { data: { name: account.name, emailOrPhone, publicAddress, privateAddress } };
  };
}

/** The longest limit first: its wait is the one to name when several are used up. */
function searchesOf(userId: string, ip: string): readonly Counter[] {
  return [
    [`recipient searches day ${userId}`, searchesOfUserInADay],
    [`recipient searches hour ${userId}`, searchesOfUserInAnHour],
    ...countedAddresses(ip).map(({ network, times }): Counter => {
      const rule = { ...searchesOfAddress, most: searchesOfAddress.most * times };
      return [`recipient searches ip ${network}`, rule];
    }),
  ];
}

/** An account that something else changed could lead a payment to another wallet. */
async function findUnchanged(
  { discoverability, report }: FindRecipientPorts,
  name: AccountName,
): Promise<SearchedUser | null> {
  try {
    return await discoverability.find(name);
  } catch (cause) {
    if (!(cause instanceof AccountChanged)) throw cause;
    report({ message: 'A recipient was not found, because their account was changed.', cause });
    return null;
  }
}
