import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToTyped } from '#domain/amount/read-typed-amount';
import type { Coin } from '#wire/wallet/coin';
import type { ChosenRecipient } from '../contacts/chosen-recipient.ts';
import type { AmountEntry } from './amount-entry.ts';
import { ownDecimalMark } from './own-notation.ts';
import type { PaidRequest } from './paid-request.ts';
import { choosePayee, NO_PAYEE, type Payee } from './payee.ts';
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

/** Whom a payment by link is for. */
export interface LinkPayee {
  /** An email in lower case, or a phone number in E.164. */
  readonly to: string;
  /** As it was typed. */
  readonly message: string;
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
  const rest = form === 'send' ? { visibility: 'public' } : {};
  fillForm(form, { ...start({ coin, units, payee: choosePayee(chosen, kind) }), ...rest }, opening);
}

/** A payment by link that goes on in the form of the private balance. */
export interface HandedOverLink {
  readonly coin: Coin;
  readonly units: BaseUnits;
  readonly link: LinkPayee;
}

/** Fills in the form of the private balance with a payment by link. It goes on to its review by itself. */
export function fillPrivateLink({ coin, units, link }: HandedOverLink, opening: Opening): void {
  const draft = { ...start({ coin, units, payee: NO_PAYEE }), ...linkDraft(link) };
  fillForm('internal-transfer', { ...draft, goesToReview: true }, opening);
}

function linkDraft({ to, message }: LinkPayee): object {
  return { recipient: to, chosen: null, linkTo: to, message };
}

/** A form that pays, or moves money between the user's own balances. */
export type MoneyForm = OtherForm | 'shield' | 'unshield';

/** What a form starts with that repeats a payment, or pays back one. */
export interface Repeated {
  readonly coin: Pick<Coin, 'id' | 'decimals'>;
  /** Null leaves the amount to the user. */
  readonly units: BaseUnits | null;
  readonly payee: Payee;
  /** It pays by link; left out for any other payment. */
  readonly link?: LinkPayee | undefined;
}

/** Fills in the form that is about to open. Every step of it is still taken, with all that it checks. */
export function fillAgain(form: MoneyForm, repeated: Repeated, opening: Opening): void {
  const { link } = repeated;
  fillForm(form, { ...start(repeated), ...(link ? linkDraft(link) : {}) }, opening);
}

/** The form that pays a request: from the public balance, or from the private one to either kind of address. */
export type PayingForm = 'send' | 'unshield' | 'internal-transfer';

/** Fills in the form that is about to open with what pays a request. It goes on to its review by itself. */
export function fillRequestForm(
  form: PayingForm,
  { coin, request }: { readonly coin: Coin; readonly request: PaidRequest },
  opening: Opening,
): void {
  const payee = { recipient: request.recipient, chosen: null };
  const rest = form === 'send' ? { visibility: 'public' } : {};
  const draft = { ...start({ coin, units: request.units, payee }), ...rest };
  fillForm(form, { ...draft, request, goesToReview: true }, opening);
}

function start({ coin, units, payee }: Repeated): object {
  return { tokenId: coin.id, amount: typedAmount(coin, units), ...payee };
}

function fillForm(form: MoneyForm, draft: object, opening: Opening): void {
  fillEntry(form, { ...draft, ...(form === 'send' ? {} : { sendWithinMinutes: null }) }, opening);
}

function typedAmount(
  { id, decimals }: Pick<Coin, 'id' | 'decimals'>,
  units: BaseUnits | null,
): AmountEntry {
  if (units === null) return { kind: 'typed', text: '', unit: 'coin' };
  const text = displayToTyped(baseUnitsToDisplay(units, decimals), ownDecimalMark());
  return { kind: 'typed', text, unit: 'coin', exact: { tokenId: id, units } };
}
