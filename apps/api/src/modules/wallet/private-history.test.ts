import { expect, it } from 'vitest';
import type { PrivateAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { type FailureReason, isSigned, type Operation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import { ALICE, KAX, USDC } from '#testing/network';
import { hashOf, START, uuidOf } from '#testing/operation';
import { privateHistory as contract } from '#wire/wallet/private-history';
import type { ObservedOperation } from '../../ports/operations.ts';
import type { ShieldedMovement } from '../../ports/shielded-pool.ts';
import type { PlacedHistoryItem, TimedHistoryItem } from '../../ports/shielded-views.ts';
import { createPrivateHistory } from './private-history.ts';
import {
  callOf,
  createPrivateHarness,
  OWN,
  polygon,
  poolOperation,
  viewOf,
} from './shielded/private.test-setup.ts';

type Query = Parameters<ReturnType<typeof createPrivateHistory>>[0]['query'];

function setUp(history: readonly PlacedHistoryItem[] = []) {
  const { harness, ports } = createPrivateHarness();
  harness.history = [...history];
  const handler = createPrivateHistory(ports);
  const request = (id: string, query: Query = {}) =>
    handler(callOf<typeof contract>({ params: { id }, query }));
  return {
    harness,
    request,
    read: async (id = 'wallet', query: Query = {}) =>
      contract.response.parse(await request(id, query)).data,
  };
}

it('shows what was received, with its sender and memo', async () => {
  const { read } = setUp([
    placed(0, { kind: 'received', received: [usdc(5n, { counterparty: '0zkbob', memo: 'rent' })] }),
  ]);
  expect((await read()).transactions).toEqual([
    expect.objectContaining({
      id: `${hashOf(0)}.0`,
      type: 'internal-transfer',
      direction: 'in',
      from: '0zkbob',
      to: OWN,
      amountBaseUnits: '5',
      memo: 'rent',
      status: 'success',
      date: START.toISOString(),
      transactionHash: hashOf(0),
    }),
  ]);
});

it('names users who let the recipient see them, all of a page with one statement', async () => {
  const { harness, read } = setUp([
    placed(0, { kind: 'received', received: [usdc(1n, { counterparty: '0zkbob' })] }),
    placed(1, { kind: 'received', received: [usdc(2n, { counterparty: '0zkbob' })] }),
    placed(2, { kind: 'received', received: [usdc(3n, { counterparty: '0zkelsewhere' })] }),
    placed(3, { kind: 'received', received: [usdc(4n)] }),
    placed(4, { kind: 'sent', sent: [usdc(5n, { counterparty: '0zkcarol' })] }),
  ]);
  harness.names = new Map([
    ['0zkbob', 'Bob Tanaka'],
    ['0zkcarol', 'Carol'],
  ]);
  const { transactions } = await read();
  expect(transactions.map(({ fromName }) => fromName)).toEqual([
    ...[null, null, null],
    ...['Bob Tanaka', 'Bob Tanaka'],
  ]);
  expect(harness.namesRead).toEqual([['0zkelsewhere', '0zkbob']]);
});

it('reads no name where no sender is shown', async () => {
  const { harness, read } = setUp([placed(0, { kind: 'received', received: [usdc(4n)] })]);
  await read();
  expect(harness.namesRead).toEqual([]);
});

it('leaves out consolidations: they move nothing', async () => {
  const { read } = setUp([
    placed(0, { kind: 'shield', received: [usdc(8n)] }),
    placed(1, { kind: 'other', received: [usdc(8n)], sent: [usdc(8n, { counterparty: OWN })] }),
    placed(2, {
      kind: 'other',
      received: [kax(1n), usdc(5n), usdc(3n)],
      sent: [usdc(8n, { counterparty: OWN }), usdc(2n, { counterparty: '0zkbob' })],
    }),
  ]);
  expect((await read()).transactions).toMatchObject([
    { direction: 'in', token: 'KAX', amountBaseUnits: '1' },
    { direction: 'out', token: 'USDC', amountBaseUnits: '2', to: '0zkbob' },
    { direction: 'in', token: 'USDC', type: 'shield' },
  ]);
});

it('counts the pool’s fee of an unshield as sent', async () => {
  const { read } = setUp([
    placed(0, {
      kind: 'unshield',
      unshielded: [usdc(9_975n, { counterparty: '0xabc' })],
      poolFee: toBaseUnits(25n),
    }),
  ]);
  expect((await read()).transactions).toMatchObject([
    { type: 'unshield', direction: 'out', amountBaseUnits: '10000', to: '0xabc', from: OWN },
  ]);
});

it('names the operation that made it', async () => {
  const { harness, read } = setUp([placed(0, { kind: 'shield', received: [usdc(1n)] })]);
  harness.operationByHash = new Map([[hashOf(0), 'the operation']]);
  expect((await read()).transactions).toMatchObject([
    { type: 'shield', operationId: 'the operation', from: null, to: OWN },
  ]);
});

it('begins with what is in progress, once', async () => {
  const { harness, read } = setUp([placed(0, { kind: 'shield', received: [usdc(1n)] })]);
  harness.open = [poolOperation('unshield')];
  expect((await read()).transactions).toMatchObject([
    { type: 'unshield', status: 'pending', amountBaseUnits: '100000000' },
    { type: 'shield', status: 'success' },
  ]);
  expect((await read('wallet', { cursor: `0.0.${START.getTime()}` })).transactions).toHaveLength(1);
  harness.view = viewOf({ newest: [hashOf(100)] });
  expect((await read()).transactions).toMatchObject([{ type: 'shield' }]);
});

it('shows failed private transactions, at their times, with the reason', async () => {
  const { harness, read } = setUp([
    placed(0, { kind: 'shield', received: [usdc(1n)] }),
    placed(1, { kind: 'shield', received: [usdc(2n)], at: msAfter(20) }),
  ]);
  harness.failed = [failed(10), failed(30, 'internal-transfer')];
  const { transactions } = await read();
  expect(transactions.map(({ type, status, amount }) => [type, status, amount])).toEqual([
    ['internal-transfer', 'failed', '0'],
    ['shield', 'success', '0.000002'],
    ['unshield', 'failed', '0'],
    ['shield', 'success', '0.000001'],
  ]);
  expect(transactions[2]).toMatchObject({
    failure:
      'Your private balance was split into too many small parts for this amount. Nothing was sent. Try a smaller amount, or try again in a few minutes.',
    amountBaseUnits: '0',
    direction: 'out',
    from: OWN,
    to: ALICE,
    operationId: uuidOf(1_000_010),
    transactionHash: null,
    date: msAfter(10).toISOString(),
  });
  expect((await read(USDC.id, { type: 'unshield' })).transactions).toHaveLength(1);
  expect((await read(KAX.id)).transactions).toEqual([]);
});

it('is the same in pages of any size, whatever fails meanwhile', async () => {
  const { harness, read } = setUp(
    Array.from({ length: 4 }, (_, index) =>
      placed(index, { kind: 'other', received: [usdc(1n), kax(2n)], at: msAfter(10 * index) }),
    ),
  );
  harness.failed = [-9, -5, 5, 15, 16, 30, 45].map((ms) => failed(ms));
  const whole = (await read()).transactions;
  expect(whole).toHaveLength(15);
  for (const limit of [1, 2, 3, 14, 15]) {
    const pages = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await read('wallet', { limit: String(limit), ...(cursor && { cursor }) });
      pages.push(...page.transactions);
      cursor = page.nextCursor;
      harness.failed.push(failed(1_000 + pages.length));
    }
    expect(pages).toEqual(whole);
    harness.failed = harness.failed.filter(({ operation }) => operation.createdAt < msAfter(1_000));
  }
});

it('is the same in pages of any size', async () => {
  const { read } = setUp(
    Array.from({ length: 7 }, (_, index) =>
      placed(index, { kind: 'other', received: [usdc(1n), kax(2n)], sent: [kax(3n)] }),
    ),
  );
  const whole = (await read('wallet', { limit: '200' })).transactions;
  expect(whole).toHaveLength(21);
  for (const limit of [1, 2, 3, 5, 20]) {
    const pages = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await read('wallet', { limit: String(limit), ...(cursor && { cursor }) });
      pages.push(...page.transactions);
      cursor = page.nextCursor;
    }
    expect(pages).toEqual(whole);
  }
});

