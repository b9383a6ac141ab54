import type { AccountSigner } from '../ports/account-signatures.ts';
import type { OnceMark } from '../ports/once-mark.ts';
import type { RecoverableAccounts } from '../ports/recoverable-accounts.ts';
import type { RecoveryKey } from '../ports/recovery-key.ts';

/**
 * Signs the accounts of before signatures existed and binds their recovery wraps to them, once for each recovery
 * folder: from then on, one without a signature was put there by something else.
 * @param reportUnopened called with the user of a wrap that nothing opens, which was so before
 * @returns how many were enrolled. Rejects when the key's owner does not respond; what is left follows next time.
 */
export async function enrollEarlierAccounts({
  accounts,
  signer,
  key,
  mark,
  reportUnopened,
}: {
  readonly accounts: Pick<RecoverableAccounts, 'enrollAll'>;
  readonly signer: Pick<AccountSigner, 'sign'>;
  readonly key: Pick<RecoveryKey, 'bindEarlier'>;
  readonly mark: OnceMark;
  readonly reportUnopened: (userId: string) => void;
}): Promise<number> {
  if (await mark.isSet()) return 0;
  const count = await accounts.enrollAll(async ({ account, recoveryWrap }) => {
    const bound = await key.bindEarlier(recoveryWrap, account);
    if (bound === null) reportUnopened(account.userId);
    return { recoveryWrap: bound ?? recoveryWrap, signature: signer.sign(account) };
  });
  await mark.set();
  return count;
}
