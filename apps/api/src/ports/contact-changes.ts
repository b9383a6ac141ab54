import type { Account } from './accounts.ts';
import type { Notice } from './outbox.ts';

/** A contact that its user wants instead of the current one. */
export interface NewContact {
  readonly channel: 'email' | 'phone';
  /** Normalized. */
  readonly value: string;
}

/** A change of a contact that both codes confirmed. */
export interface ContactChange extends NewContact {
  readonly userId: string;
  /** When it takes effect. */
  readonly at: Date;
}

/** As it is stored. */
export interface SignedContactChange extends ContactChange {
  readonly signature: Uint8Array;
}

/** What takes the place of an account's contact, its signature and its recovery wrap, if they are still these. */
export interface AppliedContactChange {
  readonly change: SignedContactChange;
  readonly before: {
    readonly account: Account;
    readonly signature: Uint8Array;
    readonly recoveryWrap: Uint8Array;
  };
  readonly after: { readonly signature: Uint8Array; readonly recoveryWrap: Uint8Array };
  readonly notices: readonly Notice[];
  readonly now: Date;
}

/** Changes that are not in effect yet, one for each user. Only the process that verifies codes writes them. */
export interface ContactChanges {
  find(userId: string): Promise<SignedContactChange | null>;
  /**
   * Uses the codes of a challenge and stores what they confirm, with its notices; it replaces the user's earlier change.
   * @returns true for exactly one of any number of callers
   */
  confirm(confirmation: {
    readonly challengeId: string;
    readonly change: SignedContactChange;
    readonly notices: readonly Notice[];
    readonly now: Date;
  }): Promise<boolean>;
  /** @returns those whose time has come, the earliest first */
  listDue(now: Date, most: number): Promise<readonly SignedContactChange[]>;
  /**
   * Applies a change in one transaction, with its notices, and deletes the codes that were sent to the old contact.
   * @returns `other` when the change or the account is another one by now, `taken` when the contact has an account;
   *   nothing was changed then
   */
  apply(applied: AppliedContactChange): Promise<'applied' | 'other' | 'taken'>;
  /** Deletes this change and stores its notices. @returns false when it was not there */
  remove(change: SignedContactChange, notices: readonly Notice[], now: Date): Promise<boolean>;
}

/** What the settings show. */
export interface ContactChangeView {
  /** @returns null when there is none, or when something else wrote it */
  findContactChange(userId: string): Promise<ContactChange | null>;
}
