import { pageLocale, t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { PaidRecipient } from '../../contacts/api/paid-recipients.ts';
import { foldText } from '../../lib/fold-text.ts';

/** How often a contact was paid, at both addresses together, and when last (ISO 8601). */
export interface Payments {
  readonly count: number;
  readonly lastPaidAt: string;
}

/** @returns the payments to each contact, by its id; contacts that were never paid are not in it */
export function paymentsByContact(
  contacts: readonly SavedContact[],
  recipients: readonly PaidRecipient[],
): ReadonlyMap<string, Payments> {
  const byAddress = new Map(recipients.map((each) => [each.address.toLowerCase(), each]));
  const paid = contacts.flatMap(({ id, publicAddress, privateAddress }) => {
    const own = [publicAddress, privateAddress].flatMap((address) => {
      const found = address === null ? undefined : byAddress.get(address.toLowerCase());
      return found === undefined ? [] : [found];
    });
    const [last] = own.map(({ lastPaidAt }) => lastPaidAt).sort(newestFirst);
    if (last === undefined) return [];
    const count = own.reduce((sum, { payments }) => sum + payments, 0);
    return [[id, { count, lastPaidAt: last }] as const];
  });
  return new Map(paid);
}

function newestFirst(one: string, other: string): number {
  return Date.parse(other) - Date.parse(one);
}

/** Contacts under one heading. */
export interface ContactGroup {
  readonly title: string;
  readonly contacts: readonly SavedContact[];
}

const RECENT_COUNT = 5;
const OTHER_LETTERS = '#';

/** @returns the contacts that were paid last, when there are enough contacts for that to help; null otherwise */
export function recentGroup(
  contacts: readonly SavedContact[],
  payments: ReadonlyMap<string, Payments>,
): ContactGroup | null {
  if (contacts.length <= RECENT_COUNT) return null;
  const paid = contacts.flatMap((contact) => {
    const last = payments.get(contact.id)?.lastPaidAt;
    return last === undefined ? [] : [{ contact, last }];
  });
  if (paid.length === 0) return null;
  const recent = paid.sort((one, other) => newestFirst(one.last, other.last));
  return {
    title: t('Recent'),
    contacts: recent.slice(0, RECENT_COUNT).map(({ contact }) => contact),
  };
}

/** @returns the contacts by name, grouped by first letter without accents; those without a letter come last */
export function groupByLetter(contacts: readonly SavedContact[]): readonly ContactGroup[] {
  const groups = new Map<string, SavedContact[]>();
  const byName = [...contacts].sort((one, other) => collator.compare(one.name, other.name));
  for (const contact of byName) {
    const letter = letterOf(contact.name);
    const group = groups.get(letter);
    if (group) group.push(contact);
    else groups.set(letter, [contact]);
  }
  const others = groups.get(OTHER_LETTERS);
  groups.delete(OTHER_LETTERS);
  return [...groups, ...(others ? [[OTHER_LETTERS, others] as const] : [])].map(
    ([title, members]) => ({ title, contacts: members }),
  );
}

function letterOf(name: string): string {
  const [first = ''] = foldText(name.trim());
  return /\p{Letter}/u.test(first) ? first.toUpperCase() : OTHER_LETTERS;
}

const collator = new Intl.Collator(pageLocale(), { numeric: true });
