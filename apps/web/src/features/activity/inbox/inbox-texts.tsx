import type { ReactNode } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { knownFirstName } from '../../../claims/claim-texts.ts';
import { contactOf } from '../../../contacts/contact-of.ts';
import { dayOfYearText, shortDayText } from '../../../lib/elapsed.ts';
import { unitsText } from '../../../money-form/amount-text.ts';
import { shortAddress } from '../../../ui/address.tsx';
import { rich } from '../../../ui/rich.tsx';
import { readClaimedNote } from '../claim-entry.ts';
import { amountWithSymbol, whatText } from '../details/entry-texts.ts';
import { bdi, entryTitle, swapSides } from '../details/entry-title.tsx';
import type { ActivityEntry } from '../entry.ts';
import type { ArrivalItem, ClaimItem, InboxItem, PaymentItem, SecurityItem } from './inbox-item.ts';

/** What an item says. */
export interface InboxText {
  /** A name in it may be written in another direction. */
  readonly title: ReactNode;
  /** One or two sentences; blank for none. */
  readonly more: string;
}

/** What the texts of items need besides. */
export interface TextContext {
  readonly contacts: readonly SavedContact[];
  /** By the id of the entry. */
  readonly notes: ReadonlyMap<string, string>;
  readonly isHidden: boolean;
  /** What an event about security is called. */
  readonly labelOf: (event: SecurityItem['event']['event']) => string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** @returns what an item says; no amount and no message while figures are hidden */
export function inboxText(item: InboxItem, context: TextContext): InboxText {
  switch (item.kind) {
    case 'arrival':
      return arrivalText(item, context);
    case 'payment':
      return paymentText(item, context);
    case 'claim':
      return claimText(item, context);
    case 'security':
      return securityText(item, context);
  }
}

/** @returns what the user calls the other side, or what it calls itself, or its short address; null for no one */
export function nameOf(
  { counterparty }: ActivityEntry,
  contacts: readonly SavedContact[],
): string | null {
  if (counterparty === null) return null;
  const contact = contactOf(contacts, counterparty.address);
  return contact?.name ?? counterparty.shownName ?? shortAddress(counterparty.address);
}

/** @returns an amount that moved, as in `40 USDC` */
export function amountOf(entry: ActivityEntry): string {
  return whatText(entry, { requested: null, isHidden: false });
}

function arrivalText({ entry, request }: ArrivalItem, context: TextContext): InboxText {
  const { contacts, isHidden } = context;
  const name = nameOf(entry, contacts);
  const amount = isHidden ? null : amountOf(entry);
  const message = entry.message ?? request?.message ?? null;
  return {
    title: request === null ? paidTitle(name, amount) : requestTitle(name, amount),
    more: sentences([
      message === null || isHidden ? '' : `“${message}”.`,
      addressSentence(entry, contacts),
      whereSentence(entry, context.now),
    ]),
  };
}

/** @param amount null while figures are hidden */
function paidTitle(name: string | null, amount: string | null): ReactNode {
  if (name === null) {
    return amount === null ? t('You received money') : t('You received {amount}', { amount });
  }
  return amount === null
    ? rich('<bdi>{name}</bdi> sent you money', { name, bdi })
    : rich('<bdi>{name}</bdi> sent you {amount}', { name, amount, bdi });
}

/** @param amount null while figures are hidden */
function requestTitle(name: string | null, amount: string | null): ReactNode {
  if (name === null) {
    return amount === null
      ? t('Your payment request was paid')
      : t('Your payment request for {amount} was paid', { amount });
  }
  return amount === null
    ? rich('<bdi>{name}</bdi> paid your request', { name, bdi })
    : rich('<bdi>{name}</bdi> paid your request for {amount}', { name, amount, bdi });
}

/** A name that its owner gave proves nothing without the address. */
function addressSentence(
  { counterparty }: ActivityEntry,
  contacts: readonly SavedContact[],
): string {
  if (counterparty === null || counterparty.shownName === null) return '';
  const { address } = counterparty;
  return contactOf(contacts, address) === null
    ? t('From {address}.', { address: shortAddress(address) })
    : '';
}

const MINUTE_MS = 60_000;

function whereSentence({ mode, lead, status }: ActivityEntry, now: number): string {
  const { spendableAt } = lead.transaction;
  const where = balanceSentence(mode);
  if (status !== 'pending' || spendableAt === null) return where;
  const minutes = Math.max(1, Math.ceil((Date.parse(spendableAt) - now) / MINUTE_MS));
  return `${where} ${t('You can spend it in {minutes} min.', { minutes })}`;
}

function balanceSentence(mode: ActivityEntry['mode']): string {
  return mode === 'private'
    ? t('It’s in your private balance.')
    : t('It’s in your public balance.');
}

function paymentText({ entry }: PaymentItem, context: TextContext): InboxText {
  if (entry.status === 'failed') return failedText(entry, context);
  const { contacts, isHidden } = context;
  switch (entry.kind) {
    case 'made-private':
    case 'made-public':
      return { title: movedTitle(entry, isHidden), more: t('It’s ready to spend.') };
    case 'swap':
      return {
        title: swappedTitle(entry),
        more: isHidden
          ? t('It’s in your public balance.')
          : t('You got {amount}.', { amount: amountWithSymbol(entry.amount) }),
      };
    case 'received':
      return { title: claimedTitle(entry, context), more: whereSentence(entry, context.now) };
    default: {
      const name = nameOf(entry, contacts);
      const title = isHidden
        ? titleWithoutAmount(entry, name)
        : entryTitle({ entry, name, amount: amountOf(entry), isCancelled: false });
      return { title, more: finalSentence(entry) };
    }
  }
}

function movedTitle({ kind, amount }: ActivityEntry, isHidden: boolean): string {
  const balance = kind === 'made-private' ? 'private' : 'public';
  return isHidden
    ? t('Your {symbol} is {balance, select, private {private} other {public}} now', {
        symbol: amount.token,
        balance,
      })
    : t('{amount} is {balance, select, private {private} other {public}} now', {
        amount: amountWithSymbol(amount),
        balance,
      });
}

function swappedTitle(entry: ActivityEntry): string {
  const sides = swapSides(entry);
  return sides === null ? t('Swap is complete') : t('Swap {sold} to {bought} is complete', sides);
}

function claimedTitle(entry: ActivityEntry, { notes, isHidden }: TextContext): ReactNode {
  const { sender } = readClaimedNote(notes.get(entry.id) ?? null);
  if (isHidden) {
    return sender === null
      ? t('You claimed money')
      : rich('You claimed money from <bdi>{sender}</bdi>', { sender, bdi });
  }
  const amount = amountOf(entry);
  return sender === null
    ? t('You claimed {amount}', { amount })
    : rich('You claimed {amount} from <bdi>{sender}</bdi>', { amount, sender, bdi });
}

/** While figures are hidden. */
function titleWithoutAmount({ kind }: ActivityEntry, name: string | null): ReactNode {
  switch (kind) {
    case 'buy':
      return t('You bought money');
    case 'sell':
      return t('You sold money');
    case 'sale-returned':
      return t('money came back from a sale');
    default:
      return name === null
        ? t('You sent money')
        : rich('You sent <bdi>{name}</bdi> money', { name, bdi });
  }
}

function finalSentence({ kind, mode }: ActivityEntry): string {
  if (kind === 'buy' || kind === 'sale-returned') return t('It’s in your public balance.');
  return mode === 'private'
    ? t('It’s final. Paid from your private balance.')
    : t('It’s final. Paid from your public balance.');
}

function failedText(entry: ActivityEntry, { contacts, isHidden }: TextContext): InboxText {
  const name = nameOf(entry, contacts);
  const { kind, failure, amount, second, swap } = entry;
  // Of a swap, it can name what the wallet has now.
  const more = failure === null || (swap !== null && isHidden) ? '' : failure;
  if (kind === 'sent') return { title: failedTitle(name), more };
  if (kind === 'swap') {
    const sold = second?.token ?? amount.token;
    return { title: t('Your swap of {sold} failed', { sold }), more };
  }
  const what = whatText(entry, { requested: null, isHidden });
  return { title: entryTitle({ entry, name, amount: what, isCancelled: false }), more };
}

function failedTitle(name: string | null): ReactNode {
  return name === null
    ? t('Your payment failed')
    : rich('Your payment to <bdi>{name}</bdi> failed', { name, bdi });
}

const DAY_MS = 24 * 60 * MINUTE_MS;

function claimText({ claim, moment }: ClaimItem, context: TextContext): InboxText {
  const { contacts, isHidden, now } = context;
  const name = knownFirstName(claim.recipient, contacts) ?? claim.recipient.value;
  const amount = isHidden ? null : unitsText(BigInt(claim.amount), claim);
  const title = claimTitle(moment, name, amount);
  const days = Math.max(1, Math.floor((now - Date.parse(claim.createdAt)) / DAY_MS));
  const sent = t('You sent it {days, plural, =1 {yesterday} other {# days ago}}.', { days });
  const back = t('It comes back to you on {day}.', {
    day: dayOfYearText(Date.parse(claim.expiresAt)),
  });
  switch (moment) {
    case 'unclaimed':
    case 'ending':
      return { title, more: `${sent} ${back}` };
    case 'expired':
      return { title, more: t('The link no longer works. You can take the money back.') };
    case 'claimed':
      return { title, more: sent };
    case 'returned':
      return {
        title,
        more: `${t('{name} didn’t claim it.', { name })} ${balanceSentence(claim.balance)}`,
      };
    case 'failed':
      return {
        title,
        more: t('You sent it on {day}.', { day: shortDayText(Date.parse(claim.createdAt)) }),
      };
  }
}

/** @param amount null while figures are hidden */
function claimTitle(moment: ClaimItem['moment'], name: string, amount: string | null): ReactNode {
  switch (moment) {
    case 'unclaimed':
    case 'ending':
      return amount === null
        ? rich('<bdi>{name}</bdi> hasn’t claimed your money yet', { name, bdi })
        : rich('<bdi>{name}</bdi> hasn’t claimed {amount} yet', { name, amount, bdi });
    case 'expired':
      return amount === null
        ? rich('<bdi>{name}</bdi> didn’t claim your money', { name, bdi })
        : rich('<bdi>{name}</bdi> didn’t claim {amount}', { name, amount, bdi });
    case 'claimed':
      return amount === null
        ? rich('<bdi>{name}</bdi> claimed your money', { name, bdi })
        : rich('<bdi>{name}</bdi> claimed {amount}', { name, amount, bdi });
    case 'returned':
      return amount === null
        ? t('Your money came back to you')
        : t('{amount} came back to you', { amount });
    case 'failed':
      return failedTitle(name);
  }
}

function securityText(
  { event, isNewSignIn, device }: SecurityItem,
  { labelOf }: TextContext,
): InboxText {
  const { place, ip } = event;
  const from = place === null ? t('IP address {ip}', { ip }) : `${place} · ${ip}`;
  if (!isNewSignIn) return { title: labelOf(event.event), more: `${from}.` };
  return {
    title: device === null ? t('New sign-in') : t('New sign-in: {device}', { device }),
    more: t('{from}. If this wasn’t you, end that session now.', { from }),
  };
}

function sentences(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}
