import type pg from 'pg';
import type {
  AppliedContactChange,
  ContactChanges,
  SignedContactChange,
} from '../../../ports/contact-changes.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { Abandoned, inTransaction, type Queryable } from '../connection/transaction.ts';
import type { contactChanges } from '../schema/security.ts';
import { insertNotices } from './notices.ts';
import { USE } from './one-time-codes.ts';

type ChangeRow = RowOf<typeof contactChanges>;

export const FIND_OF_USER = statement<ChangeRow>(
  'select * from contact_changes where user_id = $1',
);

export const LIST_DUE = statement<ChangeRow>(
  'select * from contact_changes where at <= $1 order by at, user_id limit $2',
);

export const UPSERT_CHANGE = statement(`
  insert into contact_changes (user_id, channel, value, at, signature) values ($1, $2, $3, $4, $5)
  on conflict (user_id) do update set channel = excluded.channel, value = excluded.value,
    at = excluded.at, signature = excluded.signature`);

/** A later change of the same user has another signature. */
export const REMOVE_CHANGE = statement(
  'delete from contact_changes where user_id = $1 and signature = $2',
);

export const SET_EMAIL = statement(
  'update users set email = $2, signature = $3 where id = $1 and signature = $4 and email = $5 and phone = $6',
);

export const SET_PHONE = statement(
  'update users set phone = $2, signature = $3 where id = $1 and signature = $4 and email = $5 and phone = $6',
);

export const SET_RECOVERY_WRAP = statement(
  'update key_records set recovery_wrap = $3 where user_id = $1 and recovery_wrap = $2',
);

export const END_CODES = statement(
  "delete from code_challenges where subject = $1 and purpose in ('reset', 'contact-change')",
);

const UNIQUE_VIOLATION = '23505';

/** Changes of contacts that wait for their time, in PostgreSQL. */
export function createPostgresContactChanges({ pool }: { readonly pool: pg.Pool }): ContactChanges {
  return {
    async find(userId) {
      const row = await readFirst(pool, FIND_OF_USER, [userId]);
      return row === null ? null : changeOf(row);
    },
    confirm: ({ challengeId, change, notices, now }) =>
      inTransaction(pool, async (connection) => {
        if ((await run(connection, USE, [challengeId, now])) !== 1) return false;
        const { userId, channel, value, at, signature } = change;
        await run(connection, UPSERT_CHANGE, [userId, channel, value, at, signature]);
        await insertNotices(connection, notices, now);
        return true;
      }),
    listDue: async (now, most) => (await readAll(pool, LIST_DUE, [now, most])).map(changeOf),
    apply: (applied) => applyOnce(pool, applied),
    remove: ({ userId, signature }, notices, now) =>
      inTransaction(pool, async (connection) => {
        if ((await run(connection, REMOVE_CHANGE, [userId, signature])) === 0) return false;
        await insertNotices(connection, notices, now);
        return true;
      }),
  };
}

async function applyOnce(
  pool: pg.Pool,
  applied: AppliedContactChange,
): Promise<'applied' | 'other' | 'taken'> {
  try {
    await inTransaction(pool, (connection) => applyIn(connection, applied));
    return 'applied';
  } catch (cause) {
    if (cause instanceof OtherState) return 'other';
    if (isUniqueViolation(cause)) return 'taken';
    throw cause;
  }
}

/** Each row is still the one that was read, or nothing of it is done. */
async function applyIn(
  connection: Queryable,
  { change, before, after, notices, now }: AppliedContactChange,
): Promise<void> {
  const { userId, channel, value, signature } = change;
  const { email, phone } = before.account;
  const set = channel === 'email' ? SET_EMAIL : SET_PHONE;
  const contact = [userId, value, after.signature, before.signature, email, phone];
  const counts = [
    await run(connection, REMOVE_CHANGE, [userId, signature]),
    await run(connection, set, contact),
    await run(connection, SET_RECOVERY_WRAP, [userId, before.recoveryWrap, after.recoveryWrap]),
  ];
  if (counts.some((count) => count !== 1)) throw new OtherState();
  await run(connection, END_CODES, [userId]);
  await insertNotices(connection, notices, now);
}

class OtherState extends Abandoned {}

function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}

function changeOf({
  user_id: userId,
  channel,
  value,
  at,
  signature,
}: ChangeRow): SignedContactChange {
  return { userId, channel, value, at, signature };
}
