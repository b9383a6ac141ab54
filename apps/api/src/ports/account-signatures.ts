import type { Account } from './accounts.ts';
import type { ContactChange } from './contact-changes.ts';

/** What a signature covers: whoever receives codes and money. */
export type SignedContent = Pick<Account, 'userId' | 'email' | 'phone'> & {
  readonly wallet: Pick<Account['wallet'], 'id' | 'publicAddress' | 'privateAddress' | 'custody'>;
};

/**
 * @returns the fields in the order in which they are signed, and recovery wraps are bound to them. An assisted account
 *   has one less, as all had before there were others.
 */
export function signedFields({ userId, email, phone, wallet }: SignedContent): readonly string[] {
  const { id, publicAddress, privateAddress, custody = 'assisted' } = wallet;
  const fields = [userId, email, phone, id, publicAddress, privateAddress];
  return custody === 'assisted' ? fields : [...fields, custody];
}

/** Tells accounts for which both codes were entered from whatever else a row says. */
export interface AccountVerifier {
  /**
   * @returns whether these are the account's contacts and addresses; false also for those from before a change of a
   *   contact that this process saw
   */
  isSigned(account: SignedContent, signature: Uint8Array): boolean;
}

/** A change of a contact, with the signature of the account that it was confirmed for. It is valid for that state only. */
export interface SignedChange {
  readonly change: ContactChange;
  readonly accountSignature: Uint8Array;
}

/** Tells changes of contacts that both codes confirmed from whatever else a row says. */
export interface ContactChangeVerifier {
  isConfirmed(content: SignedChange, signature: Uint8Array): boolean;
}

/** Signs accounts and changes of their contacts. Only the process that checks codes has its key. */
export interface AccountSigner extends AccountVerifier, ContactChangeVerifier {
  /**
   * @param contactsSetAt when a contact was changed; left out for those of the registration
   * @returns 64 bytes, and 8 more with the time
   */
  sign(account: SignedContent, contactsSetAt?: Date): Uint8Array;
  /** @returns 64 bytes */
  signChange(content: SignedChange): Uint8Array;
}