it('leaves out what was not requested, however much that is', async () => {
  const { read } = setUp([
    placed(0, { kind: 'shield', received: [usdc(1n)] }),
    ...Array.from({ length: 450 }, (_, index) =>
      placed(index + 1, { kind: 'received', received: [kax(1n)] }),
    ),
  ]);
  const ofUsdc = await read(USDC.id);
  expect(ofUsdc).toMatchObject({ token: 'USDC', chain: 'Polygon', nextCursor: null });
  expect(ofUsdc.transactions).toHaveLength(1);
  expect((await read('wallet', { type: 'shield' })).transactions).toHaveLength(1);
  expect((await read(KAX.id, { type: 'shield' })).transactions).toEqual([]);
});

it('returns only the rows of one entry: by its operation, or by its transaction', async () => {
  const { harness, read } = setUp(
    Array.from({ length: 450 }, (_, index) =>
      placed(index, { kind: 'received', received: [usdc(1n), kax(2n)] }),
    ),
  );
  const entryOf = async (entry: string, query: Query = {}) =>
    (await read('wallet', { entry, ...query })).transactions.map(({ id }) => id);
  const transaction = `transaction-${polygon.chainId}-${hashOf(3)}`;
  expect(await entryOf(transaction)).toEqual([`${hashOf(3)}.0`, `${hashOf(3)}.1`]);
  expect(await entryOf(transaction, { type: 'shield' })).toEqual([]);
  expect(await entryOf(`transaction-1-${hashOf(3)}`)).toEqual([]);
  expect(await entryOf(`transaction-${polygon.chainId}-${hashOf(999)}`)).toEqual([]);
  const done = confirmed(hashOf(7));
  harness.ended = [done];
  harness.operationByHash = new Map([[hashOf(7), done.operation.id]]);
  expect(await entryOf(`operation-${done.operation.id}`)).toEqual([
    ...[`${hashOf(7)}.0`, `${hashOf(7)}.1`],
  ]);
  expect(await entryOf(`transaction-${polygon.chainId}-${hashOf(7)}`)).toEqual([]);
  for (const other of [`operation-${uuidOf(5)}`, 'swap-1', 'order-1', 'row-1']) {
    expect(await entryOf(other)).toEqual([]);
  }
});

