import * as z from 'zod/mini';
import { REQUEST_BALANCES, REQUEST_STATES } from '#domain/payment-request/payment-request';

/** What anyone who has the link may read of a payment request. */
export const requestedPayment = {
  state: z.enum(REQUEST_STATES),
  tokenId: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  chainId: z.number(),
  /** Display name of the chain. */
  chain: z.string(),
  /** What is to arrive, base units, digits only. */
  amount: z.string(),
  /** Which balance of the payee it arrives in. */
  balance: z.enum(REQUEST_BALANCES),
  /** The payee's 0x address for `public`, their 0zk address for `private`. */
  recipient: z.string(),
  message: z.nullable(z.string()),
  /** The payee's name as they registered; null when they don't show it. */
  name: z.nullable(z.string()),
  createdAt: z.string(),
  /** From then on it can't be paid, ISO 8601. */
  expiresAt: z.string(),
} as const;

/** A payment request as its payee sees it. */
export const paymentRequestView = z.object({
  id: z.string(),
  /** 16 symbols without hyphens; whoever has it can read and pay the request. */
  code: z.string(),
  ...requestedPayment,
  /** When it was paid, ISO 8601; null while it isn't. */
  paidAt: z.nullable(z.string()),
  /** The payment; null while there is none in a block, and when the payee said so without naming one. */
  transactionHash: z.nullable(z.string()),
  /**
   * A payment of exactly this amount that arrived since from somewhere that doesn't know of requests, which the payee
   * may say was for it; null when there is none, and once the request is paid.
   */
  match: z.nullable(
    z.object({ transactionHash: z.string(), from: z.nullable(z.string()), at: z.string() }),
  ),
});

export type PaymentRequestView = z.output<typeof paymentRequestView>;
