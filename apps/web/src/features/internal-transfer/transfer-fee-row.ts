import { t } from '#language/t';
import { costWorthText } from '../../money-form/amount-text.ts';
import { costText } from '../../money-form/fee-text.ts';
import { missingFigure } from '../../money-form/missing-figure.tsx';
import type { SummaryRow } from '../../ui/summary.tsx';
import type { Transfer } from './use-internal-transfer.ts';

/** Shown until there is an estimate (§9). */
export const DURATION_PLACEHOLDER = t('2-5 minutes');

/** The sender's cost: the broadcaster fee, paid from the private balance. */
export function transferFeeRow({ coin, quote, bounds, estimate, money }: Transfer): SummaryRow {
  const known = quote ?? bounds;
  if (known === null) {
    return {
      label: t('Fee'),
      value: missingFigure(estimate, `${FEE_PLACEHOLDER} ${coin.chainSymbol}`),
    };
  }
  const fee = BigInt(known.broadcasterFee);
  const value = `${costText(fee, coin.decimals)} ${coin.symbol}`;
  return {
    label: t('Fee'),
    value,
    note: fee === 0n ? t('Kax pays the network fee') : costWorthText(fee, coin, money),
  };
}

const FEE_PLACEHOLDER = '0.001';