it('returns an entry in pages of any size', async () => {
  const { read } = setUp([placed(0, { received: [usdc(1n), kax(2n)], sent: [kax(3n)] })]);
  const entry = `transaction-${polygon.chainId}-${hashOf(0)}`;
  const whole = (await read('wallet', { entry })).transactions;
  const first = await read('wallet', { entry, limit: '2' });
  const rest = await read('wallet', { entry, limit: '2', cursor: first.nextCursor ?? '' });
  expect([...first.transactions, ...rest.transactions]).toEqual(whole);
  expect(rest.nextCursor).toBeNull();
});

it('lists what comes out of the wallet of a payment by link as received from it', async () => {
  const { harness, read } = setUp();
  const { operation, ...rest } = poolOperation('internal-transfer');
  if (operation.pool === null) throw new Error('It has nothing to do with the pool.');
  const pool = { ...operation.pool, privateAddress: '0zkclaim' as PrivateAddress };
  harness.open = [{ ...rest, operation: { ...operation, pool } }];
  const [row] = (await read()).transactions;
  expect(row).toMatchObject({
    ...{ type: 'internal-transfer', direction: 'in', from: '0zkclaim', to: OWN },
    ...{ status: 'pending', operationId: operation.id },
  });
});

it('returns the entry of an operation in progress, and of one that failed', async () => {
  const { harness, read } = setUp([placed(0, { kind: 'shield', received: [usdc(1n)] })]);
  const open = poolOperation('unshield');
  harness.open = [open];
  harness.failed = [failed(10), failed(20)];
  const [, other] = harness.failed;
  const rowsOf = async (id: string | undefined) =>
    (await read('wallet', { entry: `operation-${id}` })).transactions;
  expect(await rowsOf(open.operation.id)).toMatchObject([{ status: 'pending', type: 'unshield' }]);
  expect(await rowsOf(other?.operation.id)).toMatchObject([
    { id: other?.operation.id, status: 'failed' },
  ]);
});

it.each([
  ['cancelled', 'You cancelled this payment. Nothing was sent.'],
  ['expired', 'We couldn’t send this payment in time. Nothing was sent. You can try again.'],
  ['frozen', 'Your account was frozen before this payment was sent. Nothing was sent.'],
] as const)('says why a private payment was not sent: %s', async (reason, sentence) => {
  const { harness, read } = setUp();
  harness.failed = [failed(10, 'unshield', reason)];
  expect((await read()).transactions).toMatchObject([
    { status: 'failed', amount: '0', failure: sentence },
  ]);
});

