import { isSameAddress } from '#domain/address/parse-public-address';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { ContactContent } from './api/change-contacts.ts';
import type { FoundRecipient } from './api/find-recipient.ts';

export type AddressField = 'publicAddress' | 'privateAddress';
export type ContactField = 'name' | 'emailOrPhone' | AddressField | 'note';

export const ADDRESS_FIELDS = ['publicAddress', 'privateAddress'] as const;

/** What the contact form holds. */
export interface ContactDraft {
  readonly fields: Readonly<Record<ContactField, string>>;
  /** What the form began with. */
  readonly start: Readonly<Record<ContactField, string>>;
  /** Addresses that we filled in from Kax. */
  readonly filled: Readonly<Partial<Record<AddressField, string>>>;
  /** Addresses on Kax that the user decided not to use. */
  readonly declined: readonly string[];
}

export type DraftEvent =
  | { readonly type: 'typed'; readonly field: ContactField; readonly text: string }
  | { readonly type: 'found'; readonly found: FoundRecipient }
  | { readonly type: 'declined'; readonly address: string };

/** @returns the form as it opens */
export function startDraft(
  contact: SavedContact | null,
  start: Partial<ContactContent> = {},
): ContactDraft {
  const content = contact ?? start;
  const fields = {
    name: content.name ?? '',
    emailOrPhone: content.emailOrPhone ?? '',
    publicAddress: content.publicAddress ?? '',
    privateAddress: content.privateAddress ?? '',
    note: content.note ?? '',
  };
  return { fields, start: fields, filled: {}, declined: [] };
}

/** Applies one event. Addresses that we filled in go with the email or phone that they belong to. */
export function changeDraft(draft: ContactDraft, event: DraftEvent): ContactDraft {
  const { fields, filled, declined } = draft;
  switch (event.type) {
    case 'typed': {
      const typed = { ...fields, [event.field]: event.text };
      if (event.field !== 'emailOrPhone') return { ...draft, fields: typed };
      const cleared = ADDRESS_FIELDS.filter((field) => isFilled(draft, field));
      const empty = Object.fromEntries(cleared.map((field) => [field, '']));
      return { ...draft, fields: { ...typed, ...empty }, filled: {} };
    }
    case 'found': {
      const missing = ADDRESS_FIELDS.filter((field) => fields[field] === '');
      const added = Object.fromEntries(missing.map((field) => [field, event.found[field]]));
      return { ...draft, fields: { ...fields, ...added }, filled: { ...filled, ...added } };
    }
    case 'declined':
      return { ...draft, declined: [...declined, event.address] };
  }
}

/** @returns whether a field holds what we filled in */
export function isFilled({ fields, filled }: ContactDraft, field: AddressField): boolean {
  return fields[field] !== '' && fields[field] === filled[field];
}

/** @returns whether the user entered something that closing the form would lose */
export function hasInput(draft: ContactDraft): boolean {
  const { fields, start } = draft;
  const isChanged = (field: ContactField) => fields[field].trim() !== start[field];
  return (
    (['name', 'emailOrPhone', 'note'] as const).some(isChanged) ||
    ADDRESS_FIELDS.some((field) => isChanged(field) && !isFilled(draft, field))
  );
}

/** An address field that holds something else than Kax has for the email or phone. */
export interface AddressConflict {
  readonly field: AddressField;
  readonly entered: string;
  readonly onKax: string;
}

/** @returns where the form differs from what was found, and the user hasn't decided yet */
export function conflictsOf(
  { fields, declined }: ContactDraft,
  found: FoundRecipient | null,
): readonly AddressConflict[] {
  if (found === null) return [];
  return ADDRESS_FIELDS.map((field) => ({
    field,
    entered: fields[field].trim(),
    onKax: found[field],
  })).filter(
    ({ entered, onKax }) =>
      entered !== '' && !isSameAddress(entered, onKax) && !declined.includes(onKax),
  );
}

/** @returns what is sent to the server */
export function contentOf(
  { fields }: ContactDraft,
  contact: SavedContact | null,
  found: FoundRecipient | null,
): ContactContent {
  const text = (field: ContactField) => fields[field].trim() || null;
  const content = {
    name: fields.name.trim(),
    emailOrPhone: text('emailOrPhone'),
    publicAddress: text('publicAddress'),
    privateAddress: text('privateAddress'),
    note: text('note'),
  };
  return { ...content, isOnKax: isOnKax(content, contact, found) };
}

/** Both addresses are those that were found; or nothing has changed since they were, and no one is found now. */
function isOnKax(
  content: Omit<ContactContent, 'isOnKax'>,
  contact: SavedContact | null,
  found: FoundRecipient | null,
): boolean {
  const isSame = (one: string | null, other: string | null) =>
    (one ?? '').toLowerCase() === (other ?? '').toLowerCase();
  if (found !== null) return ADDRESS_FIELDS.every((field) => isSame(content[field], found[field]));
  if (contact === null) return false;
  const kept = [...ADDRESS_FIELDS, 'emailOrPhone'] as const;
  return contact.isOnKax && kept.every((field) => isSame(content[field], contact[field]));
}
