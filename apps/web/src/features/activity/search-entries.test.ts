import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import { ALICE, BOB } from '#testing/network';
import { buildContact } from '#testing/saved-contact';
import { entriesOf } from './entry.ts';
import { matches, searchable } from './search-entries.ts';

const HASH = `0x${'4a0f'.repeat(16)}`;
const sent = buildActivity({
  type: 'send',
  direction: 'out',
  from: ALICE,
  to: BOB,
  amount: '1250.5',
  amountBaseUnits: '1250500000',
  transactionHash: HASH,
  operationId: 'one',
  memo: 'Dinner at Zoë’s',
});

const [entry] = entriesOf([{ mode: 'public', transaction: sent }], {
  ownAddresses: [ALICE],
  swaps: new Map(),
  claims: [],
});
const text = searchable(entry as NonNullable<typeof entry>, {
  contacts: [buildContact({ name: 'Bob Tanaka', publicAddress: BOB })],
  notes: new Map([['operation-one', 'Deposit for the flat']]),
  ownAddresses: [ALICE],
});

test.each([
  'bob',
  'TANAKA',
  'bob dinner',
  'zoe',
  'deposit',
  'send',
  'usdc',
  '1250',
  '1,250.50',
  '−1,250.5',
  '$1250',
  BOB.slice(0, 10),
  HASH,
  HASH.slice(2, 12),
])('an entry is found by name, message, own note, amount, address or hash: %s', (query) => {
  expect(matches(text, query)).toBe(true);
});

test.each(['alice', 'bob lunch', '250', '40', '0x99', ALICE])(
  'nothing else finds it, such as digits inside of an amount or a hash: %s',
  (query) => {
    expect(matches(text, query)).toBe(false);
  },
);
