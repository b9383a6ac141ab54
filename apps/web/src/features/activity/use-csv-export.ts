import { useEffect, useRef, useState } from 'react';
import type { ActivityType } from '#domain/activity/activity';
import { type ActivityTransaction, HISTORY_PAGE_LIMIT } from '#wire/wallet/history';
import { ApiFailure } from '../../lib/api-result.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../state/toast.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { historyCsv } from './history-csv.ts';
import { readHistory } from './read-history.ts';

interface Export {
  readonly mode: WalletMode;
  readonly id: string;
  readonly type: ActivityType | undefined;
}

/** Reads the whole history when called and saves it as a CSV file. */
export function useCsvExport(wanted: Export) {
  const [isBusy, setIsBusy] = useState(false);
  const giveUp = useRef<AbortController | null>(null);
  useEffect(() => () => giveUp.current?.abort(), []);

  async function save() {
    const controller = new AbortController();
    giveUp.current = controller;
    setIsBusy(true);
    try {
      const transactions = await readAllPages(wanted, controller.signal);
      const name = `kax-${wanted.mode}-${wanted.id}-${new Date().toISOString().slice(0, 10)}.csv`;
      saveFile({ name, content: historyCsv(transactions), type: 'text/csv;charset=utf-8' });
      const rows = transactions.length === 1 ? '1 row' : `${transactions.length} rows`;
      showToast(`Saved ${rows}.`);
    } catch (cause) {
      if (controller.signal.aborted) return;
      const why = cause instanceof ApiFailure ? cause.message : 'Try again.';
      showToast(`Couldn’t create the file. ${why}`, { tone: 'error' });
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, save };
}

async function readAllPages({ mode, id, type }: Export, signal: AbortSignal) {
  const transactions: ActivityTransaction[] = [];
  let cursor: string | undefined;
  do {
    const query = { type, cursor, limit: String(HISTORY_PAGE_LIMIT) };
    const page = await readHistory(mode, { id, query, isBackground: false, signal });
    transactions.push(...page.transactions);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return transactions;
}
