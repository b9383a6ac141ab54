import { costText, feeUsdText, NETWORK_FEE_PLACEHOLDER } from '../../money-form/fee-text.ts';
import { type Estimate, missingFigure } from '../../money-form/missing-figure.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';
import type { FeeQuote } from './api/quote-send.ts';

/** @returns the fee as in `0.004118 POL`; costs are rounded up. */
export function feeText({ fee, feeDecimals, feeSymbol }: FeeQuote): string {
  return `${costText(BigInt(fee), feeDecimals)} ${feeSymbol}`;
}

/** @returns the row for the network fee; when it could not be read, with the placeholder of §9. */
export function feeRow(quote: FeeQuote | null, estimate: Estimate): SummaryRow {
  if (quote === null) {
    return { label: 'Network fee', value: missingFigure(estimate, NETWORK_FEE_PLACEHOLDER) };
  }
  return {
    label: 'Network fee',
    value: `≈ ${feeText(quote)}`,
    note: feeUsdText(quote.feeUsd),
  };
}
