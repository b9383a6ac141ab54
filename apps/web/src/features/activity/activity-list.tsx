import { t } from '#language/t';
import '../../ui/card.css';
import './activity-list.css';
import { useCallback, useMemo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { startWith } from '../../contacts/add-name.tsx';
import { useContactDialog } from '../../contacts/use-contact-dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ActivityDays } from './activity-days.tsx';
import type { ActivityFilter, Balance } from './activity-filter.ts';
import { ActivityNotices } from './activity-notices.tsx';
import { ActivityResults, resultsText } from './activity-results.tsx';
import { ActivitySkeletons } from './activity-skeletons.tsx';
import type { EntryContext } from './entry.ts';
import { NoActivity } from './no-activity.tsx';
import { OlderActivity } from './older-activity.tsx';
import { useMergedHistory } from './use-merged-history.ts';
import { useReadingOn } from './use-reading-on.ts';
import { useShownEntries } from './use-shown-entries.ts';

interface ActivityListProps {
  /** Null while it isn’t known which balances the coin has. */
  balance: Balance | null;
  /** A coin's id, or `wallet`. */
  id: string;
  filter: ActivityFilter;
  /** Blank for none. */
  query: string;
  context: EntryContext;
  coins: readonly Coin[];
  isHidden: boolean;
  /** Removes the search and the filter. */
  onShowAll: () => void;
}

/** What the user did and received, newest first, or the loading, failed or empty state. */
export function ActivityList(props: ActivityListProps) {
  const { balance, id, filter, query, context, coins, isHidden, onShowAll } = props;
  const history = useMergedHistory(balance, id);
  const entries = useShownEntries(history, { filter, query }, context);
  const isNarrowed = query !== '' || filter !== 'everything';
  const { isReadingOn, readOn } = useReadingOn(history, {
    isNarrowed: isNarrowed || entries.length === 0,
    found: entries.length,
  });
  const { open, dialog } = useContactDialog();
  const addName = useCallback(
    (address: string) => open({ contact: null, start: startWith(address) }),
    [open],
  );
  const coinById = useMemo(() => new Map(coins.map((coin) => [coin.id, coin])), [coins]);
  if (history.state === 'loading') return <ActivitySkeletons />;
  if (history.state === 'failed') return <Failed history={history} />;
  const older = (
    <OlderActivity
      history={history}
      isNarrowed={isNarrowed}
      isReadingOn={isReadingOn}
      onReadOn={readOn}
    />
  );
  return (
    <>
      <ActivityNotices history={history} />
      <section
        className="card activity-list"
        aria-label={t('Transactions')}
        aria-busy={history.isReading}
      >
        <span className="visually-hidden" role="status">
          {query === '' || isReadingOn ? '' : resultsText(entries.length, query)}
        </span>
        {entries.length === 0 ? (
          <NoActivity
            query={query}
            filter={filter}
            isReading={isReadingOn}
            onShowAll={onShowAll}
            older={older}
          />
        ) : (
          <>
            {query === '' ? null : (
              <ActivityResults
                query={query}
                count={entries.length}
                onOpenContact={(contact) => open({ contact })}
              />
            )}
            <ActivityDays
              entries={entries}
              isFlat={query !== ''}
              coinById={coinById}
              isHidden={isHidden}
              onAddName={addName}
            />
            {older}
          </>
        )}
      </section>
      {dialog}
    </>
  );
}

function Failed({ history }: { history: ReturnType<typeof useMergedHistory> }) {
  return (
    <section className="card" aria-label={t('Transactions')}>
      <ErrorState
        title={t('Couldn’t load your activity')}
        isRetrying={history.isReading}
        onRetry={history.readAgain}
      >
        {t('{message} Your money isn’t affected.', {
          message: history.failures[0]?.message ?? '',
        })}
      </ErrorState>
    </section>
  );
}
