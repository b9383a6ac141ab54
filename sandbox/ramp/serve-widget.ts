import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { orderResource, type RampOrder } from './order.ts';
import type { OrderStore } from './order-store.ts';
import { depositAddressFor, type PayoutAccount } from './payout-account.ts';
import { quoteFor, type RampQuote } from './quote.ts';
import type { RampRequest, RampResponse } from './ramp-request.ts';
import type { WidgetParameters, WidgetSessions } from './widget-sessions.ts';

/** Dependencies of the framed page and its calls. */
export interface WidgetPorts {
  readonly sessions: WidgetSessions;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly payoutAccount: Pick<PayoutAccount, 'blockNumber'>;
  readonly now: () => number;
  /** Stores an order, and reports its status. */
  readonly change: (order: RampOrder, to: Partial<RampOrder>) => Promise<RampOrder>;
}

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/widget.css': ['widget.css', 'text/css'],
  '/widget.js': ['widget.js', 'text/javascript'],
};
const GOOD_CARD = '4111111111111111';
const DECLINED_CARD = '4000000000000002';

/** Serves the page and its calls; null for another path. */
export async function serveWidget(
  ports: WidgetPorts,
  request: RampRequest,
): Promise<RampResponse | null> {
  const { method, url } = request;
  if (method === 'GET' && url.pathname === '/') return openPage(ports, request);
  const [file, type] = files[url.pathname] ?? [];
  if (method === 'GET' && file !== undefined && type !== undefined) {
    return { status: 200, body: await readPageFile(file), type };
  }
  if (!url.pathname.startsWith('/widget/')) return null;
  const key = request.headers['x-page-key'];
  const parameters = ports.sessions.find(typeof key === 'string' ? key : undefined);
  if (parameters === null) return errorResponse(403, 'This page is no longer valid.');
  return servePageCall(ports, parameters, request);
}

async function servePageCall(
  ports: WidgetPorts,
  parameters: WidgetParameters,
  { method, url, body }: RampRequest,
): Promise<RampResponse | null> {
  if (method === 'GET' && url.pathname === '/widget/quote') {
    const quote = quoteFor(parameters.side, url.searchParams.get('amount') ?? '');
    return quote === null
      ? errorResponse(400, AMOUNT_ERROR)
      : { status: 200, body: quoteView(quote) };
  }
  if (method === 'POST' && url.pathname === '/widget/orders') {
    return createOrder(ports, parameters, body);
  }
  const [, id = '', action] =
    /^\/widget\/orders\/([\w-]+)(\/pay|\/cancel)?$/.exec(url.pathname) ?? [];
  const order = ports.orders.find(id);
  if (order === null || order.partnerOrderId !== parameters.partnerOrderId) return null;
  if (method === 'GET' && action === undefined) return { status: 200, body: orderView(order) };
  if (method === 'POST' && action === '/pay') return pay(ports, order, body);
  if (method === 'POST' && action === '/cancel') return cancel(ports, order);
  return null;
}

const AMOUNT_ERROR = 'Enter an amount that is worth 5 to 5,000 US dollars.';

async function openPage(
  { sessions }: WidgetPorts,
  { url, headers }: RampRequest,
): Promise<RampResponse> {
  const opened = sessions.open(url.searchParams.get('sessionId') ?? '', headers.referer);
  if (opened === null) {
    return {
      status: 403,
      type: 'text/html',
      body: '<!doctype html><title>Not valid</title><p>This page was opened before, is too old, or is framed by another site. Load it again from your wallet.</p>',
    };
  }
  const { pageKey, parameters, parentOrigin } = opened;
  const page = await readPageFile('widget.html');
  const settings = {
    pageKey,
    parentOrigin,
    side: parameters.side,
    address: parameters.walletAddress,
  };
  return {
    status: 200,
    type: 'text/html',
    headers: { 'content-security-policy': policyFor(parentOrigin) },
    body: page
      .replace('{{settings}}', escapeHtml(JSON.stringify(settings)))
      .replace('{{mode}}', parameters.colorMode === 'DARK' ? 'dark' : 'light'),
  };
}

function policyFor(parentOrigin: string): string {
  return `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${parentOrigin}`;
}

async function createOrder(
  ports: WidgetPorts,
  parameters: WidgetParameters,
  body: string,
): Promise<RampResponse> {
  const input = z.object({ amount: z.string() }).safeParse(jsonIn(body));
  const quote = input.success ? quoteFor(parameters.side, input.data.amount) : null;
  if (quote === null) return errorResponse(400, AMOUNT_ERROR);
  const id = randomUUID();
  const isSale = parameters.side === 'SELL';
  const at = new Date(ports.now()).toISOString();
  const order = await ports.change(
    {
      id,
      side: parameters.side,
      status: 'AWAITING_PAYMENT_FROM_USER',
      customerAddress: parameters.walletAddress,
      email: parameters.email,
      partnerOrderId: parameters.partnerOrderId,
      partnerCustomerId: parameters.partnerCustomerId,
      fiatCents: String(quote.fiatCents),
      feeCents: String(quote.feeCents),
      cryptoUnits: String(quote.cryptoUnits),
      depositAddress: isSale ? depositAddressFor(id) : null,
      fromBlock: String(await ports.payoutAccount.blockNumber()),
      refundTo: null,
      payout: null,
      transactionHash: null,
      statusReason: null,
      createdAt: at,
      changedAt: at,
    },
    { status: 'AWAITING_PAYMENT_FROM_USER' },
  );
  return { status: 201, body: { ...orderView(order), isRedirected: parameters.walletRedirection } };
}

async function pay(ports: WidgetPorts, order: RampOrder, body: string): Promise<RampResponse> {
  const input = z.object({ card: z.string() }).safeParse(jsonIn(body));
  const card = input.success ? input.data.card.replaceAll(' ', '') : '';
  if (order.side !== 'BUY' || order.status !== 'AWAITING_PAYMENT_FROM_USER') {
    return errorResponse(409, 'This order is not waiting for a card.');
  }
  if (card === DECLINED_CARD) {
    const statusReason = 'The card was declined.';
    return {
      status: 200,
      body: orderView(await ports.change(order, { status: 'FAILED', statusReason })),
    };
  }
  if (card !== GOOD_CARD) return errorResponse(400, 'This is not a card of the sandbox.');
  return { status: 200, body: orderView(await ports.change(order, { status: 'PROCESSING' })) };
}

async function cancel(ports: WidgetPorts, order: RampOrder): Promise<RampResponse> {
  if (order.status !== 'AWAITING_PAYMENT_FROM_USER') {
    return errorResponse(409, 'This order can no longer be cancelled.');
  }
  const statusReason = 'You cancelled the order.';
  return {
    status: 200,
    body: orderView(await ports.change(order, { status: 'CANCELLED', statusReason })),
  };
}

function orderView(order: RampOrder): Record<string, unknown> {
  return {
    ...orderResource(order),
    fiatText: centsText(BigInt(order.fiatCents)),
    cryptoText: unitsText(BigInt(order.cryptoUnits)),
  };
}

function quoteView({ fiatCents, feeCents, cryptoUnits }: RampQuote): object {
  return {
    fiatText: centsText(fiatCents),
    feeText: centsText(feeCents),
    cryptoText: unitsText(cryptoUnits),
  };
}

function centsText(cents: bigint): string {
  return `$${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

function unitsText(units: bigint): string {
  const fraction = String(units % 1_000_000n)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${units / 1_000_000n}.${fraction} USDC`;
}

function readPageFile(file: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'page', file), 'utf8');
}

function errorResponse(status: number, message: string): RampResponse {
  return { status, body: { message } };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
