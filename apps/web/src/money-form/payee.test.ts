import { describe, expect, it, test } from 'vitest';
import { buildContact } from '#testing/saved-contact';
import { chosenContact, chosenUser } from '../contacts/chosen-recipient.ts';
import { choosePayee, payeeAddress, payeeText, refreshedPayee, typePayee } from './payee.ts';

const bob = buildContact();
const ADDRESS = bob.publicAddress ?? '';
const chosen = choosePayee(chosenContact(bob), 'public');

test('a name or an email is no address to pay; an address is, without what surrounds it', () => {
  expect(payeeAddress(typePayee('Bob T'))).toBe('');
  expect(payeeAddress(typePayee('dana@kax.test'))).toBe('');
  expect(payeeAddress(typePayee(` ${ADDRESS}\n`))).toBe(ADDRESS);
});

test('the field shows a contact’s name, and what a user was found by', () => {
  const found = { name: 'Dana Okafor', emailOrPhone: 'dana@kax.test' };
  const dana = chosenUser({ ...found, publicAddress: ADDRESS, privateAddress: '0zk1q' });
  expect(payeeText(chosen)).toBe('Bob Tanaka');
  expect(payeeText(choosePayee(dana, 'public'))).toBe('dana@kax.test');
});

describe('a payee that was stored', () => {
  it('is kept while the contact is the same', () => {
    expect(refreshedPayee(chosen, [bob], 'public')).toBeNull();
  });

  it('gets the address that the contact has now', () => {
    const moved = { ...bob, publicAddress: `0x${'2'.repeat(40)}` };
    expect(refreshedPayee(chosen, [moved], 'public')?.recipient).toBe(moved.publicAddress);
  });

  it('is a plain address once the contact is gone', () => {
    expect(refreshedPayee(chosen, [], 'public')).toEqual({ recipient: ADDRESS, chosen: null });
  });
});
