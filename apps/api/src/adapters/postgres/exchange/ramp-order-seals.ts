import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { sealEarlier } from '../connection/seal-earlier.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { rampOrders, rampVisits } from '../schema/ramp.ts';

/** What the partner said of an order, and for whom its page was opened: where a sale is paid to is in it. */
type SealedOrder = Omit<RowOf<typeof rampOrders>, 'seal' | 'updated_at' | 'due_at'> &
  RowOf<typeof rampVisits, 'side' | 'user_id'>;

export const FIND_UNSEALED = statement<SealedOrder>(
  `select o.*, v.side, v.user_id from ramp_orders o join ramp_visits v on v.id = o.visit_id
   where o.seal is null and o.status is not null limit 1000`,
);

export const SEAL = statement(
  'update ramp_orders set seal = $2 where order_id = $1 and status = $3 and seal is null',
);

/** @returns what the seal of an order covers */
export function orderContent(row: SealedOrder): Parameters<RowSeals['seal']> {
  const { order_id: id, user_id: owner, visit_id, side, status, created_at } = row;
  const { fiat_currency, fiat_amount, crypto_amount, address, transaction_hash } = row;
  const texts = [visit_id, side, status, fiat_currency, fiat_amount, crypto_amount, address];
  return [
    { table: 'ramp_orders', id, owner, counter: 0 },
    [...texts, transaction_hash, created_at.toISOString()].map((text) => text ?? ''),
  ];
}

/** Seals the orders of before rows had seals; one that changes meanwhile is read again. @returns how many */
export function sealEarlierOrders(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
): Promise<number> {
  return sealEarlier(connection, FIND_UNSEALED, (row) =>
    run(connection, SEAL, [row.order_id, seals.seal(...orderContent(row)), row.status]),
  );
}
