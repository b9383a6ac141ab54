import { toBaseUnits } from '#domain/amount/base-units';
import type { PaymentRequestTerms } from '#domain/payment-request/payment-request';
import { BOB, USDC } from './network.ts';
import { START } from './operation.ts';

const DAY_MS = 24 * 60 * 60_000;

/** @returns terms by which Bob is to get 25 USDC in public within a week */
export function buildRequestTerms(more: Partial<PaymentRequestTerms> = {}): PaymentRequestTerms {
  return {
    tokenId: USDC.id,
    units: toBaseUnits(25_000_000n),
    balance: 'public',
    recipient: BOB,
    message: null,
    name: null,
    createdAt: START,
    expiresAt: new Date(START.getTime() + 7 * DAY_MS),
    ...more,
  };
}
