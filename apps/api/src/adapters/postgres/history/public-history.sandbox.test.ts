import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, POL, USDC } from '#testing/network';
import type { MovementChange } from '../../../ports/changes.ts';
import type { PublicHistory } from '../../../ports/public-history.ts';
import { createPostgresChanges } from '../changes.ts';
import type { Database } from '../connection/connect.ts';
import { createNotificationListener } from '../connection/notification-listener.ts';
import {
  addOperation,
  append,
  block,
  CHAIN,
  hash,
  movement,
  NOW,
  readPage,
  startEmptyDatabase,
} from './history.test-setup.ts';
import { createPostgresPublicHistory } from './public-history.ts';

const LEASE_MS = 5_000;

let database: Database;
let stop: () => Promise<void>;
let history: PublicHistory;

beforeAll(async () => {
  ({ database, stop } = await startEmptyDatabase());
  history = createPostgresPublicHistory(database);
});

afterAll(() => stop?.());

beforeEach(async () => {
  await database.pool.query(
    'truncate public_movements, followed_blocks, chain_followers, operations, operation_transactions cascade',
  );
  await history.claim(CHAIN, 'me', { now: NOW, leaseMs: LEASE_MS });
});

describe('a follower', () => {
  it('has its chain alone, until it releases it or falls silent', async () => {
    expect(await history.claim(CHAIN, 'me', { now: NOW, leaseMs: LEASE_MS })).toBe(true);
    expect(await history.claim(CHAIN, 'other', { now: NOW, leaseMs: LEASE_MS })).toBe(false);
    expect(await history.claim(CHAIN + 1, 'other', { now: NOW, leaseMs: LEASE_MS })).toBe(true);
    await history.release(CHAIN, 'other');
    expect(await history.claim(CHAIN, 'other', { now: NOW, leaseMs: LEASE_MS })).toBe(false);
    const later = new Date(NOW.getTime() + LEASE_MS);
    expect(await history.claim(CHAIN, 'other', { now: later, leaseMs: LEASE_MS })).toBe(true);
    await history.release(CHAIN, 'other');
    expect(await history.claim(CHAIN, 'me', { now: later, leaseMs: LEASE_MS })).toBe(true);
  });

  it('stores nothing on top of a block that another process replaced', async () => {
    expect(await append(history, null, [1, 2], [movement(2)])).toBe(true);
    expect(await append(history, '0x9', [3], [movement(3)])).toBe(false);
    expect(await append(history, null, [1], [])).toBe(false);
    expect((await history.state(CHAIN))?.last).toEqual(block(2));
    expect(await readPage(history)).toHaveLength(1);
  });

  it('forgets what a reorganisation undid, and what it took for final with it', async () => {
    await append(history, null, [1, 2, 3], [movement(1), movement(3)], 3n);
    expect(await history.undo(CHAIN, { last: block(2).hash, keep: block(1) }, NOW)).toBe(false);
    expect(await history.undo(CHAIN, { last: block(3).hash, keep: block(1) }, NOW)).toBe(true);
    expect(await history.state(CHAIN)).toMatchObject({ last: block(1), finalizedNumber: 1n });
    expect((await readPage(history)).map(({ blockNumber }) => blockNumber)).toEqual([1n]);
    expect(await history.recentBlocks(CHAIN, 10n, 10)).toEqual([block(1)]);
  });

  it('notifies of who moved, what arrived, and when it is nearer to being final', async () => {
    const notificationListener = createNotificationListener(database);
    const notified: MovementChange[] = [];
    createPostgresChanges(notificationListener).onMovements((change) => notified.push(change));
    await notificationListener.start();
    try {
      const sent = movement(1, { account: BOB, type: 'send', direction: 'out', position: 'b' });
      await append(history, null, [1], [movement(1), sent], 0n);
      await append(history, block(1).hash, [2], [], 0n);
      await history.look(CHAIN, { latestNumber: 2n, finalizedNumber: 2n }, NOW);
      await history.look(CHAIN, { latestNumber: 3n, finalizedNumber: 3n }, NOW);
      await expect.poll(() => notified.length).toBe(6);
    } finally {
      await notificationListener.stop();
    }
    const received = [{ tokenId: USDC.id, amount: '5', transactionHash: hash(1) }];
    const nothing = { chainId: CHAIN, isBalanceChanged: false, received: [] };
    const ofAlice = notified.filter(({ account }) => account === ALICE);
    expect(ofAlice).toEqual([
      { chainId: CHAIN, account: ALICE, isBalanceChanged: true, received },
      { ...nothing, account: ALICE },
      { ...nothing, account: ALICE },
    ]);
    expect(notified.filter(({ account }) => account === BOB)[0]).toMatchObject({ received: [] });
  });
});

