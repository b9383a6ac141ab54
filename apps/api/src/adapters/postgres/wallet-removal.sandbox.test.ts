import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { SwapStep } from '#domain/swap/swap';
import { BOB, USDC } from '#testing/network';
import { buildDetails, buildSigning, hashOf } from '#testing/operation';
import { AVAX, buildSwapHop, buildSwapRoute } from '#testing/swap-route';
import type { SendLater } from '../../ports/private-transactions.ts';
import type { StoredSwap } from '../../ports/swaps.ts';
import type { WalletOwner, WalletRemovals } from '../../ports/wallet-removal.ts';
import { createTestServer, type TestServer } from '../../server.test-setup.ts';
import { requestOf } from '../../simulator/private-transaction-steps.ts';
import { createPostgresSwaps } from './exchange/swaps.ts';
import { addOperation, type StoredOperation } from './history/history.test-setup.ts';
import { createPostgresOperations } from './operations/operations.ts';
import { createPostgresPrivateTransactions } from './shielded/private-transactions.test-setup.ts';
import { createPostgresWalletRemovals } from './wallet-removal.ts';

let server: TestServer;
let removals: WalletRemovals;
let payments: ReturnType<typeof createPostgresOperations>;
let owner: WalletOwner;
let token: string;

beforeAll(async () => {
  server = await createTestServer();
  removals = createPostgresWalletRemovals(server.database);
  payments = createPostgresOperations(server.database);
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  await server.database.pool.query(
    'truncate operations, operation_transactions, chain_accounts, swaps, public_movements, movement_origins cascade',
  );
  token = (await server.signIn()).access_token;
  const { rows } = await server.database.pool.query('select * from wallets');
  const [{ user_id: userId, public_address: publicAddress, private_address: privateAddress }] =
    rows;
  owner = { userId, publicAddress, privateAddress };
});

describe('a wallet', () => {
  it('without anything in progress is deleted, with its sessions and a notice', async () => {
    expect(await deleteWallet()).toEqual({ status: 200, body: { success: true } });
    for (const table of ['users', 'wallets', 'key_records', 'sessions']) {
      expect(await server.count(table)).toBe(0);
    }
    expect(await server.count("outbox where topic = 'wallet-deleted'")).toBe(2);
  });

  it.each<[string, () => StoredOperation]>([
    ['its user pays', () => ({ userId: owner.userId })],
    ['its user is paid on the public address', () => ({ recipient: owner.publicAddress })],
    [
      'its user is paid on the public address in other capitals',
      () => ({ recipient: owner.publicAddress.toLowerCase() as PublicAddress }),
    ],
    [
      'its user is paid on the private address',
      () => ({
        kind: 'internal-transfer',
        recipient: owner.privateAddress as unknown as PublicAddress,
      }),
    ],
    ['a swap step is on its way', () => ({ userId: owner.userId, kind: 'swap' })],
  ])('is kept while %s, and deleted when that is final', async (_name, stored) => {
    const id = await add(stored());
    await expectKept();
    await server.database.pool.query(
      "update operations set ended_at = now(), status = 'confirmed' where id = $1",
      [id],
    );
    expect((await deleteWallet()).status).toBe(200);
  });

  it('is deleted while other users pay each other, and while Kax only joins its notes', async () => {
    await add();
    await add({ userId: owner.userId, kind: 'consolidation' });
    expect((await deleteWallet()).status).toBe(200);
  });

  it('is kept while a payment is scheduled for later, and says that it is', async () => {
    const at = new Date(server.now().getTime() + 3_600_000);
    const stored = await storePrivate({ at, windowEnd: at });
    expect(stored).toMatchObject({ kind: 'stored' });
    expect((await use()).unfinished).toMatchObject([
      {
        part: 'operation',
        kind: 'unshield',
        isScheduled: true,
        isSigned: false,
        isIncoming: false,
      },
    ]);
    await expectKept();
  });
});

