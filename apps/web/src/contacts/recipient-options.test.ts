import { expect, it } from 'vitest';
import { buildContact } from '#testing/saved-contact';
import { recipientOptions } from './recipient-options.ts';

const CAROL = `0zk1${'q'.repeat(123)}`;
const other = (digit: number) => `0x${String(digit).repeat(40)}`;
const bob = buildContact();
const carol = buildContact({
  id: 'carol',
  name: 'Carol Iversen',
  emailOrPhone: null,
  publicAddress: null,
  privateAddress: CAROL,
});
const paid = (address: string, day: number) => ({
  address,
  payments: 1,
  lastPaidAt: `2026-01-0${day}T00:00:00.000Z`,
});

it('lists contacts with the most recently paid first, whichever of their addresses was paid', () => {
  const listed = recipientOptions('', {
    contacts: [bob, carol],
    paid: [paid(CAROL, 3)],
    kind: 'public',
  });
  expect(listed.contacts.map(({ contact }) => contact?.name)).toEqual([
    'Carol Iversen',
    'Bob Tanaka',
  ]);
});

it('offers as recent only addresses of the form’s kind, each recipient once, five at most', () => {
  const bobs = bob.publicAddress ?? '';
  const recents = recipientOptions('', {
    contacts: [bob, carol],
    paid: [
      paid(CAROL, 9),
      paid(other(2), 8),
      paid(bobs, 7),
      paid(bobs.toUpperCase().replace('0X', '0x'), 6),
      ...[3, 4, 5, 6].map((digit) => paid(other(digit), 1)),
    ],
    kind: 'public',
  }).recents;
  expect(recents.map((one) => (one.contact ? one.contact.name : one.address))).toEqual([
    other(2),
    'Bob Tanaka',
    other(3),
    other(4),
    other(5),
  ]);
});

it('offers nothing recent once something is typed', () => {
  const listed = recipientOptions('bob', {
    contacts: [bob, carol],
    paid: [paid(other(2), 8)],
    kind: 'public',
  });
  expect(listed.recents).toEqual([]);
  expect(listed.contacts).toHaveLength(1);
});
