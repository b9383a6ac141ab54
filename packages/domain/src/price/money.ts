import type { Rounding } from '../amount/base-units.ts';
import { type Currency, MINOR_DECIMALS } from './currency.ts';
import {
  currencySign,
  ENGLISH_MONEY,
  formatMinorUnits,
  formatMoney,
  formatMoneyExact,
  formatMoneyShort,
} from './format-money.ts';
import { minorUnitsToUsd, type Rate, toMinorUnits, valueInCurrency } from './value-in-currency.ts';

/**
 * How values are shown: in which currency, at which rate. Every value that it takes is in US dollars with
 * `USD_DECIMALS` decimals.
 */
export interface Money {
  readonly currency: Currency;
  /** Units of the currency for one US dollar. */
  readonly perUsd: number;
  /** More than one of them, as in `euros`. */
  readonly name: string;
  /** As in `€`. */
  readonly sign: string;
  /** Decimals of its smallest unit, such as the cent. */
  readonly minorDecimals: number;
  /** @param shown `places` for a currency with cents; one without shows two fewer */
  readonly text: (
    valueUsd: bigint,
    shown: { readonly places: number; readonly rounding: Rounding },
  ) => string;
  /** Rounded down, and short from a billion. */
  readonly short: (valueUsd: bigint, places?: number) => string;
  /** With all the decimals that a price has. */
  readonly exact: (valueUsd: bigint) => string;
  /** @returns the value in the currency with `VALUE_DECIMALS` decimals */
  readonly value: (valueUsd: bigint) => bigint;
  /** @returns the value in smallest units */
  readonly minorUnits: (valueUsd: bigint, rounding: Rounding) => bigint;
  /** @returns smallest units as text, as in `€0.01` */
  readonly minorText: (units: bigint) => string;
  /** @returns what smallest units are worth in US dollars, rounded down */
  readonly usdOf: (minorUnits: bigint) => bigint;
}

/** How each currency is named in a sentence, as in "No euro rate" and "Type in euros". */
export const CURRENCY_NAMES: Readonly<Record<Currency, { one: string; many: string }>> = {
  USD: { one: 'dollar', many: 'dollars' },
  EUR: { one: 'euro', many: 'euros' },
  GBP: { one: 'pound', many: 'pounds' },
  JPY: { one: 'yen', many: 'yen' },
  BRL: { one: 'Brazilian real', many: 'reais' },
  INR: { one: 'rupee', many: 'rupees' },
  NGN: { one: 'naira', many: 'naira' },
};

/** @returns money in this currency, at this rate, with the figures and marks of this locale (BCP 47). */
export function moneyAt(rate: Rate, locale: string = ENGLISH_MONEY): Money {
  const { currency, perUsd } = rate;
  const minorDecimals = MINOR_DECIMALS[currency];
  const value = (valueUsd: bigint) => valueInCurrency(valueUsd, perUsd);
  return {
    currency,
    perUsd,
    name: CURRENCY_NAMES[currency].many,
    sign: currencySign(currency, locale),
    minorDecimals,
    value,
    text: (valueUsd, shown) => formatMoney(value(valueUsd), { currency, locale, ...shown }),
    short: (valueUsd, places = 2) =>
      formatMoneyShort(value(valueUsd), { currency, locale, places }),
    exact: (valueUsd) => formatMoneyExact(value(valueUsd), { currency, locale }),
    minorUnits: (valueUsd, rounding) => toMinorUnits(valueUsd, rate, rounding),
    minorText: (units) => formatMinorUnits(units, { currency, locale }),
    usdOf: (units) => minorUnitsToUsd(units, rate),
  };
}

/** Money as it is shown unless the user chooses another currency. */
export const US_DOLLARS: Money = moneyAt({ currency: 'USD', perUsd: 1 });
