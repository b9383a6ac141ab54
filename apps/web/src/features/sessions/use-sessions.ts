import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UserSession } from '#wire/auth/user-sessions';
import type { ApiError } from '../../lib/api-result.ts';
import { revokeSession } from './api/revoke-session.ts';
import { terminateOtherSessions } from './api/terminate-other-sessions.ts';
import { terminateSession } from './api/terminate-session.ts';
import { SESSIONS_KEY, userSessions } from './api/user-sessions.ts';
import {
  ALL_TERMINATED,
  refreshFailureText,
  terminateAllFailureText,
  terminateFailureText,
} from './session-texts.ts';

/** The result of the last action. An error stays until the next action. */
export type SessionsMessage = { tone: 'good' | 'bad'; text: string };

/** How long the success message of terminate-all is shown before the list is refetched (§9). */
const SUCCESS_SHOWN_MS = 2_000;

/** The signed-in devices, read when a screen that shows them opens and when the user refreshes. */
export function useSessionList() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: userSessions,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** @returns what signs every other device out, with the error or null */
export function useSignOutOthers(): () => Promise<ApiError | null> {
  const keepOnly = useKeepOnly();
  return async () => {
    const error = await terminateOtherSessions();
    if (error === null) keepOnly(({ isCurrent }) => isCurrent);
    return error;
  };
}

/** Takes sessions that have ended out of the list. */
function useKeepOnly() {
  const client = useQueryClient();
  return (isKept: (session: UserSession) => boolean) =>
    client.setQueryData<readonly UserSession[]>(SESSIONS_KEY, (known) => known?.filter(isKept));
}

/** The session list and its actions (§4 Session list). */
export function useSessions() {
  const list = useSessionList();
  const keepOnly = useKeepOnly();
  const signOutOthers = useSignOutOthers();
  const [message, setMessage] = useState<SessionsMessage | null>(null);
  const ending = useEnding();
  useAfterSuccess(message, () => {
    setMessage(null);
    void list.refetch();
  });

  async function refresh() {
    setMessage(null);
    const { error } = await list.refetch();
    if (error) setMessage({ tone: 'bad', text: refreshFailureText(error) });
  }

  /** @returns true when the session has ended. */
  function endOne(id: string, end: (id: string) => Promise<ApiError | null>): Promise<boolean> {
    return ending.once(id, async () => {
      setMessage(null);
      const error = await end(id);
      // A session that has already ended counts as success.
      const isOver = error === null || error.code === 'unknown-session';
      if (isOver) keepOnly((session) => session.id !== id);
      else setMessage({ tone: 'bad', text: terminateFailureText(error) });
      return isOver;
    });
  }

  function terminateAllOthers() {
    return ending.once('others', async () => {
      setMessage(null);
      const error = await signOutOthers();
      setMessage(
        error === null
          ? { tone: 'good', text: ALL_TERMINATED }
          : { tone: 'bad', text: terminateAllFailureText(error) },
      );
      return error === null;
    });
  }

  return {
    sessions: list.data,
    loadFailure: list.data === undefined && list.error ? refreshFailureText(list.error) : null,
    isReading: list.isFetching,
    message,
    endingIds: ending.ids,
    refresh,
    terminate: (id: string) => endOne(id, terminateSession),
    revoke: (id: string) => endOne(id, revokeSession),
    terminateAllOthers,
  };
}

/** Tracks the terminations in progress; a repeated request for the same one is ignored. */
function useEnding() {
  const inProgress = useRef(new Set<string>());
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());

  async function once(id: string, task: () => Promise<boolean>): Promise<boolean> {
    if (inProgress.current.has(id)) return false;
    inProgress.current.add(id);
    setIds(new Set(inProgress.current));
    const isDone = await task();
    inProgress.current.delete(id);
    setIds(new Set(inProgress.current));
    return isDone;
  }
  return { ids, once };
}

function useAfterSuccess(message: SessionsMessage | null, onOver: () => void) {
  const latest = useRef(onOver);
  latest.current = onOver;
  useEffect(() => {
    if (message?.tone !== 'good') return;
    const timer = setTimeout(() => latest.current(), SUCCESS_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message]);
}
