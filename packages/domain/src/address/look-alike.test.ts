import { expect, it } from 'vitest';
import type { PublicAddress } from './address.ts';
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
