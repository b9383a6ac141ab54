import { describe, expect, test } from 'vitest';
import { derivePublicSpendingKey } from '#pool/spending-key';
import type { CheckedPrivatePlan } from '#signing/private/check-plan';
import type { PrivatePlan } from '#signing/private/plan';
import { readPrivatePlan, writePrivatePlan } from '#signing/private/plan-json';
import { signPrivatePlan } from '#signing/private/sign-plan';
import { ALICE, BOB, USDC } from '#testing/network';
import { BROADCASTER, START } from '#testing/operation';
import type { BodyOf } from '#wire/contract';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import { internalTransfer } from '#wire/wallet/internal-transfer';
import { operations } from '#wire/wallet/operations';
import { signOperation } from '#wire/wallet/sign-operation';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import { unshield } from '#wire/wallet/unshield';
import type { Refusal } from '../../../application/call.ts';
import { openMessage } from '../../../ports/private-messages.ts';
import {
  type PrivateTransactionRequest,
  privateTransactionRequestLine,
} from '../../../ports/private-transactions.ts';
import { openSignedPlan } from '../../../ports/signed-private-plans.ts';
import { NO_VIEWING_KEYS } from '../../../simulator/no-viewing-keys.ts';
import { createRecordingGate, FROZEN_GATE } from '../../../simulator/open-gate.ts';
import { READABLE_SEALS } from '../../../simulator/readable-seals.ts';
import { createCancelOperation } from '../cancel-operation.ts';
import { createInternalTransfer } from '../internal-transfer.ts';
import { createOperations } from '../operations.ts';
import { createSignOperation } from '../sign-operation.ts';
import { createUnshield } from '../unshield.ts';
import { CAROL_PRIVATE, createPoolHarness, poolCall } from './pool-calls.test-setup.ts';

const KEY = new Uint8Array(32).fill(7);
const OTHER_KEY = new Uint8Array(32).fill(8);
const order = { tokenId: USDC.id as string, amount: '40000000' };
const transfer = { ...order, senderAddress: '0zkown', recipientAddress: CAROL_PRIVATE };
const owner = { userId: 'alice', viewKey: new Uint8Array(32) };

