import { describe, expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { TokenId } from '#domain/token/token';
import { ALICE, buildNetwork, buildToken, KAX, POL, USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { OpenedAccount } from '../../application/call.ts';
import { RecoveryUnavailable } from '../../ports/account-recovery.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { ShieldedView } from '../../ports/shielded-views.ts';
import type { UnfinishedPart, WalletUse } from '../../ports/wallet-removal.ts';
import { OPEN } from '../../simulator/open-gate.ts';
import { createDeleteWallet, type DeleteWalletPorts } from './delete-wallet.ts';
import { createPrivateHarness, viewOf, workerOf } from './shielded/private.test-setup.ts';

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
const now = START;
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
    '1 POL and 0.5 USDC on Polygon',
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
  const { call, done } = wallet({ unfinished: [payment({})] });
  expect(await call()).toEqual({
    refused: 'operations-open',
    sentence:
      'A payment of 5 USDC is still in progress. You can delete your wallet once that’s over.',
  });
  expect(done).toEqual([]);
});

it.each([
  [1, 'You have a payment that no one has claimed yet. Take it back first.'],
  [2, 'You have 2 payments that no one has claimed yet. Take them back first.'],
])('is refused while %i of its payments by link hold money', async (holding, sentence) => {
  const { call, done, read } = wallet({ holding });
  expect(await call()).toEqual({ refused: 'operations-open', sentence });
  expect([done, read]).toEqual([[], []]);
});

it.each<[string, UnfinishedPart]>([
  [
    'A payment of 1,250 USDC from your private balance is scheduled for later.',
    payment({ kind: 'unshield', amount: toBaseUnits(1_250_000_000n), isScheduled: true }),
  ],
  ['A private payment of 5 USDC is still in progress.', payment({ kind: 'internal-transfer' })],
  ['A move of 5 USDC to your private balance is still in progress.', payment({ kind: 'shield' })],
  ['A payment of 5 USDC to you is still in progress.', payment({ isIncoming: true })],
  [
    'A payment to you is being prepared.',
    payment({ kind: 'internal-transfer', isIncoming: true, isSigned: false }),
  ],
  ['A swap of 10 USDC to AVAX is still in progress.', swapTo(AVAX.id, 'open')],
  ['The AVAX from your swap of 10 USDC hasn’t arrived yet.', swapTo(AVAX.id, 'output-missing')],
  [
    'The refund of your swap of 10 USDC to AVAX hasn’t arrived yet.',
    swapTo(AVAX.id, 'refund-missing'),
  ],
  ['A purchase of 96.4 USDC is still in progress.', order({})],
  ['A purchase of USDC is still in progress.', order({ cryptoAmount: null })],
  ['The 96.4 USDC you bought hasn’t arrived yet.', order({ state: 'output-missing' })],
  ['A sale of 96.4 USDC is still in progress.', order({ side: 'SELL' })],
  [
    'A refund of your sale of 96.4 USDC may still arrive.',
    order({ side: 'SELL', state: 'refund-missing' }),
  ],
  [
    'You opened our payment partner’s purchase page less than 15 minutes ago, so you may have an order that we don’t know yet.',
    { part: 'page', side: 'BUY' },
  ],
])('is refused, with a sentence that names what is in progress: %s', async (named, part) => {
  const { call, done, read } = wallet({ unfinished: [part] });
  expect(await call()).toEqual({
    refused: 'operations-open',
    sentence: `${named} You can delete your wallet once that’s over.`,
  });
  expect([...done, ...read]).toEqual([]);
});

it('names a swap once, three things at most, and how many more there are', async () => {
  const { call } = wallet({
    unfinished: [
      payment({ kind: 'swap' }),
      payment({}),
      swapTo(AVAX.id, 'open'),
      order({}),
      { part: 'page', side: 'SELL' },
    ],
  });
  expect(await call()).toMatchObject({
    sentence:
      'A payment of 5 USDC is still in progress. A swap of 10 USDC to AVAX is still in progress. ' +
      'A purchase of 96.4 USDC is still in progress. 1 more is in progress. ' +
      'You can delete your wallet once all of that is over.',
  });
});

