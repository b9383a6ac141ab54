import type { BaseUnits } from '#domain/amount/base-units';
import {
  baseUnitsToDisplay,
  DECIMALS_SHOWN,
  formatBaseUnits,
} from '#domain/amount/base-units-to-display';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { PreparedPayment } from './prepare-payment.ts';

/** What of a payment its refusal tells. */
type Short = Pick<PreparedPayment, 'feeCeiling'> & {
  readonly payment: Pick<PreparedPayment['payment'], 'feeToken'>;
};

/** @returns the refusal of a payment that the account cannot pay, with what the fee can take and what is there. */
export function refuseShort(
  { payment, feeCeiling }: Short,
  short: { readonly of: 'token' | 'fee'; readonly available: BaseUnits },
): Refusal {
  if (short.of === 'token') return refuse('amount-above-balance');
  const { decimals, symbol } = payment.feeToken;
  const shown = { places: DECIMALS_SHOWN.fee, rounding: 'up' } as const;
  const needed = formatBaseUnits(feeCeiling, decimals, shown);
  const there = baseUnitsToDisplay(short.available, decimals);
  return refuse('not-enough-for-fee', {
    sentence: `You need up to ${needed} ${symbol} for the network fee, and you have ${there} ${symbol}.`,
  });
}
