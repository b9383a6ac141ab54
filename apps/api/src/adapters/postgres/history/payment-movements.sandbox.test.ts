import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import type { PaymentMovements } from '../../../ports/payment-movements.ts';
import type { PublicHistory } from '../../../ports/public-history.ts';
import type { Database } from '../connection/connect.ts';
import {
  append,
  block,
  CHAIN,
  hash,
  movement,
  NOW,
  startEmptyDatabase,
} from './history.test-setup.ts';
import { createPostgresPaymentMovements } from './payment-movements.ts';
import { createPostgresPublicHistory } from './public-history.ts';

let database: Database;
let stop: () => Promise<void>;
let history: PublicHistory;
let movements: PaymentMovements;

beforeAll(async () => {
  ({ database, stop } = await startEmptyDatabase());
  history = createPostgresPublicHistory(database);
  movements = createPostgresPaymentMovements(database);
});
afterAll(() => stop?.());
beforeEach(async () => {
  await database.pool.query('truncate public_movements, followed_blocks, chain_followers cascade');
  await history.claim(CHAIN, 'me', { now: NOW, leaseMs: 5_000 });
});

const transaction = (number: number, chainId = CHAIN) =>
  ({ kind: 'transaction', chainId, transactionHash: hash(number) }) as const;

describe('the movements of an entry', () => {
  it('are those of its transaction in one account, without the network fee', async () => {
    await append(
      history,
      null,
      [1, 2],
      [
        movement(1),
        movement(1, { position: 'log.1', amount: 7n as never }),
        movement(1, { position: 'fee', cause: 'fee', direction: 'out' }),
        movement(1, { account: BOB, position: 'log.2', direction: 'out' }),
        movement(2),
      ],
    );
    const found = await movements.ofEntry(ALICE, transaction(1));
    expect(found.map(({ amount, isRecorded }) => [amount, isRecorded])).toEqual([
      [5n, true],
      [7n, true],
    ]);
    expect(found[0]).toEqual({
      ...{ type: 'receive', isRecorded: true, chainId: CHAIN, tokenId: 'polygon-usdc' },
      ...{ direction: 'in', from: BOB, to: ALICE, amount: 5n, isSuccess: true },
      ...{ operationId: null, transactionHash: hash(1), blockNumber: 1n, at: block(1).at },
      isFinal: false,
    });
    expect(await movements.ofEntry(ALICE, transaction(1, 137))).toEqual([]);
    expect(await movements.ofEntry(ALICE, transaction(3))).toEqual([]);
  });

  it('are those of its operation, whatever the form of the id', async () => {
    const operationId = randomUUID();
    await append(history, null, [1], [movement(1, { operationId, type: 'send' })]);
    const found = await movements.ofEntry(ALICE, { kind: 'operation', operationId });
    expect(found).toMatchObject([{ operationId, type: 'send' }]);
    expect(await movements.ofEntry(BOB, { kind: 'operation', operationId })).toEqual([]);
    expect(await movements.ofEntry(ALICE, { kind: 'operation', operationId: 'x' })).toEqual([]);
  });

  it('are final once their block is, and recorded unless a contract passed them on', async () => {
    const inside = { position: 'trace.1', cause: 'internal' } as const;
    await append(history, null, [1, 2], [movement(1, inside), movement(2, { cause: 'value' })], 1n);
    expect(await movements.ofEntry(ALICE, transaction(1))).toMatchObject([
      { isFinal: true, isRecorded: false },
    ]);
    expect(await movements.ofEntry(ALICE, transaction(2))).toMatchObject([
      { isFinal: false, isRecorded: true },
    ]);
  });
});
