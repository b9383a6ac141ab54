import { useCurrencyRates } from './rates-query.ts';

/** Renders nothing. Keeps the exchange rates up to date. */
export default function RatesReader() {
  useCurrencyRates();
  return null;
}
