import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { parseEntryId } from '#domain/activity/entry-id';
import { t } from '#language/t';
import type { SwapView } from '#wire/exchange/swap-view';
import type { ClaimView } from '#wire/wallet/claim';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { OperationView } from '#wire/wallet/operation';
import { ApiFailure, reasonOf } from '../../../lib/api-result.ts';
import { HISTORY_KEYS } from '../../../lib/history-keys.ts';
import { asSentence } from '../../../money-form/as-sentence.ts';
import type { WalletMode } from '../../../state/wallet-mode.ts';
import { type ActivityEntry, entriesOf } from '../entry.ts';
import type { EntryRow } from '../entry-row.ts';
import type { HistoryRequest } from '../history-request.ts';
import { readHistory } from '../read-history.ts';
import { rowsOfOperation } from './rows-of-operation.ts';

/** What the page of an entry can show. */
export type EntryPage =
  | { readonly at: 'loading' }
  /** Neither history has it. While the private one is being brought up to date, it may still appear. */
  | { readonly at: 'unknown'; readonly isPrivateReady: boolean }
  | { readonly at: 'failed'; readonly message: string }
  | {
      readonly at: 'ready';
      readonly entry: ActivityEntry;
      /** The histories that could not be read this time: the entry may have more in them. */
      readonly unread: readonly WalletMode[];
    };

/** What is known of an entry besides its rows. */
interface EntrySources {
  readonly ownAddresses: readonly string[];
  /** The operation that the id names; null without one, and while it isn’t known. */
  readonly operation: OperationView | null;
  readonly swap: SwapView | null;
  readonly claims: readonly ClaimView[];
  /** The operation or the swap is still being read. */
  readonly isReading: boolean;
}

const WHILE_PENDING_MS = 2_000;

/** One entry out of both histories, read again until nothing of it can change. */
export function useEntry(id: string, sources: EntrySources) {
  const publicRows = useRows('public', id);
  const privateRows = useRows('private', id);
  const queries = { public: publicRows, private: privateRows };
  useReadAgain(stateOf(sources), queries);
  return {
    page: pageOf(id, queries, sources),
    isFetching: publicRows.isFetching || privateRows.isFetching,
    readAgain: () => {
      for (const { refetch } of [publicRows, privateRows]) void refetch();
    },
  };
}

/** Changes whenever the operation or the swap moves on, and the histories with it. */
function stateOf({ operation, swap }: EntrySources): string {
  return `${operation?.status} ${swap?.status} ${swap?.currentStep}`;
}

function useReadAgain(state: string, queries: Queries): void {
  const known = useRef(state);
  const readAgain = useEffectEvent(() => {
    for (const { data, refetch } of Object.values(queries)) if (data !== undefined) void refetch();
  });
  useEffect(() => {
    if (known.current === state) return;
    known.current = state;
    readAgain();
  }, [state]);
}

interface Rows {
  readonly transactions: readonly ActivityTransaction[];
  /** False while notes are looked for, and rows of them may be missing. */
  readonly isComplete: boolean;
}

/** The rows that one history has of an entry. */
function useRows(mode: WalletMode, id: string) {
  const client = useQueryClient();
  const queryKey = [...HISTORY_KEYS[mode], 'entry', id];
  return useQuery({
    enabled: parseEntryId(id) !== null,
    queryKey,
    queryFn: ({ signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined;
      const query = { cursor: undefined, entry: id };
      return readRows(mode, { id: 'wallet', query, isBackground, signal });
    },
    refetchInterval: ({ state: { data } }) => (isFinal(data) ? false : WHILE_PENDING_MS),
    refetchOnWindowFocus: true,
    retry: false,
  });
}

function isFinal(rows: Rows | undefined): boolean {
  if (rows === undefined) return true;
  const isPending = rows.transactions.some(({ status }) => status === 'pending');
  return !isPending && (rows.isComplete || rows.transactions.length > 0);
}

/** An entry has few rows; whoever sends hundreds of tokens in one transaction doesn’t get them all listed. */
const PAGES = 3;

async function readRows(mode: WalletMode, request: HistoryRequest): Promise<Rows> {
  const transactions: ActivityTransaction[] = [];
  let { cursor } = request.query;
  for (let page = 1; ; page += 1) {
    const query = { ...request.query, cursor };
    const { privateState, nextCursor, ...read } = await readHistory(mode, { ...request, query });
    transactions.push(...read.transactions);
    cursor = nextCursor ?? undefined;
    if (cursor === undefined || page === PAGES) {
      return { transactions, isComplete: privateState === null || privateState.status === 'ready' };
    }
  }
}

type Queries = Readonly<Record<WalletMode, UseQueryResult<Rows>>>;

function pageOf(id: string, queries: Queries, sources: EntrySources): EntryPage {
  if (parseEntryId(id) === null) return { at: 'unknown', isPrivateReady: true };
  const { operation, swap, ownAddresses, claims } = sources;
  const listed = MODES.flatMap((mode) => rowsIn(mode, queries[mode].data));
  const rows =
    listed.length > 0 || operation === null ? listed : rowsOfOperation(operation, ownAddresses);
  const swaps = new Map(swap === null ? [] : [[swap.requestId, swap]]);
  const entries = entriesOf(rows, { ownAddresses, swaps, claims });
  // What came back of a payment by link is part of that payment, whose id is another one.
  const found =
    entries.find((each) => each.id === id) ?? entries.find(({ claim }) => claim !== null);
  const entry = found && withOperation(found, operation);
  const isPending = MODES.some((mode) => queries[mode].isPending);
  if (isPending || (sources.isReading && entry === undefined)) return { at: 'loading' };
  const unread = MODES.filter((mode) => queries[mode].isError);
  if (entry !== undefined) return { at: 'ready', entry, unread };
  const failure = MODES.map((mode) => queries[mode].error).find((error) => error !== null);
  if (failure) return { at: 'failed', message: sentenceOf(failure) };
  return { at: 'unknown', isPrivateReady: queries.private.data?.isComplete ?? false };
}

/** A private history shows a payment as soon as its notes are seen, which is before its block is final. */
function withOperation(entry: ActivityEntry, operation: OperationView | null): ActivityEntry {
  if (operation === null || entry.status !== 'success' || isFinalOperation(operation)) return entry;
  return { ...entry, status: 'pending', isInProgress: true };
}

function isFinalOperation({ status, failure }: OperationView): boolean {
  return failure !== null || status === 'confirmed';
}

function sentenceOf(error: Error): string {
  const reason = error instanceof ApiFailure ? reasonOf(error.error) : error.message;
  return reason === null ? t('Can’t reach Kax.') : asSentence(reason);
}

const MODES = ['public', 'private'] as const;

function rowsIn(mode: WalletMode, rows: Rows | undefined): readonly EntryRow[] {
  return (rows?.transactions ?? []).map((transaction) => ({ mode, transaction }));
}
