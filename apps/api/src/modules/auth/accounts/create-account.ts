import { normalizeEmail, normalizePhone } from '../../../application/account-name.ts';
import type { AccountRecovery } from '../../../ports/account-recovery.ts';
import type { Account, Accounts } from '../../../ports/accounts.ts';
import type { Audit } from '../../../ports/audit.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault, WalletAddresses } from '../../../ports/key-vault.ts';
import type { Randomness } from '../../../ports/randomness.ts';

export interface CreateAccountPorts {
  readonly accounts: Pick<Accounts, 'create'>;
  readonly vault: Pick<KeyVault, 'createWallet'>;
  readonly recovery: Pick<AccountRecovery, 'enroll'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

export type AccountCreation =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly problem: 'email-not-valid' | 'phone-not-valid' | 'taken' };

/**
 * Creates an account without codes, for the configured users of a sandbox: its wallet is created with it, so both
 * addresses are known immediately.
 */
export async function createAccount(
  ports: CreateAccountPorts,
  user: NewUser,
  ip: string,
): Promise<AccountCreation> {
  const email = normalizeEmail(user.email);
  if (email === null) return { ok: false, problem: 'email-not-valid' };
  const phone = normalizePhone(user.phone);
  if (phone === null) return { ok: false, problem: 'phone-not-valid' };
  const userId = ports.randomness.uuid();
  const { password, name } = user;
  const made: { account: Account; signature: Uint8Array }[] = [];
  const { keyRecord } = await ports.vault.createWallet(
    { userId, password },
    async (dataKey, addresses) => {
      const account = accountOf({ userId, email, phone, name }, addresses, ports.randomness);
      const { recoveryWrap, signature } = await ports.recovery.enroll(account, dataKey);
      made.push({ account, signature });
      return { recoveryWrap };
    },
  );
  const [enrolled] = made;
  if (enrolled === undefined) throw new Error('The wallet of an account was not wrapped.');
  const { account, signature } = enrolled;
  const now = ports.clock.now();
  const outcome = await ports.accounts.create(account, { keyRecord, signature }, now);
  if (outcome === 'taken') return { ok: false, problem: 'taken' };
  await ports.audit.append({ at: now, event: 'account-created', ip, userId });
  return { ok: true, account };
}

/** @returns the account of a user whose wallet was just created; the wallet is named after their first name */
export function accountOf(
  user: Pick<Account, 'userId' | 'name' | 'email' | 'phone'>,
  { publicAddress, privateAddress }: WalletAddresses,
  randomness: Pick<Randomness, 'uuid'>,
): Account {
  const name = user.name.trim();
  const walletName = `${name.split(/\s+/)[0]}’s wallet`;
  const wallet = { id: randomness.uuid(), name: walletName, publicAddress, privateAddress };
  return { ...user, name, wallet: { ...wallet, custody: 'assisted' } };
}
