import type { ResponseOf } from '#wire/contract';
import type { quoteShield } from '#wire/wallet/quote-shield';
import type { quoteUnshield } from '#wire/wallet/quote-unshield';

type PoolQuote = ResponseOf<typeof quoteUnshield>['data'];
type ShieldQuote = ResponseOf<typeof quoteShield>['data'];

/** @returns the cost of moving 250 USDC: 0.25 % to the pool, 0.00624 POL to the network, 12 seconds. */
export function buildPoolQuote(values: Partial<PoolQuote> = {}): PoolQuote {
  return {
    maxAmount: '250000000',
    poolFee: '625000',
    poolFeeBps: 25,
    broadcasterFee: '0',
    received: '249375000',
    networkFee: '6240000000000000',
    networkFeePaidBy: 'you',
    feeSymbol: 'POL',
    feeDecimals: 18,
    feeUsd: 0.0027,
    expectedMs: 12_000,
    queueLength: 0,
    ...values,
  };
}

/** @returns the same for a shield, with its approval. */
export function buildShieldQuote(values: Partial<ShieldQuote> = {}): ShieldQuote {
  return {
    ...buildPoolQuote(),
    networkFeeCeiling: '12000000000000000',
    needsApproval: true,
    ...values,
  };
}
