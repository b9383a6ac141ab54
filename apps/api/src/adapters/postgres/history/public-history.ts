import type pg from 'pg';
import type { KnownOperation } from '#domain/activity/classify-movements';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { OperationKind } from '#domain/operation/operation';
import type { FollowedBlock } from '../../../ports/block-feed.ts';
import type { FollowerState, PublicHistory } from '../../../ports/public-history.ts';
import type { Held, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { wallets } from '../schema/accounts.ts';
import type { chainFollowers, followedBlocks } from '../schema/history.ts';
import type { operations, operationTransactions } from '../schema/operations.ts';
import { appendRange, undoBlocks } from './history-append.ts';
import { readPage, SALE_OF_OPERATION } from './history-page.ts';
import { CHAIN_LOOKS_CHANNEL, notifyMovements } from './movement-notifications.ts';

/** Wallets that are committed late are found by looking this far back. */
const COMMIT_WITHIN_MS = 120_000;

/**
 * What moved in public balances, in PostgreSQL.
 * @returns the port over a pool of connections.
 */
export function createPostgresPublicHistory({ pool }: { readonly pool: pg.Pool }): PublicHistory {
  return {
    state: async (chainId) => (await readStates(pool, chainId)).get(chainId) ?? null,
    followers: () => readStates(pool, null),
    async claim(chainId, follower, { now, leaseMs }) {
      const until = new Date(now.getTime() + leaseMs);
      return (await run(pool, CLAIM, [chainId, follower, now, until])) === 1;
    },
    async release(chainId, follower) {
      await run(pool, RELEASE, [chainId, follower]);
    },
    async addresses(since) {
      const from = since === null ? null : new Date(since.getTime() - COMMIT_WITHIN_MS);
      const rows = await readAll(pool, ADDRESSES, [from]);
      return rows.map((row) => row.public_address);
    },
    operationsOf: (chainId, hashes) => readOperations(pool, chainId, hashes),
    append: (range, now) =>
      inTransaction(pool, (connection) => appendRange(connection, range, now)),
    look: (chainId, heads, now) =>
      inTransaction(pool, async (connection) => {
        const row = await readFirst(connection, LOCK_CHAIN, [chainId]);
        if (row === null) return;
        await run(connection, LOOK, [chainId, heads.latestNumber, heads.finalizedNumber, now]);
        const finalized = BigInt(row.finalized_number);
        if (heads.finalizedNumber > finalized) {
          const changed = BigInt(row.last_number);
          await notifyMovements(connection, chainId, { changed, finalized, mostReceived: 0 });
        }
      }),
    async recentBlocks(chainId, below, limit) {
      return (await readAll(pool, RECENT_BLOCKS, [chainId, below, limit])).map(blockOf);
    },
    undo: (chainId, range, now) =>
      inTransaction(pool, (connection) => undoBlocks(connection, chainId, { ...range, now })),
    page: (wanted) => readPage(pool, wanted),
  };
}

export const CLAIM = statement(`
  insert into chain_followers as f (chain_id, follower, leased_until) values ($1, $2, $4)
  on conflict (chain_id) do update set follower = excluded.follower, leased_until = excluded.leased_until
  where f.follower = $2 or f.leased_until is null or f.leased_until <= $3`);

export const RELEASE = statement(
  'update chain_followers set leased_until = null where chain_id = $1 and follower = $2',
);

export const ADDRESSES = statement<RowOf<typeof wallets, 'public_address'>>(
  'select public_address from wallets where $1::timestamptz is null or created_at >= $1',
);

/** A chain is read once its first block was stored, with both heights. */
export const LOCK_CHAIN = statement<
  Held<RowOf<typeof chainFollowers, 'finalized_number' | 'last_number'>>
>('select finalized_number, last_number from chain_followers where chain_id = $1 for update');

export const LOOK = statement(`
  with looked as (
    update chain_followers set latest_number = $2, finalized_number = greatest(finalized_number, $3), looked_at = $4
    where chain_id = $1
  )
  select pg_notify('${CHAIN_LOOKS_CHANNEL}', $1::text)`);

type BlockRow = RowOf<typeof followedBlocks, 'number' | 'hash' | 'parent_hash' | 'at'>;

export const RECENT_BLOCKS = statement<BlockRow>(
  `select number, hash, parent_hash, at from followed_blocks
   where chain_id = $1 and number < $2 order by number desc limit $3`,
);

/** Heads are stored together with the last block. */
type StateRow = RowOf<typeof followedBlocks> &
  Held<RowOf<typeof chainFollowers, 'latest_number' | 'finalized_number' | 'looked_at'>>;

export const STATES = statement<StateRow>(
  `select b.*, f.latest_number, f.finalized_number, f.looked_at
   from chain_followers f join followed_blocks b on b.chain_id = f.chain_id and b.number = f.last_number
   where $1::integer is null or f.chain_id = $1`,
);

async function readStates(
  pool: pg.Pool,
  chainId: number | null,
): Promise<ReadonlyMap<number, FollowerState>> {
  const rows = await readAll(pool, STATES, [chainId]);
  return new Map(rows.map((row) => [row.chain_id, stateOf(row)]));
}

function stateOf(row: StateRow): FollowerState {
  return {
    last: blockOf(row),
    latestNumber: BigInt(row.latest_number),
    finalizedNumber: BigInt(row.finalized_number),
    lookedAt: row.looked_at,
  };
}

/** A payment to where the payment partner expects the coins of a sale is a part of that sale. */
const KIND = `
  case when o.kind = 'send' and exists (${SALE_OF_OPERATION}) then 'ramp' else o.kind end`;

type KnownRow = RowOf<typeof operationTransactions, 'hash'> &
  RowOf<typeof operations, 'id' | 'token_id'> & {
    readonly kind: OperationKind | 'ramp';
    readonly owner: PublicAddress;
  };

/** A cancellation moves nothing: it is no part of the payment that it replaced. What fills a gap moves nothing either. */
export const OPERATIONS_OF = statement<KnownRow>(
  `select t.hash, o.id, ${KIND} as kind, o.token_id, coalesce(w.public_address, o.account) as owner
   from operation_transactions t join operations o on o.id = t.operation_id
     left join wallets w on w.user_id = o.user_id
   where t.chain_id = $1 and t.hash = any($2) and (t.role <> 'cancellation' or o.kind = 'nonce-fill')`,
);

async function readOperations(
  pool: pg.Pool,
  chainId: number,
  hashes: readonly TransactionHash[],
): Promise<ReadonlyMap<TransactionHash, KnownOperation>> {
  if (hashes.length === 0) return new Map();
  const rows = await readAll(pool, OPERATIONS_OF, [chainId, hashes]);
  return new Map(
    rows.map(({ hash, id, kind, token_id, owner }) => [
      hash,
      { operationId: id, kind, tokenId: token_id, owner },
    ]),
  );
}

function blockOf(row: BlockRow): FollowedBlock {
  return {
    number: BigInt(row.number),
    hash: row.hash,
    parentHash: row.parent_hash,
    at: row.at,
  };
}