describe('the private balance', () => {
  it.each([
    ['what can be spent', viewOf({ spendable: 12_500_000n })],
    ['what cannot be spent yet', viewOf({ spendable: 0n, pending: 12_500_000n })],
  ])('keeps a wallet: %s', async (_name, view) => {
    const { call, done } = wallet({ view, units: { [POL.id]: 3n * 10n ** 17n } });
    expect(await call()).toEqual({
      refused: 'wallet-not-empty',
      sentence:
        'This wallet still has money in it: 12.5 USDC in your private balance; 0.3 POL on Polygon. Move it out first.',
    });
    expect(done).toEqual([]);
  });

  it('counts together with the public balance: less than a dollar in all is dust', async () => {
    const half = viewOf({ spendable: 500_000n });
    const dust = wallet({ view: half, units: { [USDC.id]: 499_999n } });
    expect(await dust.call()).toEqual({ success: true });
    const dollar = wallet({ view: half, units: { [USDC.id]: 500_000n } });
    expect(await dollar.call()).toMatchObject({ refused: 'wallet-not-empty' });
  });

  const old = viewOf({ spendable: 0n });
  const balances = old.balances && { ...old.balances, isOfThisRun: false };
  it.each<[string, Partial<Case>]>([
    ['it was never read', { view: viewOf({ balances: null }) }],
    ['it is of an earlier run of the pool’s process', { view: { ...old, balances } }],
    ['the wallet is not open yet', { view: { ...old, isOpen: false } }],
    ['the pool is not scanned', { view: { ...old, worker: workerOf({ isComplete: false }) } }],
    ['the scan found that more is missing', { scan: { ok: true, response: null } }],
    ['the wallet was not found by the scan', { scan: { ok: false, problem: 'not-open' } }],
    ['the scan had no response', { scan: { ok: false, problem: 'away' } }],
    [
      'the scan did not reach the block of a payment that is known',
      { scan: { ok: true, response: 9n }, knownBlocks: new Map([[polygon.chainId, 10n]]) },
    ],
  ])('is waited for while %s', async (_name, the) => {
    const { call, done } = wallet({ view: old, ...the });
    expect(await call()).toEqual({
      refused: 'private-not-ready',
      sentence: 'Your private balance is still being checked. Try again in a minute.',
      retryAfter: 5,
    });
    expect(done).toEqual([]);
  });

  it.each([
    ['never ran', null],
    ['is away', workerOf({ seenAt: new Date(START.getTime() - 21_000) })],
  ])(
    'keeps a wallet while the pool’s process %s, and the sentence says until when',
    async (_name, worker) => {
      const { call, done } = wallet({
        view: viewOf({ spendable: 0n, worker }),
        scan: { ok: false, problem: 'away' },
      });
      expect(await call()).toEqual({
        refused: 'private-not-ready',
        sentence:
          'We can’t check your private balance right now, because our private payments service isn’t running. ' +
          'We only delete a wallet once we’ve checked it, so no money is lost. Try again when private payments are back.',
      });
      expect(done).toEqual([]);
    },
  );

  it('is not waited for when the public balance alone keeps the wallet', async () => {
    const { call } = wallet({
      scan: { ok: false, problem: 'not-open' },
      units: { [USDC.id]: 5_000_000n },
    });
    expect(await call()).toMatchObject({
      refused: 'wallet-not-empty',
      sentence: 'This wallet still has money in it: 5 USDC on Polygon. Move it out first.',
    });
  });

  it('does not exist on a server without a pool', async () => {
    const { call } = wallet({ hasPool: false, scan: { ok: false, problem: 'away' } });
    expect(await call()).toEqual({ success: true });
  });
});

describe('between the check and the removal', () => {
  it('nothing is deleted when a payment began, and the sentence names it', async () => {
    const { call, done } = wallet({ began: began({ unfinished: [payment({})] }) });
    expect(await call()).toMatchObject({
      refused: 'operations-open',
      sentence: expect.stringContaining('A payment of 5 USDC is still in progress.'),
    });
    expect(done).toEqual([]);
  });

  it('nothing is deleted when a payment began and ended', async () => {
    const { call, done } = wallet({ began: began({}) });
    expect(await call()).toEqual({
      refused: 'operations-open',
      sentence: 'Money moved while we checked this wallet. Nothing was deleted. Try again.',
    });
    expect(done).toEqual([]);
  });
});

it('is refused while a chain cannot be read', async () => {
  const { call, done } = wallet({ silent: avalanche });
  expect(await call()).toEqual({ refused: 'chain-unavailable' });
  expect(done).toEqual([]);
});

it.each([
  ['Polygon', polygon],
  ['Avalanche', avalanche],
])('is refused while a node of %s is behind what is known', async (name, network) => {
  const { call, done } = wallet({ knownBlocks: new Map([[network.chainId, READ_AT_BLOCK + 1n]]) });
  expect(await call()).toEqual({
    refused: 'chain-unavailable',
    sentence: `We can’t read your latest balances on ${name} right now. Nothing was deleted. Try again in a moment.`,
  });
  expect(done).toEqual([]);
});

it('is deleted when its balances are of the newest block that is known', async () => {
  const { call } = wallet({ knownBlocks: new Map([[polygon.chainId, READ_AT_BLOCK]]) });
  expect(await call()).toEqual({ success: true });
});

