import { describe, expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress } from '../address/address.ts';
import {
  type ContactContent,
  changeContact,
  newContact,
  ownerOfAddresses,
  sortContacts,
} from './contact.ts';

const [FIRST, SECOND, THIRD] = [1, 2, 3].map(
  (digit) => `0x${String(digit).repeat(40)}` as PublicAddress,
) as [PublicAddress, PublicAddress, PublicAddress];
const PRIVATE = '0zk1alice' as PrivateAddress;
const at = (day: number) => new Date(Date.UTC(2026, 0, day));

function contentOf(more: Partial<ContactContent> = {}): ContactContent {
  return {
    ...{ name: 'Bob', emailOrPhone: null, note: null, isOnKax: false },
    ...{ publicAddress: FIRST, privateAddress: null },
    ...more,
  };
}

describe('an address of a contact', () => {
  const bob = newContact('bob', contentOf(), at(1));

  it('that was never another has no previous one', () => {
    expect(bob.publicAddress.change).toBeNull();
    const renamed = changeContact(bob, contentOf({ name: 'Robert' }), at(2));
    expect(renamed).toMatchObject({ name: 'Robert', version: 2, createdAt: at(1) });
    expect(renamed.publicAddress).toEqual(bob.publicAddress);
  });

  it('that is added later replaces nothing', () => {
    const more = changeContact(bob, contentOf({ privateAddress: PRIVATE }), at(2));
    expect(more.privateAddress).toEqual({ current: PRIVATE, last: PRIVATE, change: null });
  });

  it('that takes the place of another keeps it, with the time, through other changes', () => {
    const moved = changeContact(bob, contentOf({ publicAddress: SECOND }), at(2));
    expect(moved.publicAddress).toEqual({
      ...{ current: SECOND, last: SECOND, change: { at: at(2), previous: FIRST } },
    });
    const noted = changeContact(moved, contentOf({ publicAddress: SECOND, note: 'x' }), at(3));
    expect(noted.publicAddress).toEqual(moved.publicAddress);
    const again = changeContact(noted, contentOf({ publicAddress: THIRD }), at(4));
    expect(again.publicAddress.change).toEqual({ at: at(4), previous: SECOND });
  });

  it('takes the place of one that was removed before', () => {
    const removed = changeContact(bob, contentOf({ publicAddress: null }), at(2));
    expect(removed.publicAddress.current).toBeNull();
    const moved = changeContact(removed, contentOf({ publicAddress: SECOND }), at(3));
    expect(moved.publicAddress.change).toEqual({ at: at(3), previous: FIRST });
  });

  it('that is removed and entered again is still known to have replaced another', () => {
    const moved = changeContact(bob, contentOf({ publicAddress: SECOND }), at(2));
    const removed = changeContact(moved, contentOf({ publicAddress: null }), at(3));
    const again = changeContact(removed, contentOf({ publicAddress: SECOND }), at(4));
    expect(again.publicAddress).toEqual(moved.publicAddress);
  });
});

it('an address belongs to the contact that has it now', () => {
  const bob = newContact('bob', contentOf({ privateAddress: PRIVATE }), at(1));
  const carol = newContact('carol', contentOf({ publicAddress: SECOND }), at(1));
  const nothing = { publicAddress: null, privateAddress: null };
  expect(ownerOfAddresses([bob, carol], { ...nothing, publicAddress: SECOND })).toBe(carol);
  expect(ownerOfAddresses([bob, carol], { ...nothing, privateAddress: PRIVATE })).toBe(bob);
  expect(ownerOfAddresses([bob, carol], { ...nothing, publicAddress: THIRD })).toBeNull();
  expect(ownerOfAddresses([bob, carol], nothing)).toBeNull();
  const moved = changeContact(bob, contentOf({ publicAddress: THIRD }), at(2));
  expect(ownerOfAddresses([moved, carol], { ...nothing, publicAddress: FIRST })).toBeNull();
});

it('contacts are sorted by name whatever the capitals, those of one name by id', () => {
  const named = (id: string, name: string) => newContact(id, contentOf({ name }), at(1));
  const sorted = sortContacts([
    ...[named('4', 'Éva'), named('3', 'bob'), named('1', 'Bob'), named('2', 'alice')],
    named('5', 'Zoe'),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['2', '1', '3', '5', '4']);
});
