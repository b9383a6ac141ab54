import { describe, expect, it } from 'vitest';
import { ALICE, buildNetwork, KAX, POL, USDC } from '#testing/network';
import { AVALANCHE, AVAX, buildSwapHop, buildSwapRoute, USDC_THERE } from '#testing/swap-route';
import type { SwapRoute } from '#wire/exchange/route';
import type { swapRoutes } from '#wire/exchange/swap-routes';
import type { Call } from '../../application/call.ts';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import type { OfferedRoute } from '../../ports/swaps.ts';
import { createExchangeTokenList } from './listing/token-list.ts';
import { createSwapRoutes, type SwapRoutesPorts } from './swap-routes.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const polygon = buildNetwork();
const blockchainOf = (chainId: number) => (chainId === polygon.chainId ? 'POLYGON' : 'AVAX_CCHAIN');
const sideOf = ({ chainId, address, symbol }: typeof KAX) => ({
  blockchain: blockchainOf(chainId),
  address,
  symbol,
});

/** Trade, bridge, and a trade on the other chain which the wallet signs itself. */
const withStepThere = buildSwapRoute(
  [buildSwapHop(KAX, USDC), buildSwapHop(USDC, USDC_THERE), buildSwapHop(USDC_THERE, AVAX)],
  { requestId: 'there' },
);
const byBridge = buildSwapRoute([buildSwapHop(KAX, USDC), buildSwapHop(USDC, AVAX)], {
  requestId: 'bridge',
});

interface Harness {
  readonly routes: readonly SwapRoute[];
  /** Of AVAX, base units. */
  readonly gasThere?: bigint | 'no response';
}

async function find({ routes, gasThere = 10n ** 18n }: Harness) {
  const offered: OfferedRoute[] = [];
  const clock = { now: () => NOW };
  const chain = {
    balances: async () => {
      if (gasThere === 'no response') throw new ChainUnavailable(AVALANCHE.chainId, null);
      return { units: [gasThere] };
    },
  };
  const fees = {
    maxFeePerGas: 1_000_000_000n,
    maxPriorityFeePerGas: 1n,
    feeCap: 10n ** 18n,
  };
  const ports = {
    cache: createExchangeTokenList({
      networks: [polygon, AVALANCHE],
      clock,
      report: () => {},
      exchange: {
        list: async () => ({
          blockchains: [polygon, AVALANCHE].map(({ name, chainId }) => ({
            name: blockchainOf(chainId),
            displayName: name,
            chainId,
          })),
          tokens: [POL, KAX, USDC, AVAX, USDC_THERE].map((token) => ({
            ...sideOf(token),
            usdPrice: 1,
          })),
        }),
      },
    }),
    exchange: {
      findRoutes: async () => ({ ok: true as const, routes, diagnosis: 'There is no path.' }),
    },
    swaps: {
      offer: async (found: readonly OfferedRoute[]) => {
        offered.push(...found);
      },
    },
    chains: new Map([[AVALANCHE.chainId, chain]]),
    calls: new Map([[AVALANCHE.chainId, { presentFees: async () => ({ fees, pricePerGas: 1n }) }]]),
    clock,
  } as unknown as SwapRoutesPorts;
  const response = await createSwapRoutes(ports)({
    body: { from: sideOf(KAX), to: sideOf(AVAX), amount: '50' },
    session: { userId: 'u1', publicAddress: ALICE },
  } as unknown as Call<typeof swapRoutes>);
  if ('refused' in response) throw new Error(response.refused);
  return {
    ids: response.results.map(({ requestId }) => requestId),
    stored: offered.map(({ requestId }) => requestId),
    diagnosis: response.diagnosis,
  };
}

describe('a route with a step on the other chain', () => {
  it('is offered to a wallet that can pay for it there', async () => {
    const { ids, stored, diagnosis } = await find({ routes: [withStepThere, byBridge] });
    expect(ids).toEqual(['there', 'bridge']);
    expect(stored).toEqual(ids);
    expect(diagnosis).toBeNull();
  });

  it('is left out for one that cannot, and the others stay', async () => {
    const { ids, stored } = await find({ routes: [withStepThere, byBridge], gasThere: 0n });
    expect([ids, stored]).toEqual([['bridge'], ['bridge']]);
  });

  it('reports what is missing when it is the only route: 500,000 gas at twice the fee', async () => {
    const { ids, diagnosis } = await find({
      routes: [withStepThere],
      gasThere: 10n ** 15n - 1n,
    });
    expect(ids).toEqual([]);
    expect(diagnosis).toBe(
      'You need 0.001 AVAX on Avalanche for the network fee of a later step, and you have 0.000999 AVAX. Choose another route or add AVAX first.',
    );
    expect((await find({ routes: [withStepThere], gasThere: 10n ** 15n })).ids).toEqual(['there']);
  });

  it('is left out while its chain does not respond', async () => {
    const { ids, diagnosis } = await find({ routes: [withStepThere], gasThere: 'no response' });
    expect(ids).toEqual([]);
    expect(diagnosis).toContain('The network isn’t responding');
  });
});

it.each<[string, SwapRoute]>([
  ['begins with another token', buildSwapRoute([buildSwapHop(USDC, AVAX)])],
  ['ends with another token', buildSwapRoute([buildSwapHop(KAX, USDC)])],
  [
    'continues with a token that no step returned',
    buildSwapRoute([buildSwapHop(KAX, POL), buildSwapHop(USDC, AVAX)]),
  ],
  ['has no step', buildSwapRoute([])],
  [
    'cannot be made',
    buildSwapRoute([buildSwapHop(KAX, AVAX)], { resultType: 'INPUT_LIMIT_ISSUE' }),
  ],
])(
  'a route that %s is not offered, and the diagnosis of the exchange is returned',
  async (_what, route) => {
    const { ids, stored, diagnosis } = await find({ routes: [route] });
    expect([ids, stored, diagnosis]).toEqual([[], [], 'There is no path.']);
  },
);
