import type { ResponseOf } from '#wire/contract';
import { currencyRates as contract } from '#wire/currency-rates';
import { callApi } from './api-client.ts';
import { dataOrThrow } from './api-result.ts';

export type CurrencyRates = ResponseOf<typeof contract>['rates'];

/** Units of each display currency for one US dollar. A timer asks, so it doesn't extend the session. */
export async function currencyRates(signal: AbortSignal): Promise<CurrencyRates> {
  return dataOrThrow(await callApi(contract, { signal, isBackground: true })).rates;
}
