import { hexToBytes } from '@noble/curves/utils.js';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { isSigned } from '#domain/operation/operation';
import { assembleTransaction, transactionSignature } from '#signing/public/eip1559';
import { transactionsOf } from '#signing/public/plan';
import { BOB, buildNetwork, USDC } from '#testing/network';
import { START, uuidOf } from '#testing/operation';
import { cancelOperation } from '#wire/wallet/cancel-operation';
import { operation } from '#wire/wallet/operation';
import { operations } from '#wire/wallet/operations';
import { sendTokens } from '#wire/wallet/send-tokens';
import { signOperation } from '#wire/wallet/sign-operation';
import type { CallSession } from '../../application/call.ts';
import { planTransactions } from '../../operations/plan-transactions.ts';
import type { NoteKeys } from '../../ports/key-vault.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import { isPrivate } from '../../ports/signing-plans.ts';
import { createMemoryOperations } from '../../simulator/memory-operations.ts';
import { createMemoryPaymentRequests } from '../../simulator/memory-payment-requests.ts';
import { createMemoryRepository } from '../../simulator/memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from '../../simulator/memory-signing-plans.ts';
import { NO_VIEWING_KEYS } from '../../simulator/no-viewing-keys.ts';
import { createRecordingGate } from '../../simulator/open-gate.ts';
import { createScriptedChain } from '../../simulator/scripted-chain.ts';
import { createCancelOperation } from './cancel-operation.ts';
import { createOperation } from './operation.ts';
import { createOperations } from './operations.ts';
import { createSendTokens } from './send-tokens.ts';
import { createSignOperation } from './sign-operation.ts';

const neverCalled = () => Promise.reject(new Error('Nothing is shielded.'));
const KEY = `0x${'07'.repeat(32)}` as const;
const OTHER_KEY = `0x${'08'.repeat(32)}` as const;
const OWNER = uuidOf(0xa11ce);

