import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { EntryRow } from './entry-row.ts';

const HEAD = [
  'Date',
  'Type',
  'Token',
  'Chain',
  'Status',
  'Amount',
  'From',
  'To',
  'Transaction',
  'Network fee',
  'Fee token',
  'Memo',
  'Operation',
  'Balance',
  'Note',
] as const;

/** A row, and what the user noted about its entry; null for nothing. */
export interface CsvRow extends EntryRow {
  readonly note: string | null;
}

/** RFC 4180 line endings. The byte order mark tells spreadsheets that the file is UTF-8. */
const LINE_END = '\r\n';
const UTF8_MARK = '\uFEFF';

/**
 * Formats rows as CSV (RFC 4180). Amounts are exact, and negative when outgoing, so that the column adds up.
 * A fee is listed once, in the first row of its transaction.
 */
export function historyCsv(rows: readonly CsvRow[]): string {
  const feesSeen = new Set<string>();
  const lines = rows.map(({ mode, transaction, note }) => {
    const key = `${transaction.chainId} ${transaction.transactionHash}`;
    const isFirst = !feesSeen.has(key);
    feesSeen.add(key);
    const cells = [...cellsOf(transaction, isFirst), mode, escapeFormula(note ?? '')];
    return cells.map(cell).join(',');
  });
  return UTF8_MARK + [HEAD.join(','), ...lines, ''].join(LINE_END);
}

function cellsOf(transaction: ActivityTransaction, isFirst: boolean): readonly string[] {
  const { fee } = transaction;
  const isFeeShown = fee !== null && isFirst;
  return [
    transaction.date,
    transaction.type,
    transaction.token,
    transaction.chain,
    transaction.status,
    signedAmount(transaction),
    transaction.from ?? '',
    transaction.to ?? '',
    transaction.transactionHash ?? '',
    isFeeShown ? baseUnitsToDisplay(BigInt(fee.paid), fee.decimals) : '',
    isFeeShown ? fee.symbol : '',
    escapeFormula(transaction.memo ?? ''),
    transaction.operationId ?? '',
  ];
}

/** The change to this balance: 0 when the direction is `none`, as for an approval. */
function signedAmount({ direction, amount }: ActivityTransaction): string {
  if (direction === 'none') return '0';
  return direction === 'out' && amount !== '0' ? `-${amount}` : amount;
}

/** Escapes text that a spreadsheet would run as a formula: memos are written by other people. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
