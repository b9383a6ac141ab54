import { expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { GAP_AFTER_MS } from '#domain/operation/next-nonce';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { ALICE, BOB, buildNetwork } from '#testing/network';
import { buildDetails, buildSigning, hashOf, START, uuidOf } from '#testing/operation';
import { continueOperations as contract } from '#wire/wallet/continue-operations';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import { createMemoryOperations } from '../../simulator/memory-operations.ts';
import { createMemoryRepository } from '../../simulator/memory-repository.ts';
import { assembleNumbered } from '../../simulator/numbered-signatures.ts';
import { createScriptedChain } from '../../simulator/scripted-chain.ts';
import { createContinueOperations } from './continue-operations.ts';
import { callOf } from './shielded/private.test-setup.ts';

const CHAIN_ID = 31337;
const OWNER = buildDetails().userId;

interface Circumstances {
  /** Of the chain, when the owner's session makes its request. */
  readonly count?: number;
  readonly waitedMs?: number;
  readonly isLocked?: boolean;
  /** Whose nonces the payments have; Alice's by default. */
  readonly account?: PublicAddress;
  readonly script?: Partial<PublicChain>;
}

/** Alice's payments have the nonces 3 and 4, because the chain was at 3 when they were signed. */
async function open(circumstances: Circumstances = {}) {
  const { count = 2, waitedMs = GAP_AFTER_MS, isLocked = false, script = {} } = circumstances;
  const repository = createMemoryRepository();
  // Another wallet used her nonces.
  repository.exportedUsers.add(OWNER);
  const operations = createMemoryOperations(repository);
  const payments = [1, 2].map((n) => ({
    details: buildDetails({ id: uuidOf(n), account: circumstances.account ?? ALICE }),
    ...{ idempotencyKey: `key-${n}`, fingerprint: `payment ${n}`, needsApproval: false },
    chainState: {
      ...{ readAt: START, blockNumber: 0n, transactionCount: 3 },
      ...{ tokenBalance: toBaseUnits(10n ** 12n), nativeBalance: toBaseUnits(10n ** 12n) },
    },
  }));
  for (const payment of payments) {
    await operations.signNext(payment, async (nonce) => buildSigning(nonce), 0);
  }
  const signed: UnsignedTransaction[] = [];
  const sent: string[] = [];
  const state = { count };
  let ids = 100;
  const start = () =>
    createContinueOperations({
      operations,
      networks: [buildNetwork()],
      chains: new Map([
        [
          CHAIN_ID,
          createScriptedChain({
            transactionCount: async () => state.count,
            broadcast: async (raw) => {
              sent.push(raw);
              return { kind: 'accepted' };
            },
            ...script,
          }),
        ],
      ]),
      calls: new Map([
        [
          CHAIN_ID,
          {
            presentFees: async () => ({
              fees: { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap: 10n ** 18n },
              pricePerGas: 50n,
            }),
          },
        ],
      ]),
      clock: { now: () => new Date(START.getTime() + waitedMs) },
      randomness: { uuid: () => uuidOf(++ids) },
      assemble: assembleNumbered,
      report: () => {},
      vault: {
        withPublicSigner: async (_bearer, work) => {
          if (isLocked) return { ok: false, reason: 'locked' };
          const sign = async (transaction: UnsignedTransaction) => {
            signed.push(transaction);
            return hashOf(1_000 + signed.length);
          };
          const signMessage = () => Promise.reject(new Error('Nothing needs signed words.'));
          return { ok: true, value: await work({ address: ALICE, sign, signMessage }) };
        },
      },
    });
  const call = { ...callOf<typeof contract>({ params: undefined, query: undefined }) };
  const session = { ...call.session, userId: OWNER, publicAddress: ALICE };
  const request = (handler = start()) => handler({ ...call, session });
  const fills = () =>
    [...repository.entries.values()].flatMap(({ operation }) =>
      operation.kind === 'nonce-fill' ? [operation] : [],
    );
  return { request, start, state, signed, sent, fills, operations };
}

const FILLING = { data: [{ chainId: CHAIN_ID, problem: null }] };
const NOTHING = { data: [] };

it('fills the nonce that waiting payments lack, with nothing from the account to itself', async () => {
  const { request, signed, sent, fills } = await open();
  const response = await request();
  expect(contract.response.parse(response)).toEqual(FILLING);
  expect(fills()).toMatchObject([
    { kind: 'nonce-fill', status: 'broadcast', amount: 0n, account: ALICE, recipient: ALICE },
  ]);
  expect(new Set(signed.map(({ nonce }) => nonce))).toEqual(new Set([2]));
  expect(
    signed.every(({ to, value, data, gas }) => {
      return to === ALICE && value === 0n && data === '0x' && gas === 21_000n;
    }),
  ).toBe(true);
  // Five rungs and the cancellation are stored; the cheapest is sent.
  expect(signed).toHaveLength(6);
  expect(sent).toEqual([hashOf(1_001)]);
});

it('fills a gap once, however many tabs and processes see it', async () => {
  const { request, start, fills } = await open();
  const [one, other] = [start(), start()];
  const handlers = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? one : other));
  const responses = await Promise.all(handlers.map((handler) => request(handler)));
  expect(new Set(responses.map((response) => JSON.stringify(response)))).toEqual(
    new Set([JSON.stringify(FILLING)]),
  );
  expect(fills()).toHaveLength(1);
});

