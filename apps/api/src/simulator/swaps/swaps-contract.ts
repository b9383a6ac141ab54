import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { advanceSwap } from '#domain/swap/swap';
import { ALICE, KAX, POL, USDC } from '#testing/network';
import { buildDetails, buildSigning } from '#testing/operation';
import { buildSwapHop, buildSwapRoute } from '#testing/swap-route';
import type { Operations } from '../../ports/operations.ts';
import type { StoredSwap, Swaps } from '../../ports/swaps.ts';

/** Empty swaps, and the operations that are their steps. */
export interface EmptySwaps {
  readonly swaps: Swaps;
  readonly operations: Pick<Operations, 'signNext'>;
}

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HASH = `0x${'1'.repeat(64)}` as TransactionHash;
const STRANGER = '00000000-0000-0000-0000-00000000000b';
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** @returns a swap of two steps that was just stored, of the user of `buildDetails` */
export function buildStoredSwap(more: Partial<StoredSwap> = {}): StoredSwap {
  const requestId = randomUUID();
  const hop = buildSwapHop(KAX, USDC);
  return {
    requestId,
    userId: buildDetails().userId,
    account: ALICE,
    fromTokenId: KAX.id,
    toTokenId: USDC.id,
    amount: toBaseUnits(2n ** 200n),
    minimumReceived: toBaseUnits(1n),
    slippageBps: 100,
    route: buildSwapRoute([hop, hop], { requestId }),
    steps: [{ state: 'to-sign', since: NOW }, { state: 'to-come' }],
    status: 'pending',
    error: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...more,
  };
}

/** Declares the tests of everything that the port guarantees; each implementation runs them. */
export function describeSwaps(name: string, openEmpty: () => Promise<EmptySwaps>): void {
  describe(name, () => {
    let empty: EmptySwaps;
    beforeEach(async () => {
      empty = await openEmpty();
    });
    describeStoring(() => empty);
    describeSigning(() => empty);
  });
}

async function store(swaps: Swaps, swap = buildStoredSwap()): Promise<StoredSwap> {
  const key = { idempotencyKey: swap.requestId, fingerprint: 'f' };
  expect(await swaps.insert(swap, key)).toBe(true);
  return swap;
}

const sentEvent = { type: 'sent', operationId: 'o', hash: HASH, at: NOW } as const;
const failure = { type: 'step-failed', error: 'No.', output: null, at: NOW } as const;

function describeStoring(empty: () => EmptySwaps): void {
  it('returns exactly what was stored, to its user only', async () => {
    const { swaps } = empty();
    const swap = await store(swaps);
    expect(await swaps.find(swap.userId, swap.requestId)).toEqual({ swap, version: 1 });
    expect(await swaps.find(STRANGER, swap.requestId)).toBeNull();
    expect(await swaps.list(STRANGER, { before: null, limit: 10 })).toEqual([]);
  });

  it('accepts a route and a key once', async () => {
    const { swaps } = empty();
    const swap = await store(swaps);
    expect(await swaps.insert(swap, { idempotencyKey: 'other', fingerprint: 'f' })).toBe(false);
    const sameKey = { idempotencyKey: swap.requestId, fingerprint: 'g' };
    expect(await swaps.insert(buildStoredSwap(), sameKey)).toBe(false);
    const found = await swaps.findByKey(swap.userId, swap.requestId);
    expect(found).toEqual({ swap, version: 1, fingerprint: 'f' });
  });

  it('refuses a change based on an older version', async () => {
    const { swaps } = empty();
    const swap = await store(swaps);
    const claim = { swap, version: 1 };
    const sent = advanceSwap(swap, sentEvent);
    expect(await swaps.record(claim, sent, NOW)).toBe(true);
    expect(await swaps.record(claim, swap, NOW)).toBe(false);
    expect((await swaps.find(swap.userId, swap.requestId))?.swap).toEqual(sent);
  });

  it('lets one process at a time claim a due swap, and none an ended one', async () => {
    const { swaps } = empty();
    const swap = await store(swaps);
    const claim = (ms: number) => swaps.claimDue({ now: later(ms), leaseMs: 60_000, limit: 10 });
    expect(await claim(19_999)).toEqual([]);
    const claimed = await Promise.all([claim(30_000), claim(30_000)]);
    expect(claimed.flat()).toEqual([{ swap, version: 2 }]);
    expect(await swaps.record({ swap, version: 1 }, swap, NOW)).toBe(false);
    await store(swaps, buildStoredSwap({ status: 'completed' }));
    expect(await claim(30_000)).toEqual([]);
  });

  it('lists the open ones of a user, oldest first', async () => {
    const { swaps } = empty();
    const newer = await store(swaps, buildStoredSwap({ createdAt: later(1) }));
    const older = await store(swaps);
    await store(swaps, buildStoredSwap({ status: 'failed' }));
    const open = await swaps.listOpen(older.userId);
    expect(open.map(({ swap }) => swap)).toEqual([older, newer]);
  });

  it('pages the history from the newest back', async () => {
    const { swaps } = empty();
    const all = await Promise.all(
      [1, 2, 3].map((minute) =>
        store(swaps, buildStoredSwap({ createdAt: later(minute * 60_000) })),
      ),
    );
    const { userId } = buildDetails();
    const first = await swaps.list(userId, { before: null, limit: 2 });
    const before = first.at(-1)?.requestId ?? null;
    const rest = await swaps.list(userId, { before, limit: 2 });
    const ids = [...first, ...rest].map(({ requestId }) => requestId);
    expect(ids).toEqual(all.map(({ requestId }) => requestId).reverse());
  });

  it('keeps an offer for its user until it is swept', async () => {
    const { swaps } = empty();
    const { requestId, userId, account, fromTokenId, toTokenId, amount, route } = buildStoredSwap();
    const offer = { requestId, userId, account, fromTokenId, toTokenId, amount, route };
    await swaps.offer([{ ...offer, offeredAt: NOW }]);
    await swaps.offer([{ ...offer, amount: toBaseUnits(1n), offeredAt: later(1) }]);
    expect(await swaps.findOffer(userId, requestId)).toEqual({ ...offer, offeredAt: NOW });
    expect(await swaps.findOffer(STRANGER, requestId)).toBeNull();
    await swaps.sweepOffers(NOW);
    expect(await swaps.findOffer(userId, requestId)).not.toBeNull();
    await swaps.sweepOffers(later(1));
    expect(await swaps.findOffer(userId, requestId)).toBeNull();
  });
}

