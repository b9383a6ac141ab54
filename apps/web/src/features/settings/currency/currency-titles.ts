import type { Currency } from '#domain/price/currency';
import { t } from '#language/t';

/** The name of each currency on its own. */
export const CURRENCY_TITLES: Readonly<Record<Currency, string>> = {
  USD: t('US dollar'),
  EUR: t('Euro'),
  GBP: t('Pound sterling'),
  JPY: t('Japanese yen'),
  BRL: t('Brazilian real'),
  INR: t('Indian rupee'),
  NGN: t('Nigerian naira'),
};
