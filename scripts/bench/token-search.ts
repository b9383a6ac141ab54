import { performance } from 'node:perf_hooks';
import type { Network } from '#domain/network/network';
import type { Token, TokenId } from '#domain/token/token';
import { createExchangeTokenList } from '../../apps/api/src/modules/exchange/listing/token-list.ts';
import { createSwapTokens } from '../../apps/api/src/modules/exchange/swap-tokens.ts';
import { type BenchLine, percentile } from './bench-line.ts';

const TOKENS = 50_000;
const SEARCHES = 5_000;
const P99_BUDGET_MS = 10;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Searches a list as long as the largest exchange's, with each response serialized to JSON. */
export async function measureTokenSearch(): Promise<readonly BenchLine[]> {
  const network = networkOf(TOKENS);
  const search = createSwapTokens({ cache: cacheOf(network) });
  const query = { blockchain: 'POLYGON', cursor: '0', limit: '50' };
  const request = async (prefix: string) =>
    JSON.stringify(await search({ query: { ...query, prefix } } as Parameters<typeof search>[0]));
  await request('a');
  const times: number[] = [];
  for (let index = 0; index < SEARCHES; index += 1) {
    const began = performance.now();
    await request(symbolOf(index * 7).slice(0, 1 + (index % 3)));
    times.push(performance.now() - began);
  }
  return [
    {
      name: `Search among ${TOKENS.toLocaleString('en-US')} tokens, p99`,
      figure: percentile(times, 0.99),
      budget: P99_BUDGET_MS,
      unit: 'ms',
      comparedWith: `${scan(network).toFixed(1)} ms to scan every token`,
    },
  ];
}

function scan({ tokens }: Network): number {
  const began = performance.now();
  JSON.stringify(tokens.filter(({ symbol }) => symbol.toLowerCase().startsWith('ab')).slice(0, 50));
  return performance.now() - began;
}

function cacheOf(network: Network) {
  return createExchangeTokenList({
    networks: [network],
    clock: { now: () => new Date() },
    report: () => {},
    exchange: {
      list: async () => ({
        blockchains: [{ name: 'POLYGON', displayName: 'Polygon', chainId: network.chainId }],
        tokens: network.tokens.map(({ address, symbol }) => ({
          blockchain: 'POLYGON',
          address,
          symbol,
          usdPrice: 1,
        })),
      }),
    },
  });
}

function networkOf(count: number): Network {
  return {
    slug: 'polygon',
    name: 'Polygon',
    chainId: 137,
    image: '',
    multicallAddress: addressOf(1),
    explorerTransactionUrl: null,
    blocksUntilFinal: 64,
    tokens: Array.from({ length: count }, (_, index) => tokenOf(index)),
  };
}

function tokenOf(index: number): Token {
  const symbol = symbolOf(index);
  return {
    id: `polygon-${symbol.toLowerCase()}` as TokenId,
    chainId: 137,
    address: addressOf(index + 2),
    symbol,
    name: `Token ${index}`,
    decimals: 18,
    isShieldable: false,
    image: '/marks/token.svg',
  };
}

/** Four letters, spread so that neighboring symbols begin differently. */
function symbolOf(index: number): string {
  let left = (index * 7_919) % LETTERS.length ** 4;
  let symbol = '';
  for (let letter = 0; letter < 4; letter += 1) {
    symbol = `${LETTERS[left % LETTERS.length]}${symbol}`;
    left = Math.floor(left / LETTERS.length);
  }
  return symbol;
}

function addressOf(index: number): Network['multicallAddress'] {
  return `0x${index.toString(16).padStart(40, '0')}` as Network['multicallAddress'];
}