it('fills a wider gap one nonce after another, as the chain gets to each', async () => {
  const { request, state, signed, fills } = await open({ count: 1 });
  await request();
  await request();
  expect(fills()).toHaveLength(1);
  state.count = 2;
  await request();
  expect(fills()).toHaveLength(2);
  expect(new Set(signed.map(({ nonce }) => nonce))).toEqual(new Set([1, 2]));
});

it('reads the nodes once for requests within seconds', async () => {
  let counts = 0;
  const transactionCount = async () => {
    counts += 1;
    return 3;
  };
  const { request, start } = await open({ script: { transactionCount } });
  const handler = start();
  for (let tab = 0; tab < 10; tab += 1) await request(handler);
  expect(counts).toBe(1);
});

it.each<[string, Circumstances]>([
  ['a payment of ours has the nonce', { count: 3 }],
  ['the chain is past it', { count: 5 }],
  ['the payments are out of the wallet of a payment by link', { account: BOB }],
  ['the payments have not waited long: nodes may lag', { waitedMs: GAP_AFTER_MS - 1 }],
  [
    'the network does not respond',
    {
      script: {
        transactionCount: () => Promise.reject(new ChainUnavailable(CHAIN_ID, new Error('down'))),
      },
    },
  ],
])('signs nothing when %s', async (_why, circumstances) => {
  const { request, signed } = await open(circumstances);
  expect(await request()).toEqual(NOTHING);
  expect(signed).toEqual([]);
});

it('says what is missing when the account cannot pay the network fee', async () => {
  const balances: PublicChain['balances'] = async () => ({
    blockNumber: 100n,
    units: [toBaseUnits(10_000n)],
  });
  const { request, fills } = await open({ script: { balances } });
  const [account] = contract.response.parse(await request()).data;
  expect(account?.problem).toMatch(/^You need .+ POL for the network fee\.$/);
  expect(fills()).toEqual([]);
});

it('keeps what other payments hold', async () => {
  // Two payments hold 4,000 each, and three rungs cost up to 4,200,000.
  const balances: PublicChain['balances'] = async () => ({
    blockNumber: 0n,
    units: [toBaseUnits(4_207_999n)],
  });
  const { request, fills } = await open({ script: { balances } });
  expect(contract.response.parse(await request()).data[0]?.problem).not.toBeNull();
  expect(fills()).toEqual([]);
});

it('signs nothing for a session that ended', async () => {
  const { request, fills } = await open({ isLocked: true });
  expect(await request()).toMatchObject({ refused: 'unauthorized' });
  expect(fills()).toEqual([]);
});

it('is no payment of the user: no list has it', async () => {
  const { request, fills, operations } = await open();
  await request();
  const [fill] = fills();
  expect(await operations.find(OWNER, fill?.id ?? '')).toBeNull();
  expect((await operations.listOpen(OWNER)).map(({ operation }) => operation.kind)).toEqual([
    'send',
    'send',
  ]);
});
