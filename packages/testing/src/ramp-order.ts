import type { RampOrder } from '#wire/ramp/order';

/** A purchase of 96.4 USDC for 100 US dollars that has arrived. */
export function buildRampOrder(more: Partial<RampOrder> = {}): RampOrder {
  return {
    id: 'order-1',
    side: 'BUY',
    status: 'completed',
    fiatAmount: '100',
    fiatCurrency: 'USD',
    amount: '96400000',
    tokenId: 'polygon-usdc',
    symbol: 'USDC',
    decimals: 6,
    depositAddress: null,
    isSent: false,
    transactionHash: null,
    explorerUrl: null,
    createdAt: '2026-11-21T12:00:00.000Z',
    updatedAt: '2026-11-21T12:00:05.000Z',
    ...more,
  };
}
