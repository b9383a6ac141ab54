import { History, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ActivityFilter, labelByFilter } from './activity-filter.ts';

interface NoActivityProps {
  query: string;
  filter: ActivityFilter;
  /** Older activity is being read without being requested. */
  isReading: boolean;
  /** What reads on from here; nothing when everything was read. */
  older: ReactNode;
  onShowAll: () => void;
}

/** Says that there is nothing yet, or nothing that the list is narrowed to, and what to do. */
export function NoActivity({ query, filter, isReading, older, onShowAll }: NoActivityProps) {
  if (isReading) return older;
  if (query !== '') {
    return (
      <>
        <EmptyState
          icon={<SearchX className="icon" size={24} aria-hidden="true" />}
          title={t('Nothing matches “{query}”', { query })}
          actions={<Button onClick={onShowAll}>{t('Clear search')}</Button>}
        >
          {t('Try a name, a message, an amount such as 250, or a transaction hash.')}
        </EmptyState>
        {older}
      </>
    );
  }
  if (filter !== 'everything') {
    return (
      <>
        <EmptyState
          icon={<History className="icon" size={24} aria-hidden="true" />}
          title={t('No activity for “{filter}”', { filter: labelByFilter[filter] })}
          actions={<Button onClick={onShowAll}>{t('Show everything')}</Button>}
        >
          {textByFilter[filter]}
        </EmptyState>
        {older}
      </>
    );
  }
  return (
    <EmptyState
      icon={<History className="icon" size={24} aria-hidden="true" />}
      title={t('No activity yet')}
      actions={<Link to={paths.depositCurrency}>{t('Add money')}</Link>}
    >
      {t('What you send, receive, swap and make private appears here within a few seconds.')}
    </EmptyState>
  );
}

const textByFilter: Readonly<Record<Exclude<ActivityFilter, 'everything'>, string>> = {
  sent: t('Payments that you send appear here.'),
  received: t('Payments to your addresses appear here.'),
  'private-moves': t('What you make private or public appears here.'),
  swaps: t('Your swaps appear here, one line each.'),
  'buy-and-sell': t('What you buy by card or sell to your bank appears here.'),
  'in-progress': t('All your payments are final.'),
};
