import type { AccountVerifier } from '../ports/account-signatures.ts';
import type { RecoverableAccount, RecoverableAccounts } from '../ports/recoverable-accounts.ts';

export interface FindSignedPorts {
  readonly accounts: Pick<RecoverableAccounts, 'find'>;
  readonly signer: Pick<AccountVerifier, 'isSigned'>;
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

export type SignedAccount = RecoverableAccount & { readonly signature: Uint8Array };

/** @returns a user's account; null when there is none, or when it is not as it was signed, which is reported */
export async function findSigned(
  { accounts, signer, report }: FindSignedPorts,
  userId: string,
): Promise<SignedAccount | null> {
  const found = await accounts.find(userId);
  if (found === null || found.signature === null) return null;
  const { signature } = found;
  if (signer.isSigned(found.account, signature)) return { ...found, signature };
  const cause = new Error(`The account of ${userId} was changed by something else.`);
  report({ message: 'An account does not have its signature.', cause });
  return null;
}
