import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isLocalAuth } from '../config.ts';
import { usePrivateCoins } from '../features/coins/api/private-coins.ts';
import { HISTORY_KEYS } from '../lib/history-keys.ts';
import { useInbox } from '../routes/use-inbox.ts';
import { setInboxCount } from '../state/incoming.ts';
import { useAnnouncedArrivals } from './use-announced-arrivals.tsx';

/** Renders nothing. Counts what is new in the inbox, and announces money that arrives while a page is open. */
export default function InboxWatcher() {
  return isLocalAuth ? null : <Watching />;
}

function Watching() {
  const inbox = useInbox();
  useEffect(() => setInboxCount(inbox.newCount), [inbox.newCount]);
  useEffect(() => () => setInboxCount(0), []);
  usePrivateArrivals();
  useAnnouncedArrivals(inbox);
  return null;
}

/** No event says that a private payment arrived: the balance that is read anyway does. */
function usePrivateArrivals(): void {
  const client = useQueryClient();
  const { data } = usePrivateCoins(true, true);
  const balances = data?.chains
    .flatMap(({ coins }) => coins)
    .map(({ id, balance, pending }) => `${id} ${balance} ${JSON.stringify(pending)}`)
    .join();
  const known = useRef(balances);
  useEffect(() => {
    const isChange = known.current !== undefined && balances !== known.current;
    known.current = balances ?? known.current;
    if (isChange) {
      void client.invalidateQueries({ queryKey: HISTORY_KEYS.private }, { cancelRefetch: false });
    }
  }, [client, balances]);
}
