import { type Address, concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem';
import { POOL_FEE } from '../chain/uniswap.ts';
import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';

/** A call to a contract, as a transaction carries it. */
export interface ContractCall {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: bigint;
}

export interface Trade {
  readonly from: ListedAsset;
  readonly to: ListedAsset;
  readonly amountIn: bigint;
}

/** Where tokens are traded: two protocols, each with its own pools and prices. */
export interface Venue {
  readonly swapperId: string;
  readonly title: string;
  /** Its id in an order on the bridge. */
  readonly code: number;
  router(chain: ExchangeChain): Hex;
  /** @returns the current output in base units; null when there is no pool for it. */
  quote(chain: ExchangeChain, trade: Trade): Promise<bigint | null>;
  /** @returns the call that makes the trade, or fails when the output would be below `minOut`. */
  call(
    chain: ExchangeChain,
    trade: Trade & { readonly minOut: bigint; readonly recipient: Hex; readonly deadline: bigint },
  ): ContractCall;
}

const v3QuoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] sqrtPriceX96AfterList, uint32[] initializedTicksCrossedList, uint256 gasEstimate)',
]);
const v3RouterAbi = parseAbi([
  'struct ExactInputParams { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(ExactInputParams params) payable returns (uint256 amountOut)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(bytes[] data) payable returns (bytes[] results)',
]);
const v2RouterAbi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable returns (uint256[] amounts)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
]);
/** With this recipient, the V3 router keeps the output, to unwrap it in its next call. */
const THE_ROUTER_ITSELF = '0x0000000000000000000000000000000000000000';

const v3: Venue = {
  swapperId: 'UniSwapV3',
  title: 'Uniswap V3',
  code: 3,
  router: ({ deployment }) => deployment.swapRouter,
  quote: async (chain, trade) => {
    const { result } = await chain.client.simulateContract({
      address: chain.deployment.quoter,
      abi: v3QuoterAbi,
      functionName: 'quoteExactInput',
      args: [packPath(pathOf(chain, trade)), trade.amountIn],
    });
    return result[0];
  },
  call: (chain, { from, to, amountIn, minOut, recipient, deadline }) => {
    const params = {
      path: packPath(pathOf(chain, { from, to })),
      recipient: to.address === null ? THE_ROUTER_ITSELF : recipient,
      deadline,
      amountIn,
      amountOutMinimum: minOut,
    } as const;
    const trade = encodeFunctionData({
      abi: v3RouterAbi,
      functionName: 'exactInput',
      args: [params],
    });
    return {
      to: chain.deployment.swapRouter,
      value: from.address === null ? amountIn : 0n,
      data: to.address === null ? thenUnwrap(trade, minOut, recipient) : trade,
    };
  },
};

const v2: Venue = {
  swapperId: 'UniSwapV2',
  title: 'Uniswap V2',
  code: 2,
  router: ({ deployment }) => deployment.v2Router,
  quote: async (chain, trade) => {
    const amounts = await chain.client.readContract({
      address: chain.deployment.v2Router,
      abi: v2RouterAbi,
      functionName: 'getAmountsOut',
      args: [trade.amountIn, pathOf(chain, trade)],
    });
    return amounts.at(-1) ?? null;
  },
  call: (chain, { from, to, amountIn, minOut, recipient, deadline }) => {
    const where = [pathOf(chain, { from, to }), recipient, deadline] as const;
    const abi = v2RouterAbi;
    const router = { to: chain.deployment.v2Router, value: 0n };
    if (from.address === null) {
      const functionName = 'swapExactETHForTokens';
      const data = encodeFunctionData({ abi, functionName, args: [minOut, ...where] });
      return { ...router, value: amountIn, data };
    }
    const functionName = to.address === null ? 'swapExactTokensForETH' : 'swapExactTokensForTokens';
    const data = encodeFunctionData({ abi, functionName, args: [amountIn, minOut, ...where] });
    return { ...router, data };
  },
};

export const venues = { v3, v2 } as const;
export type VenueName = keyof typeof venues;

/** @returns the venue that an order on the bridge names; null for an unknown id. */
export function venueByCode(code: number): Venue | null {
  return Object.values(venues).find((venue) => venue.code === code) ?? null;
}

/** @returns the output in base units, or null when the venue has no pool or too little liquidity. */
export function quoteAt(venue: Venue, chain: ExchangeChain, trade: Trade): Promise<bigint | null> {
  if (trade.from.pooled === trade.to.pooled || trade.amountIn === 0n) return Promise.resolve(null);
  return venue.quote(chain, trade).catch(() => null);
}

/** Every pool has USDC on one side. */
function pathOf({ deployment }: ExchangeChain, { from, to }: Omit<Trade, 'amountIn'>): Address[] {
  const { usdc } = deployment;
  const isDirect = from.pooled === usdc || to.pooled === usdc;
  return isDirect ? [from.pooled, to.pooled] : [from.pooled, usdc, to.pooled];
}

function packPath(tokens: readonly Address[]): Hex {
  const fee = numberToHex(POOL_FEE, { size: 3 });
  return concatHex(tokens.flatMap((token, index) => (index === 0 ? [token] : [fee, token])));
}

function thenUnwrap(trade: Hex, minOut: bigint, recipient: Hex): Hex {
  const unwrap = encodeFunctionData({
    abi: v3RouterAbi,
    functionName: 'unwrapWETH9',
    args: [minOut, recipient],
  });
  return encodeFunctionData({
    abi: v3RouterAbi,
    functionName: 'multicall',
    args: [[trade, unwrap]],
  });
}
