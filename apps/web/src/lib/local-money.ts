import { ENGLISH_MONEY } from '#domain/price/format-money';
import { type Money, moneyAt } from '#domain/price/money';
import type { Rate } from '#domain/price/value-in-currency';
import { pageLanguage, pageLocale } from '#language/t';

const LOCALE = pageLanguage() === 'en' ? ENGLISH_MONEY : pageLocale();

/** @returns money as the page's language writes it */
export function localMoneyAt(rate: Rate): Money {
  return moneyAt(rate, LOCALE);
}

/** What values are shown in unless the user chooses another currency. */
export const LOCAL_DOLLARS = localMoneyAt({ currency: 'USD', perUsd: 1 });
