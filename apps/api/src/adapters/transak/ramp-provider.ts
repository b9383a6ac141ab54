import type * as z from 'zod/mini';
import type { Clock } from '../../ports/clock.ts';
import type { RampAccess } from '../../ports/ramp-access.ts';
import {
  type ProviderOrder,
  type RampProvider,
  RampUnavailable,
  type RampVisit,
} from '../../ports/ramp-provider.ts';
import { createAccessToken } from './access-token.ts';
import { createSendRequest, type ProviderRequest, ResponseRefused } from './request.ts';
import {
  createdPage,
  isOnOurNetwork,
  listedOrder,
  listedOrders,
  readOrder,
  statusByTransak,
  webhookClaims,
} from './shapes.ts';
import { verifyJwt } from './verify-jwt.ts';

export interface TransakOptions {
  /** As in `https://api.transak.com`. */
  readonly apiUrl: string;
  /** As in `https://api-gateway.transak.com`. */
  readonly gatewayUrl: string;
  /** As in `https://global.transak.com`: no page of another origin is handed out. */
  readonly widgetOrigin: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Host of the web app: the only one that may frame the page. */
  readonly referrerDomain: string;
  readonly access: RampAccess;
  readonly clock: Clock;
  readonly timeoutMs: number;
}

const NOT_FOUND = 404;
const UNAUTHORIZED = 401;
const MOST_LISTED = 100;

/** Transak behind the port (https://docs.transak.com). */
export function createTransak(options: TransakOptions): RampProvider {
  const { apiUrl, apiKey, access, clock } = options;
  const request = createSendRequest(options.timeoutMs);
  const accessToken = createAccessToken({ ...options, request });
  return {
    createPage: (visit) => available(() => createPage(visit)),
    async readWebhook(signed) {
      const tokens = await access.read(clock.now());
      if (tokens === null) return null;
      const secrets = [tokens.current, ...(tokens.previous === null ? [] : [tokens.previous])];
      const parsed = webhookClaims.safeParse(verifyJwt(signed, secrets));
      if (!parsed.success) return null;
      const { webhookData, eventID } = parsed.data;
      return {
        eventId: `${webhookData.id} ${eventID} ${webhookData.status}`,
        orderId: webhookData.id,
        visitId: webhookData.partnerOrderId,
      };
    },
    readOrder: (orderId, ip) =>
      available(async () => {
        const url = `${apiUrl}/partners/api/v2/order/${encodeURIComponent(orderId)}`;
        try {
          const { data } = await requestWithToken({ method: 'GET', url }, ip, readOrder);
          return isOnOurNetwork(data) ? providerOrder(data) : null;
        } catch (cause) {
          if (cause instanceof ResponseRefused && cause.status === NOT_FOUND) return null;
          throw cause;
        }
      }),
    listOrders: (since, ip) =>
      available(async () => {
        const query = new URLSearchParams({
          limit: String(MOST_LISTED),
          skip: '0',
          startDate: since.toISOString(),
        });
        const url = `${apiUrl}/partners/api/v2/orders?${query}`;
        const { data } = await requestWithToken({ method: 'GET', url }, ip, listedOrders);
        return data.flatMap(ordersOfOurs);
      }),
  };

  async function createPage(visit: RampVisit): Promise<string> {
    const { data } = await requestWithToken(
      {
        method: 'POST',
        url: `${options.gatewayUrl}/api/v2/auth/session`,
        body: { widgetParams: widgetParams(options, visit) },
      },
      visit.ip,
      createdPage,
    );
    const isOurs = URL.parse(data.widgetUrl)?.origin === options.widgetOrigin;
    if (!isOurs) throw new Error('It gave a page of another origin.');
    return data.widgetUrl;
  }

  /** A token that another customer's server has ended is renewed once. */
  async function requestWithToken<Schema extends z.ZodMiniType>(
    query: Omit<ProviderRequest, 'headers'>,
    ip: string,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const token = await accessToken.get(null, ip);
    const headers = (accessToken: string) => ({
      'access-token': accessToken,
      'x-api-key': apiKey,
      'x-user-ip': ip,
    });
    try {
      return await request({ ...query, headers: headers(token) }, schema);
    } catch (cause) {
      if (!(cause instanceof ResponseRefused) || cause.status !== UNAUTHORIZED) throw cause;
      const renewed = await accessToken.get(token, ip);
      return request({ ...query, headers: headers(renewed) }, schema);
    }
  }
}

/** The page's parameters (specification §2 Buy / Sell), including those that identify its orders later. */
function widgetParams({ apiKey, referrerDomain }: TransakOptions, visit: RampVisit): object {
  return {
    apiKey,
    referrerDomain,
    walletAddress: visit.address,
    disableWalletAddressForm: true,
    email: visit.email,
    defaultFiatCurrency: 'USD',
    colorMode: 'LIGHT',
    productsAvailed: visit.side,
    defaultCryptoCurrency: 'USDC',
    network: 'polygon',
    partnerOrderId: visit.visitId,
    partnerCustomerId: visit.userId,
    ...(visit.side === 'SELL' && { walletRedirection: true }),
  };
}

/** Orders of other kinds than ours may be in a list. */
function ordersOfOurs(listed: unknown): readonly ProviderOrder[] {
  const order = listedOrder.safeParse(listed);
  const isOurs =
    order.success && order.data.status in statusByTransak && isOnOurNetwork(order.data);
  return isOurs ? [providerOrder(order.data)] : [];
}

function providerOrder(order: z.output<typeof listedOrder>): ProviderOrder {
  const status = statusByTransak[order.status];
  if (status === undefined) throw new Error(`It has an unknown status ${order.status}.`);
  return {
    orderId: order._id,
    visitId: order.partnerOrderId ?? null,
    userId: order.partnerCustomerId ?? null,
    side: order.isBuyOrSell,
    status,
    fiatCurrency: order.fiatCurrency,
    fiatAmount: order.fiatAmount ?? null,
    cryptoAmount: order.cryptoAmount ?? null,
    address: order.walletAddress,
    transactionHash: order.transactionHash ?? null,
    createdAt: new Date(order.createdAt),
  };
}

async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new RampUnavailable(cause);
  }
}
