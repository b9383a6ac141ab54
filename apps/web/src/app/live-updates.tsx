import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ServerEvent } from '#wire/events';
import { isLocalAuth } from '../config.ts';
import { COINS_KEY } from '../features/coins/api/coins.ts';
import { PRIVATE_COINS_KEY } from '../features/coins/api/private-coins.ts';
import { OPERATIONS_KEY } from '../features/operations/api/operations.ts';
import { followEvents } from '../lib/event-stream.ts';
import { HISTORY_KEYS } from '../lib/history-keys.ts';

/** Changes arrive in bursts; one refetch covers them all. */
const BATCH_MS = 150;

/** Renders nothing. Refetches what the server reports as changed. */
export function LiveUpdates() {
  const client = useQueryClient();
  useEffect(() => {
    if (isLocalAuth) return;
    const readAgain = createRefetcher(client);
    const stop = followEvents((event) => {
      if (event.type === 'resync') refetchLoaded(client);
      for (const key of keysOf(event)) readAgain.add(key);
    });
    // What fails then says at once that the device is offline, or that a server on it isn't affected.
    const readBalances = () => {
      for (const key of [COINS_KEY, PRIVATE_COINS_KEY]) readAgain.add(key);
    };
    window.addEventListener('offline', readBalances);
    return () => {
      window.removeEventListener('offline', readBalances);
      stop();
      readAgain.stop();
    };
  }, [client]);
  return null;
}

const EVERYTHING: QueryKey = ['wallet'];

/** Skips queries that are still loading for the first time: they don't need a second fetch. */
function refetchLoaded(client: QueryClient): void {
  void client.invalidateQueries(
    { queryKey: EVERYTHING, predicate: ({ state }) => state.data !== undefined },
    { cancelRefetch: false },
  );
}

/** @returns the queries to refetch. After a session ended, any call discovers it. */
function keysOf(event: ServerEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'session-ended':
      return [EVERYTHING];
    case 'coins-changed':
      return [COINS_KEY];
    case 'history-changed':
      return [HISTORY_KEYS.public];
    case 'operation-progressed':
      return [OPERATIONS_KEY, HISTORY_KEYS.private];
    case 'resync':
    case 'deposit-detected':
      return [];
  }
}

function createRefetcher(client: QueryClient) {
  let keys: QueryKey[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  function readAll() {
    timer = null;
    const changed = new Map(keys.map((key) => [key.join(' '), key]));
    keys = [];
    for (const queryKey of changed.values()) void client.invalidateQueries({ queryKey });
  }
  return {
    add(key: QueryKey) {
      keys.push(key);
      timer ??= setTimeout(readAll, BATCH_MS);
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
