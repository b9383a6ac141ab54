import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { formatUsdShort } from '#domain/price/format-usd-short';
import { USD_DECIMALS } from '#domain/price/value-in-usd';
import type { TotalBalance } from './total-balance.ts';
import type { Currency } from './whole-balance.ts';

type Figures = Pick<TotalBalance, 'usd' | 'kax' | 'kaxDecimals'>;

/** From here even the page's largest figure is too long for a phone. */
const QUADRILLION = 10n ** BigInt(15 + USD_DECIMALS);

/** @returns a total for its widest place, as in `$9,069.68` or `2.5 KAX`; short only from a quadrillion dollars */
export function totalText(figures: Figures, currency: Currency): string {
  const isShort = currency === 'USD' && figures.usd >= QUADRILLION;
  return isShort ? formatUsdShort(figures.usd) : exactText(figures, currency);
}

/** @returns the same for a tile, as in `$9,069.68` or `2.5 KAX`; short from a billion dollars */
export function tileText(figures: Figures, currency: Currency): string {
  return currency === 'USD' ? formatUsdShort(figures.usd) : exactText(figures, currency);
}

/** @returns all of it, as in `$1,234,577,640,871.81` */
export function exactText({ usd, kax, kaxDecimals }: Figures, currency: Currency): string {
  return currency === 'USD'
    ? formatUsd(usd, { places: 2, rounding: 'down' })
    : `${groupThousands(baseUnitsToDisplay(kax, kaxDecimals))} KAX`;
}