describe('a payment of a wallet whose user alone has the keys', () => {
  test('waits for its owner: nothing is signed, stored or sent', async () => {
    const harness = openHarness();
    const response = await harness.send();
    expect(sendTokens.response.parse(response)).toMatchObject({
      operation: { status: 'awaiting_signature', amount: '25000000', isCancellable: true },
      toSign: {
        expiresAt: new Date(START.getTime() + 120_000).toISOString(),
        public: { account: harness.address, call: { nonce: 0 }, approval: null, rungs: 5 },
      },
    });
    expect([harness.stored(), harness.sent()]).toEqual([[], []]);
    expect(operations.response.parse(await harness.list()).data).toMatchObject([
      { status: 'awaiting_signature' },
    ]);
  });

  test('is stored and sent once it is signed, and has the response that it would have had at once', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    const response = await harness.sign(offered);
    expect(signOperation.response.parse(response)).toMatchObject({
      transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      operation: { id: offered.id, status: 'broadcast' },
    });
    expect(harness.stored()).toHaveLength(1);
    expect(harness.sent()).toHaveLength(1);
    expect(await harness.show(offered.id)).toMatchObject({ data: { status: 'broadcast' } });
  });

  test('is one payment however often its signatures come, also at once, and has one response', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    const responses = await Promise.all(Array.from({ length: 20 }, () => harness.sign(offered)));
    expect(new Set(responses.map((each) => JSON.stringify(each))).size).toBe(1);
    harness.setNow(600_000);
    expect(await harness.sign(offered)).toEqual(responses[0]);
    expect(await harness.send()).toEqual(responses[0]);
    expect(harness.stored()).toHaveLength(1);
  });

  test.each([
    ['another key', { key: OTHER_KEY }],
    ['one signature too few', { keep: -1 }],
    ['one cancellation in the place of a payment', { isReversed: true }],
  ])('takes no signatures with %s', async (_what, how) => {
    const harness = openHarness();
    const offered = await harness.offer();
    expect(await harness.sign(offered, how)).toEqual({ refused: 'signature-not-valid' });
    expect(harness.stored()).toEqual([]);
    expect(await harness.sign(offered)).toMatchObject({ operation: { status: 'broadcast' } });
  });

  test('expires after two minutes', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.setNow(120_000);
    expect(await harness.sign(offered)).toEqual({ refused: 'plan-expired' });
    expect(operation.response.parse(await harness.show(offered.id)).data).toMatchObject({
      status: 'failed',
      failure: 'You didn’t approve this payment in time. Nothing was sent.',
    });
    expect(await harness.list()).toEqual({ data: [] });
    expect(harness.stored()).toEqual([]);
  });

  test('that another one took the place of takes no signatures, and no longer counts for the day', async () => {
    const harness = openHarness();
    const first = await harness.offer();
    const second = await harness.offer('other');
    expect(await harness.sign(first)).toEqual({ refused: 'plan-expired' });
    expect(await harness.sign(second)).toMatchObject({ operation: { status: 'broadcast' } });
    expect(harness.stored()).toHaveLength(1);
    await harness.offer('third');
    expect(harness.givenBack()).toEqual(['key']);
  });

  test('can be cancelled while it waits, and not signed after that', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    const cancelled = await harness.cancel(offered.id);
    expect(cancelOperation.response.parse(cancelled).data).toMatchObject({
      ...{ status: 'failed', isCancelled: true },
      failure: 'You cancelled this payment. Nothing was sent.',
    });
    expect(await harness.sign(offered)).toEqual({ refused: 'plan-expired' });
    expect(harness.stored()).toEqual([]);
  });

  test('is not sent when its nonce was used meanwhile', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.mineForeign();
    expect(await harness.sign(offered)).toEqual({ refused: 'plan-changed' });
    expect([harness.stored(), harness.sent()]).toEqual([[], []]);
  });

  test('is not sent when its money is gone meanwhile', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.takeAll();
    expect(await harness.sign(offered)).toEqual({ refused: 'amount-above-balance' });
    expect(harness.stored()).toEqual([]);
  });

  test('is unknown to everyone else', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    const userId = uuidOf(0xb0b);
    expect(await harness.sign(offered, { userId })).toEqual({ refused: 'unknown-operation' });
    expect(await harness.show(offered.id, userId)).toEqual({ refused: 'unknown-operation' });
    expect(await harness.cancel(offered.id, userId)).toEqual({ refused: 'unknown-operation' });
    expect(await harness.sign(offered)).toMatchObject({ operation: { status: 'broadcast' } });
  });

  test('is planned as it was confirmed, whatever the network charges when it is signed', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.raiseFees();
    await harness.sign(offered);
    const [stored] = harness.stored();
    if (stored === undefined || !isSigned(stored)) throw new Error('Nothing was signed.');
    expect(stored.signing.ladder).toHaveLength(5);
    expect(stored.feeCeiling).toBe(offered.feeCeiling);
  });
});

interface Offered {
  readonly id: string;
  readonly planId: string;
  readonly feeCeiling: bigint;
}

interface Signing {
  readonly key?: `0x${string}`;
  readonly keep?: number;
  readonly isReversed?: boolean;
  readonly userId?: string;
}

const emptyCall = {
  query: undefined,
  client: {
    ...{ ip: '127.0.0.1', userAgent: 'test', device: null, work: null, approval: null },
    language: 'en',
  },
} as const;

