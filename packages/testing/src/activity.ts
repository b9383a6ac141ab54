import type { ActivityTransaction } from '#wire/wallet/history';
import { ALICE, BOB } from './network.ts';

/** @returns a row of a history with plain defaults: 1.5 USDC that came in and are final. */
export function buildActivity(more: Partial<ActivityTransaction> = {}): ActivityTransaction {
  return {
    id: '31337-99-log.1',
    type: 'receive',
    token: 'USDC',
    tokenId: 'polygon-usdc',
    decimals: 6,
    chainId: 31337,
    chain: 'Polygon',
    status: 'success',
    to: ALICE,
    from: BOB,
    amount: '1.5',
    amountBaseUnits: '1500000',
    direction: 'in',
    date: '2026-11-21T10:00:00.000Z',
    transactionHash: '0x1',
    explorerUrl: null,
    operationId: null,
    memo: null,
    fromName: null,
    failure: null,
    progress: null,
    spendableAt: null,
    ramp: null,
    swapId: null,
    fee: null,
    ...more,
  };
}
