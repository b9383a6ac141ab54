import type pg from 'pg';
import { activityTypeOf } from '#domain/activity/classify-movements';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { PaymentMovement, PaymentMovements } from '../../../ports/payment-movements.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import type { publicMovements } from '../schema/history.ts';

type MovementRow = RowOf<
  typeof publicMovements,
  | 'type'
  | 'chain_id'
  | 'token_id'
  | 'direction'
  | 'from_address'
  | 'to_address'
  | 'amount'
  | 'is_success'
  | 'operation_id'
  | 'transaction_hash'
  | 'block_number'
  | 'at'
> & { readonly is_recorded: boolean; readonly is_final: boolean };

/** Values: $1 account, $2 operation or null, $3 and $4 chain and transaction or null. */
export const MOVEMENTS_OF_ENTRY = statement<MovementRow>(`
  select m.type, m.cause in ('value', 'token') as is_recorded, m.chain_id, m.token_id, m.direction, m.from_address, m.to_address, m.amount, m.is_success,
    m.operation_id, m.transaction_hash, m.block_number, m.at,
    m.block_number <= coalesce(h.finalized_number, -1) as is_final
  from public_movements m left join chain_followers h on h.chain_id = m.chain_id
  where m.account = $1 and m.cause <> 'fee'
    and (m.operation_id = $2::uuid or (m.chain_id = $3::integer and m.transaction_hash = $4::text))
  order by m.id`);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The movements of an entry, in PostgreSQL. */
export function createPostgresPaymentMovements({
  pool,
}: {
  readonly pool: pg.Pool;
}): PaymentMovements {
  return {
    async ofEntry(account, entry) {
      const isOperation = entry.kind === 'operation';
      if (isOperation && !UUID.test(entry.operationId)) return [];
      const values = isOperation
        ? [account, entry.operationId, null, null]
        : [account, null, entry.chainId, entry.transactionHash];
      return (await readAll(pool, MOVEMENTS_OF_ENTRY, values)).map(movementOf);
    },
  };
}

function movementOf(row: MovementRow): PaymentMovement {
  return {
    type: activityTypeOf(row.type),
    isRecorded: row.is_recorded,
    chainId: row.chain_id,
    tokenId: row.token_id,
    direction: row.direction,
    from: row.from_address,
    to: row.to_address,
    amount: digitsToBaseUnits(row.amount),
    isSuccess: row.is_success,
    operationId: row.operation_id,
    transactionHash: row.transaction_hash,
    blockNumber: BigInt(row.block_number),
    at: row.at,
    isFinal: row.is_final,
  };
}
