import { expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { TokenId } from '#domain/token/token';
import { ALICE, buildNetwork, buildToken, KAX, POL, USDC } from '#testing/network';
import type { OpenedAccount } from '../../application/call.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import { createDeleteWallet, type DeleteWalletPorts } from './delete-wallet.ts';

const AVAX = buildToken({
  symbol: 'AVAX',
  id: 'avalanche-avax' as TokenId,
  chainId: 31114,
  address: null,
});
const polygon = buildNetwork();
const avalanche = buildNetwork({
  slug: 'avalanche',
  name: 'Avalanche',
  chainId: 31114,
  tokens: [AVAX],
});
const now = new Date('2026-11-21T08:00:00.000Z');
const account = {
  userId: '6f1c1d4e-0000-4000-8000-000000000001',
  name: 'Alice Moreau',
  email: 'alice@kax.test',
  phone: '+14155550101',
  wallet: { id: 'w', name: 'Alice’s wallet', publicAddress: ALICE, privateAddress: '0zk1' },
};

it('deletes an empty wallet: account, recovery, a notice on both channels, a line in the log', async () => {
  const { call, done } = wallet({});
  expect(await call()).toEqual({ success: true });
  expect(done).toEqual([
    `remove ${account.userId}: wallet-deleted email alice@kax.test, wallet-deleted sms +14155550101`,
    `forget ${account.userId}`,
    'audit wallet-deleted',
  ]);
});

it('reads the chains now, each of them', async () => {
  const { call, read } = wallet({});
  await call();
  expect(read).toEqual(['polygon', 'avalanche']);
});

it('ignores dust: all coins together are worth less than a dollar', async () => {
  const { call } = wallet({ units: { [POL.id]: 10n ** 18n, [USDC.id]: 499_999n } });
  expect(await call()).toEqual({ success: true });
});

it.each([
  [
    'a dollar, of several coins',
    { [POL.id]: 10n ** 18n, [USDC.id]: 500_000n },
    '1 POL on Polygon, 0.5 USDC on Polygon',
  ],
  ['a coin on another chain', { [AVAX.id]: 10n ** 18n }, '1 AVAX on Avalanche'],
  [
    'the smallest amount of a coin without a price',
    { [KAX.id]: 1n },
    '0.000000000000000001 KAX on Polygon',
  ],
])('is refused while it contains %s, and names it', async (_name, units, named) => {
  const { call, done } = wallet({ units });
  expect(await call()).toEqual({
    refused: 'wallet-not-empty',
    sentence: `This wallet still has money in it: ${named}. Move it out first.`,
  });
  expect(done).toEqual([]);
});

it('is refused while a payment is in progress, whatever the balance', async () => {
  const { call, done } = wallet({ openOperations: 1 });
  expect(await call()).toEqual({ refused: 'operations-open' });
  expect(done).toEqual([]);
});

it('is refused while a chain cannot be read', async () => {
  const { call, done } = wallet({ silent: avalanche });
  expect(await call()).toEqual({ refused: 'chain-unavailable' });
  expect(done).toEqual([]);
});

it('succeeds, and says so, although the recovery salt could not be removed', async () => {
  const { call, done } = wallet({ isForgetBroken: true });
  expect(await call()).toEqual({ success: true });
  expect(done.slice(1)).toEqual([
    'report The recovery salt of a deleted wallet still exists.',
    'audit wallet-deleted',
  ]);
});

it('does nothing when the password guard refuses', async () => {
  const { call, done, read } = wallet({ isPasswordWrong: true });
  expect(await call()).toEqual({ refused: 'password-wrong' });
  expect([...done, ...read]).toEqual([]);
});

interface Case {
  readonly units?: Readonly<Record<string, bigint>>;
  readonly openOperations?: number;
  readonly silent?: Network;
  readonly isForgetBroken?: boolean;
  readonly isPasswordWrong?: boolean;
}

/** A wallet of two chains where POL costs 0.5, USDC 1, AVAX 20 dollars, and KAX has no price. */
function wallet(the: Case) {
  const done: string[] = [];
  const read: string[] = [];
  const priceById: Readonly<Record<string, number>> = {
    [POL.id]: 0.5,
    [USDC.id]: 1,
    [AVAX.id]: 20,
  };
  const ports: DeleteWalletPorts = {
    reauthenticate: async (_attempt, work) =>
      the.isPasswordWrong ? { refused: 'password-wrong' } : work({ account } as OpenedAccount),
    accounts: {
      remove: async (userId, notices) => {
        const notified = notices.map(
          ({ topic, channel, recipient }) => `${topic} ${channel} ${recipient}`,
        );
        done.push(`remove ${userId}: ${notified.join(', ')}`);
      },
    },
    vault: {
      forget: async (userId) => {
        if (the.isForgetBroken) throw new Error('read-only file system');
        done.push(`forget ${userId}`);
      },
    },
    operations: { listOpen: async () => Array.from({ length: the.openOperations ?? 0 }) as never },
    networks: [polygon, avalanche],
    balances: {
      readNow: async (_owner, network) => {
        read.push(network.slug);
        if (network === the.silent) throw new ChainUnavailable(network.chainId, null);
        const balances = new Map(
          network.tokens.map(({ id }) => {
            const balance = toBaseUnits(the.units?.[id] ?? 0n);
            // What open payments reserve is money too.
            return [id, { balance, available: toBaseUnits(0n) }] as const;
          }),
        );
        return { network, balances, readAt: now, isStale: false };
      },
    },
    prices: {
      priceOf: (id) => ({ price: priceById[id] ?? null, change: null, asOf: null, samples: [] }),
    },
    audit: { append: async ({ event }) => void done.push(`audit ${event}`) },
    clock: { now: () => now },
    report: ({ message }) => void done.push(`report ${message}`),
  };
  const call = () =>
    createDeleteWallet(ports)({
      body: { password: 'Piggy!Bank7', confirmation: 'DELETE' },
      session: { userId: account.userId, sessionId: 's' },
      client: { ip: '8.8.8.8', userAgent: '' },
    } as never);
  return { call, done, read };
}
