import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { AccountRecords } from '#domain/operation/lost-commits';
import { ALICE } from '#testing/network';
import { BROADCASTER } from '#testing/operation';
import { createBroadcasterRecords } from './create-broadcaster-records.ts';

const EARLIER = ALICE;

/** Two accounts of the broadcaster, with everything recorded and nothing on its way. */
function setUp() {
  const complete: AccountRecords = {
    ...{ nextRecorded: 4, failover: 'none', isExported: false, hasRecovered: false },
  };
  const records = new Map([BROADCASTER, EARLIER].map((account) => [account, complete]));
  const nextInPools = new Map([BROADCASTER, EARLIER].map((account) => [account, 4]));
  const change = (account: PublicAddress, changes: Partial<AccountRecords>) =>
    records.set(account, { ...(records.get(account) ?? complete), ...changes });
  const ports: Parameters<typeof createBroadcasterRecords>[0] = {
    operations: {
      records: async ({ account }) => records.get(account) ?? complete,
      recover: async () => [],
      unexplained: async () => [],
    },
    chain: {
      chainId: 31_337,
      transactionCount: async () => 4,
      nextInPools: async (account) => nextInPools.get(account) ?? 4,
      finalTransaction: async () => null,
      finalTransactionOf: async () => null,
      heads: async () => ({ latest: { number: 60n }, finalized: { number: 50n } }) as never,
      finalPrivateCall: async () => null,
    },
    broadcaster: { address: BROADCASTER, others: [EARLIER] },
    clock: { now: () => new Date(0) },
    report: () => undefined,
  };
  return { compare: () => createBroadcasterRecords(ports).compare(), change, nextInPools };
}

test('without a failover, no node is asked', async () => {
  const { compare, nextInPools } = setUp();
  nextInPools.set(EARLIER, 9);
  expect(await compare()).toEqual({ kind: 'complete' });
});

test.each([
  ['the account in use', BROADCASTER],
  ['another account', EARLIER],
])(
  'after a failover, what %s has on its way and no record of is waited for',
  async (_of, account) => {
    const { compare, change, nextInPools } = setUp();
    for (const each of [BROADCASTER, EARLIER]) change(each, { failover: 'recent' });
    expect(await compare()).toEqual({ kind: 'compared', block: 50n });
    nextInPools.set(account, 5);
    expect(await compare()).toEqual({ kind: 'reconciling' });
  },
);

test('what another account was found to have keeps the history being read', async () => {
  const { compare, change } = setUp();
  change(EARLIER, { hasRecovered: true });
  expect(await compare()).toEqual({ kind: 'compared', block: 50n });
});
