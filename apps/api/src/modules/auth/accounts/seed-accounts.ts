import type { Accounts } from '../../../ports/accounts.ts';
import { normaliseEmail } from './account-name.ts';
import { type CreateAccountPorts, createAccount, type NewPerson } from './create-account.ts';

/**
 * Makes the accounts of the configured people that do not exist yet.
 * Throws when one of them cannot be made: the configuration is wrong.
 */
export async function seedAccounts(
  ports: CreateAccountPorts & { readonly accounts: Accounts },
  people: readonly NewPerson[],
): Promise<void> {
  for (const person of people) {
    const email = normaliseEmail(person.email);
    if (email !== null && (await ports.accounts.find({ email })) !== null) continue;
    const created = await createAccount(ports, person, 'configuration');
    // Another process that starts at the same moment may have made it.
    if (!created.ok && created.problem !== 'taken') {
      throw new Error(`The account of ${person.email} cannot be made: ${created.problem}.`);
    }
  }
}