describe('a swap between chains', () => {
  const sent: SwapStep = {
    state: 'sent',
    operationId: randomUUID(),
    hash: hashOf(1),
    since: new Date(),
  };
  const toSign: SwapStep = { state: 'to-sign', since: new Date() };
  const done = (destinationHash: TransactionHash | null): SwapStep => ({
    state: 'done',
    hash: hashOf(1),
    destinationHash,
    output: null,
    at: new Date(),
  });

  it.each<[string, Partial<StoredSwap>]>([
    ['before its first signature', { status: 'pending', steps: [toSign] }],
    ['while the bridge is waited for', { status: 'in-progress', steps: [sent] }],
    ['between its steps', { status: 'in-progress', steps: [done(hashOf(2)), toSign] }],
  ])('keeps a wallet %s', async (_name, more) => {
    await addSwap(more);
    expect((await use()).unfinished).toMatchObject([{ part: 'swap', state: 'open' }]);
    await expectKept();
  });

  it('keeps a wallet until what the exchange says it delivered was seen', async () => {
    await addSwap({ status: 'completed', steps: [done(hashOf(2))] });
    expect((await use()).unfinished).toMatchObject([{ part: 'swap', state: 'output-missing' }]);
    await expectKept();
    await see(hashOf(2));
    expect((await deleteWallet()).status).toBe(200);
  });

  it('keeps no wallet permanently: after a day, what was announced is no longer waited for', async () => {
    await addSwap({ status: 'completed', steps: [done(hashOf(2))] });
    const tomorrow = new Date(server.now().getTime() + 24 * 60 * 60_000 + 1);
    expect((await removals.readUse(owner, tomorrow)).unfinished).toEqual([]);
  });

  it('keeps a wallet until its refund was seen', async () => {
    const output = {
      amount: '5',
      symbol: 'USDC',
      blockchain: 'POLYGON',
      type: 'REVERTED_TO_INPUT',
    } as const;
    const failed: SwapStep = {
      state: 'failed',
      hash: hashOf(1),
      destinationHash: null,
      output,
      at: new Date(),
    };
    const requestId = await addSwap({ status: 'failed', error: 'No.', steps: [failed] });
    expect((await use()).unfinished).toMatchObject([{ part: 'swap', state: 'refund-missing' }]);
    await server.database.pool.query(
      "insert into movement_origins (account, transaction_hash, type, origin_id) values ($1, $2, 'swap', $3)",
      [owner.publicAddress, hashOf(3), requestId],
    );
    await expectKept();
    await see(hashOf(3));
    expect((await deleteWallet()).status).toBe(200);
  });

  it('keeps no wallet when it ended within one transaction', async () => {
    await addSwap({ status: 'completed', steps: [done(null)] });
    await addSwap({ status: 'completed', steps: [done(hashOf(1))] });
    expect((await deleteWallet()).status).toBe(200);
  });
});

describe('a sale', () => {
  it('that ended although its user paid keeps a wallet for a day', async () => {
    const visitId = randomUUID();
    const { pool } = server.database;
    const before = new Date(server.now().getTime() - 3_600_000);
    await pool.query(
      "insert into ramp_visits (id, user_id, side, address, ip, opened_at) values ($1, $2, 'SELL', $3, '::1', $4)",
      [visitId, owner.userId, owner.publicAddress, before],
    );
    await pool.query(
      `insert into ramp_orders (order_id, visit_id, status, fiat_currency, address, created_at, updated_at)
       values ('late', $1, 'expired', 'USD', $2, $3, $3)`,
      [visitId, BOB.toLowerCase(), before],
    );
    expect((await use()).unfinished).toEqual([]);
    await add({
      userId: owner.userId,
      status: 'confirmed',
      endedAt: server.now(),
    });
    expect((await use()).unfinished).toMatchObject([{ part: 'order', state: 'refund-missing' }]);
    const tomorrow = new Date(server.now().getTime() + 24 * 60 * 60_000 + 1);
    expect((await removals.readUse(owner, tomorrow)).unfinished).toEqual([]);
  });
});

