import { randomBytes } from 'node:crypto';
import { getAddress } from 'viem';
import type { BodyOf } from '#wire/contract';
import { addContact } from '#wire/wallet/add-contact';
import { contacts } from '#wire/wallet/contacts';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { AttackContext, Victim } from './attack-context.ts';

/** Saves a contact whose name, email, address and note nothing else has. */
export async function saveContact(
  context: Pick<AttackContext, 'newClient'>,
  { accessToken: token }: Pick<Victim, 'accessToken'>,
): Promise<SavedContact> {
  const unique = randomBytes(8).toString('hex');
  const body: BodyOf<typeof addContact> = {
    ...{ name: `Contact ${unique}`, emailOrPhone: `contact-${unique}@kax.test` },
    ...{ publicAddress: getAddress(`0x${randomBytes(20).toString('hex')}`), privateAddress: null },
    ...{ note: `Note ${unique}`, isOnKax: false },
  };
  const { content } = await context.newClient().call(addContact, { token, body });
  return content.data;
}

/** @returns the contacts of a user, as their next payment would use them */
export async function listContacts(
  context: Pick<AttackContext, 'newClient'>,
  { accessToken: token }: Pick<Victim, 'accessToken'>,
): Promise<readonly SavedContact[]> {
  return (await context.newClient().call(contacts, { token })).content.data;
}
