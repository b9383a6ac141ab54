import { describe, expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, buildNetwork, POL, USDC } from '#testing/network';
import { publicHistory as contract } from '#wire/wallet/public-history';
import type { Call } from '../../application/call.ts';
import type { HistoryRow, PublicHistory } from '../../ports/public-history.ts';
import { createPublicHistory } from './public-history.ts';

const AT = new Date('2026-11-21T10:00:00.000Z');
const HASH = `0x${'ab'.repeat(32)}` as NonNullable<HistoryRow['transactionHash']>;
const EXPLORER = 'https://explorer.test/tx/{hash}';

type Wanted = Parameters<PublicHistory['page']>[0];

function setUp(rows: readonly HistoryRow[] = []) {
  const requested: Wanted[] = [];
  const handler = createPublicHistory({
    networks: [buildNetwork({ explorerTransactionUrl: EXPLORER })],
    history: {
      page: async (wanted) => {
        requested.push(wanted);
        return rows.slice(0, wanted.limit);
      },
    },
  });
  return {
    requested,
    read: async (id: string, query: Record<string, string> = {}) =>
      handler(callOf(id, query)) as Promise<ReturnType<typeof contract.response.parse>>,
    refusal: (id: string, query: Record<string, string> = {}) => handler(callOf(id, query)),
  };
}

