import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-result.ts';

const MAX_RETRIES = 2;

/** The cache of server responses. A refusal is not retried; a lost response is. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        // The server may be on this very machine: a browser without internet still reaches it.
        networkMode: 'always',
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
