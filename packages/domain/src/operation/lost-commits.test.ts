import { expect, test } from 'vitest';
import { type AccountOnNetwork, type AccountRecords, doubtOf } from './lost-commits.ts';

const records: AccountRecords = {
  ...{ nextRecorded: 5, failover: 'none', isExported: false, hasRecovered: false },
};

test.each<[string, Partial<AccountRecords>, AccountOnNetwork, ReturnType<typeof doubtOf>]>([
  ['what is mined is recorded', {}, { transactionCount: 5 }, null],
  ['not all of it is mined yet', {}, { transactionCount: 3 }, null],
  ['more is mined than recorded', {}, { transactionCount: 6 }, 'behind'],
  ['another wallet has the key', { isExported: true }, { transactionCount: 6 }, null],
  ['the server is new', { failover: 'new' }, { transactionCount: 5, nextInPools: 5 }, 'failover'],
  [
    'it became the database just now',
    { failover: 'just-now' },
    { transactionCount: 5 },
    'failover',
  ],
  ['pools were not read since', { failover: 'recent' }, { transactionCount: 5 }, 'unchecked'],
  [
    'more waits in pools',
    { failover: 'recent' },
    { transactionCount: 5, nextInPools: 6 },
    'in-flight',
  ],
  ['no more waits in pools', { failover: 'recent' }, { transactionCount: 4, nextInPools: 5 }, null],
  [
    'after a failover, of an exported key too',
    { failover: 'recent', isExported: true },
    { transactionCount: 6, nextInPools: 6 },
    'behind',
  ],
  [
    'what was found belongs to no one',
    { hasRecovered: true },
    { transactionCount: 5 },
    'unchecked',
  ],
])('%s', (_name, known, onNetwork, doubt) => {
  expect(doubtOf({ ...records, ...known }, onNetwork)).toBe(doubt);
});
