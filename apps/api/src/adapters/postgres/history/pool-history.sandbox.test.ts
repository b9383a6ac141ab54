import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, KAX, USDC } from '#testing/network';
import { hashOf, START, uuidOf } from '#testing/operation';
import type { HistoryRequest, PoolHistory, PoolMovement } from '../../../ports/pool-history.ts';
import { createDatabase } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresPoolHistory } from './pool-history.ts';

const CHAIN = 31337;
const usdc = USDC.address as PublicAddress;
let databaseUrl: string;
let pool: pg.Pool;
let history: PoolHistory;

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  pool = createDatabase(databaseUrl).pool;
  history = createPostgresPoolHistory({ pool });
});

afterAll(async () => {
  await pool?.end();
});

beforeEach(async () => {
  await pool.query('truncate pool_movements, pool_cursors, operations, public_movements cascade');
  await history.claimRun(CHAIN, START, 1_000);
});

describe('reading on', () => {
  it('is done by one process at a time, and begins after what is final', async () => {
    await save({ from: 1n, to: 9n, finalTo: 7n });
    const later = new Date(START.getTime() + 1_000);
    const claims = await Promise.all([1, 2, 3].map(() => history.claimRun(CHAIN, later, 1_000)));
    expect(claims.filter((claim) => claim !== 'taken')).toEqual([{ finalTo: 7n }]);
    expect(claims).toHaveLength(3);
  });

  it('never reverts what is final', async () => {
    await save({ from: 1n, to: 9n, finalTo: 7n });
    await save({ from: 5n, to: 6n, finalTo: 6n });
    const later = new Date(START.getTime() + 1_000);
    expect(await history.claimRun(CHAIN, later, 1_000)).toEqual({ finalTo: 7n });
  });

  it('replaces the blocks that were read again, even with concurrent readers', async () => {
    await save({ to: 9n, movements: [shield(1), shield(5), shield(9)] });
    const again = () => save({ from: 5n, to: 8n, isHead: false, movements: [shield(6)] });
    await Promise.all([again(), again(), again()]);
    expect(await blocks()).toEqual([1, 6, 9]);
  });

  it('forgets blocks that the chain no longer has', async () => {
    await save({ to: 9n, movements: [shield(1), shield(5), shield(9)] });
    await save({ from: 4n, to: 5n, movements: [shield(4)] });
    expect(await blocks()).toEqual([1, 4]);
  });
});

describe('what is known about a planned unshield', () => {
  it('is nothing before the chain was read to its head', async () => {
    await save({ to: 9n, isHead: false, movements: [shield(1)] });
    expect(await request()).toMatchObject({ asOfBlock: null });
    await save({ from: 10n, to: 12n });
    expect(await request()).toMatchObject({ asOfBlock: 12n });
  });

  it('are the user’s shields of any token, oldest first', async () => {
    const movements = [
      shield(3, {
        counterparty: ALICE,
        asset: KAX.address as PublicAddress,
        outside: (10n ** 30n) as BaseUnits,
      }),
      shield(2, { counterparty: ALICE }),
      shield(1),
    ];
    await save({ movements });
    const { ownShields } = await request();
    expect(ownShields).toEqual([
      { asset: usdc, inside: 99_750n, outside: 100_000n, counterparty: ALICE, at: START },
      { asset: KAX.address, inside: 99_750n, outside: 10n ** 30n, counterparty: ALICE, at: START },
    ]);
  });

  it('are both amounts of others’ shields that are near, and no others', async () => {
    const far = { inside: 40_000n as BaseUnits, outside: 40_100n as BaseUnits };
    const otherToken = { asset: KAX.address as PublicAddress };
    const own = { counterparty: ALICE, inside: 99_000n as BaseUnits };
    const other = [shield(1), shield(2, far), shield(3, otherToken), shield(4, own)];
    await save({ movements: [...other, unshield(5, { inside: 98_000n as BaseUnits })] });
    expect((await request()).othersShielded.toSorted()).toEqual([100_000n, 99_750n]);
  });

  it('counts accounts, not shields', async () => {
    const movements = [
      shield(1),
      shield(2),
      shield(3, { counterparty: stranger(1) }),
      shield(4, { counterparty: ALICE }),
    ];
    await save({ movements });
    expect(await request()).toMatchObject({
      otherShielders: 2,
      common: [{ amount: 99_750n, users: 2 }],
    });
  });

  it('does not count the user’s own unshields as those of others', async () => {
    await save({ movements: [unshield(1), unshield(2, { counterparty: stranger(1) })] });
    expect((await request()).common).toEqual([{ amount: 99_750n, users: 2 }]);
    await insertOperation({
      kind: 'unshield',
      account: BOB,
      recipient: stranger(1),
      hash: hashOf(2),
    });
    expect((await request()).common).toEqual([{ amount: 99_750n, users: 1 }]);
  });

  it.each([
    ['to', { account: ALICE, recipient: stranger(9) }, true],
    ['from', { account: stranger(9), recipient: ALICE }, true],
    ['another user to', { account: BOB, recipient: stranger(9) }, false],
  ])('joins a public payment %s the recipient', async (_which, counterparties, isLinked) => {
    expect(await request()).toMatchObject({ isLinked: false });
    await insertOperation({ kind: 'send', ...counterparties, hash: hashOf(1) });
    expect(await request()).toMatchObject({ isLinked });
  });

  it.each([
    ['was paid by the user', { from: ALICE, to: stranger(9) }, true],
    ['paid the user', { from: stranger(9), to: ALICE }, true],
    ['is another', { from: stranger(8), to: ALICE }, false],
    ['sent nothing', { from: stranger(9), to: ALICE, amount: 0 }, false],
    ['failed to', { from: ALICE, to: stranger(9), isSuccess: false }, false],
    ['paid another user', { account: BOB, from: stranger(9), to: BOB }, false],
  ] as const)(
    'joins the recipient by payments outside Kax: it %s',
    async (_what, movement, isLinked) => {
      await insertMovement(movement);
      expect(await request()).toMatchObject({ isLinked });
    },
  );

  it('does not join an address to itself', async () => {
    await insertMovement({ from: ALICE, to: stranger(9) });
    expect(await request({ recipient: ALICE })).toMatchObject({ isLinked: false });
  });

  it('has a bounded size, however many use the pool', async () => {
    await pool.query(
      `insert into pool_movements (chain_id, block_number, log_index, position, direction, transaction_hash, at, asset,
         inside, outside, counterparty)
       select $1, n, 0, 0, 'in', 'h' || n, $2, $3, 1000 + n, 1000 + n, 'p' || (n % 1500) from generate_series(1, 8000) n`,
      [CHAIN, START, usdc],
    );
    const response = await request({ leaves: 9_000n as BaseUnits });
    expect(response).toMatchObject({ otherShielders: 1_000 });
    expect(response.othersShielded).toHaveLength(4_501);
    expect(response.common).toHaveLength(50);
  });
});

