import { expect, it, test } from 'vitest';
import { buildContact } from '#testing/saved-contact';
import { contactWith, recipientTextKind } from './recipient-text.ts';
import { searchable, searchContacts } from './search-contacts.ts';

const bob = buildContact();
const zoe = buildContact({
  id: 'zoe',
  name: 'Zoë Müller',
  emailOrPhone: '+14155550103',
  publicAddress: null,
  privateAddress: '0zk1qyzoe',
});

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['0x12', 'address'],
  ['0ZK1q', 'address'],
  ['3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a', 'address'],
  ['dana@kax.test', 'email'],
  ['dana@kax', 'name'],
  ['+1 415 555 0104', 'phone'],
  ['+1 415', 'name'],
  ['4155550104', 'name'],
  ['Dana', 'name'],
] as const)('reads %j as %s', (text, kind) => {
  expect(recipientTextKind(text)).toBe(kind);
});

it('finds a contact by name without accents and capitals, by email, phone and address', () => {
  const found = (text: string) =>
    searchContacts([bob, zoe].map(searchable), text).map(({ name }) => name);
  expect(found('zoe mull')).toEqual(['Zoë Müller']);
  expect(found('tanaka')).toEqual(['Bob Tanaka']);
  expect(found('BOB@kax')).toEqual(['Bob Tanaka']);
  expect(found('(415) 555')).toEqual(['Zoë Müller']);
  expect(found('0x1111')).toEqual(['Bob Tanaka']);
  expect(found('carol')).toEqual([]);
});

it('knows the contact of a whole email or phone, however it is written', () => {
  expect(contactWith([bob, zoe], ' Bob@KAX.test')).toBe(bob);
  expect(contactWith([bob, zoe], '+1 (415) 555-0103')).toBe(zoe);
  expect(contactWith([bob, zoe], 'bob@kax.tes')).toBeNull();
});
