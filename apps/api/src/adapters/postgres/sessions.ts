import type pg from 'pg';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { FoundSession, NewSession, Sessions } from '../../ports/sessions.ts';
import { createBatchedLookup } from './batched-lookup.ts';
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
    start: (session, mostPerUser) => start(pool, session, mostPerUser),
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
    async end(userId, sessionId) {
      await pool.query('delete from sessions where id = $1 and user_id = $2', [sessionId, userId]);
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

/** The new session and the end of the oldest ones, in one statement. */
async function start(pool: pg.Pool, session: NewSession, mostPerUser: number): Promise<void> {
  const { id, userId, userAgent, ip, now, endsAt, tokens } = session;
  await pool.query(
    `with s as (
       insert into sessions (id, user_id, user_agent, ip, created_at, last_active_at, ends_at)
       values ($1, $2, $3, $4, $5, $5, $6) returning id
     ), evicted as (
       delete from sessions where id in (
         select id from sessions where user_id = $2 order by last_active_at desc offset $7)
     )
     insert into session_tokens (hash, session_id, kind, expires_at, wrap)
     select t.hash, s.id, t.kind, t.expires_at, t.wrap from s,
       unnest($8::bytea[], $9::text[], $10::timestamptz[], $11::bytea[]) as t(hash, kind, expires_at, wrap)`,
    [id, userId, userAgent, ip, now, endsAt, mostPerUser - 1, ...tokenColumns(tokens)],
  );
}
