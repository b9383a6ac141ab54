import { expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress } from './address.ts';
import { lookAlike } from './look-alike.ts';

const friend = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' as PublicAddress;
const poisoned = '0xaB58000000000000000000000000000000000C9b' as PublicAddress;
const twin = '0xaB5811111111111111111111111111111111eC9b' as PublicAddress;

it('warns of an address that has the same first and last four digits as one that was paid before', () => {
  expect(lookAlike(twin, [friend])).toBe(friend);
});

it('does not warn of an address that differs in one of these digits', () => {
  expect(lookAlike(poisoned, [friend])).toBeNull();
});

it('does not warn of an address that was itself paid before', () => {
  expect(lookAlike(friend.toLowerCase() as PublicAddress, [twin, friend])).toBeNull();
});

it('compares private addresses as they are shortened: eight characters in front, four behind', () => {
  const middle = 'q'.repeat(115);
  const known = `0zk1qyk9${middle}48tl` as PrivateAddress;
  const same = `0zk1qyk9${'p'.repeat(115)}48tl` as PrivateAddress;
  const other = `0zk1qyk8${middle}48tl` as PrivateAddress;
  expect(lookAlike(same, [known])).toBe(known);
  expect(lookAlike(other, [known])).toBeNull();
});
