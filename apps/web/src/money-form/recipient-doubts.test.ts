import { describe, expect, it, test } from 'vitest';
import { buildContact } from '#testing/saved-contact';
import { needsCheck, recipientDoubts } from './recipient-doubts.ts';

const BOB = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
const TWIN = `0x3C8d${'1'.repeat(32)}b06a`;
const CAROL = `0zk1qyk9${'q'.repeat(115)}48tl`;
const CAROLS_TWIN = `0zk1qyk9${'p'.repeat(115)}48tl`;
const bob = buildContact({ publicAddress: BOB });
const facts = { address: BOB, isContract: false, isFirstTime: false, lookAlike: null };
const nothing = { chosen: null, facts: null, contacts: [], paid: [], found: null };
const paid = (address: string) => ({
  address,
  payments: 1,
  lastPaidAt: '2026-01-02T03:04:05.000Z',
});

test('an address that was paid before and looks like no other needs no check', () => {
  expect(needsCheck(recipientDoubts({ ...nothing, address: BOB, facts }))).toBe(false);
  const before = recipientDoubts({ ...nothing, address: CAROL, paid: [paid(CAROL)] });
  expect(needsCheck(before)).toBe(false);
});

test('a private address that was never paid has to be checked', () => {
  const doubts = recipientDoubts({ ...nothing, address: CAROL, paid: [paid(BOB)] });
  expect(doubts.isFirstTime).toBe(true);
  expect(needsCheck(doubts)).toBe(true);
});

test('what could not be read has to be checked, without saying that it was never paid', () => {
  for (const unread of [
    { ...nothing, address: CAROL, paid: null },
    { ...nothing, address: BOB },
  ]) {
    const doubts = recipientDoubts({ ...unread, paid: null });
    expect(doubts).toMatchObject({ isUnread: true, isFirstTime: false });
    expect(needsCheck(doubts)).toBe(true);
  }
});

describe('a look-alike', () => {
  it('of a contact is named, though the contact was never paid', () => {
    const twin = { ...facts, address: TWIN };
    const doubts = recipientDoubts({ ...nothing, address: TWIN, facts: twin, contacts: [bob] });
    expect(doubts.lookAlike).toEqual({ address: BOB, name: 'Bob Tanaka' });
    expect(needsCheck(doubts)).toBe(true);
  });

  it('of a private address that was paid is found too', () => {
    const doubts = recipientDoubts({ ...nothing, address: CAROLS_TWIN, paid: [paid(CAROL)] });
    expect(doubts.lookAlike).toEqual({ address: CAROL, name: null });
  });

  it('is not the contact’s own address', () => {
    const doubts = recipientDoubts({
      ...nothing,
      address: BOB,
      facts,
      contacts: [bob],
      paid: [paid(TWIN)],
    });
    expect(doubts.lookAlike).toBeNull();
  });
});

describe('a changed address', () => {
  const at = '2026-11-12T00:00:00.000Z';
  const changed = { ...bob, publicAddressChange: { at, previous: TWIN } };

  it('has to be checked until the new one was paid', () => {
    const known = { ...nothing, address: BOB, contacts: [changed] };
    const never = recipientDoubts({ ...known, facts: { ...facts, isFirstTime: true } });
    expect(never.difference).toEqual({ kind: 'changed', at, other: TWIN });
    expect(recipientDoubts({ ...known, facts }).difference).toBeNull();
  });

  it('also when Kax now finds another one by the contact’s email, even if it was paid', () => {
    const found = { publicAddress: TWIN, privateAddress: CAROL };
    const doubts = recipientDoubts({ ...nothing, address: BOB, facts, contacts: [bob], found });
    expect(doubts.difference).toEqual({ kind: 'found-other', by: 'bob@kax.test', other: TWIN });
    expect(needsCheck(doubts)).toBe(true);
    const same = { publicAddress: BOB.toLowerCase(), privateAddress: CAROL };
    const known = { ...nothing, address: BOB, facts, contacts: [bob] };
    expect(recipientDoubts({ ...known, found: same }).difference).toBeNull();
  });
});