it('says of a private payment that its user cancelled after it was signed that it cost them nothing', async () => {
  const { harness, read } = setUp();
  harness.failed = [cancelledLate()];
  expect((await read()).transactions).toMatchObject([
    { status: 'failed', failure: 'You cancelled this payment. Nothing was sent.' },
  ]);
});

it.each([
  ['unknown-coin', 'polygon-none', {}],
  ['unknown-coin', 'avalanche-usdc', {}],
  ['unknown-coin', '0zksomebody', {}],
  ['bad-request', 'wallet', { cursor: '1' }],
  ['bad-request', 'wallet', { cursor: '1.0' }],
  ['bad-request', 'wallet', { cursor: 'end' }],
  ['bad-request', 'wallet', { cursor: "1.0' or 1=1" }],
  ['bad-request', 'wallet', { limit: '0' }],
  ['bad-request', 'wallet', { limit: '201' }],
  ['bad-request', 'wallet', { limit: '1e1' }],
  ['bad-request', 'wallet', { entry: 'operation-' }],
  ['bad-request', 'wallet', { entry: 'transaction-137-0xAB' }],
  ['bad-request', 'wallet', { entry: 'anything' }],
] as const)('refuses with %s: %s %o', async (code, id, query) => {
  expect(await setUp().request(id, query)).toMatchObject({ refused: code });
});

it('is refused when the session ended meanwhile', async () => {
  const { harness, request } = setUp();
  harness.isLocked = true;
  expect(await request('wallet')).toMatchObject({ refused: 'unauthorized' });
});

function placed(position: number, over: Partial<TimedHistoryItem>): PlacedHistoryItem {
  const item: TimedHistoryItem = {
    transactionHash: hashOf(position) as TransactionHash,
    blockNumber: position,
    kind: 'other',
    sent: [],
    received: [],
    unshielded: [],
    poolFee: toBaseUnits(0n),
    broadcasterFee: null,
    at: START,
    ...over,
  };
  return { position, item };
}

function usdc(amount: bigint, over: Partial<ShieldedMovement> = {}): ShieldedMovement {
  return { token: USDC, amount: toBaseUnits(amount), counterparty: null, memo: null, ...over };
}

function kax(amount: bigint): ShieldedMovement {
  return { ...usdc(amount), token: KAX };
}

function failed(
  ms: number,
  kind: 'unshield' | 'internal-transfer' = 'unshield',
  reason: FailureReason = 'notes-fragmented',
): ObservedOperation {
  const { operation, ...rest } = poolOperation(kind, { isSigned: false });
  const details = { ...operation, id: uuidOf(ms + 1_000_000), createdAt: msAfter(ms) };
  const event = { type: 'failed', reason, at: msAfter(ms + 1) } as const;
  return { ...rest, operation: transition(details as Operation, event) };
}

function confirmed(transactionHash: TransactionHash): ObservedOperation {
  const { operation, ...rest } = poolOperation('unshield');
  if (!isSigned(operation)) throw new Error('It is not signed.');
  const inclusion = {
    ...{ transactionHash, blockNumber: 7n, blockHash: '0x7', isSuccess: true, arrived: null },
    ...{ feePaid: toBaseUnits(1n), minedAt: START },
  };
  const ended = { status: 'confirmed', inclusion, endedAt: START } as const;
  return { ...rest, operation: { ...operation, ...ended } as Operation };
}

function cancelledLate(): ObservedOperation {
  const { operation, ...rest } = poolOperation('internal-transfer');
  if (!isSigned(operation)) throw new Error('It is not signed.');
  const { signing, sending } = operation;
  const cancellation = { raw: '0x00', hash: hashOf(500) } as const;
  const ended = {
    status: 'replaced',
    signing: { ...signing, cancellation },
    sending: { ...sending, cancelRequest: { reason: 'user', at: START } },
    replacedBy: { transactionHash: cancellation.hash, blockNumber: 9n, blockHash: '0x9' },
    endedAt: START,
  } as const;
  return { ...rest, operation: { ...operation, ...ended } as Operation };
}

function msAfter(ms: number): Date {
  return new Date(START.getTime() + ms);
}
