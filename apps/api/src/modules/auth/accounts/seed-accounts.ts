import type { Accounts } from '../../../ports/accounts.ts';
import { normaliseEmail } from './account-name.ts';
import { type CreateAccountPorts, createAccount, type NewUser } from './create-account.ts';

/**
 * Makes the accounts of the configured people that do not exist yet.
 * Throws when one of them cannot be made: the configuration is wrong.
 */
export async function seedAccounts(
  ports: CreateAccountPorts & { readonly accounts: Accounts },
  users: readonly NewUser[],
): Promise<void> {
  for (const user of users) {
    const email = normaliseEmail(user.email);
    if (email !== null && (await ports.accounts.find({ email })) !== null) continue;
    const created = await createAccount(ports, user, 'configuration');
    // Another process that starts at the same moment may have made it.
    if (!created.ok && created.problem !== 'taken') {
      throw new Error(`The account of ${user.email} cannot be made: ${created.problem}.`);
    }
  }
}
