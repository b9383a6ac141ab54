import { groupThousands } from '../amount/base-units-to-display.ts';

/**
 * Formats an amount of money as the payment partner reports it.
 * @returns as in `19.80 USD`; null while the partner has not reported it
 */
export function fiatText({
  fiatAmount,
  fiatCurrency,
}: {
  /** Decimal text, digits as the partner wrote them. */
  readonly fiatAmount: string | null;
  readonly fiatCurrency: string;
}): string | null {
  if (fiatAmount === null) return null;
  const [whole = '', fraction = ''] = fiatAmount.split('.');
  return `${groupThousands(whole)}.${fraction.padEnd(2, '0')} ${fiatCurrency}`;
}
