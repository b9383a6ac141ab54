import type pg from 'pg';
import type { TransactionHash } from '#domain/address/address';
import type { TokenId } from '#domain/token/token';
import type { ShieldedBalance } from '../../../ports/shielded-pool.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import type {
  PlacedHistoryItem,
  ShieldedView,
  ShieldedViews,
  TimedHistoryItem,
  ViewOwner,
} from '../../../ports/shielded-views.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { Held, Nullable, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import type { operations } from '../schema/operations.ts';
import type { shieldedBlocks, shieldedHistory, shieldedViews } from '../schema/shielded.ts';
import { type WorkerRow, workerOf } from './shielded-wallets.ts';

/** Without a worker its columns are null, and `worker_chain` says so. */
type ViewRow = WorkerRow & {
  readonly worker_chain: number | null;
  readonly is_open: boolean;
  readonly is_of_this_run: boolean;
} & Nullable<RowOf<typeof shieldedViews, 'sealed'>> &
  RowOf<typeof shieldedViews, 'as_of'>;

export const READ = statement<ViewRow>(
  `select r.*, r.chain_id as worker_chain, coalesce(w.key_id = r.key_id and w.opened_at is not null, false) as is_open,
     v.sealed, v.as_of, coalesce(v.key_id = r.key_id, false) as is_of_this_run
   from (select $1::uuid as user_id, $2::int as chain_id) viewer
   left join shielded_workers r on r.chain_id = viewer.chain_id
   left join shielded_wallets w on w.user_id = viewer.user_id and w.chain_id = viewer.chain_id
   left join shielded_views v on v.user_id = viewer.user_id and v.chain_id = viewer.chain_id`,
  'read-shielded-view',
);

export const HISTORY = statement<RowOf<typeof shieldedHistory, 'position' | 'sealed'>>(
  `select position, sealed from shielded_history
   where user_id = $1 and chain_id = $2 and ($3::int is null or position < $3)
   order by position desc limit $4`,
);

export const OPERATIONS_OF = statement<
  RowOf<typeof operations, 'id'> & Held<RowOf<typeof operations, 'mined_hash'>>
>('select id, mined_hash from operations where user_id = $1 and mined_hash = any($2)');

export const WRITE_BALANCES = statement(
  `insert into shielded_views (user_id, chain_id, sealed, as_of, key_id)
   select user_id, $2, $3, $4, $5 from wallets where user_id = $1
   on conflict (user_id, chain_id) do update
   set sealed = excluded.sealed, as_of = excluded.as_of, key_id = excluded.key_id`,
);

export const WRITE_HISTORY = statement(`
  with gone as (
    delete from shielded_history where user_id = $1 and chain_id = $2 and position >= $5
  )
  insert into shielded_history (user_id, chain_id, position, sealed)
  select w.user_id, $2, r.position, r.sealed
  from wallets w, unnest($3::int[], $4::bytea[]) as r(position, sealed) where w.user_id = $1
  on conflict (user_id, chain_id, position) do update set sealed = excluded.sealed`);

export const BLOCK_TIMES = statement<RowOf<typeof shieldedBlocks, 'block_number' | 'at'>>(
  'select block_number, at from shielded_blocks where chain_id = $1 and block_number = any($2)',
);

export const SAVE_BLOCK_TIMES = statement(
  `insert into shielded_blocks (chain_id, block_number, at)
   select $1, * from unnest($2::bigint[], $3::timestamptz[]) on conflict do nothing`,
);

