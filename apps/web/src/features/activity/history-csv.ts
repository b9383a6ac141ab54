import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { ActivityTransaction } from '#wire/wallet/history';

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
] as const;

/** Lines end as RFC 4180 says, and the byte order mark marks it as UTF-8 for spreadsheets. */
const LINE_END = '\r\n';
const UTF8_MARK = '\uFEFF';

/**
 * Writes movements as a table for spreadsheets (RFC 4180): exact amounts, negative when they went out, so that a
 * column adds up. A fee is listed once, in the first row of its transaction.
 */
export function historyCsv(transactions: readonly ActivityTransaction[]): string {
  const feesSeen = new Set<string>();
  const lines = transactions.map((transaction) => {
    const key = `${transaction.chainId} ${transaction.transactionHash}`;
    const isFirst = !feesSeen.has(key);
    feesSeen.add(key);
    return cellsOf(transaction, isFirst).map(cell).join(',');
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
    harmless(transaction.memo ?? ''),
    transaction.operationId ?? '',
  ];
}

/** What moved in this balance: nothing where the direction is none, as with a permission. */
function signedAmount({ direction, amount }: ActivityTransaction): string {
  if (direction === 'none') return '0';
  return direction === 'out' && amount !== '0' ? `-${amount}` : amount;
}

/** A spreadsheet takes a text that begins like this for a formula; a memo is written by someone else. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
