import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { Money } from '#domain/price/money';
import { VALUE_DECIMALS } from '#domain/price/value-in-currency';
import { localAmount } from '../../lib/local-figure.ts';
import type { TotalBalance } from './total-balance.ts';
import type { TotalUnit } from './whole-balance.ts';

type Figures = Pick<TotalBalance, 'usd' | 'kax' | 'kaxDecimals'>;

/** What a total is shown in. */
interface ShownIn {
  readonly currency: TotalUnit;
  readonly money: Money;
}

/** From here even the page's largest figure is too long for a phone. */
const QUADRILLION = 10n ** BigInt(15 + VALUE_DECIMALS);

/** @returns a total for its widest place, as in `$9,069.68` or `2.5 KAX`; short only from a quadrillion */
export function totalText(figures: Figures, shownIn: ShownIn): string {
  const { currency, money } = shownIn;
  const isShort = currency === 'USD' && money.value(figures.usd) >= QUADRILLION;
  return isShort ? money.short(figures.usd) : exactText(figures, shownIn);
}

/** @returns the same for a tile, as in `$9,069.68` or `2.5 KAX`; short from a billion */
export function tileText(figures: Figures, shownIn: ShownIn): string {
  const { currency, money } = shownIn;
  return currency === 'USD' ? money.short(figures.usd) : exactText(figures, shownIn);
}

/** @returns all of it, as in `$1,234,577,640,871.81` */
export function exactText(
  { usd, kax, kaxDecimals }: Figures,
  { currency, money }: ShownIn,
): string {
  return currency === 'USD'
    ? money.text(usd, { places: 2, rounding: 'down' })
    : localAmount(baseUnitsToDisplay(kax, kaxDecimals), 'KAX');
}
