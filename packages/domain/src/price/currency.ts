/** The currencies that values can be shown in (ISO 4217). */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'BRL', 'INR', 'NGN'] as const;

export type Currency = (typeof CURRENCIES)[number];

/** Decimals of its smallest unit. */
export const MINOR_DECIMALS: Readonly<Record<Currency, number>> = {
  USD: 2,
  EUR: 2,
  GBP: 2,
  JPY: 0,
  BRL: 2,
  INR: 2,
  NGN: 2,
};