describe('a private payment of a wallet whose user alone has the keys', () => {
  test('waits for its owner: nothing is ordered or proved', async () => {
    const harness = openHarness();
    const response = await harness.transfer({ ...transfer, message: 'Rent', showsSender: true });
    const offered = internalTransfer.response.parse(response);
    expect(offered).toMatchObject({
      operation: { status: 'awaiting_signature', kind: 'internal-transfer', isCancellable: true },
      toSign: { expiresAt: new Date(START.getTime() + 120_000).toISOString() },
    });
    expect(readPrivatePlan('toSign' in offered && planOf(offered))).toEqual(planWith(1n));
    expect(harness.pool.planned).toMatchObject([
      { recipient: CAROL_PRIVATE, memo: `Rent${' '.repeat(60)}`, showSender: true },
    ]);
    expect(harness.pool.stored).toEqual([]);
    expect(operations.response.parse(await harness.list()).data).toMatchObject([
      { id: offered.operation.id, status: 'awaiting_signature' },
    ]);
  });

  test('is ordered with what was signed, as it was planned, whatever changed since', async () => {
    const harness = openHarness();
    const offered = await harness.offer({ ...transfer, message: 'Rent' });
    harness.pool.plan = { ok: true, response: { ...planned, toSign: planWith(9n), stored: '?' } };
    harness.pool.fee = 'unknown';
    harness.wait(60_000);
    const response = signOperation.response.parse(await harness.sign(offered));
    expect(response).toMatchObject({ hash: null, operation: { id: offered.operation.id } });
    const request = onlyOf(harness.pool.stored);
    const { details, terms, takesPlan } = request;
    expect(takesPlan).toBe(offered.toSign.planId);
    expect(details).toMatchObject({
      ...{ id: offered.operation.id, account: BROADCASTER, amount: 40_000_000n },
      createdAt: new Date(START.getTime() + 60_000),
    });
    expect(openMessage(READABLE_SEALS, owner, terms)).toBe('Rent');
    expect(openSignedPlan(READABLE_SEALS, owner, terms)).toMatchObject({
      ...{ stored: 'notes 1', signatures: signaturesOf(offered) },
    });
    const line = privateTransactionRequestLine({ operationId: details.id, ...owner, terms });
    expect(Buffer.from(request.signature).toString()).toBe(`spend: ${line}`);
    expect(line).toMatch(/; plan [\w+/=]+$/);
  });

  test('is one payment however often its signatures come, also at once, and has one response', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    const all = await Promise.all(Array.from({ length: 20 }, () => harness.sign(offered)));
    expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(1);
    harness.wait(600_000);
    expect(await harness.sign(offered)).toEqual(all[0]);
    expect(await harness.transfer(transfer)).toEqual(all[0]);
    expect(harness.pool.stored).toHaveLength(1);
  });

  test.each([
    ['another key', (plan: unknown) => sign(plan, OTHER_KEY)],
    ['none', () => [`0x${'00'.repeat(96)}`]],
    ['those of a public payment', () => [`0x${'00'.repeat(65)}`]],
    ['those of another plan', () => signPlan(planWith(2n), KEY)],
    ['one too many', (plan: unknown) => [...sign(plan, KEY), ...sign(plan, KEY)]],
  ])('takes no signatures of %s', async (_what, make) => {
    const harness = openHarness();
    const offered = await harness.offer();
    const wrong = make(planOf(offered));
    expect(await harness.sign(offered, wrong)).toEqual({ refused: 'signature-not-valid' });
    expect(harness.pool.stored).toEqual([]);
    expect(await harness.sign(offered)).toMatchObject({ operation: { status: 'created' } });
  });

  test('takes no signatures of a wallet with another key', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.pool.viewingKeys = NO_VIEWING_KEYS;
    expect(await harness.sign(offered)).toEqual({ refused: 'signature-not-valid' });
  });

  test('expires after two minutes', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.wait(120_000);
    expect(await harness.sign(offered)).toEqual({ refused: 'plan-expired' });
    expect(harness.pool.stored).toEqual([]);
  });

  test('can be cancelled while it waits, and not signed after that', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    expect(await harness.cancel(offered)).toMatchObject({
      data: { status: 'failed', isCancelled: true },
    });
    expect(await harness.sign(offered)).toEqual({ refused: 'plan-expired' });
    expect(harness.pool.stored).toEqual([]);
  });

  test('that another one took the place of takes no signatures, and no longer counts for the day', async () => {
    const { gate, givenBack } = createRecordingGate();
    const harness = openHarness();
    harness.pool.gate = gate;
    const first = await harness.offer();
    const second = await harness.offer(transfer, 'second');
    expect(await harness.sign(first)).toEqual({ refused: 'plan-expired' });
    expect(await harness.sign(second)).toMatchObject({ operation: { status: 'created' } });
    await harness.offer(transfer, 'third');
    expect(givenBack).toEqual(['key']);
  });

  test('is not planned while another one is in progress, which what is signed would wait for', async () => {
    const harness = openHarness();
    harness.pool.obstacle = { kind: 'open', operationId: 'other' };
    expect(await harness.transfer(transfer)).toMatchObject({ refused: 'private-operation-open' });
    harness.pool.obstacle = { kind: 'queue-full' };
    expect(await harness.transfer(transfer)).toMatchObject({ refused: 'queue-full' });
    expect(harness.pool.planned).toEqual([]);
  });

  test.each([
    ['balance-too-low', 'amount-above-balance'],
    ['notes-fragmented', 'notes-fragmented'],
    ['away', 'private-not-ready'],
  ] as const)('is refused when its notes are %s', async (problem, refused) => {
    const harness = openHarness();
    harness.pool.plan = { ok: false, problem, detail: '' } as typeof harness.pool.plan;
    expect(await harness.transfer(transfer)).toMatchObject({ refused });
  });

  test('is looked for, unsigned, while a failover may have lost that it was made', async () => {
    const harness = openHarness();
    harness.pool.plan = { ok: false, problem: 'balance-too-low', detail: '' };
    harness.pool.estimate = { ok: false, problem: 'balance-too-low', detail: '' };
    harness.pool.failover = 'recent' as typeof harness.pool.failover;
    expect(await harness.transfer(transfer)).toMatchObject({ operation: { status: 'created' } });
    expect(onlyOf(harness.pool.stored).terms.sealedPlan).toBeNull();
  });

  test('is admitted when it is planned and again when it is signed', async () => {
    const { gate, admitted } = createRecordingGate();
    const harness = openHarness();
    harness.pool.gate = gate;
    const offered = await harness.offer({ ...transfer, message: 'Rent' });
    await harness.sign(offered);
    expect(admitted).toMatchObject([
      { recipient: CAROL_PRIVATE, message: 'Rent', amount: 40_000_000n },
      { recipient: CAROL_PRIVATE, message: 'Rent', amount: 40_000_000n },
    ]);
  });

  test('is not ordered once the account is frozen', async () => {
    const harness = openHarness();
    const offered = await harness.offer();
    harness.pool.gate = FROZEN_GATE;
    expect(await harness.sign(offered)).toEqual({ refused: 'account-frozen' });
    expect(harness.pool.stored).toEqual([]);
  });

  test('to a public address is sent within the hours that were chosen, with the user’s own note', async () => {
    const harness = openHarness();
    const body = { ...order, recipientAddress: BOB, sendWithinMinutes: 60, ownNote: 'Rent' };
    const offered = await harness.offerUnshield(body);
    expect(harness.pool.notes).toEqual([]);
    expect(unshield.response.parse(await harness.sign(offered))).toMatchObject({ hash: null });
    const { later, details } = onlyOf(harness.pool.stored);
    expect(later?.windowEnd).toEqual(new Date(START.getTime() + 3_600_000));
    expect(details).toMatchObject({ kind: 'unshield', recipient: BOB });
    expect(harness.pool.notes).toEqual([{ operationId: details.id, text: 'Rent' }]);
  });

  test('to the user themselves pays their own public address', async () => {
    const harness = openHarness();
    await harness.sign(await harness.offerUnshield(order));
    expect(onlyOf(harness.pool.stored).details.recipient).toBe(ALICE);
  });
});

