import { History, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
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
          title={`Nothing matches “${query}”`}
          actions={<Button onClick={onShowAll}>Clear search</Button>}
        >
          Try a name, a message, an amount such as 250, or a transaction hash.
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
          title={`No activity for “${labelByFilter[filter]}”`}
          actions={<Button onClick={onShowAll}>Show everything</Button>}
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
      title="No activity yet"
      actions={<Link to={paths.depositCurrency}>Add money</Link>}
    >
      What you send, receive, swap and make private appears here within a few seconds.
    </EmptyState>
  );
}

const textByFilter: Readonly<Record<Exclude<ActivityFilter, 'everything'>, string>> = {
  sent: 'Payments that you send appear here.',
  received: 'Payments to your addresses appear here.',
  'private-moves': 'What you make private or public appears here.',
  swaps: 'Your swaps appear here, one line each.',
  'buy-and-sell': 'What you buy by card or sell to your bank appears here.',
  'in-progress': 'All your payments are final.',
};
