import { isAddress } from 'viem';
import * as z from 'zod/mini';
import { orderResource } from './order.ts';
import type { OrderStore } from './order-store.ts';
import type { Partner } from './partner.ts';
import { quoteFor } from './quote.ts';
import type { RampRequest, RampResponse } from './ramp-request.ts';
import type { WidgetSessions } from './widget-sessions.ts';

/** Dependencies of the API for the customer's server. */
export interface PartnerPorts {
  readonly partner: Partner;
  readonly sessions: WidgetSessions;
  readonly orders: Pick<OrderStore, 'list' | 'find'>;
  readonly widgetUrl: string;
}

const widgetParams = z.object({
  apiKey: z.string(),
  referrerDomain: z.string().check(z.minLength(1)),
  walletAddress: z.string().check(z.refine((text) => isAddress(text))),
  disableWalletAddressForm: z.literal(true),
  email: z.string().check(z.minLength(3)),
  defaultFiatCurrency: z.literal('USD'),
  colorMode: z.enum(['LIGHT', 'DARK']),
  productsAvailed: z.enum(['BUY', 'SELL']),
  defaultCryptoCurrency: z.literal('USDC'),
  network: z.literal('polygon'),
  partnerOrderId: z.string(),
  partnerCustomerId: z.string(),
  walletRedirection: z.optional(z.boolean()),
});

/** Implements Transak's server API; null for another path. */
export async function servePartner(
  ports: PartnerPorts,
  request: RampRequest,
): Promise<RampResponse | null> {
  const { method, url } = request;
  const order = /^\/partners\/api\/v2\/order\/([\w-]+)$/.exec(url.pathname)?.[1];
  if (method === 'POST' && url.pathname === '/partners/api/v2/refresh-token') {
    return refreshToken(ports, request);
  }
  if (method === 'POST' && url.pathname === '/api/v2/auth/session') {
    return createSession(ports, request);
  }
  if (method === 'GET' && order !== undefined) return readOrder(ports, request, order);
  if (method === 'GET' && url.pathname === '/partners/api/v2/orders') {
    return listOrders(ports, request);
  }
  if (method === 'GET' && url.pathname === '/api/v1/pricing/public/quotes') return quote(url);
  return null;
}

async function refreshToken(
  { partner }: PartnerPorts,
  { headers, body }: RampRequest,
): Promise<RampResponse> {
  const { apiKey } = partner.credentials;
  const isKnown = headers['x-api-key'] === apiKey && partner.isSecret(one(headers['api-secret']));
  const input = z.object({ apiKey: z.literal(apiKey) }).safeParse(jsonIn(body));
  if (!isKnown || !input.success) return errorResponse(401, 'Invalid api key or secret');
  return { status: 200, body: { data: await partner.issue() } };
}

function createSession(ports: PartnerPorts, request: RampRequest): RampResponse {
  const refused = refuseStranger(ports, request);
  if (refused !== null) return refused;
  const parsed = z.object({ widgetParams }).safeParse(jsonIn(request.body));
  const { apiKey } = ports.partner.credentials;
  if (!parsed.success) return errorResponse(400, z.prettifyError(parsed.error));
  const params = parsed.data.widgetParams;
  if (params.apiKey !== apiKey) return errorResponse(400, 'apiKey is not valid');
  const sessionId = ports.sessions.create({
    walletAddress: params.walletAddress as `0x${string}`,
    email: params.email,
    side: params.productsAvailed,
    colorMode: params.colorMode,
    partnerOrderId: params.partnerOrderId,
    partnerCustomerId: params.partnerCustomerId,
    walletRedirection: params.walletRedirection === true,
    referrerDomain: params.referrerDomain,
  });
  const widgetUrl = `${ports.widgetUrl}/?apiKey=${apiKey}&sessionId=${sessionId}`;
  return { status: 200, body: { data: { widgetUrl } } };
}

function readOrder(ports: PartnerPorts, request: RampRequest, id: string): RampResponse {
  const refused = refuseStranger(ports, request);
  if (refused !== null) return refused;
  const order = ports.orders.find(id);
  if (order === null) return errorResponse(404, 'Order not found');
  const { id: _id, ...resource } = orderResource(order);
  return { status: 200, body: { meta: { orderId: id }, data: { _id: id, ...resource } } };
}

function listOrders(ports: PartnerPorts, request: RampRequest): RampResponse {
  const refused = refuseStranger(ports, request);
  if (refused !== null) return refused;
  const { searchParams } = request.url;
  const limit = Math.min(100, Number(searchParams.get('limit') ?? '100'));
  const skip = Number(searchParams.get('skip') ?? '0');
  const since = Date.parse(searchParams.get('startDate') ?? '1970-01-01');
  const found = ports.orders.list().filter(({ createdAt }) => Date.parse(createdAt) >= since);
  const data = found.slice(skip, skip + limit).map((order) => {
    const { id, ...resource } = orderResource(order);
    return { _id: id, ...resource };
  });
  return { status: 200, body: { meta: { limit, skip, totalCount: found.length }, data } };
}

function quote({ searchParams }: URL): RampResponse {
  const side = searchParams.get('isBuyOrSell') === 'SELL' ? 'SELL' : 'BUY';
  const amount = searchParams.get(side === 'BUY' ? 'fiatAmount' : 'cryptoAmount') ?? '';
  const found = quoteFor(side, amount);
  if (found === null) return errorResponse(400, 'The amount is not valid.');
  return {
    status: 200,
    body: {
      response: {
        isBuyOrSell: side,
        fiatCurrency: 'USD',
        cryptoCurrency: 'USDC',
        network: 'polygon',
        fiatAmount: Number(found.fiatCents) / 100,
        cryptoAmount: Number(found.cryptoUnits) / 1_000_000,
        totalFee: Number(found.feeCents) / 100,
        conversionPrice: 1,
      },
    },
  };
}

/** Every call except the first has the token, the key and the address of its user. */
function refuseStranger({ partner }: PartnerPorts, { headers }: RampRequest): RampResponse | null {
  if (headers['x-api-key'] !== partner.credentials.apiKey)
    return errorResponse(401, 'Invalid api key');
  if (!partner.isToken(one(headers['access-token'])))
    return errorResponse(401, 'Invalid access token');
  if (one(headers['x-user-ip']) === undefined) return errorResponse(401, 'x-user-ip is missing');
  return null;
}

function errorResponse(status: number, message: string): RampResponse {
  return { status, body: { error: { statusCode: status, message } } };
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
