import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';
import type { DueRampOrder, RampOrder, RampOrders } from '../../../ports/ramp-orders.ts';
import { inTransaction } from '../connection/transaction.ts';
import { MOVEMENT_CHANGES_CHANNEL } from '../history/movement-news.ts';
import { rememberOrigins } from '../history/movement-origins.ts';

interface DueRow {
  readonly order_id: string;
  readonly visit_id: string;
  readonly user_id: string;
  readonly side: RampSide;
  readonly address: PublicAddress;
  readonly ip: string;
}

interface OrderRow {
  readonly order_id: string;
  readonly side: RampSide;
  readonly status: RampStatus;
  readonly fiat_currency: string;
  readonly fiat_amount: string | null;
  readonly crypto_amount: string | null;
  readonly address: string;
  readonly transaction_hash: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Visits to the payment partner and the orders that came of them, as rows.
 * @param chainId of the coin that the partner trades; null when no history shows its orders
 */
export function createPostgresRampOrders(
  { pool }: { readonly pool: pg.Pool },
  chainId: number | null,
): RampOrders {
  return {
    async open({ visitId, userId, side, address, ip }, now) {
      await pool.query(
        'insert into ramp_visits (id, user_id, side, address, ip, opened_at) values ($1, $2, $3, $4, $5, $6)',
        [visitId, userId, side, address, ip, now],
      );
    },
    note: ({ newsId, orderId, visitId }, now) =>
      inTransaction(pool, async (connection) => {
        const visits = await connection.query('select 1 from ramp_visits where id::text = $1', [
          visitId,
        ]);
        if (visits.rowCount === 0) return 'unknown-visit';
        const news = await connection.query(
          'insert into ramp_news (id, heard_at) values ($1, $2) on conflict do nothing',
          [newsId, now],
        );
        if (news.rowCount === 0) return 'noted-before';
        await connection.query(
          `insert into ramp_orders (order_id, visit_id, created_at, updated_at, due_at) values ($1, $2, $3, $3, $3)
           on conflict (order_id) do update set due_at = excluded.due_at`,
          [orderId, visitId, now],
        );
        return 'noted';
      }),
    async take(now, most, leaseMs) {
      const { rows } = await pool.query<DueRow>(
        `with due as (
           select order_id from ramp_orders where due_at <= $1 order by due_at limit $2 for update skip locked
         ), taken as (
           update ramp_orders o set due_at = $3 from due where o.order_id = due.order_id
           returning o.order_id, o.visit_id
         )
         select t.order_id, v.id as visit_id, v.user_id, v.side, v.address, v.ip
         from taken t join ramp_visits v on v.id = t.visit_id order by t.order_id`,
        [now, most, new Date(now.getTime() + leaseMs)],
      );
      const leaseEnd = new Date(now.getTime() + leaseMs);
      return rows.map((row) => dueOrder(row, leaseEnd));
    },
    store: ({ leaseEnd, visit }, order, dueAt, now) =>
      inTransaction(pool, async (connection) => {
        const { orderId, transactionHash } = order;
        await connection.query(
          `update ramp_orders set status = $2, fiat_currency = $3, fiat_amount = $4, crypto_amount = $5, address = $6,
           transaction_hash = $7, created_at = $8, due_at = case when due_at = $11 then $10::timestamptz else due_at end,
           updated_at = case when status is distinct from $2 then $9 else updated_at end
         where order_id = $1`,
          [
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
          ],
        );
        const { address: account } = visit;
        if (transactionHash !== null) {
          await rememberOrigins(connection, [
            { account, transactionHash, type: 'ramp', originId: orderId },
          ]);
        }
        if (chainId === null) return;
        const change = { chainId, account, isBalanceChanged: false, received: [] };
        await connection.query('select pg_notify($1, $2)', [
          MOVEMENT_CHANGES_CHANNEL,
          JSON.stringify(change),
        ]);
      }),
    async postpone({ orderId, leaseEnd }, dueAt) {
      await pool.query('update ramp_orders set due_at = $2 where order_id = $1 and due_at = $3', [
        orderId,
        dueAt,
        leaseEnd,
      ]);
    },
    async oldestVisit(since) {
      const { rows } = await pool.query<{ opened_at: Date; ip: string }>(
        'select opened_at, ip from ramp_visits where opened_at >= $1 order by opened_at limit 1',
        [since],
      );
      const [row] = rows;
      return row === undefined ? null : { openedAt: row.opened_at, ip: row.ip };
    },
    async list(userId, side, most) {
      const { rows } = await pool.query<OrderRow>(
        `select o.*, v.side from ramp_orders o join ramp_visits v on v.id = o.visit_id
         where v.user_id = $1 and o.status is not null and ($2::text is null or v.side = $2)
         order by o.created_at desc, o.order_id limit $3`,
        [userId, side, most],
      );
      return rows.map(rampOrder);
    },
    async sweep(before) {
      await pool.query('delete from ramp_news where heard_at < $1', [before]);
      await pool.query(
        `delete from ramp_visits v where opened_at < $1
         and not exists (select 1 from ramp_orders o where o.visit_id = v.id)`,
        [before],
      );
    },
  };
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
