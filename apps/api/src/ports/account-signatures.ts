import type { Account } from './accounts.ts';
import type { ContactChange } from './contact-changes.ts';

/** What a signature covers: whoever receives codes and money, and who has the keys. */
export type SignedContent = Pick<Account, 'userId' | 'email' | 'phone'> & {
  readonly wallet: Pick<Account['wallet'], 'id' | 'publicAddress' | 'privateAddress' | 'custody'>;
};

/**
 * @returns the fields in the order in which they are signed, and recovery wraps are bound to them. An assisted wallet has
 *   one fewer: its signature is as it was before there was another custody
 */
export function signedFields({ userId, email, phone, wallet }: SignedContent): readonly string[] {
  const { id, publicAddress, privateAddress, custody } = wallet;
  const fields = [userId, email, phone, id, publicAddress, privateAddress];
  return custody === 'only-me' ? [...fields, custody] : fields;
}

/** Tells accounts for which both codes were entered from whatever else a row says. */
export interface AccountVerifier {
  /**
   * @returns whether these are the account's contacts, addresses and custody; false also for those from before a
   *   change of a contact or of the custody that this process saw
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
   * @param setAt when a contact, or who has the keys, was changed; left out for those of the registration
   * @returns 64 bytes, and 8 more with the time
   */
  sign(account: SignedContent, setAt?: Date): Uint8Array;
  /** @returns 64 bytes */
  signChange(content: SignedChange): Uint8Array;
}
