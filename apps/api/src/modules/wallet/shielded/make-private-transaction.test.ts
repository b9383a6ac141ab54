import { describe, expect, test } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import type { FailureReason, Operation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, BOB, USDC } from '#testing/network';
import { BROADCASTER, buildSigning, hashOf, START } from '#testing/operation';
import { internalTransfer } from '#wire/wallet/internal-transfer';
import type { preparePrivateTransaction } from '#wire/wallet/prepare-private-transaction';
import { unshield } from '#wire/wallet/unshield';
import { openMessage } from '../../../ports/private-messages.ts';
import { privateTransactionRequestLine } from '../../../ports/private-transactions.ts';
import { createRecordingGate, FROZEN_GATE } from '../../../simulator/open-gate.ts';
import { READABLE_SEALS } from '../../../simulator/readable-seals.ts';
import { createInternalTransfer } from '../internal-transfer.ts';
import { createPreparePrivateTransaction } from '../prepare-private-transaction.ts';
import { createUnshield } from '../unshield.ts';
import {
  CAROL_PRIVATE,
  createPoolHarness,
  ELSEWHERE_PRIVATE,
  poolCall,
} from './pool-calls.test-setup.ts';
import { poolOperation } from './private.test-setup.ts';

const order = { tokenId: USDC.id as string, amount: '40000000' };
const transfer = { ...order, senderAddress: '0zkown', recipientAddress: CAROL_PRIVATE };
const atOnce = { respondAsync: true };

