import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currencyRates } from '../lib/currency-rates.ts';
import { keepRates } from './money.ts';

const REFRESH_MS = 60_000;

/** Reads the exchange rates every minute while the page is visible, for everything that shows a value. */
export function useCurrencyRates() {
  const query = useQuery({
    queryKey: ['currency-rates'],
    queryFn: ({ signal }) => currencyRates(signal),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
  });
  const { data, dataUpdatedAt, errorUpdatedAt, failureCount } = query;
  // After a failure too, a rate may have become too old.
  useEffect(() => {
    if (data === undefined && failureCount === 0) return;
    keepRates(data ?? null, Math.max(dataUpdatedAt, errorUpdatedAt));
  }, [data, dataUpdatedAt, errorUpdatedAt, failureCount]);
  return query;
}
