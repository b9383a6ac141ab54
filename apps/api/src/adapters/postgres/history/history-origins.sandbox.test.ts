import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClassifiedMovement } from '#domain/activity/classify-movements';
import { type Entry, entryIdOf, parseEntryId } from '#domain/activity/entry-id';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';
import { advanceSwap, stepKey } from '#domain/swap/swap';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import type { MovementChange } from '../../../ports/changes.ts';
import type { HistoryRow, PublicHistory } from '../../../ports/public-history.ts';
import type { ProviderOrder } from '../../../ports/ramp-provider.ts';
import type { StoredSwap } from '../../../ports/swaps.ts';
import { createRowSeals } from '../../key-vault/row-seals.ts';
import { createPostgresChanges } from '../changes.ts';
import type { Database } from '../connection/connect.ts';
import { createNotificationListener } from '../connection/notification-listener.ts';
import { createPostgresRampOrders } from '../exchange/ramp-orders.ts';
import { createPostgresSwaps } from '../exchange/swaps.ts';
import {
  addOperation,
  append,
  block,
  CHAIN,
  hash,
  movement,
  NOW,
  readPage,
  type StoredOperation,
  startEmptyDatabase,
} from './history.test-setup.ts';
import { createPostgresPublicHistory } from './public-history.ts';

const DEPOSIT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906' as PublicAddress;
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' as PublicAddress;

const seals = createRowSeals(randomBytes(32));
let database: Database;
let stop: () => Promise<void>;
let history: PublicHistory;
let alice: string;

beforeAll(async () => {
  ({ database, stop } = await startEmptyDatabase());
  history = createPostgresPublicHistory(database);
});

afterAll(() => stop?.());

beforeEach(async () => {
  await database.pool.query(
    `truncate public_movements, followed_blocks, chain_followers, movement_origins, swaps, users, operations,
       operation_transactions cascade`,
  );
  alice = await addUser(ALICE);
  await history.claim(CHAIN, 'me', { now: NOW, leaseMs: 5_000 });
});

