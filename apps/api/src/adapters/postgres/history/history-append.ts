import type pg from 'pg';
import type { ClassifiedMovement } from '#domain/activity/classify-movements';
import type { FollowedBlock } from '../../../ports/block-feed.ts';
import type { FollowedRange } from '../../../ports/public-history.ts';
import type { ColumnOf, RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { chainFollowers, followedBlocks, publicMovements } from '../schema/history.ts';
import { CHAIN_LOOKS_CHANNEL, MOST_RECEIVED, notifyMovements } from './movement-notifications.ts';
import { markAppended } from './movement-origins.ts';

/** Number of blocks whose hash is kept; a chain that forks further back is not the same chain. */
const BLOCKS_KEPT = 1_024n;
/** A payment further back than this is history, not a notification. */
const BLOCKS_NOTIFIED = 100n;

/** Stores blocks and what they did; call it in a transaction. @returns false when another process stored others. */
export async function appendRange(
  connection: pg.PoolClient,
  range: FollowedRange,
  now: Date,
): Promise<boolean> {
  const { chainId, after, blocks, latestNumber, finalizedNumber } = range;
  const last = blocks[blocks.length - 1];
  if (last === undefined) return true;
  const before = await lockChain(connection, chainId, after);
  if (before === null) return false;
  const changed = (blocks[0]?.number ?? last.number) - 1n;
  await run(connection, INSERT_BLOCKS, [chainId, JSON.stringify(blocks.map(blockColumns))]);
  if (range.movements.length > 0) {
    await run(connection, INSERT_MOVEMENTS, [
      JSON.stringify(range.movements.map((movement, place) => ({ ...columns(movement), place }))),
    ]);
    await markAppended(connection, chainId, changed);
  }
  await run(connection, ADVANCE, [
    chainId,
    last.number,
    last.hash,
    latestNumber,
    finalizedNumber,
    now,
  ]);
  await run(connection, FORGET_OLD_BLOCKS, [chainId, last.number - BLOCKS_KEPT]);
  const isOld = latestNumber - last.number > BLOCKS_NOTIFIED;
  await notifyMovements(connection, chainId, {
    changed,
    finalized: before.finalized ?? changed,
    mostReceived: isOld ? 0 : MOST_RECEIVED,
  });
  return true;
}

/** Forgets the blocks above `keep`; call it in a transaction. @returns false when another process stored others. */
export async function undoBlocks(
  connection: pg.PoolClient,
  chainId: number,
  { last, keep, now }: { readonly last: string; readonly keep: FollowedBlock; readonly now: Date },
): Promise<boolean> {
  if ((await lockChain(connection, chainId, last)) === null) return false;
  const { number: above } = keep;
  await notifyMovements(connection, chainId, { changed: above, finalized: above, mostReceived: 0 });
  await run(connection, UNDO_MOVEMENTS, [chainId, keep.number]);
  await run(connection, UNDO_BLOCKS, [chainId, keep.number]);
  await run(connection, RETREAT, [chainId, keep.number, keep.hash, now]);
  return true;
}

/** @returns null when the last stored block is not the one that the follower expects */
async function lockChain(
  connection: pg.PoolClient,
  chainId: number,
  last: string | null,
): Promise<{ readonly finalized: bigint | null } | null> {
  const row = await readFirst(connection, LOCK_CHAIN, [chainId, last]);
  if (row === null) return null;
  return { finalized: row.finalized_number === null ? null : BigInt(row.finalized_number) };
}

export const LOCK_CHAIN = statement<RowOf<typeof chainFollowers, 'finalized_number'>>(
  `select finalized_number from chain_followers
   where chain_id = $1 and last_hash is not distinct from $2 for update`,
);

export const INSERT_BLOCKS = statement(`
  insert into followed_blocks (chain_id, number, hash, parent_hash, at)
  select $1, number, hash, parent_hash, at
  from jsonb_to_recordset($2::jsonb) as b(number bigint, hash text, parent_hash text, at timestamptz)`);

/** In the order given, so that ids rise with the position in the chain. */
export const INSERT_MOVEMENTS = statement(`
  insert into public_movements (chain_id, account, token_id, block_number, block_hash, at, transaction_hash, position,
    cause, direction, from_address, to_address, amount, is_success, type, operation_id)
  select chain_id, account, token_id, block_number, block_hash, at, transaction_hash, position,
    cause, direction, from_address, to_address, amount, is_success, type, operation_id
  from jsonb_to_recordset($1::jsonb) as m(chain_id integer, account text, token_id text,
    block_number bigint, block_hash text, at timestamptz, transaction_hash text, position text, cause text,
    direction text, from_address text, to_address text, amount numeric, is_success boolean, type text,
    operation_id uuid, place bigint)
  order by place`);

export const ADVANCE = statement(`
  with advanced as (
    update chain_followers set last_number = $2, last_hash = $3, latest_number = $4, looked_at = $6,
      finalized_number = greatest(finalized_number, $5)
    where chain_id = $1
  )
  select pg_notify('${CHAIN_LOOKS_CHANNEL}', $1::text) where $2::bigint >= $4::bigint`);

export const FORGET_OLD_BLOCKS = statement(
  'delete from followed_blocks where chain_id = $1 and number < $2',
);

export const UNDO_MOVEMENTS = statement(
  'delete from public_movements where chain_id = $1 and block_number > $2',
);

export const UNDO_BLOCKS = statement(
  'delete from followed_blocks where chain_id = $1 and number > $2',
);

/** What was called final and is gone was not final. */
export const RETREAT = statement(`
  update chain_followers set last_number = $2, last_hash = $3, looked_at = $4,
    finalized_number = least(finalized_number, $2)
  where chain_id = $1`);

type BlockColumns = Readonly<Record<Exclude<ColumnOf<typeof followedBlocks>, 'chain_id'>, unknown>>;

function blockColumns({ number, hash, parentHash, at }: FollowedBlock): BlockColumns {
  return { number: number.toString(), hash, parent_hash: parentHash, at };
}

type MovementColumns = Readonly<Record<Exclude<ColumnOf<typeof publicMovements>, 'id'>, unknown>>;

function columns(movement: ClassifiedMovement): MovementColumns {
  return {
    chain_id: movement.chainId,
    account: movement.account,
    token_id: movement.tokenId,
    block_number: movement.blockNumber.toString(),
    block_hash: movement.blockHash,
    at: movement.at,
    transaction_hash: movement.transactionHash,
    position: movement.position,
    cause: movement.cause,
    direction: movement.direction,
    from_address: movement.from,
    to_address: movement.to,
    amount: movement.amount.toString(),
    is_success: movement.isSuccess,
    type: movement.type,
    operation_id: movement.operationId,
  };
}
