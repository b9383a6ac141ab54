import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { Account } from '../../../ports/accounts.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { FoundSession, ListedSession, NewSession, Sessions } from '../../../ports/sessions.ts';
import { createBatchedLookup } from '../connection/batched-lookup.ts';
import type { Held, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { keyRecords, sessions, sessionTokens } from '../schema/accounts.ts';
import { ACCOUNT, type AccountRow, signedAccountOf } from './accounts.ts';
import { rememberDevice } from './known-devices.ts';
import { insertNotices } from './notices.ts';
import { endingOf } from './session-ends.ts';
import { type RefreshTrust, refreshSession } from './session-refresh.ts';
import {
  isTokenSealed,
  SEALED_TOKEN,
  type SealedToken,
  sealSession,
  tokenColumns,
} from './session-seals.ts';
import { setLanguage } from './user-languages.ts';

type SessionRow = AccountRow & SealedToken & { readonly is_presented: boolean };

export const FIND_BY_ACCESS_TOKENS = statement<SessionRow>(
  `select ${SEALED_TOKEN}, t.presented_at is not null as is_presented, ${ACCOUNT}
   from session_tokens t join sessions s on s.id = t.session_id
   join users u on u.id = s.user_id join wallets w on w.user_id = u.id
   where t.hash = any($1) and t.kind = 'access'`,
  'find-by-access-tokens',
);

type UnlockRow = SealedToken &
  Held<RowOf<typeof sessionTokens, 'wrap'>> &
  RowOf<typeof keyRecords, 'seed_ciphertext'>;

export const UNLOCK_MATERIAL = statement<UnlockRow>(
  `select ${SEALED_TOKEN}, t.wrap, k.seed_ciphertext from session_tokens t
   join sessions s on s.id = t.session_id join key_records k on k.user_id = s.user_id
   where t.hash = $1 and t.kind = 'access' and t.wrap is not null`,
  'unlock-material',
);

export const TOUCH = statement(
  `with t as (update session_tokens set presented_at = $3 where hash = $2 and presented_at is null)
   update sessions set last_active_at = $3, seal = $4 where id = $1 and last_active_at < $3`,
);

export const LIST = statement<Omit<RowOf<typeof sessions>, 'user_id' | 'seal'>>(
  `select id, user_agent, ip, created_at, last_active_at, ends_at, device_key from sessions
   where user_id = $1 order by last_active_at desc, id`,
);

export const INSERT_SESSION = statement(`
  with k as (
    select user_id from key_records where user_id = $2 and password_salt = $8 for share
  ), s as (
    insert into sessions (id, user_id, user_agent, ip, created_at, last_active_at, ends_at, seal, device_key)
    select $1, user_id, $3, $4, $5, $5, $6, $9, $15 from k returning id
  ), evicted as (
    delete from sessions where id in (
      select id from sessions where user_id in (select user_id from k) order by last_active_at desc offset $7)
  )
  insert into session_tokens (hash, session_id, kind, expires_at, wrap, seal, rotation)
  select t.hash, s.id, t.kind, t.expires_at, t.wrap, t.seal, 0 from s,
    unnest($10::bytea[], $11::text[], $12::timestamptz[], $13::bytea[], $14::bytea[])
      as t(hash, kind, expires_at, wrap, seal)`);

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

/** What sessions trust beyond their rows. */
export interface SessionTrust extends RefreshTrust {
  readonly verifier: AccountVerifier;
  readonly clock: Pick<Clock, 'now'>;
}

/** Sessions and their hashed tokens in PostgreSQL. */
export function createPostgresSessions(
  { pool }: { readonly pool: pg.Pool },
  { verifier, seals, memory, clock }: SessionTrust,
): Omit<Sessions, 'sweep'> {
  const lookUp = createBatchedLookup((hashes) => findByAccessTokens(pool, hashes));
  return {
    start: (session, mostPerUser) =>
      inTransaction(pool, async (connection) => {
        if (!(await insertSession(connection, seals, { session, mostPerUser }))) return false;
        if (!(await rememberDevice(connection, seals, session))) {
          await insertNotices(connection, [session.device.notice], session.now);
        }
        return true;
      }),
    async findByAccessToken(hash) {
      const row = await lookUp(Buffer.from(hash).toString('hex'));
      if (row === null || !isCurrent(row)) return null;
      if (row.is_presented) memory.presented(row.session_id, row.rotation, clock.now());
      return foundSession(row, signedAccountOf(row, verifier));
    },
    async unlockMaterial(accessTokenHash) {
      const row = await readFirst(pool, UNLOCK_MATERIAL, [accessTokenHash]);
      if (row === null || !isCurrent(row)) return null;
      return { wrap: row.wrap, seedCiphertext: row.seed_ciphertext };
    },
    async touch({ sessionId: id, userId, endsAt, deviceKey }, tokenHash, now) {
      const seal = sealSession(seals, { id, userId, endsAt, deviceKey }, now);
      await run(pool, TOUCH, [id, tokenHash, now, seal]);
    },
    refresh: (hash, now, decide) => refreshSession({ pool, seals, memory }, { hash, now }, decide),
    list: (userId) => listSessions(pool, userId),
    async end(userId, sessionId) {
      const isEnded = (await run(pool, END_ONE_OF_USER, [sessionId, userId])) === 1;
      if (isEnded) memory.ended(sessionId);
      return isEnded;
    },
    endOthers: (userId, keepSessionId) => run(pool, END_OTHERS, [userId, keepSessionId]),
  };

  function isCurrent(row: SealedToken): boolean {
    return isTokenSealed(seals, row) && !memory.isReplaced(row.session_id, row.rotation);
  }
}

/** Deletes what has expired; needs no key. */
export function createPostgresSessionSweep({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<Sessions, 'sweep'> {
  return {
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
    custody: wallet.custody,
    lastActiveAt: row.last_active_at,
    endsAt: row.ends_at,
    tokenExpiresAt: row.token_expires_at,
    isPresented: row.is_presented,
    deviceKey: row.device_key,
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
    deviceKey: row.device_key,
  }));
}

/**
 * Stores the new session and ends the oldest ones; call it in a transaction.
 * @returns false when the password has changed
 */
export async function insertSession(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
  { session, mostPerUser }: { readonly session: NewSession; readonly mostPerUser: number },
): Promise<boolean> {
  const { id, userId, userAgent, ip, now, endsAt, passwordSalt } = session;
  const deviceKey = session.device.key;
  const count = await run(connection, INSERT_SESSION, [
    id,
    userId,
    userAgent,
    ip,
    now,
    endsAt,
    mostPerUser - 1,
    passwordSalt,
    sealSession(seals, { id, userId, endsAt, deviceKey }, now),
    ...tokenColumns(seals, session, { rotation: 0, parentHash: null }),
    deviceKey,
  ]);
  if (count !== 2) return false;
  await setLanguage(connection, userId, session.language);
  return true;
}
