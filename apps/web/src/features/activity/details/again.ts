import { type BaseUnits, digitsToBaseUnits } from '#domain/amount/base-units';
import { t } from '#language/t';
import type { OperationView } from '#wire/wallet/operation';
import type { LinkPayee, MoneyForm } from '../../../money-form/hand-over.ts';
import type { ActivityEntry } from '../entry.ts';

/** A payment that the page of an entry can start. */
export interface Again {
  readonly label: string;
  readonly form: MoneyForm;
  readonly coin: { readonly id: string; readonly decimals: number };
  /** Null leaves the amount to the user. */
  readonly units: BaseUnits | null;
  /** Whom it pays; null for a move between the user’s own balances. */
  readonly address: string | null;
  /** Whom it pays by link; left out for any other payment. */
  readonly link?: LinkPayee;
}

/** @returns what repeats a payment, pays it back, or tries it again; null where nothing does */
export function againOf(entry: ActivityEntry, operation: OperationView | null): Again | null {
  const { kind, status, counterparty, lead } = entry;
  const { tokenId: id, decimals, type } = lead.transaction;
  const coin = { id, decimals };
  const isFailed = status === 'failed';
  // What is left to pay is for the user to find out.
  if (status === 'pending' || operation?.isPaidInPart) return null;
  const units = operation === null ? entry.amount.units : digitsToBaseUnits(operation.amount);
  const repeated = { coin, units: units === 0n ? null : units };
  const again = isFailed && operation?.isCancelled !== true ? t('Try again') : t('Send again');
  if (kind === 'sent' && counterparty !== null) {
    const form = formByType(type);
    return form && { label: again, form, ...repeated, address: counterparty.address };
  }
  if (kind === 'received' && counterparty !== null && !isFailed) {
    const form = counterparty.address.startsWith('0zk') ? 'internal-transfer' : 'send';
    return { label: t('Send back'), form, coin, units: null, address: counterparty.address };
  }
  if (!isFailed || (kind !== 'made-private' && kind !== 'made-public')) return null;
  const form = kind === 'made-private' ? 'shield' : 'unshield';
  return { label: t('Try again'), form, ...repeated, address: null };
}

function formByType(type: ActivityEntry['type']): MoneyForm | null {
  return type === 'send' || type === 'internal-transfer' || type === 'unshield' ? type : null;
}

/** True for a final payment that someone else sent or received: what can have a receipt. */
export function canHaveReceipt({ kind, status, lead }: ActivityEntry): boolean {
  if (kind !== 'sent' && kind !== 'received') return false;
  const { transactionHash, type } = lead.transaction;
  return status === 'success' && transactionHash !== null && type !== 'shield';
}