/** Only what is public on the chain is beside the sealed columns: times of blocks, and how many rows. */
export function createPostgresShieldedViews(
  { pool }: { readonly pool: pg.Pool },
  seals: Pick<ShieldedSeals, 'sealWith' | 'openWith'>,
): ShieldedViews {
  return {
    read: (owner) => readView(pool, seals, owner),
    async readHistory(owner, { before, limit }) {
      const rows = await readAll(pool, HISTORY, [owner.userId, owner.chainId, before, limit]);
      return rows.map(({ position, sealed }) => ({
        position,
        item: openExact<TimedHistoryItem>(seals, owner, {
          sealed,
          context: rowContext(owner, position),
        }),
      }));
    },
    async operationsOf(userId, hashes) {
      const rows = await readAll(pool, OPERATIONS_OF, [userId, hashes]);
      return new Map(rows.map((row) => [row.mined_hash, row.id]));
    },
    async writeBalances(owner, balances, { keyId, now }) {
      await run(pool, WRITE_BALANCES, [
        owner.userId,
        owner.chainId,
        sealExact(seals, owner, {
          value: {
            byToken: [...balances.byToken],
            newest: balances.newest,
          } satisfies StoredBalances,
          context: balancesContext(owner),
        }),
        now,
        keyId,
      ]);
    },
    writeHistory: (owner, rows, count) => writeHistory(pool, seals, { owner, rows, count }),
    async blockTimes(chainId, blocks) {
      const rows = await readAll(pool, BLOCK_TIMES, [chainId, blocks]);
      return new Map(rows.map((row) => [Number(row.block_number), row.at]));
    },
    async saveBlockTimes(chainId, times) {
      await run(pool, SAVE_BLOCK_TIMES, [chainId, [...times.keys()], [...times.values()]]);
    },
  };
}

/** As stored in the sealed text. */
interface StoredBalances {
  readonly byToken: readonly (readonly [TokenId, ShieldedBalance])[];
  readonly newest: readonly TransactionHash[];
}

async function readView(
  pool: pg.Pool,
  seals: Pick<ShieldedSeals, 'openWith'>,
  owner: ViewOwner,
): Promise<ShieldedView> {
  const row = await readFirst(pool, READ, [owner.userId, owner.chainId]);
  if (row === null) throw new Error('A statement for one row returned none.');
  return {
    worker: row.worker_chain === null ? null : workerOf(row),
    isOpen: row.is_open,
    balances: row.sealed && balancesOf(seals, owner, { ...row, sealed: row.sealed }),
  };
}

function balancesOf(
  seals: Pick<ShieldedSeals, 'openWith'>,
  owner: ViewOwner,
  row: ViewRow & { readonly sealed: Buffer },
): ShieldedView['balances'] {
  const stored = openExact<StoredBalances>(seals, owner, {
    sealed: row.sealed,
    context: balancesContext(owner),
  });
  return {
    byToken: new Map(stored.byToken),
    newest: stored.newest,
    asOf: row.as_of,
    isOfThisRun: row.is_of_this_run,
  };
}

interface HistoryToWrite {
  readonly owner: ViewOwner;
  readonly rows: readonly PlacedHistoryItem[];
  readonly count: number;
}

async function writeHistory(
  pool: pg.Pool,
  seals: Pick<ShieldedSeals, 'sealWith'>,
  { owner, rows, count }: HistoryToWrite,
): Promise<void> {
  const sealed = rows.map(({ position, item }) =>
    sealExact(seals, owner, { value: item, context: rowContext(owner, position) }),
  );
  const positions = rows.map(({ position }) => position);
  await run(pool, WRITE_HISTORY, [owner.userId, owner.chainId, positions, sealed, count]);
}

function sealExact(
  seals: Pick<ShieldedSeals, 'sealWith'>,
  { viewKey }: ViewOwner,
  { value, context }: { readonly value: unknown; readonly context: readonly string[] },
): Buffer {
  return seals.sealWith(viewKey, Buffer.from(writeExact(value)), context);
}

function openExact<T>(
  seals: Pick<ShieldedSeals, 'openWith'>,
  { viewKey }: ViewOwner,
  { sealed, context }: { readonly sealed: Uint8Array; readonly context: readonly string[] },
): T {
  return readExact<T>(seals.openWith(viewKey, sealed, context).toString('utf8'));
}

function balancesContext({ userId, chainId }: ViewOwner): readonly string[] {
  return ['shielded balances', userId, String(chainId)];
}

function rowContext({ userId, chainId }: ViewOwner, position: number): readonly string[] {
  return ['shielded history', userId, String(chainId), String(position)];
}
