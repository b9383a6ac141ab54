import type pg from 'pg';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { FoundRefresh, RefreshDecision } from '../../../ports/sessions.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { sessionTokens } from '../schema/accounts.ts';
import type { RotationMemory } from './rotation-memory.ts';
import { endingOf } from './session-ends.ts';
import { isTokenSealed, SEALED_TOKEN, type SealedToken, tokenColumns } from './session-seals.ts';

type RefreshRow = SealedToken &
  RowOf<typeof sessionTokens, 'used_at' | 'wrap' | 'successor'> & {
    readonly next_is_used: boolean | null;
    readonly next_is_presented: boolean | null;
    readonly exchanged_recently: readonly Date[];
  };

const RECENTLY = '1 minute';

export const LOCK_SESSION = statement(
  `select 1 from sessions where id = (select session_id from session_tokens where hash = $1 and kind = 'refresh')
   for update`,
);

export const FIND = statement<RefreshRow>(`
  select ${SEALED_TOKEN}, t.used_at, t.wrap, t.successor,
    n.used_at is not null as next_is_used,
    exists (select 1 from session_tokens p where p.parent_hash = t.hash and p.presented_at is not null)
      as next_is_presented,
    array(select e.used_at from session_tokens e
      where e.session_id = s.id and e.used_at > $2::timestamptz - interval '${RECENTLY}'
      order by e.used_at) as exchanged_recently
  from session_tokens t join sessions s on s.id = t.session_id
  left join session_tokens n on n.parent_hash = t.hash and n.kind = 'refresh'
  where t.hash = $1 and t.kind = 'refresh'`);

export const EXCHANGE = statement(
  `update session_tokens set used_at = $2, presented_at = coalesce(presented_at, $2), wrap = null, successor = $3
   where hash = $1`,
);

export const DROP_ACCESS = statement(
  "delete from session_tokens where session_id = $1 and kind = 'access'",
);

export const INSERT_PAIR = statement(
  `insert into session_tokens (hash, session_id, kind, expires_at, wrap, seal, parent_hash, rotation)
   select t.hash, $1, t.kind, t.expires_at, t.wrap, t.seal, $2, $3 from
     unnest($4::bytea[], $5::text[], $6::timestamptz[], $7::bytea[], $8::bytea[])
       as t(hash, kind, expires_at, wrap, seal)`,
);

export const END_ONE = statement(endingOf('id = $1'));

/** What refreshing trusts beyond the rows. */
export interface RefreshTrust {
  readonly seals: RowSeals;
  readonly memory: RotationMemory;
}

/** A refresh token as presented. */
interface ShownToken {
  readonly hash: Uint8Array;
  readonly now: Date;
}

/** What was decided, for the row as it was found. */
interface Decided {
  readonly row: RefreshRow;
  readonly decision: RefreshDecision;
}

/** Presents a refresh token under the lock of its session; `decide` computes and waits for nothing. */
export async function refreshSession(
  { pool, ...trust }: RefreshTrust & { readonly pool: pg.Pool },
  shown: ShownToken,
  decide: (found: FoundRefresh) => RefreshDecision,
): Promise<RefreshDecision | null> {
  const decided = await inTransaction(pool, (connection) =>
    decideUnderLock({ connection, ...trust }, shown, decide),
  );
  if (decided === null) return null;
  const { row, decision } = decided;
  if (decision.kind === 'rotate') trust.memory.issued(row.session_id, row.rotation + 1, shown.now);
  if (decision.kind === 'end-session') trust.memory.ended(row.session_id);
  return decision;
}

async function decideUnderLock(
  { connection, seals, memory }: RefreshTrust & { readonly connection: pg.PoolClient },
  { hash, now }: ShownToken,
  decide: (found: FoundRefresh) => RefreshDecision,
): Promise<Decided | null> {
  // The lock comes first: a request that waited for it must see what the one before stored.
  if ((await run(connection, LOCK_SESSION, [hash])) === 0) return null;
  const row = await readFirst(connection, FIND, [hash, now]);
  if (row === null || !isTokenSealed(seals, row)) return null;
  const { rotation, used_at: usedAt } = row;
  const isBound = row.device_key !== null;
  const isReplayed = memory.isReplayed(row.session_id, { rotation, usedAt, isBound }, now);
  const decision = decide({ ...foundOf(row), isReplayed });
  await store({ connection, seals }, { row, decision }, now);
  return { row, decision };
}

function foundOf(row: RefreshRow): Omit<FoundRefresh, 'isReplayed'> {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    lastActiveAt: row.last_active_at,
    endsAt: row.ends_at,
    deviceKey: row.device_key,
    usedAt: row.used_at,
    wrap: row.wrap,
    successor: row.successor,
    next:
      row.used_at === null
        ? null
        : { isUsed: row.next_is_used === true, isPresented: row.next_is_presented === true },
    exchangedRecently: row.exchanged_recently,
  };
}

async function store(
  { connection, seals }: Pick<RefreshTrust, 'seals'> & { readonly connection: pg.PoolClient },
  { row, decision }: Decided,
  now: Date,
): Promise<void> {
  if (decision.kind === 'keep') return;
  const { session_id: id, user_id: userId, ends_at: endsAt, hash } = row;
  if (decision.kind === 'end-session') {
    await run(connection, END_ONE, [id]);
    return;
  }
  const { tokens, successor } = decision;
  const rotation = row.rotation + 1;
  await run(connection, EXCHANGE, [hash, now, successor]);
  await run(connection, DROP_ACCESS, [id]);
  const columns = tokenColumns(
    seals,
    { id, userId, endsAt, tokens },
    { rotation, parentHash: hash },
  );
  await run(connection, INSERT_PAIR, [id, hash, rotation, ...columns]);
}
