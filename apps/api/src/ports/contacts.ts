import type { Contact } from '#domain/contact/contact';
import type { OwnSeals } from './own-seals.ts';

/** Whose contacts, and what opens them. */
export interface ContactOwner {
  readonly userId: string;
  readonly seals: OwnSeals;
}

/** What to save, or why nothing is saved. */
export type ContactDecision<Refused> =
  | { readonly ok: true; readonly contact: Contact }
  | { readonly ok: false; readonly refusal: Refused };

/**
 * The contacts that users saved, encrypted. One that does not open, and an older version of one that this process has
 * seen or removed, counts as none and is reported.
 */
export interface Contacts {
  /** In no order. */
  list(owner: ContactOwner): Promise<readonly Contact[]>;
  /**
   * Saves what `decide` makes of all contacts of a user, under a lock that keeps every other change of them waiting: a
   * new contact with version 1, or the next version of an old one.
   * @returns the decision; `user-removed` when the user deleted their wallet meanwhile
   */
  save<Refused>(
    owner: ContactOwner,
    decide: (contacts: readonly Contact[]) => ContactDecision<Refused>,
  ): Promise<ContactDecision<Refused> | 'user-removed'>;
  /** @returns false when this user has no such contact */
  remove(userId: string, contactId: string): Promise<boolean>;
}
