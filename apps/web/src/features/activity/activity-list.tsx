import '../../ui/card.css';
import './activity-list.css';
import { CloudOff, History } from 'lucide-react';
import { useState } from 'react';
import type { ActivityType } from '#domain/activity/activity';
import type { ActivityTransaction } from '#wire/wallet/history';
import { startWith } from '../../contacts/add-name.tsx';
import { useContactDialog } from '../../contacts/use-contact-dialog.tsx';
import { clockText, elapsedText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { groupByDay, nameByType } from './activity-labels.ts';
import { ActivityRow } from './activity-row.tsx';
import { ActivitySkeletons } from './activity-skeletons.tsx';
import { ExplorerWarning } from './explorer-warning.tsx';
import { firstNameable } from './nameable.ts';
import { useHistory } from './use-history.ts';

interface ActivityListProps {
  mode: WalletMode;
  /** A coin's id, or `wallet`. */
  id: string;
  type: ActivityType | undefined;
  isHidden: boolean;
  /** Current price of one token in US dollars; null when unknown. */
  priceOf: (tokenId: string) => number | null;
}

const CLOCK_MS = 15_000;

/** The transactions of a coin, or the loading, failed or empty state. */
export function ActivityList(props: ActivityListProps) {
  const { mode, id, type } = props;
  const history = useHistory(mode, id, type);
  const { data, error, isFetching, refetch } = history;
  if (!data && !error) return <ActivitySkeletons />;
  if (!data) {
    return (
      <section className="card" aria-label="Transactions">
        <ErrorState
          title="Couldn’t load your activity"
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        >
          {error?.message} Your money isn’t affected.
        </ErrorState>
      </section>
    );
  }
  const transactions = data.pages.flatMap((page) => page.transactions);
  return (
    <>
      {error ? <OldNotice at={history.dataUpdatedAt} onRetry={() => void refetch()} /> : null}
      <section className="card activity-list" aria-label="Transactions" aria-busy={isFetching}>
        {transactions.length === 0 ? (
          <Nothing type={type} />
        ) : (
          <Days {...props} transactions={transactions} />
        )}
        {history.hasNextPage ? (
          <div className="activity-list__more">
            <Button
              isBusy={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              Show older
            </Button>
          </div>
        ) : null}
      </section>
    </>
  );
}

function Days({
  transactions,
  mode,
  isHidden,
  priceOf,
}: ActivityListProps & { transactions: readonly ActivityTransaction[] }) {
  const now = useNow(CLOCK_MS);
  const [explorerUrl, setExplorerUrl] = useState<string | null>(null);
  const contacts = useContactDialog();
  const offered = firstNameable(transactions);
  const addName = (address: string) => contacts.open({ contact: null, start: startWith(address) });
  const open = (url: string) => (mode === 'private' ? setExplorerUrl(url) : openOutside(url));
  return (
    <>
      {groupByDay(transactions, now).map((group) => (
        <div key={group.day}>
          <h2 className="activity-list__day">{group.day}</h2>
          <ul>
            {group.transactions.map((transaction) => (
              <ActivityRow
                key={transaction.id}
                transaction={transaction}
                now={now}
                isHidden={isHidden}
                priceUsd={priceOf(transaction.tokenId)}
                onOpenExplorer={open}
                onAddName={offered.has(transaction.id) ? addName : null}
              />
            ))}
          </ul>
        </div>
      ))}
      {contacts.dialog}
      <ExplorerWarning
        url={explorerUrl}
        onOpen={openOutside}
        onClose={() => setExplorerUrl(null)}
      />
    </>
  );
}

/** Opens a page that gets neither the referrer nor access to this window. */
function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer');
}

function OldNotice({ at, onRetry }: { at: number; onRetry: () => void }) {
  const now = useNow(1_000);
  return (
    <Notice
      tone="warn"
      icon={<CloudOff className="icon" size={18} aria-hidden="true" />}
      title={`Showing activity from ${clockText(at)}, ${elapsedText(at, now)}.`}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Can’t reach Kax. Newer activity will appear when the connection is back.
    </Notice>
  );
}

function Nothing({ type }: { type: ActivityType | undefined }) {
  const what = type === undefined ? 'No activity yet' : `No activity for “${nameByType[type]}”`;
  return (
    <EmptyState icon={<History className="icon" size={24} aria-hidden="true" />} title={what}>
      {type === undefined
        ? 'Your transactions appear here within a few seconds.'
        : 'Choose another type to see more.'}
    </EmptyState>
  );
}
