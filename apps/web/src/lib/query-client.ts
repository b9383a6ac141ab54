import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-result.ts';

const MAX_RETRIES = 2;

/** Creates the cache of server responses. It retries server errors and lost responses, but not refusals. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The server may run on this machine, where a browser without internet access can still reach it.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => count < MAX_RETRIES && isWorthRetrying(error),
      },
      mutations: { retry: false },
    },
  });
}

function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const { status, code } = error.error;
  return code !== 'aborted' && (status === null || status >= 500);
}
