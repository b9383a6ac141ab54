import { expect, it } from 'vitest';
import { findRecipient } from '#wire/wallet/find-recipient';
import { calls, type WalletPorts } from './calls.ts';

it.each([
  ['no account', null],
  ['an account that can’t be found', { userId: 'bob', account: null }],
])('a search takes a minimum time, with %s', async (_who, found) => {
  const slept: number[] = [];
  const ports = {
    networks: [],
    chains: new Map(),
    calls: new Map(),
    discoverability: { find: async () => found },
    limits: { takeQuota: async () => 0 },
    clock: {
      now: () => new Date(0),
      async sleep(ms: number) {
        slept.push(ms);
      },
    },
  } as unknown as WalletPorts;
  const search = calls(ports).find(({ contract }) => contract === findRecipient);
  const call = {
    body: { emailOrPhone: 'bob@kax.test' },
    session: { userId: 'alice' },
    client: { ip: '203.0.113.9' },
  };
  expect(await search?.handle(call as never)).toEqual({ data: null });
  expect(slept).toEqual([250]);
});
