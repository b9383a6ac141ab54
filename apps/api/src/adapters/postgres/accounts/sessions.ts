import type pg from 'pg';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type {
  FoundSession,
  ListedSession,
  NewSession,
  Sessions,
  SignInDevice,
} from '../../../ports/sessions.ts';
import { createBatchedLookup } from '../connection/batched-lookup.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { insertNotices } from './notices.ts';
import { endSessions } from './session-ends.ts';
import { refreshSession } from './session-refresh.ts';
import { tokenColumns } from './token-columns.ts';

interface SessionRow {
  readonly hash: Buffer;
  readonly session_id: string;
  readonly user_id: string;
  readonly public_address: PublicAddress;
  readonly private_address: PrivateAddress;
  readonly last_active_at: Date;
  readonly ends_at: Date;
  readonly token_expires_at: Date;
  readonly is_presented: boolean;
}

/** Sessions and their hashed tokens in PostgreSQL. */
export function createPostgresSessions({ pool }: { readonly pool: pg.Pool }): Sessions {
  const lookUp = createBatchedLookup((hashes) => findByAccessTokens(pool, hashes));
  return {
    start: (session, mostPerUser) =>
      inTransaction(pool, (connection) => insertSession(connection, session, mostPerUser)),
    findByAccessToken: (hash) => lookUp(Buffer.from(hash).toString('hex')),
    async unlockMaterial(accessTokenHash) {
      const { rows } = await pool.query<{ wrap: Buffer; seed_ciphertext: Buffer }>({
        name: 'unlock-material',
        text: `select t.wrap, k.seed_ciphertext from session_tokens t
          join sessions s on s.id = t.session_id join key_records k on k.user_id = s.user_id
          where t.hash = $1 and t.kind = 'access' and t.wrap is not null`,
        values: [accessTokenHash],
      });
      const row = rows[0];
      return row === undefined ? null : { wrap: row.wrap, seedCiphertext: row.seed_ciphertext };
    },
    async touch(sessionId, tokenHash, now) {
      await pool.query(
        `with t as (update session_tokens set presented_at = $3 where hash = $2 and presented_at is null)
         update sessions set last_active_at = greatest(last_active_at, $3) where id = $1`,
        [sessionId, tokenHash, now],
      );
    },
    refresh: (hash, now, decide) => refreshSession(pool, hash, now, decide),
    list: (userId) => listSessions(pool, userId),
    async end(userId, sessionId) {
      return (await endSessions(pool, 'id = $1 and user_id = $2', [sessionId, userId])) === 1;
    },
    async endOthers(userId, keepSessionId) {
      return endSessions(pool, 'user_id = $1 and id <> $2', [userId, keepSessionId]);
    },
    async sweep({ now, idleSince, successorsBefore }) {
      const { rowCount } = await pool.query(
        'delete from sessions where ends_at <= $1 or last_active_at <= $2',
        [now, idleSince],
      );
      await pool.query("delete from session_tokens where kind = 'access' and expires_at <= $1", [
        now,
      ]);
      await pool.query(
        `update session_tokens t set successor = null where t.successor is not null and t.used_at <= $1
         and exists (select 1 from session_tokens n where n.parent_hash = t.hash and n.presented_at is not null)`,
        [successorsBefore],
      );
      return rowCount ?? 0;
    },
  };
}

/** By hash in hex. */
async function findByAccessTokens(
  pool: pg.Pool,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, FoundSession>> {
  const { rows } = await pool.query<SessionRow>({
    name: 'find-by-access-tokens',
    text: `select t.hash, s.id as session_id, s.user_id, s.last_active_at, s.ends_at, w.public_address,
        w.private_address, t.expires_at as token_expires_at, t.presented_at is not null as is_presented
      from session_tokens t join sessions s on s.id = t.session_id join wallets w on w.user_id = s.user_id
      where t.hash = any($1) and t.kind = 'access'`,
    values: [hashes.map((hash) => Buffer.from(hash, 'hex'))],
  });
  return new Map(rows.map((row) => [row.hash.toString('hex'), foundSession(row)]));
}

function foundSession(row: SessionRow): FoundSession {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    publicAddress: row.public_address,
    privateAddress: row.private_address,
    lastActiveAt: row.last_active_at,
    endsAt: row.ends_at,
    tokenExpiresAt: row.token_expires_at,
    isPresented: row.is_presented,
  };
}

async function listSessions(pool: pg.Pool, userId: string): Promise<readonly ListedSession[]> {
  const { rows } = await pool.query<{
    readonly id: string;
    readonly user_agent: string;
    readonly ip: string;
    readonly created_at: Date;
    readonly last_active_at: Date;
    readonly ends_at: Date;
  }>(
    `select id, user_agent, ip, created_at, last_active_at, ends_at from sessions
     where user_id = $1 order by last_active_at desc, id`,
    [userId],
  );
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
 * @returns false when the password is another one
 */
export async function insertSession(
  connection: Queryable,
  session: NewSession,
  mostPerUser: number,
): Promise<boolean> {
  const { id, userId, userAgent, ip, now, endsAt, tokens, passwordSalt } = session;
  const { rowCount } = await connection.query(
    `with k as (
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
       unnest($9::bytea[], $10::text[], $11::timestamptz[], $12::bytea[]) as t(hash, kind, expires_at, wrap)`,
    [
      id,
      userId,
      userAgent,
      ip,
      now,
      endsAt,
      mostPerUser - 1,
      passwordSalt,
      ...tokenColumns(tokens),
    ],
  );
  if (rowCount !== 2) return false;
  await rememberDevice(connection, userId, session.device, now);
  return true;
}

async function rememberDevice(
  connection: Queryable,
  userId: string,
  device: SignInDevice,
  now: Date,
): Promise<void> {
  // What is asked beside the insert sees the table as it was before.
  const { rows } = await connection.query<{ is_new: boolean; has_others: boolean }>(
    `insert into known_devices (user_id, device, first_seen_at, last_seen_at) values ($1, $2, $3, $3)
     on conflict (user_id, device) do update set last_seen_at = excluded.last_seen_at
     returning not exists (select 1 from known_devices where user_id = $1 and device = $2) as is_new,
       exists (select 1 from known_devices where user_id = $1) as has_others`,
    [userId, device.name, now],
  );
  if (rows[0]?.is_new && rows[0].has_others) {
    await insertNotices(connection, [device.notice], now);
  }
}
