import { useQuery } from '@tanstack/react-query';
import { SESSIONS_KEY, userSessions } from './user-sessions.ts';

const STALE_AFTER_MS = 60_000;

/**
 * The signed-in devices, for a page that only names them.
 * @param isWanted false sends no request
 */
export function useKnownSessions(isWanted: boolean) {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: userSessions,
    enabled: isWanted,
    staleTime: STALE_AFTER_MS,
    retry: false,
  });
}
