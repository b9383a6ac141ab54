import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#language/t';
import { HISTORY_PAGE_LIMIT } from '#wire/wallet/history';
import { ApiFailure } from '../../lib/api-result.ts';
import { saveFile } from '../../lib/save-file.ts';
import { readNotes } from '../../notes/api/notes.ts';
import { showToast } from '../../state/toast.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { type ActivityFilter, type Balance, isInFilter } from './activity-filter.ts';
import { type EntryContext, entriesOf } from './entry.ts';
import { type EntryRow, entryIdOfRow } from './entry-row.ts';
import { type CsvRow, historyCsv } from './history-csv.ts';
import { readHistory } from './read-history.ts';

/** Which rows a file has. */
export interface WantedRows {
  /** Null while it isn’t known which balances the coin has. */
  readonly balance: Balance | null;
  /** A coin's id, or `wallet`. */
  readonly id: string;
  readonly filter: ActivityFilter;
  readonly context: EntryContext;
}

/** Reads the whole histories when called and saves them as a CSV file. */
export function useCsvExport(wanted: WantedRows) {
  const [isBusy, setIsBusy] = useState(false);
  const client = useQueryClient();
  const giveUp = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp.current?.abort(), []);

  async function save() {
    const controller = new AbortController();
    giveUp.current = controller;
    setIsBusy(true);
    try {
      const [notes, rows] = await Promise.all([
        readNotes(client),
        readRows(wanted, controller.signal),
      ]);
      const balance = wanted.balance ?? 'both';
      const name = `kax-${balance}-${wanted.id}-${new Date().toISOString().slice(0, 10)}.csv`;
      saveFile({
        name,
        content: historyCsv(withNotes(rows, notes)),
        type: 'text/csv;charset=utf-8',
      });
      showToast(t('Saved {count, plural, one {# row} other {# rows}}.', { count: rows.length }));
    } catch (cause) {
      if (controller.signal.aborted) return;
      const why = cause instanceof ApiFailure ? cause.message : t('Try again.');
      showToast(t('Couldn’t create the file. {why}', { why }), { tone: 'error' });
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, save };
}

/** Newest first. A filter is about entries, so it keeps or leaves out all of their rows. */
async function readRows(
  { balance, id, filter, context }: WantedRows,
  signal: AbortSignal,
): Promise<readonly EntryRow[]> {
  const modes = balance === 'public' || balance === 'private' ? [balance] : MODES;
  const histories = await Promise.all(modes.map((mode) => readAllPages(mode, id, signal)));
  return entriesOf(histories.flat(), context)
    .filter((entry) => isInFilter(entry, filter))
    .flatMap(({ rows }) => rows)
    .sort((left, right) => (left.transaction.date < right.transaction.date ? 1 : -1));
}

function withNotes(
  rows: readonly EntryRow[],
  notes: ReadonlyMap<string, string>,
): readonly CsvRow[] {
  return rows.map((row) => ({ ...row, note: notes.get(entryIdOfRow(row.transaction)) ?? null }));
}

const MODES = ['public', 'private'] as const;

async function readAllPages(
  mode: WalletMode,
  id: string,
  signal: AbortSignal,
): Promise<readonly EntryRow[]> {
  const rows: EntryRow[] = [];
  let cursor: string | undefined;
  do {
    const query = { cursor, limit: String(HISTORY_PAGE_LIMIT) };
    const page = await readHistory(mode, { id, query, isBackground: false, signal });
    rows.push(...page.transactions.map((transaction) => ({ mode, transaction })));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return rows;
}
