import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClassifiedMovement } from '#domain/activity/classify-movements';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';
import { advanceSwap, stepKey } from '#domain/swap/swap';
import { type RunningDatabase, startDatabase } from '#sandbox/database/start-database';
import { findFreePort } from '#testing/free-port';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import type { FollowedBlock } from '../../ports/block-feed.ts';
import type { PublicHistory } from '../../ports/public-history.ts';
import type { ProviderOrder } from '../../ports/ramp-provider.ts';
import type { StoredSwap } from '../../ports/swaps.ts';
import { createDatabase, type Database } from './connect.ts';
import { migrateDatabase } from './migrate.ts';
import { createPostgresPublicHistory } from './public-history.ts';
import { createPostgresRampOrders } from './ramp-orders.ts';
import { createPostgresSwaps } from './swaps.ts';

const CHAIN = 31337;
const NOW = new Date('2026-11-21T10:00:00.000Z');
const DEPOSIT = '0x90F79bf6EB2c4f870365E785982E1f101E93b906' as PublicAddress;
const STRANGER = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65' as PublicAddress;

let folder: string;
let cluster: RunningDatabase;
let database: Database;
let history: PublicHistory;
let alice: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kax-origins-'));
  cluster = await startDatabase({ dataDir: folder, port: await findFreePort() });
  await migrateDatabase(cluster.url);
  database = createDatabase(cluster.url);
  history = createPostgresPublicHistory(database);
});

afterAll(async () => {
  await database?.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await database.pool.query(
    `truncate public_movements, followed_blocks, chain_followers, movement_origins, swaps, users, operations,
       operation_transactions cascade`,
  );
  alice = await addPerson(ALICE);
  await history.claim(CHAIN, 'me', NOW, 5_000);
});

