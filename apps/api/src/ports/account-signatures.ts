import type { Account } from './accounts.ts';

/** What a signature covers: whoever receives codes and money. */
export type SignedContent = Pick<Account, 'userId' | 'email' | 'phone'> & {
  readonly wallet: Pick<Account['wallet'], 'id' | 'publicAddress' | 'privateAddress'>;
};

/** @returns the fields in the order in which they are signed, and recovery wraps are bound to them */
export function signedFields({ userId, email, phone, wallet }: SignedContent): readonly string[] {
  const { id, publicAddress, privateAddress } = wallet;
  return [userId, email, phone, id, publicAddress, privateAddress];
}

/** Tells accounts for which both codes were entered from whatever else a row says. */
export interface AccountVerifier {
  isSigned(account: SignedContent, signature: Uint8Array): boolean;
}

/** Signs accounts. Only the process that checks codes has its key. */
export interface AccountSigner extends AccountVerifier {
  /** @returns 64 bytes */
  sign(account: SignedContent): Uint8Array;
}