function stranger(n: number): PublicAddress {
  return `0x${n.toString(16).padStart(40, '0')}` as PublicAddress;
}

function shield(block: number, more: Partial<PoolMovement> = {}): PoolMovement {
  return {
    direction: 'in',
    transactionHash: hashOf(block),
    logIndex: 0,
    position: 0,
    blockNumber: BigInt(block),
    at: START,
    asset: usdc,
    inside: 99_750n as BaseUnits,
    outside: 100_000n as BaseUnits,
    counterparty: BOB,
    ...more,
  };
}

function unshield(block: number, more: Partial<PoolMovement> = {}): PoolMovement {
  return shield(block, { direction: 'out', outside: 99_500n as BaseUnits, ...more });
}

function save(blocks: Partial<Parameters<PoolHistory['save']>[1]>): Promise<void> {
  const whole = { from: 1n, to: 20n, finalTo: 0n, isHead: true, movements: [] };
  return history.save(CHAIN, { ...whole, ...blocks });
}

function request(more: Partial<HistoryRequest> = {}) {
  const query = { userId: uuidOf(1), chainId: CHAIN, asset: usdc, own: ALICE };
  const leaves = 100_000n as BaseUnits;
  return history.read({ ...query, recipient: stranger(9), leaves, ...more });
}

async function blocks(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ n: number }>(
    'select block_number::int as n from pool_movements order by 1',
  );
  return rows.map(({ n }) => n);
}

async function insertOperation(operation: {
  readonly kind: string;
  readonly account: string;
  readonly recipient: string;
  readonly hash: string;
}): Promise<void> {
  const { kind, account, recipient, hash } = operation;
  await pool.query(
    `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
       token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, mined_hash, is_mined_success, created_at,
       due_at, lease_epoch)
     values ($1, $2, 'key', 'print', $3, 'mined', $4, $5, $6, 'polygon-usdc', 1, 'polygon-pol', 1, 1, $7, $8, true, $7,
       $7, 1)`,
    [uuidOf(7), uuidOf(1), kind, CHAIN, account, recipient, START, hash],
  );
}

async function insertMovement({
  account = ALICE,
  from,
  to,
  amount = 5,
  isSuccess = true,
}: {
  readonly account?: PublicAddress;
  readonly from: PublicAddress;
  readonly to: PublicAddress;
  readonly amount?: number;
  readonly isSuccess?: boolean;
}): Promise<void> {
  const direction = from === account ? 'out' : 'in';
  await pool.query(
    `insert into public_movements (chain_id, account, token_id, block_number, block_hash, at, position, cause,
       direction, from_address, to_address, amount, is_success, type)
     values (31114, $1, 'avalanche-usdc', 1, 'b', $2, '1', 'transfer', $3, $4, $5, $6, $7, 'send')`,
    [account, START, direction, from, to, amount, isSuccess],
  );
}
