import type { Rounding } from '../amount/base-units.ts';
import { formatBaseUnits } from '../amount/base-units-to-display.ts';
import { type Currency, MINOR_DECIMALS } from './currency.ts';
import { VALUE_DECIMALS } from './value-in-currency.ts';

/** How figures and their separators are written. */
export const ENGLISH_MONEY = 'en-US';

const CENT_DECIMALS = 2;

export interface MoneyFormat {
  readonly currency: Currency;
  /** Decimals in a currency with cents; one without has two fewer. */
  readonly places: number;
  readonly rounding: Rounding;
  readonly locale?: string;
}

/**
 * Formats a value exactly: no digit passes through a number.
 * @param value with `VALUE_DECIMALS` decimals; never negative.
 * @returns as in `$9,069.68` or `¥1,405,800`
 */
export function formatMoney(value: bigint, format: MoneyFormat): string {
  const { currency, rounding, locale = ENGLISH_MONEY } = format;
  const places = Math.max(0, format.places - CENT_DECIMALS + MINOR_DECIMALS[currency]);
  const figure = formatBaseUnits(value, VALUE_DECIMALS, { places, rounding });
  return inOrder(formatterOf(currency, places, locale).format(figure as `${number}`));
}

const EXACT_DECIMALS = 12;

/** @returns a price with all the decimals that it has, up to twelve, as in `$0.4318` */
export function formatMoneyExact(
  value: bigint,
  { currency, locale = ENGLISH_MONEY }: Pick<MoneyFormat, 'currency' | 'locale'>,
): string {
  const shown = { places: EXACT_DECIMALS, rounding: 'nearest' } as const;
  const figure = formatBaseUnits(value, VALUE_DECIMALS, shown).replace(/\.?0+$/, '');
  const places = figure.split('.')[1]?.length ?? 0;
  return inOrder(formatterOf(currency, places, locale).format(figure as `${number}`));
}

/** @returns an amount of a currency's smallest units, as in `€0.01` or `¥1` */
export function formatMinorUnits(
  units: bigint,
  format: Pick<MoneyFormat, 'currency' | 'locale'>,
): string {
  const { currency } = format;
  const value = units * 10n ** BigInt(VALUE_DECIMALS - MINOR_DECIMALS[currency]);
  return formatMoney(value, { ...format, places: CENT_DECIMALS, rounding: 'nearest' });
}

/** @returns the sign before an amount, as in `€` */
export function currencySign(currency: Currency, locale = ENGLISH_MONEY): string {
  const parts = formatterOf(currency, 0, locale).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** Unicode's right-to-left and left-to-right mark. Locales whose lines run from right to left begin money with the first. */
const FROM_RIGHT = '\u200f';
const FROM_LEFT = '\u200e';

/** In a line from right to left, signs such as `US$` and `UK£` would be turned into `$US` and `£UK`. */
function inOrder(money: string): string {
  return money.startsWith(FROM_RIGHT) ? money.replace(/[A-Z]+\p{Sc}/u, `$&${FROM_LEFT}`) : money;
}

const UNIT = 10n ** BigInt(VALUE_DECIMALS);
const BILLION = 10n ** 9n;
const TRILLION = 10n ** 12n;
const MOST_TRILLIONS = 999n;

/**
 * Formats a value for a narrow place: whole below a billion, then in billions or trillions, rounded down.
 * @param value with `VALUE_DECIMALS` decimals; never negative.
 * @returns as in `$9,069.68`, `$1.23 B`, `$1.23 T` or `over $999 T`
 */
export function formatMoneyShort(value: bigint, format: Omit<MoneyFormat, 'rounding'>): string {
  const { currency, locale = ENGLISH_MONEY } = format;
  const whole = value / UNIT;
  if (whole < BILLION) return formatMoney(value, { ...format, rounding: 'down' });
  if (locale !== ENGLISH_MONEY) return formatCompact(whole, currency, locale);
  if (whole > MOST_TRILLIONS * TRILLION) {
    return `over ${formatterOf(currency, 0, locale).format(MOST_TRILLIONS)} T`;
  }
  const [unit, letter] = whole < TRILLION ? [BILLION, 'B'] : [TRILLION, 'T'];
  const figure = formatBaseUnits(value / unit, VALUE_DECIMALS, { places: 2, rounding: 'down' });
  return `${formatterOf(currency, 2, locale).format(figure as `${number}`)} ${letter}`;
}

/** As other languages write it, rounded down, too. */
function formatCompact(whole: bigint, currency: Currency, locale: string): string {
  const most = MOST_TRILLIONS * TRILLION;
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  });
  return whole > most ? `> ${inOrder(formatter.format(most))}` : inOrder(formatter.format(whole));
}

/** Creating one takes far longer than formatting with it. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatterOf(currency: Currency, places: number, locale: string): Intl.NumberFormat {
  const key = `${currency} ${places} ${locale}`;
  const known = formatters.get(key);
  if (known) return known;
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
  formatters.set(key, formatter);
  return formatter;
}
