import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import { ALICE, BOB } from '#testing/network';
import { disclosureOf } from './disclosure.ts';
import { type EntryRows, findPayment } from './find-payment.ts';

const OWN = [ALICE.toLowerCase()];
const rows = (more: Partial<EntryRows>): EntryRows => ({ public: [], private: [], ...more });
const paymentIn = (more: Partial<EntryRows>) => {
  const found = findPayment(rows(more), OWN);
  return 'payment' in found ? found.payment : null;
};

const sent = buildActivity({ type: 'send', direction: 'out', from: ALICE, to: BOB });
const transfer = buildActivity({
  type: 'internal-transfer',
  direction: 'in',
  from: null,
  memo: 'Dinner',
});
const paidOut = buildActivity({ type: 'unshield', direction: 'out', from: '0zk1a', to: BOB });

test('a payment has the other side, whichever way it went', () => {
  expect(paymentIn({ public: [sent] })).toMatchObject({ mode: 'public', otherAddress: BOB });
  expect(paymentIn({ public: [buildActivity()] })).toMatchObject({
    isSent: false,
    otherAddress: BOB,
  });
  expect(paymentIn({ private: [transfer] })).toMatchObject({
    mode: 'private',
    isSent: false,
    otherAddress: null,
    message: 'Dinner',
  });
});

test('what goes from the private balance to someone’s public address is a payment', () => {
  expect(paymentIn({ private: [paidOut] })).toMatchObject({ isSent: true, isUnshield: true });
});

test.each([
  [
    'an unshield to oneself',
    rows({ private: [{ ...paidOut, to: ALICE }], public: [{ ...paidOut, direction: 'in' }] }),
  ],
  ['a swap', rows({ public: [buildActivity({ type: 'swap' })] })],
  ['an approval', rows({ public: [buildActivity({ type: 'approve', direction: 'none' })] })],
  ['a shield', rows({ public: [buildActivity({ type: 'shield' })] })],
])('%s has no receipt', (_, given) => {
  expect(findPayment(given, OWN).at).toBe('other');
});

test('a row that isn’t there is not the same as one that is no payment', () => {
  expect(findPayment(rows({}), OWN).at).toBe('none');
});

test.each([
  [{ status: 'pending' } as const, 'not-final'],
  [{ status: 'failed' } as const, 'failed'],
  [{ status: 'success' } as const, 'final'],
  [{ status: 'pending', spendableAt: '2026-11-22T13:00:00.000Z' } as const, 'final'],
])('a payment is final when its block is: %j', (more, at) => {
  expect(findPayment(rows({ private: [{ ...transfer, ...more }] }), OWN).at).toBe(at);
});

test.each([
  [
    [transfer],
    true,
    'Whoever gets this receipt will always know your private address, the amount, the time and the message.',
  ],
  [
    [transfer],
    false,
    'Whoever gets this receipt will always know your private address, the amount and the time.',
  ],
  [
    [{ ...transfer, from: '0zk1b' }],
    false,
    'Whoever gets this receipt will always know both private addresses, the amount and the time.',
  ],
  [
    [paidOut],
    true,
    'Whoever gets this receipt will always know that this payment came from your private address.',
  ],
] as const)('a private receipt says first what it reveals: %#', (given, showsMessage, sentence) => {
  const payment = paymentIn({ private: given });
  expect(payment && disclosureOf(payment, { showsMessage })).toBe(sentence);
});
