import * as z from 'zod/mini';
import { networkName } from '#domain/network/network-name';
import { RAMP_SIDES, type RampStatus } from '#domain/ramp/ramp-order';

/** `POST /partners/api/v2/refresh-token`: the time is in seconds. */
export const issuedToken = z.object({
  data: z.object({ accessToken: z.string().check(z.minLength(16)), expiresAt: z.string() }),
});

/** `POST /api/v2/auth/session`. */
export const createdPage = z.object({ data: z.object({ widgetUrl: z.string() }) });

/** A decimal as it was written; exponents and signs are none. */
const decimal = z.string().check(z.regex(/^\d{1,20}(?:\.\d{1,30})?$/));
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) => z.nullish(schema);

/** An order as the order API writes it. Older responses spell `cryptocurrency`. */
export const listedOrder = z.object({
  _id: z.string().check(z.minLength(1), z.maxLength(64)),
  walletAddress: z.string().check(z.maxLength(128)),
  createdAt: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  status: z.string(),
  fiatCurrency: z.string().check(z.maxLength(8)),
  cryptoCurrency: orNull(z.string()),
  cryptocurrency: orNull(z.string()),
  isBuyOrSell: z.enum(RAMP_SIDES),
  fiatAmount: orNull(decimal),
  cryptoAmount: orNull(decimal),
  /** One of many names for one network, as in `polygon` or `matic`; older orders lack it. */
  network: orNull(z.string()),
  transactionHash: orNull(z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))),
  partnerOrderId: orNull(z.string()),
  partnerCustomerId: orNull(z.string()),
});

export const readOrder = z.object({ data: listedOrder });
export const listedOrders = z.object({ data: z.array(z.unknown()) });

/** True for an order on the network that our pages are opened with; every other one belongs to someone else. */
export function isOnOurNetwork({ network }: z.output<typeof listedOrder>): boolean {
  return networkName(network) === 'Polygon';
}

/** What a webhook claims, once its signature is verified. */
export const webhookClaims = z.object({
  webhookData: z.object({
    id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
    status: z.string().check(z.maxLength(64)),
    partnerOrderId: z.string(),
  }),
  eventID: z.string().check(z.maxLength(64)),
});

/** Our word for each of the partner's statuses (https://docs.transak.com). */
export const statusByTransak: Readonly<Record<string, RampStatus>> = {
  AWAITING_PAYMENT_FROM_USER: 'awaiting-payment',
  PAYMENT_DONE_MARKED_BY_USER: 'processing',
  PROCESSING: 'processing',
  PENDING_DELIVERY_FROM_TRANSAK: 'processing',
  ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: 'processing',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  FAILED: 'failed',
  EXPIRED: 'expired',
  REFUNDED: 'refunded',
};

/** Reads JSON with every number as the digits it was written in: an amount never becomes a binary fraction. */
export function parseExactly(text: string): unknown {
  const keepDigits = (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value;
  return JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown);
}
