import { type Contact, type ContactContent, ownerOfAddresses } from '#domain/contact/contact';
import type { BodyOf } from '#wire/contract';
import type { addContact } from '#wire/wallet/add-contact';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ContactDecision, Contacts } from '../../../ports/contacts.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { PoolRules } from '../shielded/parse-pool-request.ts';
import { contactView } from './contact-view.ts';
import { parseContact } from './parse-contact.ts';

export interface SaveContactPorts extends PoolRules {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly contacts: Pick<Contacts, 'save'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Makes a contact of what was entered and of all contacts that there are. */
type Decide = (contacts: readonly Contact[], content: ContactContent) => ContactDecision<Refusal>;

/** Saves what a user entered about a contact. An address belongs to one contact only. */
export async function saveContact(
  ports: SaveContactPorts,
  { session, body }: { readonly session: CallSession; readonly body: BodyOf<typeof addContact> },
  decide: Decide,
): Promise<{ data: SavedContact } | Refusal> {
  const parsed = parseContact(ports, body, session);
  if (!parsed.ok) return parsed.refusal;
  const { userId } = session;
  const outcome = await ports.vault.withOwnSeals(session, 'contacts', (seals) =>
    ports.contacts.save({ userId, seals }, (contacts) => {
      const decision = decide(contacts, parsed.value);
      return decision.ok ? unlessTaken(contacts, decision, parsed.value) : decision;
    }),
  );
  // A wallet that was deleted meanwhile has no session either.
  if (!outcome.ok || outcome.value === 'user-removed') return refuse('unauthorized');
  const decision = outcome.value;
  return decision.ok ? { data: contactView(decision.contact) } : decision.refusal;
}

function unlessTaken(
  contacts: readonly Contact[],
  decision: Extract<ContactDecision<Refusal>, { readonly ok: true }>,
  content: ContactContent,
): ContactDecision<Refusal> {
  const others = contacts.filter(({ id }) => id !== decision.contact.id);
  const owner = ownerOfAddresses(others, content);
  if (owner === null) return decision;
  const sentence = `This address is already saved as ${owner.name}.`;
  return { ok: false, refusal: refuse('contact-exists', { sentence }) };
}
