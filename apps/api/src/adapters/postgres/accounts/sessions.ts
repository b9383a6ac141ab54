import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { Account } from '../../../ports/accounts.ts';
import type { FoundSession, ListedSession, NewSession, Sessions } from '../../../ports/sessions.ts';
import { createBatchedLookup } from '../connection/batched-lookup.ts';
import type { Held, RowAs, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { keyRecords, sessions, sessionTokens } from '../schema/accounts.ts';
import { ACCOUNT, type AccountRow, signedAccountOf } from './accounts.ts';
import { insertNotices } from './notices.ts';
import { endingOf } from './session-ends.ts';
import { refreshSession } from './session-refresh.ts';
import { tokenColumns } from './token-columns.ts';

type SessionRow = AccountRow &
  RowOf<typeof sessionTokens, 'hash'> &
  RowAs<typeof sessions, { session_id: 'id' }> &
  RowOf<typeof sessions, 'last_active_at' | 'ends_at'> &
  RowAs<typeof sessionTokens, { token_expires_at: 'expires_at' }> & {
    readonly is_presented: boolean;
  };

export const FIND_BY_ACCESS_TOKENS = statement<SessionRow>(
  `select t.hash, s.id as session_id, s.last_active_at, s.ends_at, t.expires_at as token_expires_at,
     t.presented_at is not null as is_presented, ${ACCOUNT}
   from session_tokens t join sessions s on s.id = t.session_id
   join users u on u.id = s.user_id join wallets w on w.user_id = u.id
   where t.hash = any($1) and t.kind = 'access'`,
  'find-by-access-tokens',
);

type UnlockRow = Held<RowOf<typeof sessionTokens, 'wrap'>> &
  RowOf<typeof keyRecords, 'seed_ciphertext'>;

export const UNLOCK_MATERIAL = statement<UnlockRow>(
  `select t.wrap, k.seed_ciphertext from session_tokens t
   join sessions s on s.id = t.session_id join key_records k on k.user_id = s.user_id
   where t.hash = $1 and t.kind = 'access' and t.wrap is not null`,
  'unlock-material',
);

export const TOUCH = statement(
  `with t as (update session_tokens set presented_at = $3 where hash = $2 and presented_at is null)
   update sessions set last_active_at = greatest(last_active_at, $3) where id = $1`,
);

export const LIST = statement<Omit<RowOf<typeof sessions>, 'user_id'>>(
  `select id, user_agent, ip, created_at, last_active_at, ends_at from sessions
   where user_id = $1 order by last_active_at desc, id`,
);

export const INSERT_SESSION = statement(`
  with k as (
    select user_id from key_records where user_id = $2 and password_salt = $8 for share
  ), s as (
    insert into sessions (id, user_id, user_agent, ip, created_at, last_active_at, ends_at)
    select $1, user_id, $3, $4, $5, $5, $6 from k returning id
  ), evicted as (
    delete from sessions where id in (
      select id from sessions where user_id in (select user_id from k) order by last_active_at desc offset $7)
  )
  insert into session_tokens (hash, session_id, kind, expires_at, wrap)
  select t.hash, s.id, t.kind, t.expires_at, t.wrap from s,
    unnest($9::bytea[], $10::text[], $11::timestamptz[], $12::bytea[]) as t(hash, kind, expires_at, wrap)`);

/** The subqueries of `returning` see the table as it was before the insert. */
export const REMEMBER_DEVICE = statement<{
  readonly is_new: boolean;
  readonly has_others: boolean;
}>(`
  insert into known_devices (user_id, device, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
  on conflict (user_id, device) do update set last_seen_at = excluded.last_seen_at
  returning not exists (select 1 from known_devices where user_id = $1 and device = $2) as is_new,
    exists (select 1 from known_devices where user_id = $1) as has_others`);

export const END_ONE_OF_USER = statement(endingOf('id = $1 and user_id = $2'));

export const END_OTHERS = statement(endingOf('user_id = $1 and id <> $2'));

export const SWEEP_SESSIONS = statement(
  'delete from sessions where ends_at <= $1 or last_active_at <= $2',
);

export const SWEEP_ACCESS_TOKENS = statement(
  "delete from session_tokens where kind = 'access' and expires_at <= $1",
);

export const FORGET_SUCCESSORS = statement(
  `update session_tokens t set successor = null where t.successor is not null and t.used_at <= $1
   and exists (select 1 from session_tokens n where n.parent_hash = t.hash and n.presented_at is not null)`,
);

/** Sessions and their hashed tokens in PostgreSQL. */
export function createPostgresSessions(
  { pool }: { readonly pool: pg.Pool },
  verifier: AccountVerifier,
): Sessions {
  const lookUp = createBatchedLookup((hashes) => findByAccessTokens(pool, hashes));
  return {
    start: (session, mostPerUser) =>
      inTransaction(pool, (connection) => insertSession(connection, session, mostPerUser)),
    async findByAccessToken(hash) {
      const row = await lookUp(Buffer.from(hash).toString('hex'));
      return row === null ? null : foundSession(row, signedAccountOf(row, verifier));
    },
    async unlockMaterial(accessTokenHash) {
      const row = await readFirst(pool, UNLOCK_MATERIAL, [accessTokenHash]);
      return row === null ? null : { wrap: row.wrap, seedCiphertext: row.seed_ciphertext };
    },
    async touch(sessionId, tokenHash, now) {
      await run(pool, TOUCH, [sessionId, tokenHash, now]);
    },
    refresh: (hash, now, decide) => refreshSession(pool, { hash, now }, decide),
    list: (userId) => listSessions(pool, userId),
    async end(userId, sessionId) {
      return (await run(pool, END_ONE_OF_USER, [sessionId, userId])) === 1;
    },
    endOthers: (userId, keepSessionId) => run(pool, END_OTHERS, [userId, keepSessionId]),
    async sweep({ now, idleSince, successorsBefore }) {
      const count = await run(pool, SWEEP_SESSIONS, [now, idleSince]);
      await run(pool, SWEEP_ACCESS_TOKENS, [now]);
      await run(pool, FORGET_SUCCESSORS, [successorsBefore]);
      return count;
    },
  };
}

/** By hash in hex. */
async function findByAccessTokens(
  pool: pg.Pool,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, SessionRow>> {
  const rows = await readAll(pool, FIND_BY_ACCESS_TOKENS, [
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  ]);
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
}

function foundSession(row: SessionRow, { userId, wallet }: Account): FoundSession {
  return {
    sessionId: row.session_id,
    userId,
    publicAddress: wallet.publicAddress,
    privateAddress: wallet.privateAddress,
    lastActiveAt: row.last_active_at,
    endsAt: row.ends_at,
    tokenExpiresAt: row.token_expires_at,
    isPresented: row.is_presented,
  };
}

async function listSessions(pool: pg.Pool, userId: string): Promise<readonly ListedSession[]> {
  const rows = await readAll(pool, LIST, [userId]);
  return rows.map((row) => ({
    id: row.id,
    userAgent: row.user_agent,
    ip: row.ip,
    createdAt: row.created_at,
    lastActiveAt: row.last_active_at,
    endsAt: row.ends_at,
  }));
}

/**
 * Stores the new session, ends the oldest ones and remembers the device; call it in a transaction.
 * @returns false when the password has changed
 */
export async function insertSession(
  connection: Queryable,
  session: NewSession,
  mostPerUser: number,
): Promise<boolean> {
  const { id, userId, userAgent, ip, now, endsAt, tokens, passwordSalt } = session;
  const count = await run(connection, INSERT_SESSION, [
    id,
    userId,
    userAgent,
    ip,
    now,
    endsAt,
    mostPerUser - 1,
    passwordSalt,
    ...tokenColumns(tokens),
  ]);
  if (count !== 2) return false;
  await rememberDevice(connection, session);
  return true;
}

async function rememberDevice(
  connection: Queryable,
  { userId, device, now }: NewSession,
): Promise<void> {
  const row = await readFirst(connection, REMEMBER_DEVICE, [userId, device.name, now]);
  if (row?.is_new && row.has_others) {
    await insertNotices(connection, [device.notice], now);
  }
}
