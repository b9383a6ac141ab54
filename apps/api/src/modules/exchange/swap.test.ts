import { expect, it } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { ALICE, buildNetwork, KAX, USDC } from '#testing/network';
import { AVALANCHE, AVAX, buildSwapHop, buildSwapRoute, USDC_THERE } from '#testing/swap-route';
import type { BodyInputOf } from '#wire/contract';
import type { swap } from '#wire/exchange/swap';
import type { Call } from '../../application/call.ts';
import type { OfferedRoute } from '../../ports/swaps.ts';
import { OPEN_GATE } from '../../simulator/open-gate.ts';
import { createSwap, type SwapPorts } from './swap.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const route = buildSwapRoute([
  buildSwapHop(KAX, USDC),
  buildSwapHop(USDC, USDC_THERE),
  buildSwapHop(USDC_THERE, AVAX, { toAmount: '2' }),
]);
const offer: OfferedRoute = {
  requestId: route.requestId,
  userId: 'u1',
  account: ALICE,
  fromTokenId: KAX.id,
  toTokenId: AVAX.id,
  amount: (50n * 10n ** 18n) as BaseUnits,
  route,
  offeredAt: NOW,
};
type Body = BodyInputOf<typeof swap>;

/** Requests the swap; what would sign or store it records that it was reached. */
async function request(body: Partial<Body>, harness: { userId?: string; gasThere?: bigint } = {}) {
  const { userId = 'u1', gasThere = 10n ** 18n } = harness;
  const reached: string[] = [];
  const token = (each: typeof KAX, blockchain: string) => ({
    token: each,
    network: blockchain === 'POLYGON' ? buildNetwork() : AVALANCHE,
    view: { blockchain },
  });
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, feeCap: 10n ** 18n };
  const ports = {
    cache: {
      listing: async () => ({
        blockchains: [],
        tokens: new Map([
          ['POLYGON', [KAX, USDC].map((each) => token(each, 'POLYGON'))],
          ['AVAX_CCHAIN', [AVAX, USDC_THERE].map((each) => token(each, 'AVAX_CCHAIN'))],
        ]),
      }),
    },
    exchange: {
      confirm: async () => {
        reached.push('confirm');
        return { ok: false as const, reason: 'Enough.' };
      },
    },
    swaps: {
      findByKey: async () => null,
      findOffer: async (whose: string) => (whose === offer.userId ? offer : null),
      insert: async () => {
        reached.push('insert');
        return true;
      },
    },
    vault: {
      withPublicSigner: async () => {
        reached.push('key');
      },
    },
    chains: new Map([[AVALANCHE.chainId, { balances: async () => ({ units: [gasThere] }) }]]),
    calls: new Map([[AVALANCHE.chainId, { presentFees: async () => ({ fees, pricePerGas: 1n }) }]]),
    gate: OPEN_GATE,
    clock: { now: () => NOW },
  } as unknown as SwapPorts;
  const response = await createSwap(ports)({
    body: { requestId: route.requestId, slippage: '1', ...body },
    session: { userId },
    idempotencyKey: 'k1',
  } as unknown as Call<typeof swap>);
  return { response, reached };
}

it('with the route as it was offered goes to the exchange for confirmation', async () => {
  const shown = { outputAmount: route.outputAmount, swaps: route.swaps };
  expect((await request(shown)).reached).toEqual(['confirm']);
  expect((await request({})).reached).toEqual(['confirm']);
});

const [first, ...others] = route.swaps;
const withFirst = (change: object) => [{ ...first, ...change }, ...others] as Body['swaps'];
it.each<[string, Partial<Body>]>([
  ['a larger output', { outputAmount: '9999' }],
  ['a step less', { swaps: route.swaps.slice(1) }],
  ['another amount in a step', { swaps: withFirst({ toAmount: '9999' }) }],
  ['another token in a step', { swaps: withFirst({ to: buildSwapHop(AVAX, AVAX).to }) }],
  ['another swapper', { swaps: withFirst({ swapperId: 'Other' }) }],
])('with an edited route, %s, is refused, and nothing is signed', async (_what, body) => {
  const { response, reached } = await request(body);
  expect(response).toEqual({ refused: 'route-changed' });
  expect(reached).toEqual([]);
});

it('with the id of someone else’s route is refused, and nothing is signed', async () => {
  const { response, reached } = await request({}, { userId: 'u2' });
  expect(response).toEqual({ refused: 'route-expired' });
  expect(reached).toEqual([]);
});

it('whose later step the wallet cannot pay for is refused before anything is signed', async () => {
  const { response, reached } = await request({}, { gasThere: 0n });
  expect(response).toMatchObject({
    refused: 'not-enough-for-fee',
    sentence: expect.stringContaining('on Avalanche for the network fee of a later step'),
  });
  expect(reached).toEqual([]);
});
