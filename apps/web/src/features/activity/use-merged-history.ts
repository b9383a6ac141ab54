import { useCallback, useMemo } from 'react';
import type { PrivateState } from '#wire/wallet/private-coins';
import type { WalletMode } from '../../state/wallet-mode.ts';
import type { Balance } from './activity-filter.ts';
import type { EntryRow } from './entry-row.ts';
import { horizonOf, type LoadedHistory, rowsOf } from './merge-histories.ts';
import type { HistoryPage } from './read-history.ts';
import { useHistory } from './use-history.ts';

/** A history that couldn't be read. */
export interface HistoryFailure {
  readonly mode: WalletMode;
  readonly message: string;
  /** When the rows that are shown were read, milliseconds since 1970; null when there are none. */
  readonly readAt: number | null;
}

/** The histories of one or both balances as one. */
export interface MergedHistory {
  /** `failed` when nothing at all is known. */
  readonly state: 'loading' | 'failed' | 'ready';
  readonly rows: readonly EntryRow[];
  /** As `horizonOf` returns it. */
  readonly horizon: number | null;
  readonly failures: readonly HistoryFailure[];
  /** Null while the private history isn't known, and when it isn't wanted. */
  readonly privateState: PrivateState | null;
  /** Pages of the longest history. */
  readonly pageCount: number;
  readonly hasOlder: boolean;
  readonly isReading: boolean;
  readonly isReadingOlder: boolean;
  readonly readOlder: () => void;
  readonly readAgain: () => void;
}

/**
 * Reads what is wanted of a coin's two histories and merges them.
 * @param balance null while it isn't known which ones the coin has
 */
export function useMergedHistory(balance: Balance | null, id: string): MergedHistory {
  const open = useHistory('public', id, isWanted('public', balance));
  const hidden = useHistory('private', id, isWanted('private', balance));
  const wanted = [
    ...(isWanted('public', balance) ? [{ mode: 'public', query: open } as const] : []),
    ...(isWanted('private', balance) ? [{ mode: 'private', query: hidden } as const] : []),
  ];
  const openPages = isWanted('public', balance) ? open.data?.pages : undefined;
  const hiddenPages = isWanted('private', balance) ? hidden.data?.pages : undefined;
  const merged = useMemo(() => mergePages(openPages, hiddenPages), [openPages, hiddenPages]);
  const readOlder = useCallback(() => {
    if (openPages && open.hasNextPage) void open.fetchNextPage();
    if (hiddenPages && hidden.hasNextPage) void hidden.fetchNextPage();
  }, [
    openPages,
    open.hasNextPage,
    open.fetchNextPage,
    hiddenPages,
    hidden.hasNextPage,
    hidden.fetchNextPage,
  ]);
  return {
    state: stateOf(wanted.map(({ query }) => query)),
    ...merged,
    failures: wanted.flatMap(({ mode, query: { error, data, dataUpdatedAt } }) =>
      error === null
        ? []
        : [{ mode, message: error.message, readAt: data === undefined ? null : dataUpdatedAt }],
    ),
    privateState: hiddenPages?.[0]?.privateState ?? null,
    isReading: wanted.some(({ query }) => query.isFetching),
    isReadingOlder: wanted.some(({ query }) => query.isFetchingNextPage),
    readOlder,
    readAgain: () => {
      for (const { query } of wanted) if (query.error !== null) void query.refetch();
    },
  };
}

function isWanted(mode: WalletMode, balance: Balance | null): boolean {
  return balance === mode || balance === 'both';
}

interface Read {
  readonly data: unknown;
  readonly error: unknown;
}

/** A history that is still loading could have rows before all others. */
function stateOf(queries: readonly Read[]): MergedHistory['state'] {
  if (queries.length === 0) return 'loading';
  if (queries.some(({ data, error }) => data === undefined && error === null)) return 'loading';
  return queries.every(({ data }) => data === undefined) ? 'failed' : 'ready';
}

function mergePages(
  open: readonly HistoryPage[] | undefined,
  hidden: readonly HistoryPage[] | undefined,
): Pick<MergedHistory, 'rows' | 'horizon' | 'pageCount' | 'hasOlder'> {
  const histories = [loadedOf('public', open), loadedOf('private', hidden)];
  return {
    rows: rowsOf(histories),
    horizon: horizonOf(histories),
    pageCount: Math.max(...histories.map(({ pages }) => pages.length)),
    hasOlder: histories.some(({ hasMore }) => hasMore),
  };
}

function loadedOf(mode: WalletMode, pages: readonly HistoryPage[] = []): LoadedHistory {
  return {
    pages: pages.map(({ transactions }) =>
      transactions.map((transaction) => ({ mode, transaction })),
    ),
    hasMore: (pages.at(-1)?.nextCursor ?? null) !== null,
  };
}