describe('the balances that a deletion reads are not older than', () => {
  beforeEach(async () => {
    await server.database.pool.query('truncate chain_heads');
    const final = { latestBlock: 45n, finalizedBlock: 40n };
    await payments.saveHeads(USDC.chainId, final, server.now());
    await payments.saveHeads(AVAX.chainId, { ...final, finalizedBlock: 7n }, server.now());
  });

  it('the newest block of each chain that is stored as final', async () => {
    expect((await use()).knownBlocks).toEqual(
      new Map([
        [USDC.chainId, 40n],
        [AVAX.chainId, 7n],
      ]),
    );
  });

  it('the newest block with an operation of the user', async () => {
    const id = await add({ userId: owner.userId, status: 'confirmed', endedAt: server.now() });
    const other = await add({ status: 'confirmed', endedAt: server.now() });
    for (const [each, block] of [
      [id, 41],
      [other, 99],
    ]) {
      await server.database.pool.query(
        'update operations set mined_block_number = $2 where id = $1',
        [each, block],
      );
    }
    expect((await use()).knownBlocks.get(USDC.chainId)).toBe(41n);
  });

  it('the newest block with a movement of the wallet', async () => {
    await see(hashOf(5));
    await server.database.pool.query('update public_movements set block_number = 44');
    expect((await use()).knownBlocks.get(AVAX.chainId)).toBe(44n);
  });
});

describe('between the check and the removal', () => {
  it('a payment that is stored keeps the wallet', async () => {
    const { begun } = await use();
    expect(await sign()).toMatchObject({ kind: 'signed' });
    expect(await remove(begun)).toBe('in-use');
    expect(await server.count('users')).toBe(1);
  });

  it('a payment that is stored and final keeps the wallet: its money may be where no one looked', async () => {
    const { begun } = await use();
    await add({
      userId: owner.userId,
      status: 'confirmed',
      endedAt: server.now(),
    });
    expect(await remove(begun)).toBe('in-use');
    expect((await deleteWallet()).status).toBe(200);
  });

  it('what another user paid to it meanwhile keeps the wallet', async () => {
    for (const recipient of [owner.publicAddress.toLowerCase(), owner.privateAddress]) {
      const { begun } = await use();
      await add({
        recipient: recipient as PublicAddress,
        status: 'confirmed',
        endedAt: server.now(),
      });
      expect(await remove(begun)).toBe('in-use');
    }
    expect((await deleteWallet()).status).toBe(200);
  });

  it('what a stranger paid to it meanwhile keeps the wallet once it was seen', async () => {
    await see(hashOf(7));
    const { begun } = await use();
    // A block was given up meanwhile: there are as many payments as before.
    await server.database.pool.query('delete from public_movements');
    await see(hashOf(6));
    expect(await remove(begun)).toBe('in-use');
    expect((await deleteWallet()).status).toBe(200);
  });

  it('a payment keeps the wallet while a block is given up that had another one', async () => {
    const { pool } = server.database;
    await see(hashOf(5));
    await pool.query('update public_movements set block_number = block_number - 1');
    await see(hashOf(6));
    const { begun } = await use();
    await pool.query('delete from public_movements where transaction_hash = $1', [hashOf(6)]);
    await add({ recipient: owner.publicAddress, status: 'confirmed', endedAt: server.now() });
    expect(await remove(begun)).toBe('in-use');
    expect((await deleteWallet()).status).toBe(200);
  });

  it('a purchase that was made and has arrived keeps the wallet', async () => {
    const visitId = randomUUID();
    const { pool } = server.database;
    await pool.query(
      "insert into ramp_visits (id, user_id, side, address, ip, opened_at) values ($1, $2, 'BUY', $3, '::1', $4)",
      [visitId, owner.userId, owner.publicAddress, new Date(server.now().getTime() - 3_600_000)],
    );
    const { begun, unfinished } = await use();
    expect(unfinished).toEqual([]);
    await pool.query(
      `insert into ramp_orders (order_id, visit_id, status, fiat_currency, address, transaction_hash, created_at, updated_at)
       values ('quick', $1, 'completed', 'USD', $2, $3, now(), now())`,
      [visitId, owner.publicAddress, hashOf(5)],
    );
    await see(hashOf(5));
    expect((await use()).unfinished).toEqual([]);
    expect(await remove(begun)).toBe('in-use');
  });

  it('a payment that is being signed is waited for, and keeps the wallet', async () => {
    const { begun } = await use();
    let finish = () => {};
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const signing = sign(async () => {
      begin();
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    await hasBegun;
    const removing = remove(begun);
    await untilWaiting();
    finish();
    expect(await signing).toMatchObject({ kind: 'signed' });
    expect(await removing).toBe('in-use');
  });

  it.each([
    ['a public payment', () => sign()],
    ['a private payment', () => storePrivate()],
  ])('%s that waits for a removal is not stored', async (_name, pay) => {
    const { pool } = server.database;
    const remover = await pool.connect();
    try {
      await remover.query('begin');
      await remover.query('select 1 from users where id = $1 for update', [owner.userId]);
      const paying = pay();
      await untilWaiting();
      await remover.query('delete from users where id = $1', [owner.userId]);
      await remover.query('commit');
      expect(await paying).toEqual({ kind: 'user-removed' });
      expect(await server.count('operations')).toBe(0);
    } finally {
      remover.release();
    }
  });

  it('100 payments and a removal leave either a wallet with payments or neither', async () => {
    const { begun } = await use();
    const [removed, ...signed] = await Promise.all([
      remove(begun),
      ...Array.from({ length: 100 }, () => sign()),
    ]);
    const stored = signed.filter(({ kind }) => kind === 'signed').length;
    expect(await server.count('operations')).toBe(stored);
    expect([await server.count('users'), stored]).toEqual(
      removed === 'removed' ? [0, 0] : [1, 100],
    );
  });
});

const use = () => removals.readUse(owner, server.now());

const remove = (begun: string) => removals.remove({ owner, begun, notices: [], now: server.now() });

/** The call as a signed-in user makes it; the server of these tests has no network with balances. */
async function deleteWallet() {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/wallet/delete-wallet',
    headers: { authorization: `Bearer ${token}` },
    payload: { password: server.user.password, confirmation: 'DELETE' },
  });
  return { status: response.statusCode, body: response.json() };
}

