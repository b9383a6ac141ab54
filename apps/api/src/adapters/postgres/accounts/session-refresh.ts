import type pg from 'pg';
import type { FoundRefresh, RefreshDecision } from '../../../ports/sessions.ts';
import type { RowAs, RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { sessions, sessionTokens } from '../schema/accounts.ts';
import { endingOf } from './session-ends.ts';
import { tokenColumns } from './token-columns.ts';

type RefreshRow = RowAs<typeof sessions, { session_id: 'id' }> &
  RowOf<typeof sessions, 'user_id' | 'last_active_at' | 'ends_at'> &
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
  select s.id as session_id, s.user_id, s.last_active_at, s.ends_at, t.used_at, t.wrap, t.successor,
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
  `insert into session_tokens (hash, session_id, kind, expires_at, wrap, parent_hash)
   select t.hash, $1, t.kind, t.expires_at, t.wrap, $2 from
     unnest($3::bytea[], $4::text[], $5::timestamptz[], $6::bytea[]) as t(hash, kind, expires_at, wrap)`,
);

export const END_ONE = statement(endingOf('id = $1'));

/** A refresh token as presented. */
interface ShownToken {
  readonly hash: Uint8Array;
  readonly now: Date;
}

/** Presents a refresh token under the lock of its session; `decide` computes and waits for nothing. */
export function refreshSession(
  pool: pg.Pool,
  shown: ShownToken,
  decide: (found: FoundRefresh) => RefreshDecision,
): Promise<RefreshDecision | null> {
  return inTransaction(pool, (connection) => decideUnderLock(connection, shown, decide));
}

async function decideUnderLock(
  connection: pg.PoolClient,
  { hash, now }: ShownToken,
  decide: (found: FoundRefresh) => RefreshDecision,
): Promise<RefreshDecision | null> {
  // The lock comes first: a request that waited for it must see what the one before stored.
  if ((await run(connection, LOCK_SESSION, [hash])) === 0) return null;
  const row = await readFirst(connection, FIND, [hash, now]);
  if (row === null) return null;
  const decision = decide(foundOf(row));
  await store(connection, { sessionId: row.session_id, hash, now }, decision);
  return decision;
}

function foundOf(row: RefreshRow): FoundRefresh {
  return {
    sessionId: row.session_id,
    userId: row.user_id,
    lastActiveAt: row.last_active_at,
    endsAt: row.ends_at,
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
  connection: pg.PoolClient,
  { sessionId, hash, now }: ShownToken & { readonly sessionId: string },
  decision: RefreshDecision,
): Promise<void> {
  if (decision.kind === 'keep') return;
  if (decision.kind === 'end-session') {
    await run(connection, END_ONE, [sessionId]);
    return;
  }
  await run(connection, EXCHANGE, [hash, now, decision.successor]);
  await run(connection, DROP_ACCESS, [sessionId]);
  await run(connection, INSERT_PAIR, [sessionId, hash, ...tokenColumns(decision.tokens)]);
}