function openHarness() {
  const repository = createMemoryRepository();
  // The owner's keys are elsewhere too.
  repository.exportedUsers.add(OWNER);
  const address = privateKeyToAccount(KEY).address as PublicAddress;
  const { gate, givenBack } = createRecordingGate();
  const sent: string[] = [];
  let now = START;
  let ids = 0;
  let script: Partial<PublicChain> = {};
  const base = createScriptedChain({
    broadcast: async (raw) => {
      sent.push(raw);
      return { kind: 'accepted' };
    },
  });
  const chain = new Proxy(base, {
    get: (target, name: keyof PublicChain) => script[name] ?? target[name],
  });
  const signingPlans = createMemorySigningPlans(repository);
  const ports = {
    operations: createMemoryOperations(repository),
    privateTransactions: { cancel: async () => false },
    paymentRequests: createMemoryPaymentRequests(repository),
    ...{ gate, signingPlans, keepOwnNote: async () => {}, networks: [buildNetwork()] },
    assemble: assembleTransaction,
    chains: new Map([[31337, chain]]),
    toChecksumAddress: (each: string) => getAddress(each) as PublicAddress,
    clock: { now: () => now },
    randomness: { uuid: () => uuidOf(++ids) },
    report: ({ cause }: { readonly cause: unknown }) => {
      throw cause;
    },
    vault: {
      withOwnSeals: withOpenSeals,
      withPublicSigner: () => Promise.reject(new Error('Kax has no key.')),
      withViewingKeys: async (_bearer: unknown, work: (keys: NoteKeys) => Promise<never>) => ({
        ok: true as const,
        value: await work(NO_VIEWING_KEYS),
      }),
    },
  };
  const session = (userId = OWNER): CallSession => ({
    ...{ userId, sessionId: uuidOf(9), accessToken: 'kxa', publicAddress: address },
    ...{ privateAddress: '0zk1alice', custody: 'only-me' },
  });
  const send = createSendTokens(ports);
  const sign = createSignOperation(ports, {
    public: { 'send-tokens': send, shield: neverCalled },
    private: { 'internal-transfer': neverCalled, unshield: neverCalled },
  });
  const withId = (id: string, userId?: string) => ({
    ...{ ...emptyCall, params: { id }, body: undefined, idempotencyKey: undefined },
    session: session(userId),
  });
  const post = (idempotencyKey = 'key') =>
    send({
      ...{ ...emptyCall, params: undefined, session: session(), idempotencyKey },
      body: { tokenId: USDC.id, amount: '25000000', recipientAddress: BOB },
    });
  return {
    address,
    send: post,
    async offer(idempotencyKey?: string): Promise<Offered> {
      const response = await post(idempotencyKey);
      if (!('toSign' in response))
        throw new Error(`It was not offered: ${JSON.stringify(response)}`);
      const plan = repository.signingPlans.get(response.toSign.planId);
      const { feeCeiling = 0n } = plan?.details ?? {};
      return { id: response.operation.id, planId: response.toSign.planId, feeCeiling };
    },
    async sign({ id, planId }: Offered, how: Signing = {}) {
      const { key = KEY, keep, isReversed = false, userId } = how;
      const plan = repository.signingPlans.get(planId);
      if (plan === undefined || isPrivate(plan)) throw new Error('There is no such plan.');
      const planned = planTransactions({ ...plan.details, ...plan.calls }, plan.nonces);
      const signatures = transactionsOf(planned).map((transaction) =>
        transactionSignature(hexToBytes(key.slice(2)), transaction),
      );
      if (isReversed) signatures.reverse();
      const body = { planId, signatures: signatures.slice(0, keep) };
      return sign({ ...withId(id, userId), body, respondAsync: false });
    },
    show: (id: string, userId?: string) => createOperation(ports)(withId(id, userId)),
    cancel: (id: string, userId?: string) => createCancelOperation(ports)(withId(id, userId)),
    list: () =>
      createOperations(ports)({
        ...{ ...emptyCall, params: undefined, body: undefined, idempotencyKey: undefined },
        session: session(),
      }),
    stored: () => [...repository.entries.values()].map((entry) => entry.operation),
    sent: () => sent,
    givenBack: () => givenBack,
    setNow(ms: number) {
      now = new Date(START.getTime() + ms);
    },
    mineForeign() {
      script = { transactionCount: async () => 1 };
    },
    takeAll() {
      script = {
        balances: async (_account, tokens) => ({
          blockNumber: 1n,
          units: tokens.map(() => 0n) as never,
        }),
      };
    },
    raiseFees() {
      script = {
        async prepareTransfer(transfer) {
          const outcome = await base.prepareTransfer(transfer);
          if (!outcome.ok) return outcome;
          const { fees } = outcome.prepared;
          const raised = { ...fees, maxFeePerGas: fees.maxFeePerGas * 3n };
          return { ok: true, prepared: { ...outcome.prepared, fees: raised } };
        },
      };
    },
  };
}