describe('a purchase in the history', () => {
  it('is shown as ordered until its coins are on the chain, and then once, as a purchase', async () => {
    await order({ status: 'processing' });
    expect(await page()).toMatchObject([
      {
        type: 'ramp',
        direction: 'none',
        blockNumber: null,
        isSuccess: true,
        tokenId: USDC.id,
        order: { side: 'BUY', status: 'processing', fiatAmount: '100', cryptoAmount: '96.4' },
      },
    ]);
    await append(history, null, [1], [movement(1)]);
    expect((await page()).map(({ type }) => type).sort()).toEqual(['ramp', 'receive']);
    await order({ status: 'completed', transactionHash: hash(1) });
    const rows = await page();
    expect(rows).toMatchObject([
      { type: 'ramp', direction: 'in', blockNumber: 1n, order: { status: 'completed' } },
    ]);
    expect(await page({ type: 'ramp' })).toEqual(rows);
    expect(await page({ type: 'receive' })).toEqual([]);
  });

  it('is recognized when its order was read before its block', async () => {
    await order({
      status: 'completed',
      transactionHash: hash(1).toUpperCase().replace('0X', '0x'),
    });
    expect(await page()).toMatchObject([{ direction: 'none', order: { status: 'completed' } }]);
    await append(history, null, [1], [movement(1)]);
    expect(await page()).toMatchObject([{ type: 'ramp', direction: 'in', blockNumber: 1n }]);
  });

  it('is recognized again after a reorganisation', async () => {
    await append(history, null, [1], []);
    await append(history, block(1).hash, [2], [movement(2)]);
    await order({ status: 'completed', transactionHash: hash(2) });
    await history.undo(CHAIN, { last: block(2).hash, keep: block(1) }, NOW);
    expect(await page()).toMatchObject([{ direction: 'none', order: { status: 'completed' } }]);
    await append(history, block(1).hash, [2], [movement(2)]);
    expect(await page()).toMatchObject([{ type: 'ramp', blockNumber: 2n }]);
  });

  it('is recognized when order and block are stored at the same time', async () => {
    for (let block = 1; block <= 25; block += 1) {
      const parent = block === 1 ? null : `0x${block - 1}`;
      await Promise.all([
        append(history, parent, [block], [movement(block)]),
        order({ orderId: `order-${block}`, status: 'completed', transactionHash: hash(block) }),
      ]);
    }
    expect((await page()).map(({ type, direction }) => `${type} ${direction}`)).toEqual(
      Array.from({ length: 25 }, () => 'ramp in'),
    );
  });

  it.each<[RampStatus, boolean]>([
    ['failed', false],
    ['cancelled', false],
    ['expired', false],
    ['awaiting-payment', true],
  ])('that is %s is shown without having moved anything', async (status, isSuccess) => {
    await order({ status });
    expect(await page()).toMatchObject([{ isSuccess, amount: 0n, order: { status } }]);
    expect(await page({ tokenId: POL.id })).toEqual([]);
    expect(await page({ type: 'receive' })).toEqual([]);
    expect(await page({ rampCoin: null })).toEqual([]);
  });

  it('notifies open pages whenever it was read, and when its coins were found', async () => {
    const notificationListener = createNotificationListener(database);
    const notified: MovementChange[] = [];
    createPostgresChanges(notificationListener).onMovements((notification) =>
      notified.push(notification),
    );
    await notificationListener.start();
    try {
      const change = { chainId: CHAIN, account: ALICE, isBalanceChanged: false, received: [] };
      await order({ status: 'processing' });
      await expect.poll(() => notified).toEqual([change]);
      await append(history, null, [1], [movement(1)]);
      await expect.poll(() => notified.length).toBe(2);
      await order({ status: 'completed', transactionHash: hash(1) });
      await expect.poll(() => notified[2]).toEqual(change);
    } finally {
      await notificationListener.stop();
    }
  });

  it('is no one else’s, whatever the partner says about its transaction', async () => {
    await addUser(BOB);
    await append(
      history,
      null,
      [1],
      [movement(1), movement(1, { account: BOB, position: 'log.1' })],
    );
    await order({ status: 'completed', transactionHash: hash(1) });
    expect(await page({ account: BOB })).toMatchObject([{ type: 'receive', order: null }]);
  });

  it('does not claim what the chain shows as something else', async () => {
    const shield = movement(1, { type: 'shield', direction: 'out' });
    await append(history, null, [1], [shield]);
    await order({ status: 'completed', transactionHash: hash(1) });
    expect((await page({ type: 'shield' })).map(({ type }) => type)).toEqual(['shield']);
  });
});

