import type { ClaimView } from '#wire/wallet/claim';
import type { FoundClaim } from '#wire/wallet/find-claim';

const CLAIMED = {
  state: 'waiting',
  balance: 'public',
  tokenId: 'polygon-usdc',
  symbol: 'USDC',
  decimals: 6,
  chainId: 31337,
  chain: 'Polygon',
  amount: '50000000',
  recipient: { channel: 'email', value: 'lena@post.test' },
  message: 'Happy birthday',
  createdAt: '2026-11-12T19:50:00.000Z',
  expiresAt: '2026-12-12T19:50:00.000Z',
} as const;

/** @returns 50 USDC from alice that wait for lena@post.test; a test gives what it is about, the rest has defaults. */
export function buildFoundClaim(values: Partial<FoundClaim> = {}): FoundClaim {
  return {
    ...CLAIMED,
    senderName: 'Alice Moreau',
    tokenAddress: '0x00000000000000000000000000000000000c01c5',
    priceUsd: 0.9998,
    ...values,
  };
}

/** @returns the same payment as alice sees it. */
export function buildClaimView(values: Partial<ClaimView> = {}): ClaimView {
  return {
    ...CLAIMED,
    id: 'claim-1',
    code: '7Q2MK9XD4TPA82WJ',
    number: 0,
    address: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
    operationId: '00000000-0000-4000-8000-000000000001',
    transactionHash: `0x${'9f'.repeat(32)}`,
    feePaid: '6210000000000000',
    feeSetAside: '12000000000000000',
    feeSymbol: 'POL',
    feeDecimals: 18,
    notifiedAt: '2026-11-12T19:50:03.000Z',
    reminders: 0,
    remindedAt: null,
    openedAt: null,
    end: null,
    ...values,
  };
}
