import { beforeEach, describe, expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildNetwork, POL, USDC } from '#testing/network';
import { uuidOf } from '#testing/operation';
import type { CallSession } from '../../../application/call.ts';
import type { PlacedHistoryItem } from '../../../ports/shielded-views.ts';
import {
  createIsPaidPrivately,
  findPrivateWallet,
  type PrivateWalletPorts,
} from './private-wallet.ts';

const network = buildNetwork();
const SESSION: CallSession = {
  ...{ userId: uuidOf(1), sessionId: uuidOf(2), accessToken: 'token' },
  ...{ publicAddress: '0x1', privateAddress: '0zkown', custody: 'assisted' as const },
};
const SET_ASIDE = toBaseUnits(30n);
const WANTED = {
  ...{ network, token: USDC, feeToken: POL, balance: 'private' as const },
  ...{ units: toBaseUnits(1_000n), senderName: 'Alice', message: null },
  recipient: { channel: 'email' as const, value: 'lena@post.test' },
};

let next: number;
let sent: readonly { readonly number: number; readonly amount: bigint }[];
let failover: 'none' | 'recent';
let usedPublicly: ReadonlySet<number>;
let isLocked: boolean;

beforeEach(() => {
  next = 3;
  sent = [];
  failover = 'none';
  usedPublicly = new Set();
  isLocked = false;
});

function portsNow(): PrivateWalletPorts & { readonly poolChainIds: readonly number[] } {
  const locked = { ok: false, reason: 'locked' } as const;
  const movements = () =>
    sent.map(({ number, amount }) => ({
      ...{ token: USDC, amount: toBaseUnits(amount), memo: null },
      counterparty: `0zk${number}`,
    }));
  return {
    poolChainIds: [network.chainId],
    claims: { nextNumber: async () => next },
    broadcasterAddress: '0xb' as PublicAddress,
    operations: {
      records: async () => ({ failover, hasRecovered: false, nextRecorded: 0, isExported: false }),
    },
    views: {
      readHistory: async () =>
        [{ position: 0, item: { sent: movements() } }] as unknown as PlacedHistoryItem[],
    },
    chains: new Map([
      [
        network.chainId,
        {
          balances: async (_owner: string, tokens: readonly unknown[]) => ({
            blockNumber: 1n,
            units: tokens.map(() => toBaseUnits(0n)),
          }),
          transactionCount: async (address: string) =>
            usedPublicly.has(Number.parseInt(address.slice(2), 10)) ? 1 : 0,
        },
      ],
    ]),
    vault: {
      withViewKey: async (_bearer, work) =>
        isLocked ? locked : { ok: true, value: await work(new Uint8Array(32)) },
      withClaimWallet: async (_bearer, number, work) => {
        const signer = { address: `0x${number}` as PublicAddress };
        const wallet = { entropy: Uint8Array.of(number), signer };
        return { ok: true, value: await work(wallet as Parameters<typeof work>[0]) };
      },
      claimPrivateAddress: async ([number]) => `0zk${number}` as PrivateAddress,
    },
  } as PrivateWalletPorts & { readonly poolChainIds: readonly number[] };
}

const find = (taken: readonly number[] = []) =>
  findPrivateWallet(
    portsNow(),
    { wanted: WANTED, setAside: SET_ASIDE, taken: new Set(taken) },
    SESSION,
  );

describe('the private wallet of a payment by link', () => {
  it('is the next of its sender’s words', async () => {
    expect(await find()).toEqual({ number: 3, address: '0zk3', setAside: SET_ASIDE });
  });

  it('is none that another request took, or that their own history shows a payment to', async () => {
    sent = [{ number: 4, amount: 7n }];
    expect(await find([3])).toMatchObject({ number: 5 });
  });

  it('is that of the very payment that a failover lost, with what was set aside in it', async () => {
    failover = 'recent';
    sent = [{ number: 3, amount: 1_025n }];
    expect(await find()).toEqual({ number: 3, address: '0zk3', setAside: 25n });
    // Gas was ten times as dear.
    sent = [{ number: 3, amount: 1_300n }];
    expect(await find()).toMatchObject({ number: 3, setAside: 300n });
  });

  it('is also looked for below the next, where other payments were made since', async () => {
    failover = 'recent';
    sent = [{ number: 1, amount: 1_030n }];
    expect(await find()).toMatchObject({ number: 1, setAside: 30n });
    expect(await find([1])).toMatchObject({ number: 3 });
  });

  it.each([
    ['of less', 999n],
    ['of much more', 1_301n],
    ['with too little set aside', 1_002n],
  ])('is not that of a lost payment %s', async (_what, amount) => {
    failover = 'recent';
    sent = [{ number: 3, amount }];
    expect(await find()).toMatchObject({ number: 4, setAside: SET_ASIDE });
  });

  it('is not that of a like payment while nothing can be lost', async () => {
    sent = [{ number: 3, amount: 1_030n }];
    expect(await find()).toMatchObject({ number: 4 });
  });

  it('is, after a failover, none whose public wallet was used: a lost public payment finds its number', async () => {
    usedPublicly = new Set([3]);
    expect(await find()).toMatchObject({ number: 3 });
    failover = 'recent';
    expect(await find()).toMatchObject({ number: 4 });
  });

  it('is looked for by no one whose session ended', async () => {
    isLocked = true;
    expect(await find()).toBe('locked');
  });
});

it('a public payment by link learns which numbers were paid privately', async () => {
  sent = [{ number: 3, amount: 7n }];
  const isPaidPrivately = createIsPaidPrivately(portsNow());
  expect(await isPaidPrivately(SESSION, 3)).toBe(true);
  expect(await isPaidPrivately(SESSION, 4)).toBe(false);
});
