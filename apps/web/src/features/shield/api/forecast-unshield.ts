import { useQuery } from '@tanstack/react-query';
import type { BaseUnits } from '#domain/amount/base-units';
import type { ResponseOf } from '#wire/contract';
import { forecastUnshield } from '#wire/wallet/forecast-unshield';
import { callApi } from '../../../lib/api-client.ts';
import { dataOrThrow } from '../../../lib/api-result.ts';

export type UnshieldForecast = ResponseOf<typeof forecastUnshield>['data'];
export type LinkReason = UnshieldForecast['reasons'][number];

interface PlannedUnshield {
  readonly tokenId: string;
  readonly units: BaseUnits;
  /** Null until one is entered. */
  readonly recipientAddress: string | null;
}

/** How an observer could link a planned unshield to the user; refetched on every change. */
export function useUnshieldForecast({ tokenId, units, recipientAddress }: PlannedUnshield) {
  return useQuery({
    queryKey: ['wallet', forecastUnshield.name, tokenId, units.toString(), recipientAddress],
    queryFn: async ({ signal }) => {
      const body = { tokenId, amount: units.toString(), recipientAddress: recipientAddress ?? '' };
      return dataOrThrow(await callApi(forecastUnshield, { body, signal })).data;
    },
    enabled: recipientAddress !== null,
    retry: false,
  });
}
