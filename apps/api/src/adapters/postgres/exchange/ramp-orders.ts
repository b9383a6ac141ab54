import type pg from 'pg';
import type { DueRampOrder, RampOrder, RampOrders } from '../../../ports/ramp-orders.ts';
import type { ProviderOrder } from '../../../ports/ramp-provider.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { Held, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import { MOVEMENT_CHANGES_CHANNEL } from '../history/movement-notifications.ts';
import { rememberOrigins } from '../history/movement-origins.ts';
import type { rampOrders, rampVisits } from '../schema/ramp.ts';
import { orderContent } from './ramp-order-seals.ts';

export const OPEN_VISIT = statement(
  'insert into ramp_visits (id, user_id, side, address, ip, opened_at) values ($1, $2, $3, $4, $5, $6)',
);

export const HAS_VISIT = statement('select 1 from ramp_visits where id::text = $1');

export const INSERT_EVENT = statement(
  'insert into ramp_events (id, received_at) values ($1, $2) on conflict do nothing',
);

export const NOTE_ORDER = statement(
  `insert into ramp_orders (order_id, visit_id, created_at, updated_at, due_at) values ($1, $2, $3, $3, $3)
   on conflict (order_id) do update set due_at = excluded.due_at`,
);

type DueRow = RowOf<typeof rampOrders, 'order_id' | 'visit_id'> &
  RowOf<typeof rampVisits, 'user_id' | 'side' | 'address' | 'ip'>;

export const TAKE = statement<DueRow>(`
  with due as (
    select order_id from ramp_orders where due_at <= $1 order by due_at limit $2 for update skip locked
  ), taken as (
    update ramp_orders o set due_at = $3 from due where o.order_id = due.order_id
    returning o.order_id, o.visit_id
  )
  select t.order_id, v.id as visit_id, v.user_id, v.side, v.address, v.ip
  from taken t join ramp_visits v on v.id = t.visit_id order by t.order_id`);

export const STORE = statement(
  `update ramp_orders set status = $2, fiat_currency = $3, fiat_amount = $4, crypto_amount = $5, address = $6,
     transaction_hash = $7, created_at = $8, due_at = case when due_at = $11 then $10::timestamptz else due_at end,
     updated_at = case when status is distinct from $2 then $9 else updated_at end, seal = $12
   where order_id = $1`,
);

export const NOTIFY = statement('select pg_notify($1, $2)');

export const POSTPONE = statement(
  'update ramp_orders set due_at = $2 where order_id = $1 and due_at = $3',
);

export const OLDEST_VISIT = statement<RowOf<typeof rampVisits, 'opened_at' | 'ip'>>(
  'select opened_at, ip from ramp_visits where opened_at >= $1 order by opened_at limit 1',
);

/** An order with a status was read at the partner, so these are known. */
type OrderRow = RowOf<typeof rampOrders> &
  Held<RowOf<typeof rampOrders, 'status' | 'fiat_currency' | 'address'>> &
  RowOf<typeof rampVisits, 'side' | 'user_id'>;

export const LIST = statement<OrderRow>(
  `select o.*, v.side, v.user_id from ramp_orders o join ramp_visits v on v.id = o.visit_id
   where v.user_id = $1 and o.status is not null and ($2::text is null or v.side = $2)
   order by o.created_at desc, o.order_id limit $3`,
);

export const SWEEP_EVENTS = statement('delete from ramp_events where received_at < $1');

export const SWEEP_VISITS = statement(
  `delete from ramp_visits v where opened_at < $1
   and not exists (select 1 from ramp_orders o where o.visit_id = v.id)`,
);

/**
 * Visits to the payment partner and the orders that resulted from them, as rows.
 * @param chainId of the coin that the partner trades; null when no history shows its orders
 * @param seals of orders that were read at the partner; one without its own is listed to no one
 */
