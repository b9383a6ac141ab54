import type { ResponseOf } from '#wire/contract';
import type { quoteSend } from '#wire/wallet/quote-send';

type FeeQuote = ResponseOf<typeof quoteSend>['data'];

/** @returns a fee of 0.004118 POL, at most 0.009 POL, with nothing known of a recipient. */
export function buildFeeQuote(values: Partial<FeeQuote> = {}): FeeQuote {
  return {
    fee: '4118000000000000',
    feeCeiling: '9000000000000000',
    feeSymbol: 'POL',
    feeDecimals: 18,
    feeUsd: 0.0018,
    maxAmount: '250000000',
    recipient: null,
    ...values,
  };
}
