import { expect, it } from 'vitest';
import type { TokenId } from '#domain/token/token';
import { USDC } from '#testing/network';
import { START } from '#testing/operation';
import type { KnownPrice } from '../../../ports/prices.ts';
import { createPriceCache } from './price-cache.ts';

function setUp() {
  const world = { nowMs: START.getTime(), usd: 1, isBroken: false, troubles: [] as string[] };
  let tell: () => void = () => undefined;
  const board = createPriceCache({
    prices: {
      all: async () => {
        if (world.isBroken) throw new Error('no database');
        const price = { usd: world.usd, change24h: null, asOf: new Date(world.nowMs) };
        return new Map<TokenId, KnownPrice>([[USDC.id, { price, samples: [0.9, 1] }]]);
      },
    },
    changes: {
      onPrices: (listener) => {
        tell = listener;
      },
      onGap: () => undefined,
    },
    clock: { now: () => new Date(world.nowMs) },
    report: ({ message }) => world.troubles.push(message),
  });
  const hear = async () => {
    tell();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { world, board, hear };
}

const UNKNOWN = { price: null, change: null, asOf: null, samples: [] };

it('knows a price with its day, and nothing of a token without one', async () => {
  const { board } = setUp();
  expect(board.priceOf(USDC.id)).toEqual(UNKNOWN);
  await board.load();
  expect(board.priceOf(USDC.id)).toEqual({
    price: 1,
    change: null,
    asOf: START.toISOString(),
    samples: [0.9, 1],
  });
  expect(board.priceOf('polygon-kax' as TokenId)).toEqual(UNKNOWN);
});

it('shows no price that is older than ten minutes', async () => {
  const { board, world } = setUp();
  await board.load();
  world.nowMs += 10 * 60_000;
  expect(board.priceOf(USDC.id).price).toBe(1);
  world.nowMs += 1;
  expect(board.priceOf(USDC.id)).toEqual(UNKNOWN);
});

it('follows the news', async () => {
  const { board, world, hear } = setUp();
  await board.load();
  world.usd = 2;
  await hear();
  expect(board.priceOf(USDC.id).price).toBe(2);
});

it('keeps what it has when the prices cannot be read, and says so', async () => {
  const { board, world, hear } = setUp();
  await board.load();
  world.isBroken = true;
  await hear();
  expect(board.priceOf(USDC.id).price).toBe(1);
  expect(world.troubles).toEqual(['The prices could not be read.']);
});