describe('a sale in the history', () => {
  it('is shown once, from the signature of its payment on', async () => {
    await order({ side: 'SELL', status: 'awaiting-payment', address: DEPOSIT.toLowerCase() });
    expect(await page()).toMatchObject([{ direction: 'none', order: { side: 'SELL' } }]);
    const id = await addSigned({ recipient: DEPOSIT });
    const waiting = await page();
    expect(waiting).toMatchObject([
      { type: 'ramp', direction: 'out', blockNumber: null, operation: { id } },
    ]);
    expect(waiting[0]?.order).toMatchObject({ status: 'awaiting-payment' });
    expect(await page({ type: 'ramp' })).toEqual(waiting);
    expect(await page({ type: 'send' })).toEqual([]);
    const [known] = (await history.operationsOf(CHAIN, [hash(1)])).values();
    expect(known).toMatchObject({ operationId: id, kind: 'ramp' });
    const paid = { type: 'ramp', direction: 'out', to: DEPOSIT, operationId: id } as const;
    await append(history, null, [1], [movement(1, paid)]);
    await order({ side: 'SELL', status: 'processing', address: DEPOSIT, transactionHash: hash(1) });
    expect(await page()).toMatchObject([
      { type: 'ramp', direction: 'out', blockNumber: 1n, order: { status: 'processing' } },
    ]);
  });

  it('whose coins came back shows both movements, each with its order', async () => {
    await order({ side: 'SELL', status: 'processing', address: DEPOSIT, transactionHash: hash(1) });
    await append(
      history,
      null,
      [1],
      [movement(1, { type: 'send', direction: 'out', to: DEPOSIT })],
    );
    await append(history, block(1).hash, [2], [movement(2, { from: DEPOSIT })]);
    await order({ side: 'SELL', status: 'refunded', address: DEPOSIT, transactionHash: hash(2) });
    expect(await page()).toMatchObject([
      { type: 'ramp', direction: 'in', order: { side: 'SELL', status: 'refunded' } },
      { type: 'ramp', direction: 'out', order: { side: 'SELL', status: 'refunded' } },
    ]);
  });

  it('whose payment never reached a block still waits for one', async () => {
    await order({ side: 'SELL', status: 'awaiting-payment', address: DEPOSIT });
    await addSigned({ recipient: DEPOSIT, status: 'replaced', endedAt: NOW });
    const rows = await page();
    expect(rows.map(({ direction, isSuccess }) => `${direction} ${isSuccess}`).sort()).toEqual([
      'none true',
      'out false',
    ]);
  });

  it('is not every payment: one to another recipient is sent', async () => {
    await order({ side: 'SELL', status: 'awaiting-payment', address: DEPOSIT });
    await addSigned({ recipient: STRANGER });
    expect((await page()).map(({ type }) => type).sort()).toEqual(['ramp', 'send']);
    const [known] = (await history.operationsOf(CHAIN, [hash(1)])).values();
    expect(known).toMatchObject({ kind: 'send' });
  });
});

describe('a swap in the history', () => {
  it('takes in what arrives on the other chain, and both lead to it', async () => {
    const swap = await sentSwap();
    const id = await addSigned({
      kind: 'swap',
      key: stepKey(swap.requestId, 1),
      tokenId: KAX.id,
    });
    const given = { type: 'swap', direction: 'out', tokenId: KAX.id, operationId: id } as const;
    await append(history, null, [1], [movement(1, given)]);
    await append(history, block(1).hash, [2], [movement(2)]);
    const swaps = createPostgresSwaps(database, seals);
    const claim = await swaps.find(alice, swap.requestId);
    if (claim === null) throw new Error('The swap is not there.');
    const output = {
      amount: '5',
      symbol: 'USDC',
      blockchain: 'AVAX',
      type: 'DESIRED_OUTPUT',
    } as const;
    const done = { type: 'step-done', output, destinationHash: hash(2), at: NOW } as const;
    expect(await swaps.record(claim, advanceSwap(claim.swap, done), NOW)).toBe(true);
    expect((await page()).map(({ type, direction, swapId }) => [type, direction, swapId])).toEqual([
      ['swap', 'in', swap.requestId],
      ['swap', 'out', swap.requestId],
    ]);
  });

  it.each<[string, Partial<ClassifiedMovement>, string]>([
    ['what comes back from where it had gone', {}, 'swap'],
    ['another amount', { amount: 6n as BaseUnits }, 'receive'],
    ['another token', { tokenId: USDC.id }, 'receive'],
    ['what someone else pays', { from: STRANGER }, 'receive'],
  ])('takes in %s, and nothing else', async (_what, more, type) => {
    const swap = await sentSwap();
    const step = { kind: 'swap', key: stepKey(swap.requestId, 1), tokenId: KAX.id } as const;
    await addSigned({ ...step, recipient: DEPOSIT, amount: 5n });
    await append(history, null, [1], []);
    const back = { tokenId: KAX.id, from: DEPOSIT, amount: 5n as BaseUnits } as const;
    await append(history, block(1).hash, [2], [movement(2, { ...back, ...more })]);
    const [row] = (await page()).filter(({ blockNumber }) => blockNumber !== null);
    expect(row).toMatchObject({ type, swapId: type === 'swap' ? swap.requestId : null });
  });
});

