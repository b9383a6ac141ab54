import { describe, expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import {
  type Contact,
  type ContactContent,
  changeContact as changed,
  MOST_CONTACTS,
  newContact,
} from '#domain/contact/contact';
import { newAccount } from '#testing/account';
import { ALICE, BOB, buildNetwork, USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { BodyOf } from '#wire/contract';
import { addContact as addContract } from '#wire/wallet/add-contact';
import { changeContact as changeContract } from '#wire/wallet/change-contact';
import { contacts as contactsContract } from '#wire/wallet/contacts';
import type { removeContact as removeContract } from '#wire/wallet/remove-contact';
import { toChecksumAddress } from '../../../adapters/evm/to-checksum-address.ts';
import type { ContactOwner, Contacts } from '../../../ports/contacts.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { Notice } from '../../../ports/outbox.ts';
import type { OwnSeals } from '../../../ports/own-seals.ts';
import { createAddContact } from '../add-contact.ts';
import { createChangeContact } from '../change-contact.ts';
import { createContacts } from '../contacts.ts';
import { createRemoveContact } from '../remove-contact.ts';
import { callOf } from '../shielded/private.test-setup.ts';
import { parseContact } from './parse-contact.ts';

/** Both were written by RAILGUN's own software. */
const EVERYWHERE =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqq0rv7j6fe3z53luysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjunqrzs' as PrivateAddress;
const ON_POLYGON =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqqwunpd9kxwatw3yysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjcp9hxs';
const OTHER = toChecksumAddress(`0x${'ab'.repeat(20)}`);

const NOTHING: ContactContent = {
  ...{ name: 'Bob', emailOrPhone: null, publicAddress: null, privateAddress: null },
  ...{ note: null, isOnKax: false },
};

type Body = BodyOf<typeof addContract>;

/** The calls over contacts in memory. */
function setUp(known: readonly Contact[] = []) {
  const harness = {
    ...{ known: [...known], isLocked: false, isRemoved: false, now: START },
    reported: [] as unknown[],
  };
  const vault: Pick<KeyVault, 'withOwnSeals'> = {
    withOwnSeals: async (_bearer, _purpose, work) =>
      harness.isLocked
        ? { ok: false, reason: 'locked' }
        : { ok: true, value: await work({} as OwnSeals) },
  };
  const contacts: Contacts = {
    list: async () => harness.known,
    async save(owner: ContactOwner, decide) {
      expect(owner.userId).toBe('alice');
      if (harness.isRemoved) return 'user-removed';
      const decision = decide(harness.known);
      if (decision.ok) {
        const others = harness.known.filter(({ id }) => id !== decision.contact.id);
        harness.known = [...others, decision.contact];
      }
      return decision;
    },
    remove: async (userId, contactId) =>
      userId === 'alice' && harness.known.some(({ id }) => id === contactId),
  };
  const ports = {
    ...{ vault, contacts, toChecksumAddress, poolChainIds: [31_337] },
    networks: [buildNetwork()],
    clock: { now: () => harness.now },
    randomness: { uuid: () => `id-${harness.known.length + 1}` },
    accounts: { findById: async () => newAccount() },
    audit: { append: async ({ event }: { event: string }) => void harness.reported.push(event) },
    outbox: { add: async (notices: readonly Notice[]) => void harness.reported.push(...notices) },
  };
  const nowhere = { params: undefined, query: undefined };
  return {
    harness,
    add: (more: Partial<Body> = {}) => {
      const body: Body = { ...NOTHING, publicAddress: BOB, ...more };
      return createAddContact(ports)({ ...callOf<typeof addContract>(nowhere), body });
    },
    change: (id: string, version: number, more: Partial<Body> = {}) => {
      const body = { ...NOTHING, publicAddress: BOB, ...more, version };
      const call = callOf<typeof changeContract>({ ...nowhere, params: { id } });
      return createChangeContact(ports)({ ...call, body });
    },
    list: () => createContacts(ports)(callOf<typeof contactsContract>(nowhere)),
    remove: (id: string) =>
      createRemoveContact(ports)(callOf<typeof removeContract>({ ...nowhere, params: { id } })),
  };
}

const bob = newContact('bob', { ...NOTHING, name: 'Bob Tanaka', publicAddress: BOB }, START);
const carol = newContact('carol', { ...NOTHING, name: 'Carol', privateAddress: EVERYWHERE }, START);

describe('what is entered about a contact', () => {
  it('is stored as it is paid and signed in with', async () => {
    const response = await setUp().add({
      name: '  Bob   Tanaka ',
      emailOrPhone: ' Bob@Kax.test ',
      publicAddress: ` ${BOB.toLowerCase()} `,
      privateAddress: EVERYWHERE.toUpperCase(),
      note: ' rent ',
      isOnKax: true,
    });
    expect(addContract.response.parse(response).data).toEqual({
      ...{ id: 'id-1', version: 1, createdAt: START.toISOString() },
      ...{ name: 'Bob Tanaka', emailOrPhone: 'bob@kax.test', note: 'rent', isOnKax: true },
      ...{ publicAddress: BOB, privateAddress: EVERYWHERE },
      ...{ publicAddressChange: null, privateAddressChange: null },
    });
  });

  it('may be a phone number alone, and blanks are nothing', async () => {
    const blanks = { publicAddress: ' ', privateAddress: '', note: '  ' };
    expect(await setUp().add({ ...blanks, emailOrPhone: '(415) 555-0123' })).toMatchObject({
      data: { emailOrPhone: '+14155550123', publicAddress: null, privateAddress: null, note: null },
    });
  });

  it('is on Kax only with both addresses and what they were found by', async () => {
    const { add } = setUp();
    expect(await add({ isOnKax: true })).toMatchObject({ data: { isOnKax: false } });
  });

  it.each<[string, Partial<Body>]>([
    ['contact-name-not-valid', { name: ' ' }],
    ['contact-name-not-valid', { name: 'x'.repeat(101) }],
    ['contact-name-not-valid', { name: 'Bob\u202etset' }],
    ['contact-name-not-valid', { name: 'Bob\u200b' }],
    ['contact-name-not-valid', { name: 'Bob\u0000' }],
    ['contact-name-not-valid', { name: 'Bob\nCarol' }],
    ['contact-name-not-valid', { name: '\ud800' }],
    ['bad-request', { note: 'x'.repeat(141) }],
    ['bad-request', { note: 'one\ntwo' }],
    ['bad-request', { note: 'a\u202eb' }],
    ['email-not-valid', { emailOrPhone: 'bob@' }],
    ['email-not-valid', { emailOrPhone: 'b\u0000@kax.test' }],
    ['phone-not-valid', { emailOrPhone: 'call me' }],
    ['recipient-not-valid', { publicAddress: '0x123' }],
    ['recipient-checksum', { publicAddress: BOB.replace('C', 'c') }],
    ['recipient-is-sender', { publicAddress: ALICE }],
    ['recipient-is-zero', { publicAddress: `0x${'0'.repeat(40)}` }],
    ['recipient-is-token', { publicAddress: String(USDC.address) }],
    ['recipient-is-private', { publicAddress: EVERYWHERE }],
    ['recipient-not-private', { privateAddress: BOB }],
    ['recipient-other-network', { privateAddress: ON_POLYGON }],
    ['contact-empty', { publicAddress: null }],
    ['contact-empty', { publicAddress: null, note: 'who?' }],
  ])('is refused with %s: %j', async (code, more) => {
    const { add, change, harness } = setUp([bob]);
    expect(await add(more)).toMatchObject({ refused: code });
    expect(await change('bob', 1, more)).toMatchObject({ refused: code });
    expect(harness.known).toEqual([bob]);
  });

  it('is refused when it is the user’s own private address', () => {
    const own = { publicAddress: ALICE, privateAddress: EVERYWHERE };
    const rules = { networks: [buildNetwork()], toChecksumAddress, poolChainIds: [31_337] };
    expect(parseContact(rules, { ...NOTHING, privateAddress: EVERYWHERE }, own)).toMatchObject({
      refusal: { refused: 'recipient-is-sender' },
    });
  });

  it('says how a note has to be', async () => {
    expect(await setUp().add({ note: 'x'.repeat(141) })).toMatchObject({
      sentence: 'Enter a note using up to 140 visible characters, on one line.',
    });
  });
});

describe('an address', () => {
  it.each<[string, Partial<Body>, string]>([
    ['public', { publicAddress: BOB.toLowerCase() }, 'Bob Tanaka'],
    ['private', { publicAddress: null, privateAddress: EVERYWHERE }, 'Carol'],
  ])(
    'that is %s belongs to one contact only, which the refusal names',
    async (_kind, more, name) => {
      const { add, change, harness } = setUp([bob, carol, { ...bob, ...emptied('dan') }]);
      const refusal = {
        ...{ refused: 'contact-exists', sentence: `This address is already saved as ${name}.` },
      };
      expect(await add(more)).toEqual(refusal);
      expect(await change('dan', 1, more)).toEqual(refusal);
      expect(harness.known).toHaveLength(3);
    },
  );

  it('is free again when its contact has another one', async () => {
    const content = { ...NOTHING, publicAddress: OTHER };
    const { add } = setUp([changed(bob, content, START)]);
    expect(await add()).toMatchObject({ data: { publicAddress: BOB } });
  });
});

describe('a change', () => {
  it('keeps the address that it replaced, and raises the version', async () => {
    const { change, harness } = setUp([bob]);
    harness.now = new Date(START.getTime() + 60_000);
    const response = await change('bob', 1, { publicAddress: OTHER });
    expect(changeContract.response.parse(response).data).toMatchObject({
      ...{ id: 'bob', version: 2, name: 'Bob', createdAt: START.toISOString() },
      publicAddress: OTHER,
      publicAddressChange: { at: harness.now.toISOString(), previous: BOB },
    });
  });

  it('shows no change of an address that was removed', async () => {
    const { change } = setUp([bob]);
    await change('bob', 1, { publicAddress: OTHER });
    const gone = { publicAddress: null, emailOrPhone: 'bob@kax.test' };
    expect(await change('bob', 2, gone)).toMatchObject({ data: { publicAddressChange: null } });
  });

  it('of what was changed since is refused, and so is one of an unknown contact', async () => {
    const { change, harness } = setUp([bob]);
    for (const version of [0, 2, 1.5, Number.MAX_VALUE]) {
      expect(await change('bob', version)).toMatchObject({ refused: 'contact-changed' });
    }
    for (const id of ['carol', '', '__proto__']) {
      expect(await change(id, 1)).toMatchObject({ refused: 'unknown-contact' });
    }
    expect(harness.known).toEqual([bob]);
  });
});

describe('the owner is notified', () => {
  it('when an address took the place of another one, without the name of the contact', async () => {
    const { change, harness } = setUp([bob]);
    await change('bob', 1, { publicAddress: OTHER });
    expect(harness.reported).toEqual([
      'saved-address-changed',
      expect.objectContaining({ topic: 'saved-address-changed', channel: 'email' }),
    ]);
    expect(JSON.stringify(harness.reported)).not.toContain('Bob');
  });

  it.each<[string, Partial<Body>]>([
    ['the name is another one', { name: 'Robert' }],
    ['an address is added', { privateAddress: EVERYWHERE }],
    ['an address is removed', { publicAddress: null, emailOrPhone: 'bob@kax.test' }],
    ['the change is refused', { publicAddress: ALICE }],
  ])('not when %s', async (_case, more) => {
    const { change, harness } = setUp([bob]);
    await change('bob', 1, more);
    expect(harness.reported).toEqual([]);
  });
});

it('500 contacts are the most', async () => {
  const many = Array.from({ length: MOST_CONTACTS }, (_, n) => ({ ...bob, ...emptied(`${n}`) }));
  const { add } = setUp(many);
  expect(await add()).toMatchObject({ refused: 'too-many-contacts' });
  expect(await setUp(many.slice(1)).add()).toMatchObject({ data: { name: 'Bob' } });
});

it('contacts are listed by name', async () => {
  const { list } = setUp([carol, bob]);
  const response = contactsContract.response.parse(await list());
  expect(response.data.map(({ name }) => name)).toEqual(['Bob Tanaka', 'Carol']);
});

it('only what is there is removed', async () => {
  const { remove } = setUp([bob]);
  expect(await remove('bob')).toEqual({ success: true });
  expect(await remove('carol')).toMatchObject({ refused: 'unknown-contact' });
});

it('a session that ended, and a user who deleted their wallet, get nothing and save nothing', async () => {
  const { harness, add, change, list } = setUp([bob]);
  harness.isRemoved = true;
  expect(await add({ publicAddress: OTHER })).toMatchObject({ refused: 'unauthorized' });
  harness.isLocked = true;
  expect(await list()).toMatchObject({ refused: 'unauthorized' });
  expect(await add({ publicAddress: OTHER })).toMatchObject({ refused: 'unauthorized' });
  expect(await change('bob', 1)).toMatchObject({ refused: 'unauthorized' });
  expect(harness.known).toEqual([bob]);
});

/** Another contact, without addresses. */
function emptied(id: string): Pick<Contact, 'id' | 'publicAddress'> {
  return { id, publicAddress: { current: null, last: null, change: null } };
}
