import { describe, expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import type { FailureReason, Operation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB, USDC } from '#testing/network';
import { BROADCASTER, buildSigning, hashOf, START } from '#testing/operation';
import { internalTransfer } from '#wire/wallet/internal-transfer';
import type { prepareSpend } from '#wire/wallet/prepare-spend';
import { unshield } from '#wire/wallet/unshield';
import { spendOrderLine } from '../../../ports/private-spends.ts';
import { createInternalTransfer } from '../internal-transfer.ts';
import { createPrepareSpend } from '../prepare-spend.ts';
import { createUnshield } from '../unshield.ts';
import {
  CAROL_PRIVATE,
  createPoolWorld,
  ELSEWHERE_PRIVATE,
  poolCall,
} from './pool-calls.test-setup.ts';
import { poolOperation } from './private.test-setup.ts';

const order = { tokenId: USDC.id as string, amount: '40000000' };
const transfer = { ...order, senderAddress: '0zkown', recipientAddress: CAROL_PRIVATE };
const atOnce = { respondAsync: true };

function setUp() {
  const { world, ports } = createPoolWorld();
  const handleUnshield = createUnshield(ports);
  const handleTransfer = createInternalTransfer(ports);
  const handlePrepare = createPrepareSpend(ports);
  return {
    world,
    unshield: (body: Parameters<typeof poolCall<typeof unshield>>[0] = order, more = atOnce) =>
      handleUnshield(poolCall<typeof unshield>(body, more)),
    transfer: (body = transfer, more = atOnce) =>
      handleTransfer(poolCall<typeof internalTransfer>(body, more)),
    prepare: (body: Parameters<typeof poolCall<typeof prepareSpend>>[0]) =>
      handlePrepare(poolCall<typeof prepareSpend>(body)),
  };
}

function proved(operation: Operation): Operation {
  return transition(operation, { type: 'prepared' });
}

function signed(operation: Operation): Operation {
  return transition(operation, { type: 'signed', signing: buildSigning() });
}

function failed(reason: FailureReason) {
  return (operation: Operation) =>
    transition(operation, { type: 'failed', reason, at: START }) as Operation;
}

describe('a private payment', () => {
  test('is stored with its order signed, and answered at once when that is asked for', async () => {
    const { world, transfer: post } = setUp();
    expect(internalTransfer.response.parse(await post())).toMatchObject({
      hash: null,
      transactionHash: null,
      operation: {
        kind: 'internal-transfer',
        status: 'created',
        from: '0zkown',
        to: CAROL_PRIVATE,
        poolFee: null,
        received: '40000000',
        queuePlace: 0,
        isCancellable: true,
      },
    });
    const [command] = world.commands;
    if (command === undefined) throw new Error('Nothing was stored.');
    const { intent, terms } = command;
    expect(intent).toMatchObject({ account: BROADCASTER, userId: 'alice' });
    const line = spendOrderLine({ operationId: intent.id, userId: 'alice', terms });
    expect(Buffer.from(command.signature).toString()).toBe(`spend: ${line}`);
  });

  test('is answered with its hash as soon as it is signed', async () => {
    const { world, unshield: post } = setUp();
    world.fate = [(each) => each, proved, signed];
    expect(await post(order, { respondAsync: false })).toMatchObject({
      hash: hashOf(100),
      operation: { status: 'signed', isCancellable: false },
    });
    expect(world.now.getTime() - START.getTime()).toBe(500);
  });

  test('is answered without a hash when sending takes longer than a call may', async () => {
    const { world, unshield: post } = setUp();
    const answer = await post(order, { respondAsync: false });
    expect(answer).toMatchObject({ hash: null, operation: { status: 'created' } });
    expect(world.now.getTime() - START.getTime()).toBe(60_000);
  });

  test.each([
    ['not-enough-funds', 'amount-above-balance'],
    ['notes-scattered', 'notes-scattered'],
    ['fee-not-covered', 'fee-not-covered'],
    ['notes-spent', 'transaction-would-fail'],
  ] as const)(
    'that cannot be made (%s) is refused while its hash is waited for',
    async (reason, code) => {
      const { world, unshield: post } = setUp();
      world.fate = [failed(reason)];
      expect(await post(order, { respondAsync: false })).toMatchObject({
        refused: code,
        sentence: expect.stringContaining('Nothing was sent'),
        operationId: world.commands[0]?.intent.id,
      });
    },
  );

  test('a repeat is the same payment, another under the key is refused', async () => {
    const { world, transfer: post } = setUp();
    await Promise.all([post(), post(), post()]);
    await post();
    expect(await post({ ...transfer, amount: '1' })).toMatchObject({
      refused: 'idempotency-key-reused',
    });
    expect(world.commands).toHaveLength(1);
  });

  test.each([
    [
      { kind: 'open', operationId: 'other' },
      { refused: 'private-operation-open', operationId: 'other' },
    ],
    [{ kind: 'queue-full' }, { refused: 'queue-full', retryAfter: 60 }],
  ] as const)('that the queue does not take (%j) is refused', async (outcome, refusal) => {
    const { world, transfer: post } = setUp();
    world.storeOutcome = outcome;
    expect(await post()).toMatchObject(refusal);
  });

  test('more than is there is refused; while another is on its way, that is said', async () => {
    const { world, transfer: post } = setUp();
    const tooMuch = { ...transfer, amount: '250000001' };
    expect(await post(tooMuch)).toMatchObject({ refused: 'amount-above-balance' });
    const other = poolOperation('unshield');
    world.open = [other];
    expect(await post()).toMatchObject({
      refused: 'private-operation-open',
      operationId: other.operation.id,
    });
    expect(world.commands).toEqual([]);
  });

  test('of which the balance is not known yet is refused for the moment', async () => {
    const { world, transfer: post } = setUp();
    world.view = { ...world.view, balances: null };
    expect(await post()).toMatchObject({ refused: 'private-not-ready', retryAfter: 3 });
  });

  test.each([
    ['away', 'private-not-ready'],
    ['not-open', 'private-not-ready'],
    ['not-looked', 'private-not-ready'],
    ['balance-too-low', 'amount-above-balance'],
    ['fee-not-covered', 'fee-not-covered'],
    ['notes-scattered', 'notes-scattered'],
    ['refused', 'transaction-would-fail'],
  ] as const)(
    'that the pool has something against (%s) is refused before any proof',
    async (problem, code) => {
      const { world, transfer: post } = setUp();
      world.estimate = { ok: false, problem, detail: 'of the pool' };
      expect(await post()).toMatchObject({ refused: code });
      expect(world.commands).toEqual([]);
    },
  );

  test('pays the broadcaster at the price that its proof is bound to', async () => {
    const { world, transfer: post } = setUp();
    const fee = { token: USDC, perNativeCoin: toBaseUnits(9n), recipient: CAROL_PRIVATE } as const;
    world.fee = fee as unknown as typeof world.fee;
    const broadcasterFee = toBaseUnits(33n);
    world.estimate = { ok: true, answer: { gas: 1_000n, broadcasterFee } };
    expect(await post()).toMatchObject({ operation: { broadcasterFee: '33' } });
    expect(world.commands[0]?.terms).toMatchObject({
      gasPrice: 50n,
      fee: { tokenId: USDC.id, perNativeCoin: 9n },
    });
  });

  test('is not made while the price of its fee is not known', async () => {
    const { world, transfer: post } = setUp();
    world.fee = 'unknown';
    expect(await post()).toMatchObject({
      refused: 'private-not-ready',
      sentence: expect.stringContaining('USDC price'),
    });
  });
});

describe('POST /wallet/unshield', () => {
  test('goes to the person’s own address when none is given', async () => {
    const { unshield: post } = setUp();
    expect(unshield.response.parse(await post())).toMatchObject({
      operation: { to: ALICE, from: '0zkown', poolFee: '100000', received: '39900000' },
    });
  });

  test('a contract is refused, but not as the person’s own address', async () => {
    const { world, unshield: post } = setUp();
    world.isContract = true;
    const toOther = { ...order, recipientAddress: BROADCASTER };
    expect(await post(toOther)).toMatchObject({ refused: 'recipient-is-contract' });
    expect(await post()).toMatchObject({ hash: null });
  });

  test.each([
    ['', 'recipient-not-valid'],
    ['0x00', 'recipient-not-valid'],
    [`0x${'0'.repeat(40)}`, 'recipient-is-zero'],
    [USDC.address as string, 'recipient-checksum'],
    [(USDC.address as string).toLowerCase(), 'recipient-is-token'],
    [CAROL_PRIVATE, 'recipient-is-private'],
  ])('to %j is refused as %s', async (recipientAddress, code) => {
    const { world, unshield: post } = setUp();
    expect(await post({ ...order, recipientAddress })).toMatchObject({ refused: code });
    expect(world.asked).toEqual([]);
  });

  test('within an hour is sent at a moment of the hour, and never waited for', async () => {
    const { world, unshield: post } = setUp();
    world.random = 0x80;
    const later = { ...order, recipientAddress: BOB.toLowerCase(), sendWithinMinutes: 60 };
    expect(await post(later, { respondAsync: false })).toMatchObject({ hash: null });
    const [command] = world.commands;
    const after = (command?.later?.at.getTime() ?? 0) - START.getTime();
    expect(Math.round(after / 60_000)).toBe(30);
    expect(command?.later?.windowEnd).toEqual(new Date(START.getTime() + 3_600_000));
    expect(await post({ ...order, recipientAddress: BOB.toLowerCase() })).toMatchObject({
      refused: 'idempotency-key-reused',
    });
  });
});

describe('POST /wallet/private/internal-transfer', () => {
  test.each([
    [{ senderAddress: CAROL_PRIVATE }, 'sender-not-own'],
    [{ senderAddress: ALICE }, 'sender-not-own'],
    [{ recipientAddress: ALICE }, 'recipient-not-private'],
    [{ recipientAddress: `${CAROL_PRIVATE.slice(0, -1)}q` }, 'recipient-not-private'],
    [{ recipientAddress: ELSEWHERE_PRIVATE }, 'recipient-other-network'],
    [{ amount: '0' }, 'amount-zero'],
    [{ tokenId: 'avalanche-usdc' }, 'unknown-token'],
  ])('with %j is refused as %s', async (change, code) => {
    const { world, transfer: post } = setUp();
    expect(await post({ ...transfer, ...change })).toMatchObject({ refused: code });
    expect([world.commands, world.asked]).toEqual([[], []]);
  });

  test('is taken with capitals, and kept without', async () => {
    const { world, transfer: post } = setUp();
    await post({
      ...transfer,
      senderAddress: '0ZKOWN',
      recipientAddress: CAROL_PRIVATE.toUpperCase(),
    });
    expect(world.commands[0]?.intent.recipient).toBe(CAROL_PRIVATE);
  });
});

describe('POST /wallet/private/prepare-spend', () => {
  const wish = { ...order, kind: 'internal-transfer', recipientAddress: CAROL_PRIVATE } as const;
  const begun = { data: { state: 'begun' } };
  const declined = { data: { state: 'declined' } };

  test('asks for the same proof that the payment will need', async () => {
    const { world, prepare, transfer: post } = setUp();
    expect(await prepare(wish)).toEqual(begun);
    await post();
    expect(world.wishes).toEqual([{ userId: 'alice', terms: world.commands[0]?.terms }]);
  });

  test('asks for nothing while others wait, while one of theirs is open, or of what is not valid', async () => {
    const { world, prepare } = setUp();
    expect(await prepare({ ...wish, recipientAddress: ALICE })).toEqual(declined);
    world.waiting = 1;
    expect(await prepare(wish)).toEqual(declined);
    world.waiting = 0;
    world.open = [poolOperation('unshield')];
    expect(await prepare(wish)).toEqual(declined);
    world.open = [];
    world.pace = null;
    expect(await prepare(wish)).toEqual(declined);
    expect(world.wishes).toEqual([]);
  });
});