describe('the rows of one entry', () => {
  it('are those whose parts make its id, for every entry of a whole history', async () => {
    await fillHistory();
    const whole = await page();
    const ids = new Set(whole.map(entryId));
    expect([...ids].map((id) => id.split('-')[0]).sort()).toEqual([
      ...['operation', 'operation', 'operation', 'order', 'order', 'row', 'row'],
      ...['swap', 'transaction', 'transaction'],
    ]);
    for (const id of ids) {
      const rows = await page({ entry: parseEntryId(id) });
      expect(rows.filter((row) => entryId(row) === id)).toEqual(
        whole.filter((row) => entryId(row) === id),
      );
    }
  });

  it('are all of a swap: its approvals, its steps, what arrives, and what came back', async () => {
    const swapId = await fillHistory();
    const rows = await page({ entry: { kind: 'swap', swapId } });
    expect(rows.map(({ type, direction }) => `${type} ${direction}`)).toEqual([
      'swap in',
      'swap out',
      'approve none',
      'swap out',
    ]);
    expect(rows.filter((row) => entryId(row) !== `swap-${swapId}`)).toEqual([]);
  });

  it('are found without reading others: a page of one stays one', async () => {
    await fillHistory();
    const { place, ...row } = (await page({ entry: transactionEntry(30), limit: 1 }))[0] ?? {};
    expect(row).toMatchObject({ transactionHash: hash(30), tokenId: USDC.id });
    const next = await page({ entry: transactionEntry(30), limit: 5, before: place ?? null });
    expect(next).toMatchObject([{ transactionHash: hash(30), tokenId: KAX.id }]);
    expect(await page({ entry: transactionEntry(30), type: 'send' })).toEqual([]);
    expect(await page({ entry: transactionEntry(30), tokenId: KAX.id })).toHaveLength(1);
  });

  it('are none of another account, and none for an id that no row has', async () => {
    const swapId = await fillHistory();
    const whole = await page();
    await addUser(BOB);
    for (const row of whole) {
      const entry = parseEntryId(entryId(row));
      expect(await page({ entry, account: BOB })).toEqual([]);
    }
    const unknown: readonly Entry[] = [
      { kind: 'swap', swapId: `${swapId}x` },
      { kind: 'operation', operationId: randomUUID() },
      { kind: 'operation', operationId: 'no uuid' },
      { kind: 'order', orderId: 'none' },
      { ...transactionEntry(30), chainId: 4_294_967_296 },
      { ...transactionEntry(30), chainId: CHAIN + 1 },
      transactionEntry(99),
      { kind: 'row', rowId: 'anything' },
      { kind: 'row', rowId: `${CHAIN}-999999999999999999999-log.0` },
      { kind: 'row', rowId: `9999999999-1-log.0` },
      { kind: 'row', rowId: `${CHAIN}-waiting-nothing` },
    ];
    for (const entry of unknown) expect(await page({ entry })).toEqual([]);
  });
});

/** A history with every kind of entry. @returns the request id of its swap */
async function fillHistory(): Promise<string> {
  const sent = await addOperation(database, { userId: alice, key: 'sent' });
  const shielded = await addOperation(database, { userId: alice, key: 'shield', kind: 'shield' });
  await addOperation(database, { userId: alice, key: 'waiting' });
  await addOperation(database, { userId: alice, key: 'gap', kind: 'nonce-fill' });
  const swap = await sentSwap(2);
  const step = async (number: number) =>
    addOperation(database, {
      userId: alice,
      kind: 'swap',
      key: stepKey(swap.requestId, number),
      tokenId: KAX.id,
    });
  const [first] = [await step(1)];
  await step(2);
  await order({ orderId: 'bought', status: 'completed', transactionHash: hash(20) });
  await order({ orderId: 'waiting', status: 'processing' });
  const swapped = { type: 'swap', tokenId: KAX.id, operationId: first } as const;
  const rows = [
    movement(1, { type: 'approve', direction: 'none', operationId: shielded }),
    movement(2, { type: 'shield', direction: 'out', operationId: shielded }),
    movement(3, { type: 'send', direction: 'out', operationId: sent }),
    movement(4, { ...swapped, type: 'approve', direction: 'none', position: 'log.1' }),
    movement(5, { ...swapped, direction: 'out' }),
    movement(5, { ...swapped, direction: 'in', tokenId: USDC.id, position: 'log.2' }),
    movement(20),
    movement(30, { tokenId: KAX.id, position: 'log.0' }),
    movement(30, { position: 'log.1' }),
    movement(31),
    movement(32, { transactionHash: null, cause: 'balance', position: 'balance.usdc' }),
  ];
  const last = 32;
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  await append(history, null, numbers, rows);
  return swap.requestId;
}