it('succeeds, and says so, although the recovery salt could not be removed', async () => {
  const { call, done } = wallet({ isForgetBroken: true });
  expect(await call()).toEqual({ success: true });
  expect(done.slice(1)).toEqual([
    'report The recovery salt of a deleted wallet still exists.',
    'audit wallet-deleted',
  ]);
});

it('deletes nothing while the process that has to forget the user is away', async () => {
  const { call, done, read } = wallet({ isRecoveryAway: true });
  await expect(call()).rejects.toThrow(RecoveryUnavailable);
  expect([...done, ...read]).toEqual([]);
});

it('does nothing when the password guard refuses', async () => {
  const { call, done, read } = wallet({ isPasswordWrong: true });
  expect(await call()).toEqual({ refused: 'password-wrong' });
  expect([...done, ...read]).toEqual([]);
});

/** The block of the balances on every chain, and of the last scan of the pool. */
const READ_AT_BLOCK = 10n;

/** What is in use by the time of the removal: one operation more. */
function began(more: Partial<WalletUse>): WalletUse {
  return { begun: '1', unfinished: [], knownBlocks: new Map(), ...more };
}

function payment(
  more: Partial<Extract<UnfinishedPart, { part: 'operation' }>>,
): Extract<UnfinishedPart, { part: 'operation' }> {
  return {
    part: 'operation',
    kind: 'send',
    tokenId: USDC.id,
    amount: toBaseUnits(5_000_000n),
    isIncoming: false,
    isSigned: true,
    isScheduled: false,
    ...more,
  };
}

function swapTo(
  toTokenId: TokenId,
  state: Extract<UnfinishedPart, { part: 'swap' }>['state'],
): UnfinishedPart {
  const amount = toBaseUnits(10_000_000n);
  return { part: 'swap', state, fromTokenId: USDC.id, toTokenId, amount };
}

function order(more: Partial<Extract<UnfinishedPart, { part: 'order' }>>): UnfinishedPart {
  return { part: 'order', state: 'open', side: 'BUY', cryptoAmount: '96.4', ...more };
}

interface Case {
  readonly units?: Readonly<Record<string, bigint>>;
  readonly unfinished?: readonly UnfinishedPart[];
  /** Payments by link that no one has claimed. */
  readonly holding?: number;
  /** What begins while the balances are read. */
  readonly began?: WalletUse;
  readonly view?: ShieldedView;
  readonly scan?: ReturnType<typeof createPrivateHarness>['harness']['refreshed'];
  readonly hasPool?: boolean;
  readonly silent?: Network;
  readonly knownBlocks?: WalletUse['knownBlocks'];
  readonly isForgetBroken?: boolean;
  readonly isRecoveryAway?: boolean;
  readonly isPasswordWrong?: boolean;
  readonly guards?: Partial<Pick<DeleteWalletPorts, 'gate' | 'requireApproval'>>;
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
  const { harness, ports: privatePorts } = createPrivateHarness();
  harness.view = the.view ?? viewOf({ spendable: 0n });
  harness.refreshed = the.scan ?? harness.refreshed;
  const { unfinished = [], knownBlocks = new Map() } = the;
  const use = [{ begun: '0', unfinished, knownBlocks }, the.began];
  const ports: DeleteWalletPorts = {
    ...privatePorts,
    ...OPEN,
    ...the.guards,
    poolChainIds: the.hasPool === false ? [] : [polygon.chainId],
    reauthenticate: async (_attempt, work) =>
      the.isPasswordWrong ? { refused: 'password-wrong' } : work({ account } as OpenedAccount),
    claims: { countHolding: async () => the.holding ?? 0 },
    removals: {
      readUse: async () => use.shift() ?? { begun: '0', unfinished: [], knownBlocks },
      remove: async ({ owner: { userId }, begun, notices }) => {
        if ((the.began?.begun ?? '0') !== begun) return 'in-use';
        const notified = notices.map(
          ({ topic, channel, recipient }) => `${topic} ${channel} ${recipient}`,
        );
        done.push(`remove ${userId}: ${notified.join(', ')}`);
        return 'removed';
      },
    },
    recovery: {
      async kind() {
        if (the.isRecoveryAway) throw new RecoveryUnavailable(new Error('connect ENOENT'));
        return 'file';
      },
      forget: async (userId) => {
        if (the.isForgetBroken) throw new Error('read-only file system');
        done.push(`forget ${userId}`);
      },
    },
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
        return { network, balances, readAt: now, isStale: false, blockNumber: READ_AT_BLOCK };
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
      session: { userId: account.userId, sessionId: 's', publicAddress: ALICE },
      client: {
        ip: '8.8.8.8',
        userAgent: '',
        device: null,
        work: null,
        approval: null,
        language: 'en',
      },
    } as never);
  return { call, done, read };
}