function callOf(id: string, query: Record<string, string>): Call<typeof contract> {
  return {
    params: { id },
    query: contract.query.parse(query),
    body: undefined,
    session: {
      userId: 'user',
      sessionId: 'session',
      accessToken: 'token',
      publicAddress: ALICE,
      privateAddress: '0zk1',
      custody: 'assisted' as const,
    },
    idempotencyKey: undefined,
    client: {
      ip: '127.0.0.1',
      userAgent: 'test',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  };
}

function row(more: Partial<HistoryRow> = {}): HistoryRow {
  return {
    id: '31337-99-log.1',
    place: { at: AT, position: 7n },
    type: 'receive',
    chainId: 31337,
    tokenId: USDC.id,
    direction: 'in',
    from: BOB,
    to: ALICE,
    amount: toBaseUnits(1_500_000n),
    transactionHash: HASH,
    blockNumber: 99n,
    isSuccess: true,
    feePaid: null,
    operation: null,
    order: null,
    swapId: null,
    heads: { latestNumber: 110n, finalizedNumber: 100n },
    ...more,
  };
}

describe('the public history (§7 Wallet)', () => {
  it('shows the owner, the coin, and what moved', async () => {
    const { read, requested } = setUp([row()]);
    const { data } = await read(USDC.id);
    expect(data).toMatchObject({
      address: ALICE,
      chain: 'Polygon',
      token: 'USDC',
      nextCursor: null,
    });
    expect(data.transactions).toEqual([
      expect.objectContaining({
        type: 'receive',
        token: 'USDC',
        status: 'success',
        from: BOB,
        to: ALICE,
        amount: '1.5',
        amountBaseUnits: '1500000',
        direction: 'in',
        date: AT.toISOString(),
        explorerUrl: `https://explorer.test/tx/${HASH}`,
        progress: null,
      }),
    ]);
    expect(requested).toMatchObject([{ account: ALICE, tokenId: USDC.id, type: null, limit: 51 }]);
  });

  it.each(['wallet', ALICE, ALICE.toLowerCase()])('is of all coins for the id "%s"', async (id) => {
    const { read, requested } = setUp([row(), row({ tokenId: POL.id })]);
    const { data } = await read(id);
    expect(data).toMatchObject({ chain: null, token: null });
    expect(data.transactions.map(({ token }) => token)).toEqual(['USDC', 'POL']);
    expect(requested[0]?.tokenId).toBeNull();
  });

  it.each([
    [111n, 'pending', { done: 0, of: 64 }],
    [101n, 'pending', { done: 9, of: 64 }],
    [100n, 'success', null],
    [null, 'pending', null],
  ] as const)(
    'counts the blocks above block %s until it is final',
    async (blockNumber, status, progress) => {
      const { read } = setUp([row({ blockNumber })]);
      const { data } = await read(USDC.id);
      expect(data.transactions[0]).toMatchObject({ status, progress });
    },
  );

  it('shows that nothing moved, and what it cost, when the network refused', async () => {
    const failed = row({
      type: 'send',
      direction: 'out',
      isSuccess: false,
      amount: toBaseUnits(0n),
      feePaid: toBaseUnits(21_000n),
      operation: { id: 'one', status: 'reverted', cancelReason: null },
    });
    const { data } = await setUp([failed]).read(USDC.id);
    expect(data.transactions[0]).toMatchObject({
      status: 'failed',
      amount: '0',
      operationId: 'one',
      failure: 'The network rejected this payment. No tokens moved, but you paid the network fee.',
      fee: { paid: '21000', symbol: 'POL', decimals: 18 },
    });
  });

  it('shows a payment that its token did not record as failed, and says what to do', async () => {
    const unrecorded = row({
      type: 'send',
      direction: 'out',
      amount: toBaseUnits(0n),
      operation: { id: 'one', status: 'reverted', cancelReason: null },
    });
    const { data } = await setUp([unrecorded]).read(USDC.id);
    expect(data.transactions[0]).toMatchObject({
      status: 'failed',
      amount: '0',
      failure: expect.stringContaining('the token recorded no transfer'),
    });
  });

  it('says of a cancelled payment that nothing was sent, and never that something else replaced it', async () => {
    const cancelled = row({
      isSuccess: false,
      blockNumber: null,
      operation: { id: 'one', status: 'replaced', cancelReason: 'user' },
    });
    const { data } = await setUp([cancelled]).read(USDC.id);
    expect(data.transactions[0]?.failure).toMatch('You cancelled this payment. Nothing was sent.');
  });

  const order = {
    orderId: 'order-1',
    side: 'BUY',
    status: 'processing',
    fiatCurrency: 'USD',
    fiatAmount: '100',
    cryptoAmount: '96.4000009',
  } as const;

  it.each([
    ['awaiting-payment', 'pending'],
    ['processing', 'pending'],
    ['completed', 'success'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['expired', 'failed'],
    ['refunded', 'failed'],
  ] as const)(
    'shows an order that is %s and moved nothing with what was ordered',
    async (word, status) => {
      const ordered = row({
        type: 'ramp',
        direction: 'none',
        blockNumber: null,
        amount: toBaseUnits(0n),
        isSuccess: status !== 'failed',
        transactionHash: null,
        order: { ...order, status: word },
      });
      const { data } = await setUp([ordered]).read(USDC.id);
      expect(data.transactions[0]).toMatchObject({
        type: 'ramp',
        status,
        direction: 'none',
        amount: '96.4',
        amountBaseUnits: '96400000',
        failure: status === 'failed' ? 'This order wasn’t completed.' : null,
        ramp: {
          orderId: 'order-1',
          side: 'BUY',
          status: word,
          fiatAmount: '100',
          fiatCurrency: 'USD',
        },
      });
    },
  );

  it('shows what a purchase moved, with its order, and requests orders in the traded coin', async () => {
    const { read, requested } = setUp([
      row({ type: 'ramp', order: { ...order, status: 'completed' } }),
    ]);
    const { data } = await read(USDC.id);
    expect(data.transactions[0]).toMatchObject({ amount: '1.5', status: 'success' });
    expect(data.transactions[0]?.ramp).not.toHaveProperty('cryptoAmount');
    expect(requested[0]?.rampCoin).toEqual({ chainId: 31337, tokenId: USDC.id });
  });

  it('names the swap that a row is a part of', async () => {
    const { data } = await setUp([row({ type: 'swap', swapId: 'one' })]).read(USDC.id);
    expect(data.transactions[0]).toMatchObject({ type: 'swap', swapId: 'one', ramp: null });
  });

  it('continues where a page ended, and ends when there is no more', async () => {
    const rows = [
      row({ id: 'a' }),
      row({ id: 'b', place: { at: AT, position: 6n } }),
      row({ id: 'c' }),
    ];
    const { read, requested } = setUp(rows);
    const { data } = await read(USDC.id, { limit: '2', type: 'receive' });
    expect(data.transactions.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(data.nextCursor).toBe(`${AT.getTime()}.6`);
    await read(USDC.id, { cursor: data.nextCursor ?? '' });
    expect(requested[1]).toMatchObject({ before: { at: AT, position: 6n }, type: null });
    expect(requested[0]).toMatchObject({ before: null, type: 'receive', limit: 3 });
  });

  it.each(['', '1', '1.', '.1', '1.1.1', '1e3.5', '-1.5', '1.9223372036854775808', "1.1'--"])(
    'refuses the cursor "%s"',
    async (cursor) => {
      const { refusal, requested } = setUp();
      expect(await refusal(USDC.id, { cursor })).toEqual({ refused: 'bad-request' });
      expect(requested).toEqual([]);
    },
  );

  it.each(['polygon-doge', '__proto__', BOB])('knows no coin "%s"', async (id) => {
    expect(await setUp().refusal(id)).toEqual({ refused: 'unknown-coin' });
  });

  it.each(['0', '201', '-1', '1e2', '050', ''])('refuses a limit of "%s"', async (limit) => {
    expect(await setUp().refusal(USDC.id, { limit })).toEqual({ refused: 'bad-request' });
  });

  it('leaves out a coin that is no longer configured', async () => {
    const { data } = await setUp([row({ tokenId: 'polygon-old' as HistoryRow['tokenId'] })]).read(
      'wallet',
    );
    expect(data.transactions).toEqual([]);
  });

  it('returns only the rows of the requested entry', async () => {
    const own = { id: 'one', status: 'confirmed', cancelReason: null } as const;
    const { read, requested } = setUp([row({ id: 'a', operation: own }), row({ id: 'b' })]);
    const ofOperation = await read('wallet', { entry: 'operation-one' });
    expect(ofOperation.data.transactions.map(({ id }) => id)).toEqual(['a']);
    const ofTransaction = await read('wallet', { entry: `transaction-31337-${HASH}` });
    expect(ofTransaction.data.transactions.map(({ id }) => id)).toEqual(['b']);
    expect((await read('wallet', { entry: 'swap-unknown' })).data.transactions).toEqual([]);
    expect(requested.map(({ entry }) => entry?.kind)).toEqual(['operation', 'transaction', 'swap']);
  });

  it.each(['', 'operation', 'operation-', "swap-1' or 1=1", 'transaction-31337-0xAB', 'else-1'])(
    'refuses an entry that no row can have: "%s"',
    async (entry) => {
      expect(await setUp().refusal('wallet', { entry })).toMatchObject({ refused: 'bad-request' });
    },
  );
});