const planned = {
  ...{ gas: 1_000n, broadcasterFee: null, proofMs: 3_000, stored: 'notes 1' },
  toSign: planWith(1n),
};

/** A plan that uses one note. */
function planWith(nullifier: bigint): PrivatePlan {
  const word = `0x${'00'.repeat(32)}`;
  const random = { random: `0x${'00'.repeat(16)}`, senderRandom: `0x${'00'.repeat(15)}` };
  return {
    adaptRandom: null,
    parts: [
      {
        token: `0x${'22'.repeat(20)}`,
        outputs: [{ role: 'change', value: 5n, ...random, feeRecipient: null }],
        publicInputs: {
          ...{ merkleRoot: 3n, boundParamsHash: 4n, nullifiers: [nullifier], commitments: [6n] },
        },
        boundParams: {
          ...{ treeNumber: 0, minGasPrice: 0n, unshield: 0, chainId: 31337 },
          ...{ adaptContract: `0x${'00'.repeat(20)}`, adaptParams: word, commitmentCiphertext: [] },
        },
      },
    ],
  };
}

type Offered = ToBeSigned;
type Body = BodyOf<typeof internalTransfer>;

function planOf({ toSign }: Offered): unknown {
  if (!('private' in toSign)) throw new Error('It is signed with another key.');
  return toSign.private;
}

function signPlan(plan: PrivatePlan, key: Uint8Array): readonly string[] {
  return signPrivatePlan(plan as CheckedPrivatePlan, key);
}

function sign(json: unknown, key: Uint8Array): readonly string[] {
  const plan = readPrivatePlan(json);
  if (plan === null) throw new Error('This is no plan.');
  expect(writePrivatePlan(plan)).toEqual(json);
  return signPlan(plan, key);
}

function signaturesOf(offered: Offered): readonly string[] {
  return sign(planOf(offered), KEY);
}

function onlyOf(stored: readonly PrivateTransactionRequest[]): PrivateTransactionRequest {
  const [request] = stored;
  if (request === undefined || stored.length > 1) throw new Error('There is not one order.');
  return request;
}

function openHarness() {
  const { harness: pool, ports } = createPoolHarness();
  pool.plan = { ok: true, response: planned };
  pool.viewingKeys = { ...NO_VIEWING_KEYS, publicSpendingKey: derivePublicSpendingKey(KEY) };
  const handlers = {
    'internal-transfer': createInternalTransfer(ports),
    unshield: createUnshield(ports),
  };
  const neverCalled = () => Promise.reject(new Error('This is a private payment.'));
  const handleSign = createSignOperation(ports, {
    public: { 'send-tokens': neverCalled, shield: neverCalled },
    private: handlers,
  });
  const cancelPorts = { ...ports, privateTransactions: { cancel: async () => false } };
  const handleCancel = createCancelOperation(cancelPorts);
  const handleList = createOperations(ports);
  const mine = { custody: 'only-me', respondAsync: true } as const;
  const offered = (response: object | Refusal): Offered => {
    if (!('toSign' in response)) throw new Error(`It isn't offered: ${JSON.stringify(response)}`);
    return response as Offered;
  };
  const withId = ({ operation: { id } }: Offered) => ({
    ...poolCall<typeof cancelOperation>(undefined, mine),
    ...{ idempotencyKey: undefined, params: { id } },
  });
  const post = (body: Body, key = 'key') =>
    handlers['internal-transfer'](
      poolCall<typeof internalTransfer>(body, { ...mine, idempotencyKey: key }),
    );
  return {
    pool,
    transfer: post,
    offer: async (body: Body = transfer, key?: string) => offered(await post(body, key)),
    offerUnshield: async (body: Parameters<typeof poolCall<typeof unshield>>[0]) =>
      offered(await handlers.unshield(poolCall<typeof unshield>(body, mine))),
    sign: (to: Offered, signatures: readonly string[] = signaturesOf(to)) =>
      handleSign({
        ...{ ...withId(to), respondAsync: true },
        body: { planId: to.toSign.planId, signatures: [...signatures] },
      }),
    cancel: (to: Offered) => handleCancel(withId(to)),
    list: () => handleList(poolCall<typeof operations>(undefined, mine)),
    wait: (ms: number) => {
      pool.now = new Date(pool.now.getTime() + ms);
    },
  };
}
