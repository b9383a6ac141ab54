import type { Entry } from '#domain/activity/entry-id';
import { UUID } from '../connection/uuid.ts';

/**
 * The operations and the movements that can belong to an entry, each found through an index: an account may have any
 * number of others. Values: $1 account, $9 operation, $10 swap, $11 order, $12 chain, $13 transaction, $14 block and
 * $15 position of a movement; null where the entry has none.
 */
export const ENTRY = `
  entry_operation as (
    select $9::uuid as id where $9::uuid is not null
    union all
    select o.id from wallets w
      join swaps s on s.user_id = w.user_id
      join operations o on o.user_id = s.user_id and o.kind = 'swap'
        and o.idempotency_key = any(select 'swap:' || s.request_id || ':' || step
          from generate_series(1, jsonb_array_length(s.steps)) step)
    where w.public_address = $1 and s.request_id = $10::text
  ), entry_transaction as (
    select g.transaction_hash as hash from movement_origins g
    where g.account = $1
      and ((g.type = 'swap' and g.origin_id = $10::text) or (g.type = 'ramp' and g.origin_id = $11::text))
  ), entry_movement as (
    select m.id from public_movements m
    where m.account = $1 and m.operation_id = any(array(select id from entry_operation))
    union
    select m.id from public_movements m
    where m.account = $1 and m.transaction_hash = any(array(select hash from entry_transaction))
    union
    select m.id from public_movements m
    where m.account = $1 and m.transaction_hash = $13::text and m.chain_id = $12::integer
    union
    select m.id from public_movements m
    where m.account = $1 and m.chain_id = $12::integer and m.block_number = $14::bigint and m.position = $15::text
  )`;

/** The order of an entry; null where it has none. */
export const ENTRY_ORDER = '$11::text';

/** @returns the values of `ENTRY` from $9 on; all null for what no row can have */
export function entryValues(entry: Entry): readonly unknown[] {
  const { operation, swap, order, chain, transaction, block, position } = partsOf(entry);
  return [operation, swap, order, chain, transaction, block, position].map((part) => part ?? null);
}

interface Parts {
  readonly operation?: string;
  readonly swap?: string;
  readonly order?: string;
  readonly chain?: number;
  readonly transaction?: string;
  readonly block?: string;
  readonly position?: string;
}

function partsOf(entry: Entry): Parts {
  switch (entry.kind) {
    case 'operation':
      return operationPart(entry.operationId);
    case 'swap':
      return { swap: entry.swapId };
    case 'order':
      return { order: entry.orderId };
    case 'transaction':
      return isChain(entry.chainId)
        ? { chain: entry.chainId, transaction: entry.transactionHash }
        : {};
    case 'row':
      return rowParts(entry.rowId);
  }
}

/** Of what is in no block yet, the position is the id of its operation. */
const WAITING_ROW = /^\d{1,10}-waiting-(.+)$/;
const MOVEMENT_ROW = /^(\d{1,10})-(\d{1,18})-(.+)$/;

function rowParts(rowId: string): Parts {
  const [, operation] = WAITING_ROW.exec(rowId) ?? [];
  if (operation !== undefined) return operationPart(operation);
  const [, chainText, block, position] = MOVEMENT_ROW.exec(rowId) ?? [];
  if (chainText === undefined || block === undefined || position === undefined) return {};
  const chain = Number.parseInt(chainText, 10);
  return isChain(chain) ? { chain, block, position } : {};
}

function operationPart(id: string): Parts {
  return UUID.test(id) ? { operation: id } : {};
}

const LARGEST_CHAIN = 2 ** 31 - 1;

function isChain(chainId: number): boolean {
  return chainId <= LARGEST_CHAIN;
}
