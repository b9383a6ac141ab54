import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, buildNetwork, POL, USDC } from '#testing/network';
import { hashOf, START, uuidOf } from '#testing/operation';
import { buildRequestTerms } from '#testing/payment-request';
import type { ErrorCode } from '#wire/errors';
import { sendTokens } from '#wire/wallet/send-tokens';
import type { Refusal } from '../../application/call.ts';
import type { PublicSigner } from '../../ports/key-vault.ts';
import type { PreparedTransfer } from '../../ports/public-chain.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';
import type { FinalTransaction } from '../../ports/recovered-transactions.ts';
import { createMemoryOperations } from '../../simulator/memory-operations.ts';
import { createMemoryPaymentRequests } from '../../simulator/memory-payment-requests.ts';
import { createMemoryRepository } from '../../simulator/memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from '../../simulator/memory-signing-plans.ts';
import { assembleNumbered } from '../../simulator/numbered-signatures.ts';
import { createRecordingGate, OPEN_GATE } from '../../simulator/open-gate.ts';
import { createScriptedChain } from '../../simulator/scripted-chain.ts';
import { createOperation, type OperationPorts } from './operation.ts';
import { createOperations, type OperationsPorts } from './operations.ts';
import { createSendTokens, type SendTokensPorts } from './send-tokens.ts';