describe('a purchase in the history', () => {
  it('stands there as ordered until its coins are on the chain, and then once, as what they were', async () => {
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
    await append(null, 1, [movement(1)]);
    expect((await page()).map(({ type }) => type).sort()).toEqual(['ramp', 'receive']);
    await order({ status: 'completed', transactionHash: hash(1) });
    const rows = await page();
    expect(rows).toMatchObject([
      { type: 'ramp', direction: 'in', blockNumber: 1n, order: { status: 'completed' } },
    ]);
    expect(await page({ type: 'ramp' })).toEqual(rows);
    expect(await page({ type: 'receive' })).toEqual([]);
  });

  it('is told apart when its order was read before its block', async () => {
    await order({
      status: 'completed',
      transactionHash: hash(1).toUpperCase().replace('0X', '0x'),
    });
    expect(await page()).toMatchObject([{ direction: 'none', order: { status: 'completed' } }]);
    await append(null, 1, [movement(1)]);
    expect(await page()).toMatchObject([{ type: 'ramp', direction: 'in', blockNumber: 1n }]);
  });

  it('is told apart again after a reorganisation', async () => {
    await append(null, 1, []);
    await append(block(1).hash, 2, [movement(2)]);
    await order({ status: 'completed', transactionHash: hash(2) });
    await history.undo(CHAIN, { last: block(2).hash, keep: block(1) }, NOW);
    expect(await page()).toMatchObject([{ direction: 'none', order: { status: 'completed' } }]);
    await append(block(1).hash, 2, [movement(2)]);
    expect(await page()).toMatchObject([{ type: 'ramp', blockNumber: 2n }]);
  });

  it('is told apart when order and block are stored at the same time', async () => {
    for (let block = 1; block <= 25; block += 1) {
      const parent = block === 1 ? null : `0x${block - 1}`;
      await Promise.all([
        append(parent, block, [movement(block)]),
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
  ])('that is %s stands there without having moved anything', async (status, isSuccess) => {
    await order({ status });
    expect(await page()).toMatchObject([{ isSuccess, amount: 0n, order: { status } }]);
    expect(await page({ tokenId: POL.id })).toEqual([]);
    expect(await page({ type: 'receive' })).toEqual([]);
    expect(await page({ rampCoin: null })).toEqual([]);
  });

  it('is nobody else’s, whatever the partner says of its transaction', async () => {
    await addPerson(BOB);
    await append(null, 1, [movement(1), movement(1, { account: BOB, position: 'log.1' })]);
    await order({ status: 'completed', transactionHash: hash(1) });
    expect(await page({ account: BOB })).toMatchObject([{ type: 'receive', order: null }]);
  });

  it('does not turn into one what the chain shows as something else', async () => {
    const shield = movement(1, { type: 'shield', direction: 'out' });
    await append(null, 1, [shield]);
    await order({ status: 'completed', transactionHash: hash(1) });
    expect((await page({ type: 'shield' })).map(({ type }) => type)).toEqual(['shield']);
  });
});

describe('a sale in the history', () => {
  it('stands there once, from the signature of its payment on', async () => {
    await order({ side: 'SELL', status: 'awaiting-payment', address: DEPOSIT.toLowerCase() });
    expect(await page()).toMatchObject([{ direction: 'none', order: { side: 'SELL' } }]);
    const id = await addOperation({ recipient: DEPOSIT });
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
    await append(null, 1, [movement(1, paid)]);
    await order({ side: 'SELL', status: 'processing', address: DEPOSIT, transactionHash: hash(1) });
    expect(await page()).toMatchObject([
      { type: 'ramp', direction: 'out', blockNumber: 1n, order: { status: 'processing' } },
    ]);
  });

  it('whose coins came back shows both ways, each with its order', async () => {
    await order({ side: 'SELL', status: 'processing', address: DEPOSIT, transactionHash: hash(1) });
    await append(null, 1, [movement(1, { type: 'send', direction: 'out', to: DEPOSIT })]);
    await append(block(1).hash, 2, [movement(2, { from: DEPOSIT })]);
    await order({ side: 'SELL', status: 'refunded', address: DEPOSIT, transactionHash: hash(2) });
    expect(await page()).toMatchObject([
      { type: 'ramp', direction: 'in', order: { side: 'SELL', status: 'refunded' } },
      { type: 'ramp', direction: 'out', order: { side: 'SELL', status: 'refunded' } },
    ]);
  });

  it('whose payment never came into a block still waits for one', async () => {
    await order({ side: 'SELL', status: 'awaiting-payment', address: DEPOSIT });
    await addOperation({ recipient: DEPOSIT, status: 'replaced', endedAt: NOW });
    const rows = await page();
    expect(rows.map(({ direction, isSuccess }) => `${direction} ${isSuccess}`).sort()).toEqual([
      'none true',
      'out false',
    ]);
  });

  it('is not every payment: one to somebody else is sent', async () => {
    await order({ side: 'SELL', status: 'awaiting-payment', address: DEPOSIT });
    await addOperation({ recipient: STRANGER });
    expect((await page()).map(({ type }) => type).sort()).toEqual(['ramp', 'send']);
    const [known] = (await history.operationsOf(CHAIN, [hash(1)])).values();
    expect(known).toMatchObject({ kind: 'send' });
  });
});

describe('a swap in the history', () => {
  it('takes in what arrives on the other chain, and both lead to it', async () => {
    const swap = await sentSwap();
    const id = await addOperation({
      kind: 'swap',
      key: stepKey(swap.requestId, 1),
      tokenId: KAX.id,
    });
    const given = { type: 'swap', direction: 'out', tokenId: KAX.id, operationId: id } as const;
    await append(null, 1, [movement(1, given)]);
    await append(block(1).hash, 2, [movement(2)]);
    const swaps = createPostgresSwaps(database);
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
    ['what somebody else pays', { from: STRANGER }, 'receive'],
  ])('takes in %s, and nothing else', async (_what, more, type) => {
    const swap = await sentSwap();
    const step = { kind: 'swap', key: stepKey(swap.requestId, 1), tokenId: KAX.id } as const;
    await addOperation({ ...step, recipient: DEPOSIT, amount: 5n });
    await append(null, 1, []);
    const back = { tokenId: KAX.id, from: DEPOSIT, amount: 5n as BaseUnits } as const;
    await append(block(1).hash, 2, [movement(2, { ...back, ...more })]);
    const [row] = (await page()).filter(({ blockNumber }) => blockNumber !== null);
    expect(row).toMatchObject({ type, swapId: type === 'swap' ? swap.requestId : null });
  });
});

function page(more: Partial<Parameters<PublicHistory['page']>[0]> = {}) {
  return history.page({
    account: ALICE,
    tokenId: null,
    type: null,
    before: null,
    limit: 50,
    rampCoin: { chainId: CHAIN, tokenId: USDC.id },
    ...more,
  });
}

function append(after: string | null, number: number, movements: readonly ClassifiedMovement[]) {
  const latestNumber = BigInt(number);
  const blocks = [block(number)];
  const heights = { latestNumber, finalizedNumber: 0n };
  return history.append({ chainId: CHAIN, after, blocks, movements, ...heights }, NOW);
}

function block(number: number): FollowedBlock {
  const at = new Date(NOW.getTime() + number * 1_000);
  return { number: BigInt(number), hash: `0x${number}`, parentHash: `0x${number - 1}`, at };
}

function hash(number: number): TransactionHash {
  return `0x${number.toString(16).padStart(64, 'a')}` as TransactionHash;
}

function movement(number: number, more: Partial<ClassifiedMovement> = {}): ClassifiedMovement {
  return {
    chainId: CHAIN,
    account: ALICE,
    tokenId: USDC.id,
    blockNumber: BigInt(number),
    blockHash: `0x${number}`,
    at: block(number).at,
    transactionHash: hash(number),
    transactionIndex: 0,
    position: 'log.0',
    cause: 'token',
    direction: 'in',
    from: BOB,
    to: ALICE,
    amount: 5n as BaseUnits,
    isSuccess: true,
    isSender: false,
    type: 'receive',
    operationId: null,
    ...more,
  };
}

interface Ordered extends Partial<Omit<ProviderOrder, 'side' | 'status'>> {
  readonly side?: RampSide;
  readonly status: RampStatus;
}

/** Takes the way of every order: a page is opened, news comes, the order is looked up and stored. */
async function order({ side = 'BUY', ...more }: Ordered): Promise<void> {
  const rampOrders = createPostgresRampOrders(database, CHAIN);
  const orderId = more.orderId ?? 'order';
  const visitId = randomUUID();
  const visit = { visitId, userId: alice, side, address: ALICE, ip: '203.0.113.7' };
  await rampOrders.open(visit, NOW);
  await rampOrders.note({ newsId: randomUUID(), orderId, visitId }, NOW);
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
  await rampOrders.store(due, read, null, NOW);
}

interface Signed {
  readonly kind?: string;
  readonly key?: string;
  readonly recipient?: PublicAddress;
  readonly tokenId?: string;
  readonly amount?: bigint;
  readonly status?: string;
  readonly endedAt?: Date;
}

async function addOperation(more: Signed): Promise<string> {
  const id = randomUUID();
  const { kind = 'send', key = 'key', recipient = BOB, tokenId = USDC.id } = more;
  await database.pool.query(
    `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
       token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, created_at, due_at, lease_epoch, ended_at)
     values ($1, $2, $3, 'print', $4, $5, $6, $7, $8, $9, $12, 'polygon-pol', 1, 1, $10, $10, $10, 1, $11)`,
    [
      id,
      alice,
      key,
      kind,
      more.status ?? 'broadcast',
      CHAIN,
      ALICE,
      recipient,
      tokenId,
      NOW,
      more.endedAt ?? null,
      more.amount ?? 7n,
    ],
  );
  await database.pool.query(
    `insert into operation_transactions (operation_id, rung, chain_id, account, nonce, hash, raw)
     values ($1, 0, $2, $3, 1, $4, '0x')`,
    [id, CHAIN, ALICE, hash(1)],
  );
  return id;
}

async function sentSwap(): Promise<StoredSwap> {
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
    steps: [{ state: 'sent', operationId: randomUUID(), hash: hash(1), since: NOW }],
    status: 'in-progress',
    error: null,
    createdAt: NOW,
    updatedAt: NOW,
  };
  const key = { idempotencyKey: requestId, fingerprint: 'f' };
  expect(await createPostgresSwaps(database).insert(swap, key)).toBe(true);
  return swap;
}

async function addPerson(address: PublicAddress): Promise<string> {
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