function describeSigning(empty: () => EmptySwaps): void {
  /** Signs a step of the swap, from whatever was read before. */
  function sign({ operations }: EmptySwaps, requestId: string, number: number) {
    // Of the native coin, so that no two share an allowance.
    const details = buildDetails({ id: randomUUID(), kind: 'swap', tokenId: POL.id });
    const funds = toBaseUnits(10n ** 24n);
    const request = {
      details,
      idempotencyKey: `swap:${requestId}:${number}`,
      fingerprint: 'f',
      needsApproval: false,
      needsReset: false,
      chainState: {
        ...{ readAt: details.createdAt, blockNumber: 1n, transactionCount: 0 },
        ...{ tokenBalance: funds, nativeBalance: funds },
      },
      swapStep: { requestId, number },
    };
    return operations.signNext(request, async (nonce) => buildSigning(nonce), 1_000);
  }

  it('a step is signed while its swap waits for it', async () => {
    const { requestId } = await store(empty().swaps);
    expect(await sign(empty(), requestId, 1)).toMatchObject({ kind: 'signed' });
  });

  it('no step is signed of a swap that has ended, or before its turn', async () => {
    const { swaps } = empty();
    const ended = await store(swaps);
    await swaps.record({ swap: ended, version: 1 }, advanceSwap(ended, failure), NOW);
    expect(await sign(empty(), ended.requestId, 1)).toEqual({ kind: 'step-over' });
    const open = await store(swaps);
    expect(await sign(empty(), open.requestId, 2)).toEqual({ kind: 'step-over' });
    expect(await sign(empty(), randomUUID(), 1)).toEqual({ kind: 'step-over' });
  });

  it('a swap whose step was signed is not ended by who read it before', async () => {
    const { swaps } = empty();
    const swap = await store(swaps);
    const claim = { swap, version: 1 };
    await sign(empty(), swap.requestId, 1);
    expect(await swaps.record(claim, advanceSwap(swap, failure), NOW)).toBe(false);
    expect((await swaps.find(swap.userId, swap.requestId))?.swap).toEqual(swap);
  });

  it('of signing and ending at the same time, one happens', async () => {
    const { swaps } = empty();
    for (let round = 0; round < 5; round += 1) {
      const swap = await store(swaps);
      const claim = { swap, version: 1 };
      const [signed, isEnded] = await Promise.all([
        sign(empty(), swap.requestId, 1),
        swaps.record(claim, advanceSwap(swap, failure), NOW),
      ]);
      expect({ isEnded, kind: signed.kind }).toEqual({
        isEnded,
        kind: isEnded ? 'step-over' : 'signed',
      });
    }
  });
}
