import type { Money } from '#domain/price/money';
import { t } from '#language/t';
import type { ClaimQuote } from '../../claims/api/quote-claim.ts';
import { HelpAbout } from '../../help/help-about.tsx';
import {
  costText,
  feeWorthText,
  NETWORK_FEE_CENTS,
  placeholderText,
} from '../../money-form/fee-text.ts';
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
export function feeRow(quote: Quote | null, estimate: Estimate, money: Money): SummaryRow {
  const row = {
    label: t('Network fee'),
    help: <HelpAbout topic="fees" about={t('Network fee')} />,
  };
  if (quote === null) {
    const placeholder = placeholderText(NETWORK_FEE_CENTS, money);
    return { ...row, value: missingFigure(estimate, placeholder) };
  }
  return {
    ...row,
    value: `≈ ${feeText(quote)}`,
    note: feeWorthText(quote.feeUsd, money),
  };
}

/** @returns the part of a link's fee that pays for its claim, as in `0.012000 POL`; null where there is none */
export function setAsideText({ setAside, feeDecimals, feeSymbol }: Quote): string | null {
  if (setAside === undefined) return null;
  return `${costText(BigInt(setAside), feeDecimals)} ${feeSymbol}`;
}
