import type { OperationView } from '#wire/wallet/operation';

const BEGAN_AT = '2026-01-02T03:04:05.000Z';

/** @returns a payment of 25 USDC that is mined and not final yet, 38 blocks of 64. */
export function buildOperationView(values: Partial<OperationView> = {}): OperationView {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'send',
    status: 'mined',
    tokenId: 'polygon-usdc',
    symbol: 'USDC',
    decimals: 6,
    chainId: 31337,
    chain: 'Polygon',
    amount: '25000000',
    from: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
    to: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
    transactionHash: `0x${'9f'.repeat(32)}`,
    explorerUrl: null,
    fee: { estimated: '4118000000000000', paid: null, symbol: 'POL', decimals: 18 },
    poolFee: null,
    broadcasterFee: null,
    received: '25000000',
    arrived: null,
    queuePlace: null,
    sendWindow: null,
    isCancellable: false,
    isCancelling: false,
    isCancelled: false,
    isPaidInPart: false,
    isCancelledTooLate: false,
    canSpeedUp: false,
    failure: null,
    steps: [
      { name: 'signed', state: 'done', at: BEGAN_AT, progress: null },
      { name: 'sent', state: 'done', at: BEGAN_AT, progress: null },
      { name: 'final', state: 'now', at: null, progress: { done: 38, of: 64 } },
    ],
    createdAt: BEGAN_AT,
    updatedAt: BEGAN_AT,
    ...values,
  };
}
