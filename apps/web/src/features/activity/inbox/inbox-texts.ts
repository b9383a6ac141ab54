import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { knownFirstName } from '../../../claims/claim-texts.ts';
import { contactOf } from '../../../contacts/contact-of.ts';
import { dayOfYearText, shortDayText } from '../../../lib/elapsed.ts';
import { unitsText } from '../../../money-form/amount-text.ts';
import { shortAddress } from '../../../ui/address.tsx';
import { readClaimedNote } from '../claim-entry.ts';
import { amountWithSymbol, type EntryTitle, entryTitle, whatText } from '../details/entry-texts.ts';
import type { ActivityEntry } from '../entry.ts';
import type { ArrivalItem, ClaimItem, InboxItem, PaymentItem, SecurityItem } from './inbox-item.ts';

/** What an item says. */
export interface InboxText {
  readonly title: EntryTitle;
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

/** @returns an amount that moved, as in `40 USDC`; only `money` while figures are hidden */
export function amountOf(entry: ActivityEntry, isHidden: boolean): string {
  return isHidden ? 'money' : whatText(entry, { requested: null, isHidden });
}

function arrivalText({ entry, request }: ArrivalItem, context: TextContext): InboxText {
  const { contacts, isHidden } = context;
  const name = nameOf(entry, contacts);
  const what = amountOf(entry, isHidden);
  const message = entry.message ?? request?.message ?? null;
  return {
    title: request === null ? paidTitle(name, what) : requestTitle(name, isHidden ? null : what),
    more: sentences([
      message === null || isHidden ? '' : `“${message}”.`,
      addressSentence(entry, contacts),
      whereSentence(entry, context.now),
    ]),
  };
}

function paidTitle(name: string | null, what: string): EntryTitle {
  return name === null
    ? plain(t('You received {what}', { what }))
    : named('', name, ` sent you ${what}`);
}

function requestTitle(name: string | null, what: string | null): EntryTitle {
  const rest = what === null ? '' : ` for ${what}`;
  return name === null
    ? plain(t('Your payment request{rest} was paid', { rest }))
    : named('', name, ` paid your request${rest}`);
}

/** A name that its owner gave proves nothing without the address. */
function addressSentence(
  { counterparty }: ActivityEntry,
  contacts: readonly SavedContact[],
): string {
  if (counterparty === null || counterparty.shownName === null) return '';
  const { address } = counterparty;
  return contactOf(contacts, address) === null
    ? t('From {shortAddress}.', { shortAddress: shortAddress(address) })
    : '';
}

const MINUTE_MS = 60_000;

function whereSentence({ mode, lead, status }: ActivityEntry, now: number): string {
  const balance = mode === 'private' ? 'private' : 'public';
  const { spendableAt } = lead.transaction;
  if (status !== 'pending' || spendableAt === null)
    return t('It’s in your {balance} balance.', { balance });
  const minutes = Math.max(1, Math.ceil((Date.parse(spendableAt) - now) / MINUTE_MS));
  return t('It’s in your {balance} balance. You can spend it in {minutes} min.', {
    balance,
    minutes,
  });
}

function paymentText({ entry }: PaymentItem, context: TextContext): InboxText {
  if (entry.status === 'failed') return failedText(entry, context);
  const { contacts, isHidden, notes } = context;
  const symbol = entry.amount.token;
  switch (entry.kind) {
    case 'made-private':
    case 'made-public': {
      const balance = entry.kind === 'made-private' ? 'private' : 'public';
      const what = isHidden ? t('Your {symbol}', { symbol }) : amountWithSymbol(entry.amount);
      return {
        title: plain(t('{what} is {balance} now', { what, balance })),
        more: t('It’s ready to spend.'),
      };
    }
    case 'swap':
      return {
        title: plain(
          t('{title} is complete', { title: titleOf(entry, { name: null, what: symbol }) }),
        ),
        more: isHidden
          ? t('It’s in your public balance.')
          : t('You got {amountWithSymbol}.', { amountWithSymbol: amountWithSymbol(entry.amount) }),
      };
    case 'received': {
      const { sender } = readClaimedNote(notes.get(entry.id) ?? null);
      const what = amountOf(entry, isHidden);
      const title =
        sender === null
          ? plain(t('You claimed {what}', { what }))
          : named(`You claimed ${what} from `, sender, '');
      return { title, more: whereSentence(entry, context.now) };
    }
    default: {
      const what = amountOf(entry, isHidden);
      const known = { entry, name: nameOf(entry, contacts), what, isCancelled: false };
      return { title: entryTitle(known), more: finalSentence(entry) };
    }
  }
}

function finalSentence({ kind, mode }: ActivityEntry): string {
  if (kind === 'buy' || kind === 'sale-returned') return t('It’s in your public balance.');
  return `It’s final. Paid from your ${mode === 'private' ? 'private' : 'public'} balance.`;
}

function failedText(entry: ActivityEntry, { contacts, isHidden }: TextContext): InboxText {
  const name = nameOf(entry, contacts);
  const { kind, failure, amount, second, swap } = entry;
  // Of a swap, it can name what the wallet has now.
  const more = failure === null || (swap !== null && isHidden) ? '' : failure;
  if (kind === 'sent') {
    return {
      title:
        name === null
          ? plain(t('Your payment failed'))
          : named('Your payment to ', name, ' failed'),
      more,
    };
  }
  if (kind === 'swap') {
    const sold = second?.token ?? amount.token;
    return { title: plain(t('Your swap of {sold} failed', { sold })), more };
  }
  const what = whatText(entry, { requested: null, isHidden });
  return { title: plain(titleOf(entry, { name, what })), more };
}

function titleOf(
  entry: ActivityEntry,
  { name, what }: { readonly name: string | null; readonly what: string },
): string {
  const { before, name: inTitle, after } = entryTitle({ entry, name, what, isCancelled: false });
  return `${before}${inTitle}${after}`;
}

const DAY_MS = 24 * 60 * MINUTE_MS;

function claimText({ claim, moment }: ClaimItem, context: TextContext): InboxText {
  const { contacts, isHidden, now } = context;
  const name = knownFirstName(claim.recipient, contacts) ?? claim.recipient.value;
  const what = isHidden ? 'your money' : unitsText(BigInt(claim.amount), claim);
  const began = isHidden ? t('Your money') : what;
  const days = Math.max(1, Math.floor((now - Date.parse(claim.createdAt)) / DAY_MS));
  const sent = `You sent it ${days === 1 ? 'yesterday' : t('{days} days ago', { days })}.`;
  const back = t('It comes back to you on {dayOfYear}.', {
    dayOfYear: dayOfYearText(Date.parse(claim.expiresAt)),
  });
  switch (moment) {
    case 'unclaimed':
    case 'ending':
      return { title: named('', name, ` hasn’t claimed ${what} yet`), more: `${sent} ${back}` };
    case 'expired':
      return {
        title: named('', name, ` didn’t claim ${what}`),
        more: t('The link no longer works. You can take the money back.'),
      };
    case 'claimed':
      return { title: named('', name, ` claimed ${what}`), more: sent };
    case 'returned':
      return {
        title: plain(t('{began} came back to you', { began })),
        more: t('{name} didn’t claim it. It’s in your {balance} balance.', {
          name,
          balance: claim.balance,
        }),
      };
    case 'failed':
      return {
        title: named('Your payment to ', name, ' failed'),
        more: t('You sent it on {shortDay}.', {
          shortDay: shortDayText(Date.parse(claim.createdAt)),
        }),
      };
  }
}

function securityText(
  { event, isNewSignIn, device }: SecurityItem,
  { labelOf }: TextContext,
): InboxText {
  const { place, ip } = event;
  const from = place === null ? t('IP address {ip}', { ip }) : `${place} · ${ip}`;
  if (!isNewSignIn) return { title: plain(labelOf(event.event)), more: `${from}.` };
  return {
    title: plain(device === null ? t('New sign-in') : t('New sign-in: {device}', { device })),
    more: t('{from}. If this wasn’t you, end that session now.', { from }),
  };
}

function named(before: string, name: string, after: string): EntryTitle {
  return { before, name, after };
}

function plain(before: string): EntryTitle {
  return named(before, '', '');
}

function sentences(parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}