function setUp() {
  const { harness, ports } = createPoolHarness();
  const handleUnshield = createUnshield(ports);
  const handleTransfer = createInternalTransfer(ports);
  const handlePrepare = createPreparePrivateTransaction(ports);
  return {
    harness,
    unshield: (body: Parameters<typeof poolCall<typeof unshield>>[0] = order, more = atOnce) =>
      handleUnshield(poolCall<typeof unshield>(body, more)),
    transfer: (
      body: Parameters<typeof poolCall<typeof internalTransfer>>[0] = transfer,
      more: Parameters<typeof poolCall>[1] = atOnce,
    ) => handleTransfer(poolCall<typeof internalTransfer>(body, more)),
    prepare: (body: Parameters<typeof poolCall<typeof preparePrivateTransaction>>[0]) =>
      handlePrepare(poolCall<typeof preparePrivateTransaction>(body)),
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
  test('is stored with its request signed, and returned immediately when that is requested', async () => {
    const { harness, transfer: post } = setUp();
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
    const [request] = harness.stored;
    if (request === undefined) throw new Error('Nothing was stored.');
    const { details, terms } = request;
    expect(details).toMatchObject({ account: BROADCASTER, userId: 'alice' });
    const line = privateTransactionRequestLine({ operationId: details.id, userId: 'alice', terms });
    expect(Buffer.from(request.signature).toString()).toBe(`spend: ${line}`);
  });

  test('has its message sealed for its user and terms, and stores it nowhere else', async () => {
    const { harness, transfer: post } = setUp();
    await post({ ...transfer, message: '  Rent for May ', showsSender: true });
    const [request] = harness.stored;
    if (request === undefined) throw new Error('Nothing was stored.');
    const owner = { userId: 'alice', viewKey: new Uint8Array(32) };
    expect(openMessage(READABLE_SEALS, owner, request.terms)).toBe('Rent for May');
    expect(request.terms.showsSender).toBe(true);
    const line = privateTransactionRequestLine({
      ...{ operationId: request.details.id, userId: 'alice', terms: request.terms },
    });
    expect(Buffer.from(request.signature).toString()).toBe(`spend: ${line}`);
    const rest = { ...request, terms: { ...request.terms, sealedMessage: null }, signature: null };
    const text = JSON.stringify(rest, (_key, each) =>
      typeof each === 'bigint' ? String(each) : each,
    );
    expect(text).not.toContain('Rent');
  });

  test('is estimated with its message, which makes it dearer', async () => {
    const { harness, transfer: post } = setUp();
    await post({ ...transfer, message: 'Rent', showsSender: true });
    expect(harness.estimated).toEqual([
      expect.objectContaining({ memo: `Rent${' '.repeat(60)}`, showSender: true }),
    ]);
  });

  test('tells its recipient nothing unless that is requested', async () => {
    const { harness, transfer: post } = setUp();
    await post();
    await post({ ...transfer, message: '   ' }, { ...atOnce, idempotencyKey: 'blank' });
    for (const { terms, fingerprint } of harness.stored) {
      expect(terms).toMatchObject({ sealedMessage: null, showsSender: false });
      expect(fingerprint).toBe(`internal-transfer ${USDC.id} 40000000 ${CAROL_PRIVATE}`);
    }
  });

  test.each([
    ['another message', { message: 'Food' }],
    ['no message', { message: '' }],
    ['its sender shown', { showsSender: true }],
  ])('is another one with %s under the same key', async (_what, over) => {
    const { harness, transfer: post } = setUp();
    await post({ ...transfer, message: 'Rent' });
    expect(await post({ ...transfer, message: ' Rent ' })).not.toHaveProperty('refused');
    expect(await post({ ...transfer, message: 'Rent', ...over })).toMatchObject({
      refused: 'idempotency-key-reused',
    });
    expect(harness.stored).toHaveLength(1);
  });

  test('to a public address has its note kept for its operation, also by a repeat', async () => {
    const { harness, unshield: post } = setUp();
    await post({ ...order, ownNote: ' Rent ' });
    await post({ ...order, ownNote: 'Other' });
    const operationId = harness.stored[0]?.details.id;
    expect(harness.notes).toEqual([
      { operationId, text: 'Rent' },
      { operationId, text: 'Other' },
    ]);
    expect(JSON.stringify(harness.stored.map(({ fingerprint }) => fingerprint))).not.toMatch(
      /Rent|Other/,
    );
    expect(harness.stored).toHaveLength(1);
  });

  test.each(['x'.repeat(281), 'pay \u202e05'])(
    'with the note %j is refused before anything is stored',
    async (ownNote) => {
      const { harness, unshield: post } = setUp();
      expect(await post({ ...order, ownNote })).toEqual({ refused: 'note-not-valid' });
      expect([harness.stored, harness.notes]).toEqual([[], []]);
    },
  );

  test.each(['x'.repeat(141), 'two\nlines', 'pay \u202e05'])(
    'with the message %j is refused',
    async (message) => {
      const { harness, transfer: post, prepare } = setUp();
      expect(await post({ ...transfer, message })).toEqual({ refused: 'message-not-valid' });
      const planned = { ...order, kind: 'internal-transfer', message } as const;
      expect(await prepare({ ...planned, recipientAddress: CAROL_PRIVATE })).toEqual({
        data: { state: 'declined' },
      });
      expect([harness.stored, harness.precomputeRequests]).toEqual([[], []]);
    },
  );

  test('is refused when the session ends before its message is sealed', async () => {
    const { harness, transfer: post } = setUp();
    harness.isLocked = true;
    expect(await post({ ...transfer, message: 'Rent' })).toEqual({ refused: 'unauthorized' });
    expect(harness.stored).toEqual([]);
  });

  test('is precomputed with its message and sender', async () => {
    const { harness, prepare } = setUp();
    const forRecipient = { message: 'Rent', showsSender: true };
    const recipientAddress = CAROL_PRIVATE;
    await prepare({ ...order, kind: 'internal-transfer', recipientAddress, ...forRecipient });
    const [request] = harness.precomputeRequests;
    if (request === undefined) throw new Error('Nothing was requested.');
    const owner = { userId: 'alice', viewKey: new Uint8Array(32) };
    expect(openMessage(READABLE_SEALS, owner, request.terms)).toBe('Rent');
    expect(request.terms.showsSender).toBe(true);
  });

  test('is returned with its hash as soon as it is signed', async () => {
    const { harness, unshield: post } = setUp();
    harness.fate = [(each) => each, proved, signed];
    expect(await post(order, { respondAsync: false })).toMatchObject({
      hash: hashOf(100),
      operation: { status: 'signed', isCancellable: false },
    });
    expect(harness.now.getTime() - START.getTime()).toBe(500);
  });

  test('is returned without a hash when sending takes longer than a call may', async () => {
    const { harness, unshield: post } = setUp();
    const response = await post(order, { respondAsync: false });
    expect(response).toMatchObject({ hash: null, operation: { status: 'created' } });
    expect(harness.now.getTime() - START.getTime()).toBe(60_000);
  });

  test.each([
    ['not-enough-funds', 'amount-above-balance'],
    ['notes-fragmented', 'notes-fragmented'],
    ['fee-not-covered', 'fee-not-covered'],
    ['notes-spent', 'transaction-would-fail'],
  ] as const)(
    'that cannot be made (%s) is refused while its hash is waited for',
    async (reason, code) => {
      const { harness, unshield: post } = setUp();
      harness.fate = [failed(reason)];
      expect(await post(order, { respondAsync: false })).toMatchObject({
        refused: code,
        sentence: expect.stringContaining('Nothing was sent'),
        operationId: harness.stored[0]?.details.id,
      });
    },
  );

  test('a repeat is the same payment, another under the key is refused', async () => {
    const { harness, transfer: post } = setUp();
    await Promise.all([post(), post(), post()]);
    await post();
    expect(await post({ ...transfer, amount: '1' })).toMatchObject({
      refused: 'idempotency-key-reused',
    });
    expect(harness.stored).toHaveLength(1);
  });

  test('that is not admitted is not stored; of a frozen account, no proof is prepared', async () => {
    const { harness, transfer: post, unshield: toPublic, prepare } = setUp();
    harness.gate = FROZEN_GATE;
    expect(await post()).toEqual({ refused: 'account-frozen' });
    expect(await toPublic()).toEqual({ refused: 'account-frozen' });
    const { senderAddress: _sender, ...body } = transfer;
    expect(await prepare({ ...body, kind: 'internal-transfer' })).toEqual({
      data: { state: 'declined' },
    });
    expect([harness.stored, harness.precomputeRequests]).toEqual([[], []]);
  });

  test('is admitted as it is stored, once, and given back when the queue does not take it', async () => {
    const { harness, transfer: post } = setUp();
    const recording = createRecordingGate();
    harness.gate = recording.gate;
    harness.storeOutcome = { kind: 'frozen' };
    expect(await post()).toEqual({ refused: 'account-frozen' });
    expect(recording.givenBack).toEqual(['key']);
    harness.storeOutcome = null;
    const forRecipient = { message: 'Rent', showsSender: true };
    await post({ ...transfer, ...forRecipient });
    await post({ ...transfer, ...forRecipient });
    expect(recording.admitted).toHaveLength(2);
    expect(recording.admitted[1]).toMatchObject({
      ...{ kind: 'internal-transfer', chainId: 31_337, token: USDC },
      ...{ amount: 40_000_000n, recipient: CAROL_PRIVATE, ...forRecipient },
    });
    expect(recording.givenBack).toHaveLength(1);
  });

  test.each([
    [
      { kind: 'open', operationId: 'other' },
      { refused: 'private-operation-open', operationId: 'other' },
    ],
    [{ kind: 'queue-full' }, { refused: 'queue-full', retryAfter: 60 }],
    [{ kind: 'user-removed' }, { refused: 'unauthorized' }],
  ] as const)('that the queue does not take (%j) is refused', async (outcome, refusal) => {
    const { harness, transfer: post } = setUp();
    harness.storeOutcome = outcome;
    expect(await post()).toMatchObject(refusal);
  });

  test('more than the balance is refused; while another is in progress, the refusal says so', async () => {
    const { harness, transfer: post } = setUp();
    const tooMuch = { ...transfer, amount: '250000001' };
    expect(await post(tooMuch)).toMatchObject({ refused: 'amount-above-balance' });
    const other = poolOperation('unshield');
    harness.open = [other];
    expect(await post()).toMatchObject({
      refused: 'private-operation-open',
      operationId: other.operation.id,
    });
    expect(harness.stored).toEqual([]);
  });

  test('beside one that ends in the same moment has to wait for its change, and is not called too much', async () => {
    const { harness, transfer: post } = setUp();
    const reads = [[poolOperation('unshield')]];
    Object.defineProperty(harness, 'open', { get: () => reads.shift() ?? [] });
    expect(await post()).toMatchObject({ refused: 'private-not-ready' });
    expect(harness.stored).toEqual([]);
  });

  test('for which the money is missing after a failover may be what spent it, and is left to the prover', async () => {
    const { harness, transfer: post } = setUp();
    harness.failover = 'recent';
    harness.estimate = { ok: false, problem: 'balance-too-low', detail: 'of the pool' };
    expect(await post({ ...transfer, amount: '250000001' })).toMatchObject({
      operation: { status: 'created', amount: '250000001' },
    });
    expect(harness.stored).toHaveLength(1);
    harness.estimate = { ok: false, problem: 'refused', detail: 'of the pool' };
    expect(await post(transfer, { ...atOnce, idempotencyKey: 'other' })).toMatchObject({
      refused: 'transaction-would-fail',
    });
  });

  test('of which the balance is not known yet is refused for the moment', async () => {
    const { harness, transfer: post } = setUp();
    harness.view = { ...harness.view, balances: null };
    expect(await post()).toMatchObject({ refused: 'private-not-ready', retryAfter: 3 });
  });

  test.each([
    ['away', 'private-not-ready'],
    ['not-open', 'private-not-ready'],
    ['not-scanned', 'private-not-ready'],
    ['balance-too-low', 'amount-above-balance'],
    ['fee-not-covered', 'fee-not-covered'],
    ['notes-fragmented', 'notes-fragmented'],
    ['refused', 'transaction-would-fail'],
  ] as const)(
    'that the pool has something against (%s) is refused before any proof',
    async (problem, code) => {
      const { harness, transfer: post } = setUp();
      harness.estimate = { ok: false, problem, detail: 'of the pool' };
      expect(await post()).toMatchObject({ refused: code });
      expect(harness.stored).toEqual([]);
    },
  );

  test('pays the broadcaster at the price that its proof is bound to', async () => {
    const { harness, transfer: post } = setUp();
    const fee = { token: USDC, perNativeCoin: toBaseUnits(9n), recipient: CAROL_PRIVATE } as const;
    harness.fee = fee as unknown as typeof harness.fee;
    const broadcasterFee = toBaseUnits(33n);
    harness.estimate = { ok: true, response: { gas: 1_000n, broadcasterFee, proofMs: 900 } };
    expect(await post()).toMatchObject({ operation: { broadcasterFee: '33' } });
    expect(harness.stored[0]?.terms).toMatchObject({
      gasPrice: 50n,
      fee: { tokenId: USDC.id, perNativeCoin: 9n },
    });
  });

  test('is not made while the price of its fee is not known', async () => {
    const { harness, transfer: post } = setUp();
    harness.fee = 'unknown';
    expect(await post()).toMatchObject({
      refused: 'private-not-ready',
      sentence: expect.stringContaining('USDC price'),
    });
  });
});

