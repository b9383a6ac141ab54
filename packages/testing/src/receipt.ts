import type { Receipt } from '#wire/wallet/receipt';
import { ALICE, BOB, USDC } from './network.ts';

/** @returns a receipt with plain defaults: alice paid bob 40 USDC publicly and says who both are; its signature is not real */
export function buildReceipt(more: Partial<Receipt> = {}): Receipt {
  return {
    format: 'kax-receipt',
    version: 1,
    chainId: 31337,
    chain: 'Polygon',
    transactionHash: `0x${'51c07ae2'.repeat(8)}`,
    blockNumber: 1234567,
    at: '2026-11-22T12:31:00.000Z',
    token: { symbol: 'USDC', decimals: 6, address: USDC.address },
    amount: '40000000',
    from: ALICE,
    to: BOB,
    stated: { fromName: 'Alice Moreau', toName: 'Bob Tanaka', message: null },
    proof: { kind: 'public-transfer' },
    issuer: 'sender',
    issuedAt: '2026-11-22T12:40:00.000Z',
    signature: `0x${'ab'.repeat(65)}`,
    ...more,
  };
}
