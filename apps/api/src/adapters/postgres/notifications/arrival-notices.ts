import { addUnits, digitsToBaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { ArrivalContent, Arrived } from '../../../ports/arrivals.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { type AccountRow, signedAccountOrNull } from '../accounts/accounts.ts';
import { insertNotices } from '../accounts/notices.ts';
import {
  type ChoicesRow,
  createReadChoices,
  type ReadChoices,
} from '../accounts/notification-choices.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { outbox } from '../schema/outbox.ts';

/** At most one email in this time, with everything that arrived in it. */
const APART_MS = 10 * 60_000;

export const LOCK_ARRIVALS = statement(
  "select pg_advisory_xact_lock(hashtextextended('arrivals ' || $1::text, 0))",
);

type LastRow = RowOf<typeof outbox, 'id' | 'content' | 'created_at'>;

export const FIND_LAST = statement<LastRow>(
  `select id, content, created_at from outbox where user_id = $1 and topic = 'money-received'
   order by id desc limit 1`,
);

/** Only while no one has begun to send it. */
export const ADD_TO_LAST = statement(
  `update outbox set content = content || $2::jsonb
   where id = $1 and sent_at is null and attempts = 0 and due_at > $3`,
);

/** What mails about arrivals trust beyond their rows, and their words. */
export interface ArrivalTrust {
  readonly verifier: AccountVerifier;
  readonly readChoices: ReadChoices;
  readonly contentOf: ArrivalContent;
}

/** @returns what decides who gets mails about arrivals */
export function arrivalTrust(given: {
  readonly verifier: AccountVerifier;
  readonly sharedSeals: Pick<RowSeals, 'isSealed'>;
}): Omit<ArrivalTrust, 'contentOf'> {
  return { verifier: given.verifier, readChoices: createReadChoices(given.sharedSeals) };
}

/**
 * Hands an email about what arrived to the outbox, or adds it to one that waits there, unless its user wants none. Call
 * it in a transaction, for several users in the order of their ids.
 * @returns whether to wake up the browsers of that user
 */
export async function noteArrival(
  connection: Queryable,
  { row, arrived }: { readonly row: AccountRow & ChoicesRow; readonly arrived: Arrived },
  { now, ...trust }: ArrivalTrust & { readonly now: Date },
): Promise<boolean> {
  const { push, email } = trust.readChoices(row.user_id, row).arrivals;
  const account = email ? signedAccountOrNull(row, trust.verifier) : null;
  if (account === null) return push;
  const { userId, name, email: recipient } = account;
  await run(connection, LOCK_ARRIVALS, [userId]);
  const last = await readFirst(connection, FIND_LAST, [userId]);
  if (last !== null) {
    const content = JSON.stringify(contentWith(together(arrivedIn(last.content), arrived), trust));
    if ((await run(connection, ADD_TO_LAST, [last.id, content, now])) > 0) return push;
  }
  const dueAt = last === null ? now : apartFrom(last, now);
  const notice = {
    ...({ topic: 'money-received', channel: 'email', recipient } as const),
    ...{ userId, secret: null, expiresAt: null, dueAt },
    content: { name, ...contentWith(arrived, trust), planned: dueAt.toISOString() },
  };
  await insertNotices(connection, [notice], now);
  return push;
}

/** A failed try postpones a notice, so the time that it was first planned for is in its content. */
function apartFrom(last: LastRow, now: Date): Date {
  const planned = Date.parse(last.content.planned ?? '');
  const lastMs = Number.isNaN(planned) ? last.created_at.getTime() : planned;
  const earliestMs = Math.min(lastMs, now.getTime()) + APART_MS;
  return new Date(Math.max(now.getTime(), earliestMs));
}

const UNITS = /^units (\S+)$/;
/** A longer one would be no amount. */
const DIGITS = /^\d{1,60}$/;

function contentWith(
  arrived: Arrived,
  { contentOf }: Pick<ArrivalTrust, 'contentOf'>,
): Readonly<Record<string, string>> {
  const units = [...arrived.units].map(([tokenId, each]) => [`units ${tokenId}`, each.toString()]);
  return {
    ...contentOf(arrived),
    ...Object.fromEntries(units),
    privateCount: String(arrived.privateCount),
  };
}

function arrivedIn(content: Readonly<Record<string, string>>): Arrived {
  const units = Object.entries(content).flatMap(([key, digits]) => {
    const tokenId = UNITS.exec(key)?.[1];
    if (tokenId === undefined || !DIGITS.test(digits)) return [];
    return [[tokenId as TokenId, digitsToBaseUnits(digits)] as const];
  });
  const count = Number.parseInt(content.privateCount ?? '', 10);
  return { units: new Map(units), privateCount: Number.isNaN(count) ? 0 : count };
}

function together(one: Arrived, other: Arrived): Arrived {
  const units = new Map(one.units);
  for (const [tokenId, more] of other.units) {
    units.set(tokenId, addUnits(units.get(tokenId) ?? ZERO_UNITS, more));
  }
  return { units, privateCount: one.privateCount + other.privateCount };
}
