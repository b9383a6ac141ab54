import { expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import type { SwapStep } from '#domain/swap/swap';
import type { Token } from '#domain/token/token';
import { ALICE, KAX, USDC } from '#testing/network';
import { AVAX, buildSwapHop, buildSwapRoute, USDC_THERE } from '#testing/swap-route';
import type { SwapChecks } from '../../../ports/swap-checks.ts';
import type { StoredSwap } from '../../../ports/swaps.ts';
import { stepInput } from './step-input.ts';

const HERE = `0x${'1'.repeat(64)}` as TransactionHash;
const THERE = `0x${'2'.repeat(64)}` as TransactionHash;
const at = new Date('2026-03-01T12:00:00Z');

/** By the quote, hop 1 pays 59 USDC, the bridge delivers 58 of them, hop 3 pays AVAX. */
const route = buildSwapRoute([
  buildSwapHop(KAX, USDC, { toAmount: '59' }),
  buildSwapHop(USDC, USDC_THERE, { fromAmount: '59', toAmount: '58' }),
  buildSwapHop(USDC_THERE, AVAX, { fromAmount: '58', toAmount: '2' }),
]);

interface Before {
  readonly reported: string;
  readonly received: bigint;
  readonly destinationHash?: TransactionHash | null;
}

async function inputOf(number: 2 | 3, token: Token, before: Before) {
  const { reported, received, destinationHash = number === 3 ? THERE : null } = before;
  const requested: string[] = [];
  const checks = {
    receivedIn: async (hash: string) => {
      requested.push(hash);
      return received;
    },
  } as unknown as SwapChecks;
  const output = { amount: reported, symbol: 'USDC', blockchain: 'x', type: 'DESIRED_OUTPUT' };
  const done = { state: 'done', hash: HERE, destinationHash, output, at } as SwapStep;
  const swap = { account: ALICE, route, slippageBps: 100, steps: [done, done] } as unknown;
  const input = await stepInput(checks, { swap: swap as StoredSwap, number, token });
  return { input, requested };
}

it('is what the transaction of the step before paid out according to the chain', async () => {
  const { input, requested } = await inputOf(2, USDC, { reported: '59.1', received: 59_100_000n });
  expect([input, requested]).toEqual([59_100_000n, [HERE]]);
});

it('on the other chain is what the delivery there paid out', async () => {
  const { input, requested } = await inputOf(3, USDC_THERE, {
    reported: '57.9',
    received: 57_900_000n,
  });
  expect([input, requested]).toEqual([57_900_000n, [THERE]]);
});

it.each<[string, 2 | 3, Before]>([
  ['more than the chain shows', 2, { reported: '59.1', received: 59_099_999n }],
  ['more than was delivered', 3, { reported: '58', received: 57_999_999n }],
  [
    'more than the quote and the slippage on top, whatever transaction is named',
    3,
    { reported: '58.580001', received: 900_000_000n },
  ],
  [
    'an arrival without a transaction',
    3,
    { reported: '58', received: 58_000_000n, destinationHash: null },
  ],
  ['nothing', 2, { reported: '0', received: 59_000_000n }],
])('is none when the exchange names %s', async (_what, number, before) => {
  const { input } = await inputOf(number, number === 3 ? USDC_THERE : USDC, before);
  expect(input).toBeNull();
});
