import { normalizeEmail } from '../../../application/account-name.ts';
import type { Accounts } from '../../../ports/accounts.ts';
import { type CreateAccountPorts, createAccount, type NewUser } from './create-account.ts';

/**
 * Creates the accounts of the configured users that do not exist yet.
 * Throws when one of them cannot be created: the configuration is wrong.
 */
export async function seedAccounts(
  ports: CreateAccountPorts & { readonly accounts: Accounts },
  users: readonly NewUser[],
): Promise<void> {
  for (const user of users) {
    const email = normalizeEmail(user.email);
    if (email !== null && (await ports.accounts.find({ email })) !== null) continue;
    const created = await createAccount(ports, user, 'configuration');
    // Another process that starts at the same time may have created it.
    if (!created.ok && created.problem !== 'taken') {
      throw new Error(`The account of ${user.email} cannot be created: ${created.problem}.`);
    }
  }
}
