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

const LEFT_TO_RIGHT = '\u200E';
const RIGHT_TO_LEFT = '\u200F';

/** @returns money with a sign before its digits, where Arabic has it too */
export function withSign(sign: '+' | '−', money: string): string {
  return money.startsWith(RIGHT_TO_LEFT)
    ? `${RIGHT_TO_LEFT}${LEFT_TO_RIGHT}${sign}${money.slice(1)}`
    : sign + money;
}