export function createPostgresRampOrders(
  { pool }: { readonly pool: pg.Pool },
  { chainId, seals }: { readonly chainId: number | null; readonly seals: RowSeals },
): RampOrders {
  return {
    async open({ visitId, userId, side, address, ip }, now) {
      await run(pool, OPEN_VISIT, [visitId, userId, side, address, ip, now]);
    },
    note: ({ eventId, orderId, visitId }, now) =>
      inTransaction(pool, async (connection) => {
        if ((await run(connection, HAS_VISIT, [visitId])) === 0) return 'unknown-visit';
        if ((await run(connection, INSERT_EVENT, [eventId, now])) === 0) return 'noted-before';
        await run(connection, NOTE_ORDER, [orderId, visitId, now]);
        return 'noted';
      }),
    async take(now, most, leaseMs) {
      const leaseEnd = new Date(now.getTime() + leaseMs);
      const rows = await readAll(pool, TAKE, [now, most, leaseEnd]);
      return rows.map((row) => dueOrder(row, leaseEnd));
    },
    store: ({ leaseEnd, visit }, order, { dueAt, now }) =>
      inTransaction(pool, async (connection) => {
        const { orderId, transactionHash } = order;
        await run(connection, STORE, [
          order.orderId,
          order.status,
          order.fiatCurrency,
          order.fiatAmount,
          order.cryptoAmount,
          order.address,
          order.transactionHash,
          order.createdAt,
          now,
          dueAt,
          leaseEnd,
          seals.seal(...readOrderContent(order, visit)),
        ]);
        const { address: account } = visit;
        if (transactionHash !== null) {
          await rememberOrigins(connection, [
            { account, transactionHash, type: 'ramp', originId: orderId },
          ]);
        }
        if (chainId === null) return;
        const change = { chainId, account, isBalanceChanged: false, received: [] };
        await run(connection, NOTIFY, [MOVEMENT_CHANGES_CHANNEL, JSON.stringify(change)]);
      }),
    async postpone({ orderId, leaseEnd }, dueAt) {
      await run(pool, POSTPONE, [orderId, dueAt, leaseEnd]);
    },
    async oldestVisit(since) {
      const row = await readFirst(pool, OLDEST_VISIT, [since]);
      return row === null ? null : { openedAt: row.opened_at, ip: row.ip };
    },
    async list(userId, side, most) {
      const rows = await readAll(pool, LIST, [userId, side, most]);
      return rows.filter((row) => seals.isSealed(...orderContent(row), row.seal)).map(rampOrder);
    },
    async sweep(before) {
      await run(pool, SWEEP_EVENTS, [before]);
      await run(pool, SWEEP_VISITS, [before]);
    },
  };
}

function readOrderContent(
  order: ProviderOrder,
  { visitId, userId, side }: DueRampOrder['visit'],
): Parameters<RowSeals['seal']> {
  return orderContent({
    order_id: order.orderId,
    visit_id: visitId,
    user_id: userId,
    side,
    status: order.status,
    fiat_currency: order.fiatCurrency,
    fiat_amount: order.fiatAmount,
    crypto_amount: order.cryptoAmount,
    address: order.address,
    transaction_hash: order.transactionHash,
    created_at: order.createdAt,
  });
}

function dueOrder(row: DueRow, leaseEnd: Date): DueRampOrder {
  const { order_id, visit_id, user_id, side, address, ip } = row;
  return {
    orderId: order_id,
    leaseEnd,
    visit: { visitId: visit_id, userId: user_id, side, address, ip },
  };
}

function rampOrder(row: OrderRow): RampOrder {
  return {
    orderId: row.order_id,
    side: row.side,
    status: row.status,
    fiatCurrency: row.fiat_currency,
    fiatAmount: row.fiat_amount,
    cryptoAmount: row.crypto_amount,
    depositAddress: row.side === 'SELL' ? row.address : null,
    transactionHash: row.transaction_hash,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
