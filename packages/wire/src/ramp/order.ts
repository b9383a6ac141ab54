import * as z from 'zod/mini';
import { RAMP_SIDES, RAMP_STATUSES } from '#domain/ramp/ramp-order';

/** A purchase or a sale at the payment partner, as the partner reports it. */
export const rampOrder = z.object({
  id: z.string(),
  side: z.enum(RAMP_SIDES),
  status: z.enum(RAMP_STATUSES),
  /** Decimal text in `fiatCurrency`; null while the partner has not reported it. */
  fiatAmount: z.nullable(z.string()),
  fiatCurrency: z.string(),
  /** Base units, digits only; null while the partner has not reported it. */
  amount: z.nullable(z.string()),
  tokenId: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  /** Where the USDC of an open sale has to be sent; null otherwise. */
  depositAddress: z.nullable(z.string()),
  /** A payment of this wallet to the deposit address was signed. */
  isSent: z.boolean(),
  /** The transaction on the chain; null until there is one. */
  transactionHash: z.nullable(z.string()),
  /** Page of a public block explorer; null when there is none. */
  explorerUrl: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type RampOrder = z.output<typeof rampOrder>;