describe('POST /wallet/unshield', () => {
  test('goes to the user’s own address when none is given', async () => {
    const { unshield: post } = setUp();
    expect(unshield.response.parse(await post())).toMatchObject({
      operation: { to: ALICE, from: '0zkown', poolFee: '100000', received: '39900000' },
    });
  });

  test('a contract is refused, but not as the user’s own address', async () => {
    const { harness, unshield: post } = setUp();
    harness.isContract = true;
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
    const { harness, unshield: post } = setUp();
    expect(await post({ ...order, recipientAddress })).toMatchObject({ refused: code });
    expect(harness.requested).toEqual([]);
  });

  test('within an hour is sent at a moment of the hour, and never waited for', async () => {
    const { harness, unshield: post } = setUp();
    harness.random = 0x80;
    const later = { ...order, recipientAddress: BOB.toLowerCase(), sendWithinMinutes: 60 };
    expect(await post(later, { respondAsync: false })).toMatchObject({ hash: null });
    const [request] = harness.stored;
    const after = (request?.later?.at.getTime() ?? 0) - START.getTime();
    expect(Math.round(after / 60_000)).toBe(30);
    expect(request?.later?.windowEnd).toEqual(new Date(START.getTime() + 3_600_000));
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
    const { harness, transfer: post } = setUp();
    expect(await post({ ...transfer, ...change })).toMatchObject({ refused: code });
    expect([harness.stored, harness.requested]).toEqual([[], []]);
  });

  test('is accepted with capitals, and stored without', async () => {
    const { harness, transfer: post } = setUp();
    await post({
      ...transfer,
      senderAddress: '0ZKOWN',
      recipientAddress: CAROL_PRIVATE.toUpperCase(),
    });
    expect(harness.stored[0]?.details.recipient).toBe(CAROL_PRIVATE);
  });
});

describe('POST /wallet/private/prepare-transaction', () => {
  const request = { ...order, kind: 'internal-transfer', recipientAddress: CAROL_PRIVATE } as const;
  const begun = { data: { state: 'begun' } };
  const declined = { data: { state: 'declined' } };

  test('requests the same proof that the payment will need', async () => {
    const { harness, prepare, transfer: post } = setUp();
    expect(await prepare(request)).toEqual(begun);
    await post();
    expect(harness.precomputeRequests).toEqual([
      { userId: 'alice', terms: harness.stored[0]?.terms },
    ]);
  });

  test('requests nothing while others wait, while one of theirs is open, or when the input is not valid', async () => {
    const { harness, prepare } = setUp();
    expect(await prepare({ ...request, recipientAddress: ALICE })).toEqual(declined);
    harness.waiting = 1;
    expect(await prepare(request)).toEqual(declined);
    harness.waiting = 0;
    harness.open = [poolOperation('unshield')];
    expect(await prepare(request)).toEqual(declined);
    harness.open = [];
    harness.pace = null;
    expect(await prepare(request)).toEqual(declined);
    expect(harness.precomputeRequests).toEqual([]);
  });
});