describe('a page of the history', () => {
  it('shows every row once, the newest first, though many are of one time', async () => {
    const movements = Array.from({ length: 25 }, (_, index) =>
      movement(1, { position: `log.${index}`, amount: BigInt(index) as BaseUnits }),
    );
    await append(history, null, [1], movements);
    const seen: bigint[] = [];
    let before: Parameters<PublicHistory['page']>[0]['before'] = null;
    for (;;) {
      const rows = await readPage(history, { before, limit: 4 });
      const last = rows[rows.length - 1];
      if (last === undefined) break;
      seen.push(...rows.map(({ amount }) => amount));
      before = last.place;
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => BigInt(24 - index)));
  });

  it('is limited to one account, one coin and one type, and shows a fee with what it was paid for', async () => {
    const fee = {
      cause: 'fee',
      tokenId: POL.id,
      type: 'send',
      direction: 'out',
      position: 'fee',
    } as const;
    await append(
      history,
      null,
      [1],
      [
        movement(1, { type: 'send' }),
        movement(1, { ...fee, amount: 21n as BaseUnits }),
        movement(1, { account: BOB, position: 'log.2' }),
        movement(1, { tokenId: POL.id, position: 'log.3', transactionHash: hash(7) }),
      ],
    );
    expect(
      (await readPage(history, { tokenId: USDC.id })).map(({ type, feePaid }) => [type, feePaid]),
    ).toEqual([['send', 21n]]);
    expect((await readPage(history, { type: 'receive' })).map(({ tokenId }) => tokenId)).toEqual([
      POL.id,
    ]);
    expect(await readPage(history)).toHaveLength(2);
  });

  it('has a payment that is in no block yet, until its block arrives', async () => {
    const id = await addOperation(database);
    const [waiting] = await readPage(history);
    expect(waiting).toMatchObject({
      type: 'send',
      blockNumber: null,
      isSuccess: true,
      direction: 'out',
      amount: 7n,
      operation: { id, status: 'broadcast' },
    });
    await append(history, null, [1], [movement(1, { type: 'send', operationId: id })]);
    expect(await readPage(history)).toMatchObject([
      { blockNumber: 1n, operation: { id, status: 'broadcast' } },
    ]);
  });

  it('has a payment as pending when only its approval is in a block', async () => {
    const id = await addOperation(database);
    const given = {
      cause: 'approval',
      direction: 'none',
      type: 'approve',
      operationId: id,
    } as const;
    await append(history, null, [1], [movement(1, given)]);
    expect((await readPage(history)).map(({ type, blockNumber }) => [type, blockNumber])).toEqual(
      expect.arrayContaining([
        ['send', null],
        ['approve', 1n],
      ]),
    );
  });

  it('has a cancelled payment once, with the hash and the fee of its cancellation', async () => {
    const id = await addOperation(database);
    await database.pool.query(
      `insert into operation_transactions (operation_id, role, rung, chain_id, account, nonce, hash, raw)
       values ($1, 'cancellation', 100, $2, $3, 0, $4, '0x')`,
      [id, CHAIN, ALICE, hash(1)],
    );
    const ofCancellation = { tokenId: POL.id, amount: 0n as BaseUnits, direction: 'none' } as const;
    const fee = { ...ofCancellation, cause: 'fee', amount: 21n as BaseUnits } as const;
    await append(
      history,
      null,
      [1],
      [
        movement(1, { ...ofCancellation, cause: 'value', type: 'other' }),
        movement(1, { ...fee, position: 'fee' }),
      ],
    );
    expect(await readPage(history)).toMatchObject([
      { operation: { id, status: 'broadcast', cancelReason: null }, isSuccess: true },
    ]);
    await database.pool.query(
      `update operations set status = 'replaced', ended_at = $2, cancel_reason = 'user',
         replaced_by = json_build_object('transactionHash', $3::text) where id = $1`,
      [id, NOW, hash(1)],
    );
    expect(await readPage(history)).toMatchObject([
      {
        operation: { id, cancelReason: 'user' },
        ...{ isSuccess: false, blockNumber: null, amount: 0n },
        ...{ transactionHash: hash(1), feePaid: 21n },
      },
    ]);
  });

  it('has what fills a nonce gap while it is open and once it is mined, and never as a payment', async () => {
    const id = await addOperation(database, { kind: 'nonce-fill' });
    expect(await readPage(history)).toMatchObject([{ type: 'nonce-fill', operation: null }]);
    const filled = { tokenId: POL.id, amount: 0n as BaseUnits, direction: 'none' } as const;
    const fee = { ...filled, cause: 'fee', amount: 21n as BaseUnits, position: 'fee' } as const;
    const value = { ...filled, cause: 'value', type: 'nonce-fill', operationId: id } as const;
    await append(history, null, [1], [movement(1, value), movement(1, fee)]);
    expect(await readPage(history)).toMatchObject([
      { type: 'nonce-fill', operation: null, isSuccess: true, blockNumber: 1n, feePaid: 21n },
    ]);
  });

  it('does not have what was to fill a gap and lost its nonce to another wallet', async () => {
    const values = { kind: 'nonce-fill', status: 'replaced', endedAt: NOW } as const;
    await addOperation(database, values);
    expect(await readPage(history)).toEqual([]);
  });

  it('has the cancellation of what was to fill a gap as what filled it', async () => {
    const id = await addOperation(database, {
      kind: 'nonce-fill',
      status: 'replaced',
      endedAt: NOW,
    });
    await database.pool.query(
      `insert into operation_transactions (operation_id, role, rung, chain_id, account, nonce, hash, raw)
       values ($1, 'cancellation', 100, $2, $3, 0, $4, '0x')`,
      [id, CHAIN, ALICE, hash(1)],
    );
    const known = await history.operationsOf(CHAIN, [hash(1)]);
    expect(known.get(hash(1))).toMatchObject({ operationId: id, kind: 'nonce-fill' });
    const filled = { tokenId: POL.id, amount: 0n as BaseUnits, direction: 'none' } as const;
    const value = { ...filled, cause: 'value', type: 'nonce-fill', operationId: id } as const;
    await append(history, null, [1], [movement(1, value)]);
    expect(await readPage(history)).toMatchObject([{ type: 'nonce-fill', isSuccess: true }]);
  });

  it('has a payment that never reached a block as one that moved nothing', async () => {
    await addOperation(database, { status: 'replaced', endedAt: NOW });
    expect(await readPage(history, { tokenId: USDC.id, type: 'send' })).toMatchObject([
      { isSuccess: false, amount: 0n, blockNumber: null },
    ]);
    expect(await readPage(history, { type: 'receive' })).toEqual([]);
  });
});
