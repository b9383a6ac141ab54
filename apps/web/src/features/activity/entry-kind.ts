import type { ActivityTransaction } from '#wire/wallet/history';
import type { EntryRow } from './entry-row.ts';

/** What the user did or received. `made-private` and `made-public` move between their own two balances. */
export type EntryKind =
  | 'sent'
  | 'received'
  | 'made-private'
  | 'made-public'
  | 'swap'
  | 'buy'
  | 'sell'
  | 'sale-returned'
  | 'approval'
  | 'nonce-fill'
  | 'other';

/** @returns what rows of one entry are together; never `approval` when one of them is something else */
export function kindOf(rows: readonly EntryRow[], ownAddresses: readonly string[]): EntryKind {
  const of = (type: ActivityTransaction['type']) =>
    rows.filter(({ transaction }) => transaction.type === type);
  const isAnySwap = rows.some(({ transaction }) => transaction.swapId !== null);
  if (isAnySwap || of('swap').length > 0) return 'swap';
  const [order] = of('ramp');
  if (order !== undefined) return kindOfOrder(order.transaction, of('ramp'));
  const shields = of('shield');
  if (shields.length > 0) return isOwnShield(rows, ownAddresses) ? 'made-private' : 'received';
  const unshields = of('unshield');
  if (unshields.length > 0) return kindOfUnshield(rows, unshields, ownAddresses);
  if (of('send').length > 0) return 'sent';
  if (of('internal-transfer').length > 0) return kindOfTransfer(of('internal-transfer'));
  if (of('receive').length > 0) return 'received';
  if (of('nonce-fill').length > 0) return 'nonce-fill';
  return of('other').length > 0 ? 'other' : 'approval';
}

function kindOfOrder(
  { ramp, direction }: ActivityTransaction,
  rows: readonly EntryRow[],
): EntryKind {
  if ((ramp?.side ?? (direction === 'in' ? 'BUY' : 'SELL')) === 'BUY') return 'buy';
  return rows.every(({ transaction }) => transaction.direction === 'in') ? 'sale-returned' : 'sell';
}

/** Someone else can shield to this wallet too: then there is nothing of it but what arrived. */
function isOwnShield(rows: readonly EntryRow[], ownAddresses: readonly string[]): boolean {
  return rows.some(
    ({ mode, transaction }) =>
      mode === 'public' ||
      transaction.operationId !== null ||
      isOneOf(ownAddresses, transaction.from),
  );
}

function kindOfUnshield(
  rows: readonly EntryRow[],
  unshields: readonly EntryRow[],
  ownAddresses: readonly string[],
): EntryKind {
  const isPaid = unshields.some(
    ({ mode, transaction }) =>
      mode === 'private' && transaction.to !== null && !isOneOf(ownAddresses, transaction.to),
  );
  if (isPaid) return 'sent';
  const isOwn = rows.some(
    ({ mode, transaction }) => mode === 'private' || transaction.operationId !== null,
  );
  return isOwn ? 'made-public' : 'received';
}

function kindOfTransfer(rows: readonly EntryRow[]): EntryKind {
  return rows.some(({ transaction }) => transaction.direction === 'out') ? 'sent' : 'received';
}

function isOneOf(addresses: readonly string[], address: string | null): boolean {
  return addresses.some((own) => own.toLowerCase() === address?.toLowerCase());
}
