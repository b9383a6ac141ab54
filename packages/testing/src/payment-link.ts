import type { ResponseOf } from '#wire/contract';
import type { findPaymentRequest } from '#wire/wallet/find-payment-request';
import type { PaymentRequestView } from '#wire/wallet/payment-request';

type LinkedRequest = ResponseOf<typeof findPaymentRequest>['data'];

/** @returns a request for 40 USDC to bob’s public address; a test gives what it is about, the rest has defaults. */
export function buildLinkedRequest(values: Partial<LinkedRequest> = {}): LinkedRequest {
  return {
    state: 'open',
    tokenId: 'polygon-usdc',
    symbol: 'USDC',
    decimals: 6,
    chainId: 31337,
    chain: 'Polygon',
    amount: '40000000',
    balance: 'public',
    recipient: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
    message: 'Dinner on Friday',
    name: 'Bob Okafor',
    createdAt: '2026-01-02T03:04:05.000Z',
    expiresAt: '2026-01-09T03:04:05.000Z',
    tokenAddress: '0x00000000000000000000000000000000000c01c5',
    priceUsd: 1,
    ...values,
  };
}

/** @returns alice’s own request for 40 USDC, as she sees it. */
export function buildOwnRequest(values: Partial<PaymentRequestView> = {}): PaymentRequestView {
  const { tokenAddress: _, priceUsd: __, ...requested } = buildLinkedRequest();
  return {
    ...requested,
    id: 'request-1',
    code: '7Q2MK9XD4TPA82WJ',
    recipient: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
    name: 'Alice Moreau',
    paidAt: null,
    transactionHash: null,
    match: null,
    ...values,
  };
}