async function expectKept(): Promise<void> {
  expect(await deleteWallet()).toMatchObject({ status: 409, body: { code: 'operations-open' } });
  expect(await server.count('users')).toBe(1);
}

let signatures = 0;

function sign(during: () => Promise<void> = async () => {}) {
  signatures += 1;
  const first = signatures * 10;
  const details = buildDetails({
    id: randomUUID(),
    userId: owner.userId,
    account: owner.publicAddress,
    amount: toBaseUnits(1n),
  });
  const plenty = toBaseUnits(10n ** 24n);
  const request = {
    details,
    idempotencyKey: details.id,
    fingerprint: 'one',
    needsApproval: false,
    chainState: {
      readAt: server.now(),
      blockNumber: 0n,
      tokenBalance: plenty,
      nativeBalance: plenty,
      transactionCount: 0,
    },
  };
  return payments.signNext(
    request,
    async (nonce) => {
      await during();
      return buildSigning(nonce, first);
    },
    0,
  );
}

function storePrivate(later?: SendLater) {
  const request = requestOf(1, 'unshield', { userId: owner.userId, ...(later && { later }) });
  return createPostgresPrivateTransactions(server.database).store(request);
}

function add(more: StoredOperation = {}): Promise<string> {
  return addOperation(server.database, { key: randomUUID(), ...more });
}

async function addSwap(more: Partial<StoredSwap>): Promise<string> {
  const requestId = randomUUID();
  const swap: StoredSwap = {
    requestId,
    userId: owner.userId,
    account: owner.publicAddress,
    fromTokenId: USDC.id,
    toTokenId: AVAX.id,
    amount: toBaseUnits(10_000_000n),
    minimumReceived: toBaseUnits(1n),
    slippageBps: 100,
    route: buildSwapRoute([buildSwapHop(USDC, AVAX)], { requestId }),
    steps: [],
    status: 'in-progress',
    error: null,
    createdAt: server.now(),
    updatedAt: server.now(),
    ...more,
  };
  const key = { idempotencyKey: requestId, fingerprint: 'swap' };
  expect(await createPostgresSwaps(server.database, server.sharedSeals).insert(swap, key)).toBe(
    true,
  );
  return requestId;
}

/** A block with the transaction was stored. */
async function see(hash: TransactionHash): Promise<void> {
  await server.database.pool.query(
    `insert into public_movements (chain_id, account, token_id, block_number, block_hash, at, transaction_hash,
       position, cause, direction, amount, is_success, type)
     values (31114, $1, $2, 1, '0x', now(), $3, '0', 'native', 'in', 1, true, 'swap')`,
    [owner.publicAddress, AVAX.id, hash],
  );
}

async function untilWaiting(): Promise<void> {
  for (;;) {
    const { rows } = await server.database.pool.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    if (rows.length > 0) return;
    await sleep(10);
  }
}