function entryId(row: HistoryRow): string {
  const operationId = row.operation?.id ?? null;
  return entryIdOf({ ...row, operationId, orderId: row.order?.orderId ?? null });
}

function transactionEntry(number: number) {
  return { kind: 'transaction', chainId: CHAIN, transactionHash: hash(number) } as const;
}

function page(more: Parameters<typeof readPage>[1] = {}) {
  return readPage(history, { rampCoin: { chainId: CHAIN, tokenId: USDC.id }, ...more });
}

interface Ordered extends Partial<Omit<ProviderOrder, 'side' | 'status'>> {
  readonly side?: RampSide;
  readonly status: RampStatus;
}

/** Takes the path of every order: a page is opened, a notification arrives, the order is looked up and stored. */
async function order({ side = 'BUY', ...more }: Ordered): Promise<void> {
  const rampOrders = createPostgresRampOrders(database, { chainId: CHAIN, seals });
  const orderId = more.orderId ?? 'order';
  const visitId = randomUUID();
  const visit = { visitId, userId: alice, side, address: ALICE, ip: '203.0.113.7' };
  await rampOrders.open(visit, NOW);
  await rampOrders.note({ eventId: randomUUID(), orderId, visitId }, NOW);
  const [due] = await rampOrders.take(NOW, 1, 1_000);
  if (due === undefined) throw new Error('No order is due.');
  const read = {
    orderId,
    visitId,
    userId: alice,
    side,
    fiatCurrency: 'USD',
    fiatAmount: '100',
    cryptoAmount: '96.4',
    address: ALICE,
    transactionHash: null,
    createdAt: NOW,
    ...more,
  };
  await rampOrders.store(due, read, { dueAt: null, now: NOW });
}

/** An operation of Alice's whose transaction is the first. */
async function addSigned(more: StoredOperation): Promise<string> {
  const id = await addOperation(database, { userId: alice, ...more });
  await database.pool.query(
    `insert into operation_transactions (operation_id, rung, chain_id, account, nonce, hash, raw)
     values ($1, 0, $2, $3, 1, $4, '0x')`,
    [id, CHAIN, ALICE, hash(1)],
  );
  return id;
}

async function sentSwap(stepCount = 1): Promise<StoredSwap> {
  const requestId = randomUUID();
  const swap: StoredSwap = {
    requestId,
    userId: alice,
    account: ALICE,
    fromTokenId: KAX.id,
    toTokenId: USDC.id,
    amount: 5n as BaseUnits,
    minimumReceived: 1n as BaseUnits,
    slippageBps: 100,
    route: { requestId, outputAmount: '5', resultType: 'OK', swaps: [], tags: [] },
    steps: Array.from({ length: stepCount }, () => ({
      ...{ state: 'sent', operationId: randomUUID(), hash: hash(1), since: NOW },
    })),
    status: 'in-progress',
    error: null,
    createdAt: NOW,
    updatedAt: NOW,
  };
  const key = { idempotencyKey: requestId, fingerprint: 'f' };
  expect(await createPostgresSwaps(database, seals).insert(swap, key)).toBe(true);
  return swap;
}

async function addUser(address: PublicAddress): Promise<string> {
  const id = randomUUID();
  await database.pool.query(
    "insert into users (id, name, email, phone, created_at) values ($1, 'One', $2, $2, now())",
    [id, address],
  );
  await database.pool.query(
    `insert into wallets (id, user_id, name, public_address, private_address, created_at)
     values ($1, $1, 'Wallet', $2, $2, now())`,
    [id, address],
  );
  return id;
}
