import type { ClaimQuote } from '../../claims/api/quote-claim.ts';
import { costText, feeUsdText, NETWORK_FEE_PLACEHOLDER } from '../../money-form/fee-text.ts';
import { type Estimate, missingFigure } from '../../money-form/missing-figure.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';
import type { FeeQuote } from './api/quote-send.ts';

/** What a payment costs, to an address or by link. */
export type Quote = Omit<FeeQuote, 'recipient'> & Partial<Pick<ClaimQuote, 'setAside'>>;

/** @returns the fee as in `0.004118 POL`; costs are rounded up. */
export function feeText({ fee, feeDecimals, feeSymbol }: Omit<Quote, 'setAside'>): string {
  return `${costText(BigInt(fee), feeDecimals)} ${feeSymbol}`;
}

/** @returns the row for the network fee; when it could not be read, with the placeholder of §9. */
export function feeRow(quote: Quote | null, estimate: Estimate): SummaryRow {
  if (quote === null) {
    return { label: 'Network fee', value: missingFigure(estimate, NETWORK_FEE_PLACEHOLDER) };
  }
  return {
    label: 'Network fee',
    value: `≈ ${feeText(quote)}`,
    note: feeUsdText(quote.feeUsd),
  };
}

/** @returns the part of a link's fee that pays for its claim, as in `0.012000 POL`; null where there is none */
export function setAsideText({ setAside, feeDecimals, feeSymbol }: Quote): string | null {
  if (setAside === undefined) return null;
  return `${costText(BigInt(setAside), feeDecimals)} ${feeSymbol}`;
}
