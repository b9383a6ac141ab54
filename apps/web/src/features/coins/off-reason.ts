import { createContext, useContext } from 'react';
import { t } from '#language/t';
import { useIsOnline } from '../../ui/use-is-online.ts';
import type { CoinsView } from './coins-view.ts';

const OffReason = createContext<string | null>(null);

/** Tells the actions of all coins why they are off. */
export const OffReasonProvider = OffReason.Provider;

/** @returns why the actions that need the server are off; null when they aren't */
export function useOffReason(): string | null {
  return useContext(OffReason);
}

/** The same, from the balance that is shown. */
export function useOffReasonOf(view: CoinsView): string | null {
  const isOnline = useIsOnline();
  if (view.at !== 'ready' || view.staleness?.unreachable !== 'server') return null;
  return isOnline
    ? t('We can’t reach Kax. This waits for a connection.')
    : t('You’re offline. This waits for a connection.');
}
