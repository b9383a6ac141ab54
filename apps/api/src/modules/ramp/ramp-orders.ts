import type { Network } from '#domain/network/network';
import { findRampCoin, rampUnits } from '#domain/ramp/ramp-coin';
import { isRampOpen } from '#domain/ramp/ramp-order';
import type { Token } from '#domain/token/token';
import type { RampOrder as RampOrderView } from '#wire/ramp/order';
import type { rampOrders } from '#wire/ramp/ramp-orders';
import type { Handler } from '../../application/call.ts';
import type { Operations } from '../../ports/operations.ts';
import type { RampOrder, RampOrders } from '../../ports/ramp-orders.ts';

export interface RampOrdersPorts {
  readonly rampOrders: Pick<RampOrders, 'list'>;
  readonly networks: readonly Network[];
  readonly operations: Pick<Operations, 'recipients'>;
}

const MOST = 50;

/** Lists the purchases and sales of the caller. */
export function createRampOrders(ports: RampOrdersPorts): Handler<typeof rampOrders> {
  return async ({ session, query }) => {
    const coin = findRampCoin(ports.networks);
    if (coin === null) return { data: [] };
    const listed = await ports.rampOrders.list(session.userId, query.side ?? null, MOST);
    const paid = await paidAddresses(ports, session.userId, listed);
    return {
      data: listed.map((order) => ({
        ...view(order, coin.token, coin.network),
        isSent: paid.has(order.depositAddress?.toLowerCase() ?? ''),
      })),
    };
  };
}

/** The addresses this user has paid, if an open sale awaits a payment: a second payment must not be offered. */
async function paidAddresses(
  { operations }: RampOrdersPorts,
  userId: string,
  listed: readonly RampOrder[],
): Promise<ReadonlySet<string>> {
  if (!listed.some(({ status, side }) => side === 'SELL' && isRampOpen(status))) return new Set();
  const recipients = await operations.recipients(userId);
  return new Set(recipients.map((address) => address.toLowerCase()));
}

function view(order: RampOrder, token: Token, network: Network): Omit<RampOrderView, 'isSent'> {
  const { transactionHash: hash } = order;
  const page = network.explorerTransactionUrl;
  return {
    id: order.orderId,
    side: order.side,
    status: order.status,
    fiatAmount: order.fiatAmount,
    fiatCurrency: order.fiatCurrency,
    amount:
      order.cryptoAmount === null ? null : String(rampUnits(order.cryptoAmount, order.side, token)),
    tokenId: token.id,
    symbol: token.symbol,
    decimals: token.decimals,
    depositAddress: isRampOpen(order.status) ? order.depositAddress : null,
    transactionHash: hash,
    explorerUrl: hash === null || page === null ? null : page.replace('{hash}', hash),
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}
