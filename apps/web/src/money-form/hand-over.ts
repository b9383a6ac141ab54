import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToTyped } from '#domain/amount/read-typed-amount';
import type { Coin } from '#wire/wallet/coin';
import type { ChosenRecipient } from '../contacts/chosen-recipient.ts';
import type { AmountEntry } from './amount-entry.ts';
import { ownDecimalMark } from './own-notation.ts';
import { choosePayee } from './payee.ts';
import { fillEntry, type Opening } from './saved-entry.ts';

/** The form that pays from the other balance. */
export type OtherForm = 'send' | 'internal-transfer';

/** What the user entered in one form and goes on with in another. */
export interface HandedOver {
  readonly coin: Coin;
  /** Null when no amount is entered yet. */
  readonly units: BaseUnits | null;
  readonly chosen: ChosenRecipient;
}

/** Continues a payment in another form. Nothing is paid, and neither amount nor address is in the URL. */
export type HandOver = (form: OtherForm, payment: HandedOver) => void;

/** Fills in the form that is about to open, the way a reload would. */
export function fillOtherForm(
  form: OtherForm,
  { coin, units, chosen }: HandedOver,
  opening: Opening,
): void {
  const kind = form === 'send' ? 'public' : 'private';
  const amount = typedAmount(coin, units);
  const entered = { tokenId: coin.id, amount, ...choosePayee(chosen, kind) };
  const rest = form === 'send' ? { visibility: 'public' } : { sendWithinMinutes: null };
  fillEntry(form, { ...entered, ...rest }, opening);
}

function typedAmount({ id, decimals }: Coin, units: BaseUnits | null): AmountEntry {
  if (units === null) return { kind: 'typed', text: '', unit: 'coin' };
  const text = displayToTyped(baseUnitsToDisplay(units, decimals), ownDecimalMark());
  return { kind: 'typed', text, unit: 'coin', exact: { tokenId: id, units } };
}