describe('POST /wallet/public/send-tokens', () => {
  test('returns the hash and the operation, and the bytes are stored', async () => {
    const harness = openHarness();
    const reply = await harness.send();
    expect(reply).toMatchObject({
      transaction: { hash: hashOf(1) },
      transactionHash: hashOf(1),
      hash: hashOf(1),
      data: { transactionHash: hashOf(1), hash: hashOf(1) },
      operation: { status: 'broadcast', amount: '25000000', symbol: 'USDC', from: ALICE, to: BOB },
    });
    expect(harness.stored()).toHaveLength(1);
    // Five rungs and the cancellation.
    expect(harness.signedNonces()).toEqual([0, 0, 0, 0, 0, 0]);
    expect(sendTokens.response.safeParse(reply).success).toBe(true);
  });

  test('accepts a recipient in lower case and stores its EIP-55 form', async () => {
    const harness = openHarness();
    await harness.send({ recipientAddress: BOB.toLowerCase() });
    expect(harness.stored()[0]?.recipient).toBe(BOB);
  });

  test('has the hash even when no node responded: it is signed, stored, and the worker continues', async () => {
    const harness = openHarness({
      broadcast: async () => ({ kind: 'unknown', reason: 'timeout' }),
    });
    expect(await harness.send()).toMatchObject({
      hash: hashOf(1),
      operation: { status: 'signed' },
    });
  });

  test('100 parallel requests with one key are one payment with one response', async () => {
    const harness = openHarness();
    const responses = await Promise.all(Array.from({ length: 100 }, () => harness.send()));
    expect(new Set(responses.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(harness.stored()).toHaveLength(1);
  });

  test('a repeat after a restart gets the same hash', async () => {
    const harness = openHarness();
    await harness.send();
    expect(await harness.restart().send()).toMatchObject({ hash: hashOf(1) });
    expect(harness.stored()).toHaveLength(1);
  });

  test.each([
    ['amount', { amount: '26000000' }],
    ['token', { tokenId: POL.id }],
    ['recipient', { recipientAddress: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' }],
  ])('the same key with another %s is refused', async (_what, change) => {
    const harness = openHarness();
    await harness.send();
    expect(await harness.send(change)).toMatchObject({ refused: 'idempotency-key-reused' });
    expect(harness.stored()).toHaveLength(1);
  });

  test('the key is free again after a refusal', async () => {
    const harness = openHarness();
    expect(await harness.send({ amount: '0' })).toMatchObject({ refused: 'amount-zero' });
    expect(await harness.send()).toMatchObject({ hash: hashOf(1) });
  });

  test('a payment that is not admitted is neither signed nor stored, and its key stays free', async () => {
    const given: { refusal: Refusal | null } = { refusal: { refused: 'approval-needed' } };
    const recording = createRecordingGate(given);
    const harness = openHarness({}, { gate: recording.gate });
    expect(await harness.send()).toEqual({ refused: 'approval-needed' });
    expect([harness.stored(), harness.signedNonces()]).toEqual([[], []]);
    given.refusal = null;
    expect(await harness.send()).toMatchObject({ hash: hashOf(1) });
    expect(recording.admitted).toEqual([
      expect.objectContaining({ kind: 'send', token: USDC, amount: 25_000_000n, recipient: BOB }),
    ]);
  });

  test('a repeat of a payment that was made passes without being admitted again', async () => {
    const given: { refusal: Refusal | null } = { refusal: null };
    const harness = openHarness({}, { gate: createRecordingGate(given).gate });
    await harness.send();
    given.refusal = { refused: 'account-frozen' };
    expect(await harness.send()).toMatchObject({ hash: hashOf(1) });
    expect(await harness.restart().send()).toMatchObject({ hash: hashOf(1) });
    expect(await harness.send({}, 'other')).toEqual({ refused: 'account-frozen' });
  });

  test('its note is kept for its operation, and kept again with every repeat of the request', async () => {
    const harness = openHarness();
    await harness.send({ ownNote: ' Rent\n for May ' });
    const [operation] = harness.stored();
    const note = { operationId: operation?.id, text: 'Rent\n for May' };
    expect(harness.notes()).toEqual([note]);
    await harness.send({ ownNote: 'Rent' });
    await harness.restart().send();
    expect(harness.notes()).toEqual([note, { ...note, text: 'Rent' }, { ...note, text: '' }]);
    expect(harness.stored()).toHaveLength(1);
  });

  test('a note that is not valid is refused, and nothing is signed; its key stays free', async () => {
    const harness = openHarness();
    for (const ownNote of ['x'.repeat(281), 'pay \u202e05']) {
      expect(await harness.send({ ownNote })).toEqual({ refused: 'note-not-valid' });
    }
    expect([harness.stored(), harness.signedNonces(), harness.notes()]).toEqual([[], [], []]);
    expect(await harness.send()).toMatchObject({ hash: hashOf(1) });
  });

  test('keeps no note of a payment that was refused', async () => {
    const harness = openHarness();
    await harness.send({ amount: '0', ownNote: 'Rent' });
    await openHarness({}, { isLocked: true }).send({ ownNote: 'Rent' });
    await harness.send();
    await harness.send({ amount: '1', ownNote: 'Another payment' });
    expect(harness.notes()).toEqual([expect.objectContaining({ text: '' })]);
  });

  test('what was admitted is given back when nothing was signed, and only then', async () => {
    const recording = createRecordingGate();
    const harness = openHarness({}, { gate: recording.gate, isLocked: true });
    expect(await harness.send()).toMatchObject({ refused: 'unauthorized' });
    expect(recording.givenBack).toEqual(['key']);
    const made = createRecordingGate();
    await openHarness({}, { gate: made.gate }).send();
    expect(made.givenBack).toEqual([]);
  });

  test('50 parallel payments of 60 % of the balance: one is accepted', async () => {
    const harness = openHarness({ balances: balancesOf(10n ** 24n, 100n) });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => harness.send({ amount: '60' }, `key-${n}`)),
    );
    expect(responses.filter((reply) => 'hash' in reply)).toHaveLength(1);
    expect(responses.filter((reply) => refusalOf(reply) === 'amount-above-balance')).toHaveLength(
      49,
    );
  });

  test('the whole balance of a token can be sent, and not one unit more', async () => {
    const harness = openHarness({ balances: balancesOf(10n ** 24n, 100n) });
    expect(await harness.send({ amount: '101' })).toMatchObject({
      refused: 'amount-above-balance',
    });
    expect(await harness.send({ amount: '100' })).toMatchObject({ hash: hashOf(1) });
  });

  test('the native coin leaves the highest fee of the ladder', async () => {
    const ceiling = 21_000n * 200n;
    const harness = openHarness({ balances: balancesOf(ceiling + 100n) });
    const order = { tokenId: POL.id, amount: '101' };
    expect(await harness.send(order)).toMatchObject({
      refused: 'not-enough-for-fee',
      sentence: expect.stringContaining('POL'),
    });
    expect(await harness.send({ ...order, amount: '100' })).toMatchObject({ hash: hashOf(1) });
  });

  test.each([
    ['insufficient-funds', 'not-enough-for-fee'],
    ['would-revert', 'transaction-would-fail'],
    ['returned-false', 'transaction-would-fail'],
  ] as const)(
    'what the network would refuse (%s) is refused before it is signed',
    async (reason, code) => {
      const harness = openHarness({
        prepareTransfer: async () => ({ ok: false, reason, detail: 'of the node' }),
      });
      expect(await harness.send()).toMatchObject({ refused: code });
      expect(harness.signedNonces()).toEqual([]);
    },
  );

  const lies: readonly [string, Partial<PreparedTransfer>][] = [
    ['another recipient', { to: ALICE }],
    ['another amount', { value: 1n }],
    ['a call besides', { data: '0x01' }],
    ['no gas', { gas: 1n }],
    ['fees above what nodes take', { gas: 10n ** 9n }],
  ];

  test.each(lies)('a transfer that was prepared with %s is never signed', async (_what, lie) => {
    const { prepareTransfer } = createScriptedChain();
    const harness = openHarness({
      prepareTransfer: async (transfer) => {
        const given = await prepareTransfer(transfer);
        return given.ok ? { ok: true, prepared: { ...given.prepared, ...lie } } : given;
      },
    });
    const body = { tokenId: 'polygon-pol', amount: '5' };
    await expect(harness.send(body)).rejects.toThrow('is not what was requested');
    expect([harness.stored(), harness.signedNonces()]).toEqual([[], []]);
  });

  test('a chain that does not respond leaves nothing behind', async () => {
    const fail = () => Promise.reject(new ChainUnavailable(31337, new Error('timeout')));
    const harness = openHarness({ prepareTransfer: fail });
    await expect(harness.send()).rejects.toBeInstanceOf(ChainUnavailable);
    expect(harness.stored()).toEqual([]);
  });

  test('a session that ended meanwhile signs nothing', async () => {
    const harness = openHarness({}, { isLocked: true });
    expect(await harness.send()).toMatchObject({ refused: 'unauthorized' });
    expect(harness.stored()).toEqual([]);
  });

  test('a payment whose broadcast could not be recorded returns its hash and is reported', async () => {
    const harness = openHarness({}, { isRecordBroken: true });
    expect(await harness.send()).toMatchObject({ hash: hashOf(1) });
    expect(harness.reports()).toHaveLength(1);
  });
});

describe('a payment of a payment request', () => {
  const CODE = '7Q2MK9XD4TPA82WJ';
  const paying = { paymentRequest: CODE };

  function openRequest(script: Partial<PublicChain> = {}) {
    const harness = openHarness(script);
    const request = {
      ...{ userId: 'bob', terms: buildRequestTerms(), cancelledAt: null as Date | null },
      ...{ settledAt: null as Date | null, operationId: null as string | null },
    };
    harness.repository.paymentRequests.set(CODE, request);
    return { ...harness, request };
  }

  test('is the one that its request counts, once', async () => {
    const harness = openRequest();
    expect(await harness.send(paying)).toMatchObject({ hash: hashOf(1) });
    expect(harness.request.operationId).toBe(harness.stored()[0]?.id);
    expect(await harness.send(paying)).toMatchObject({ hash: hashOf(1) });
    expect(await harness.send(paying, 'other')).toEqual({
      refused: 'payment-request-over',
      sentence: 'This request is being paid right now. Nothing was sent.',
    });
    expect(harness.stored()).toHaveLength(1);
  });

  test('that another one overtakes while it is prepared is not signed, and gives back what was admitted', async () => {
    const recording = createRecordingGate();
    const harness = openHarness(
      {
        transactionCount: async () => {
          Object.assign(request, { settledAt: START });
          return 0;
        },
      },
      { gate: recording.gate },
    );
    const request = {
      ...{ userId: 'bob', terms: buildRequestTerms(), cancelledAt: null, settledAt: null },
      operationId: null,
    };
    harness.repository.paymentRequests.set(CODE, request);
    expect(await harness.send(paying)).toEqual({
      refused: 'payment-request-over',
      sentence: 'This request was already paid. Nothing was sent.',
    });
    expect([harness.stored(), recording.givenBack]).toEqual([[], ['key']]);
  });

  test('that the network has and the database lost is taken over, although its request is over by now', async () => {
    const now = new Date();
    const harness = openRequest({
      transactionCount: async () => 1,
      nextInPools: async () => 1,
      transferCall: () => ({ to: BOB, value: 5n, data: '0xab' }),
    });
    const { repository } = harness;
    const found: FinalTransaction = {
      ...{ nonce: 0, hash: hashOf(77), raw: '0x77' as const, to: BOB, value: 5n },
      ...{ data: '0xab' as const, feeCeiling: 9n as BaseUnits, blockNumber: 8n },
      ...{ blockHash: '0xb', minedAt: now },
    };
    const account = { chainId: USDC.chainId, account: ALICE, userId: uuidOf(0xa11ce) };
    await createMemoryOperations(repository).recover(account, { transactions: [found], now });
    harness.request.cancelledAt = START;
    expect(await harness.send(paying)).toMatchObject({ hash: hashOf(77) });
    expect(harness.signedNonces()).toEqual([]);
    expect(harness.request.operationId).toBe(harness.stored()[0]?.id);
  });
});

describe('bad input is refused and changes nothing', () => {
  const badAmounts = [
    '',
    ' ',
    '0.0',
    '-0',
    '-1',
    '+1',
    '1e18',
    '1e400',
    '1.1',
    'NaN',
    'Infinity',
    '0x10',
    '0b1',
    '1_000',
    '1,000',
    '1.000,5',
    '.5',
    '5.',
    '1..2',
    '1.2.3',
    '00012',
    ' 1',
    '1 ',
    '1\n',
    '1\u0000',
    '1\u200b',
    '\u202e1',
    '١٢٣',
    '１２',
    '½',
    (2n ** 256n).toString(),
    (10n ** 100n).toString(),
  ];
  const cases: readonly (readonly [object, ErrorCode])[] = [
    ...badAmounts.map((amount) => [{ amount }, 'amount-not-valid'] as const),
    [{ amount: '0' }, 'amount-zero'],
    [{ amount: (2n ** 256n - 1n).toString() }, 'amount-above-balance'],
    ...[
      '',
      'nothing',
      'constructor',
      '__proto__',
      '../',
      '%00',
      '-1',
      '1 OR 1=1',
      'POLYGON-USDC',
    ].map((tokenId) => [{ tokenId }, 'unknown-token'] as const),
    ...['', 'vitalik.eth', BOB.slice(0, -1), `${BOB}0`, BOB.replace('0x', '0X'), `${BOB} `].map(
      (recipientAddress) => [{ recipientAddress }, 'recipient-not-valid'] as const,
    ),
    [{ recipientAddress: BOB.replace('C5', 'c5') }, 'recipient-checksum'],
    [{ recipientAddress: `0x${BOB.slice(2).toUpperCase()}` }, 'recipient-checksum'],
    [{ recipientAddress: ALICE }, 'recipient-is-sender'],
    [{ recipientAddress: `0x${'0'.repeat(40)}` }, 'recipient-is-zero'],
    [{ recipientAddress: `0x${'0'.repeat(36)}dEaD` }, 'recipient-is-zero'],
    [{ recipientAddress: USDC.address ?? '' }, 'recipient-is-token'],
    [
      { recipientAddress: '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tl' },
      'recipient-is-private',
    ],
  ];

  test.each(cases)('%j: %s', async (change, code) => {
    const harness = openHarness();
    expect(await harness.send(change)).toMatchObject({ refused: code });
    expect(harness.stored()).toEqual([]);
    expect(harness.signedNonces()).toEqual([]);
  });

  const otherTypes: readonly unknown[] = [
    1,
    1.1,
    true,
    null,
    [],
    ['1'],
    {},
    { toString: '1' },
    undefined,
  ];

  test.each([...otherTypes, '9'.repeat(1_000_000)].map((amount) => ({ amount })))(
    'the schema refuses %.40j',
    ({ amount }) => {
      const body = { tokenId: USDC.id, amount, recipientAddress: BOB };
      expect(sendTokens.body.safeParse(body).success).toBe(false);
    },
  );

  test.each(['userId', 'senderAddress', 'nonce', 'gasPrice'])(
    'the schema refuses an extra %s',
    (extra) => {
      const body = { tokenId: USDC.id, amount: '1', recipientAddress: BOB, [extra]: '1' };
      expect(sendTokens.body.safeParse(body).success).toBe(false);
    },
  );
});

describe('GET /wallet/operations', () => {
  test('shows a payment to its owner only', async () => {
    const harness = openHarness();
    const sent = await harness.send();
    if (!('operation' in sent)) throw new Error('The payment was refused.');
    const ports = harness.ports;
    const request = (userId: string) =>
      createOperation(ports)({
        ...emptyCall,
        params: { id: sent.operation.id },
        body: undefined,
        session: sessionOf(userId),
        idempotencyKey: undefined,
      });
    expect(await request(uuidOf(0xa11ce))).toEqual({ data: sent.operation });
    expect(await request(uuidOf(0xb0b))).toEqual({ refused: 'unknown-operation' });
  });

  test('lists what is in progress', async () => {
    const harness = openHarness();
    await harness.send();
    const list = createOperations(harness.ports);
    const call = { ...emptyCall, body: undefined, idempotencyKey: undefined };
    expect(await list({ ...call, session: sessionOf(uuidOf(0xa11ce)) })).toMatchObject({
      data: [
        { status: 'broadcast', steps: [{ state: 'done' }, { state: 'done' }, { state: 'now' }] },
      ],
    });
  });
});

const emptyCall = {
  params: undefined,
  query: undefined,
  client: {
    ip: '127.0.0.1',
    userAgent: 'test',
    device: null,
    work: null,
    approval: null,
    language: 'en',
  },
} as const;

function sessionOf(userId: string) {
  const privateAddress = '0zk1alice' as const;
  return {
    userId,
    sessionId: uuidOf(9),
    accessToken: 'kxa',
    publicAddress: ALICE,
    privateAddress,
    custody: 'assisted' as const,
  };
}

interface Failures {
  readonly isLocked?: boolean;
  readonly isRecordBroken?: boolean;
  readonly gate?: SendTokensPorts['gate'];
}

function openHarness(script: Partial<PublicChain> = {}, error: Failures = {}) {
  const repository = createMemoryRepository();
  const nonces: number[] = [];
  const reports: unknown[] = [];
  const notes: unknown[] = [];
  let ids = 0;
  const operations = createMemoryOperations(repository);
  if (error.isRecordBroken) operations.record = () => Promise.reject(new Error('no database'));
  const signer: PublicSigner = {
    address: ALICE,
    sign: async ({ nonce }) => {
      nonces.push(nonce);
      return hashOf(nonces.length);
    },
    signMessage: () => Promise.reject(new Error('A payment needs no signed words.')),
  };
  const ports: SendTokensPorts & OperationPorts & OperationsPorts = {
    operations,
    paymentRequests: createMemoryPaymentRequests(repository),
    gate: error.gate ?? OPEN_GATE,
    keepOwnNote: async (_session, note) => {
      notes.push(note);
    },
    assemble: assembleNumbered,
    networks: [buildNetwork()],
    chains: new Map([[31337, createScriptedChain(script)]]),
    toChecksumAddress: (address) => getAddress(address) as PublicAddress,
    clock: { now: () => START },
    randomness: { uuid: () => uuidOf(++ids) },
    report: (report) => reports.push(report),
    signingPlans: createMemorySigningPlans(repository),
    vault: {
      withOwnSeals: withOpenSeals,
      withPublicSigner: async (_bearer, work) =>
        error.isLocked ? { ok: false, reason: 'locked' } : { ok: true, value: await work(signer) },
    },
  };
  function start() {
    const handler = createSendTokens(ports);
    return {
      send: (change: object = {}, idempotencyKey = 'key') =>
        handler({
          ...emptyCall,
          body: { tokenId: USDC.id, amount: '25000000', recipientAddress: BOB, ...change },
          session: sessionOf(uuidOf(0xa11ce)),
          idempotencyKey,
        }),
    };
  }
  return {
    ...start(),
    restart: start,
    ports,
    repository,
    operations,
    stored: () => [...repository.entries.values()].map(({ operation }) => operation),
    signedNonces: () => nonces,
    reports: () => reports,
    notes: () => notes,
  };
}

function balancesOf(native: bigint, token = native): PublicChain['balances'] {
  return async (_owner, tokens) => ({
    blockNumber: 100n,
    units: tokens.map(({ address }) => (address === null ? native : token) as BaseUnits),
  });
}

function refusalOf(reply: object | Refusal): ErrorCode | null {
  return 'refused' in reply ? reply.refused : null;
}
