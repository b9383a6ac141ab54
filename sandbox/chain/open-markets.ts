import { decodeFunctionResult, encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { trader } from './accounts.ts';
import type { Foundation, Market } from './deployment.ts';
import type { CallNode } from './json-rpc.ts';
import type { LocalNetwork, MarketPlan } from './local-networks.ts';
import { mineAll } from './mine-all.ts';
import { isFirstInPool, PRICE_SCALE, priceToSqrtX96 } from './pool-price.ts';
import { seededRandom, walkTo } from './price-walk.ts';
import { createSender, type Sender } from './sender.ts';
import { tradeToPrice } from './trade.ts';
import {
  FULL_RANGE_TICK,
  POOL_FEE,
  positionManagerAbi,
  v2FactoryAbi,
  v2RouterAbi,
  v3FactoryAbi,
} from './uniswap.ts';

const TRADES = 98;
const SECONDS_BETWEEN_TRADES = 15 * 60;
/** Deviation of one quarter of an hour, as a fraction: about 4 % in a day. */
const STEP_SIZE = 0.004;
const POOL_CREATION_GAS = 7_000_000n;

interface PlannedMarket {
  readonly plan: MarketPlan;
  readonly token: Hex;
  readonly isTokenFirst: boolean;
  /** Prices of the past day, oldest first, times PRICE_SCALE. */
  readonly walk: readonly bigint[];
}

/**
 * Opens a V3 pool for every market, trades in it once per quarter of an hour of the past day (the blocks
 * carry those times), and opens a V2 pair at the current price.
 */
export async function openMarkets(
  network: LocalNetwork,
  foundation: Foundation,
  call: CallNode,
): Promise<Market[]> {
  const sender = createSender(call, network.chainId, trader);
  const random = seededRandom(network.chainId);
  const planned = network.markets.map((plan, index): PlannedMarket => {
    const token = index === 0 ? foundation.wrappedNative : foundation.kax;
    if (token === null) throw new Error(`${network.name} has no ${plan.symbol}.`);
    const isTokenFirst = isFirstInPool(token, foundation.usdc);
    return {
      plan,
      token,
      isTokenFirst,
      walk: walkTo(plan.usd, { steps: TRADES, stepSize: STEP_SIZE }, random),
    };
  });
  for (const market of planned) await openV3Pool(sender, foundation, market);
  await mineAll(call);
  await tradeThroughTheDay({ sender, call }, foundation, planned);
  for (const market of planned) await openV2Pair(sender, foundation, market);
  await mineAll(call);
  return Promise.all(planned.map((market) => describeMarket(market, foundation, call)));
}

async function openV3Pool(
  sender: Sender,
  { positionManager, usdc }: Foundation,
  { plan, token, isTokenFirst, walk }: PlannedMarket,
): Promise<void> {
  const [token0, token1] = isTokenFirst ? [token, usdc] : [usdc, token];
  const price = walk[0] ?? 0n;
  const sides = sidesWorth(plan.depthUsd, price);
  const [amount0Desired, amount1Desired] = isTokenFirst
    ? [sides.token, sides.usdc]
    : [sides.usdc, sides.token];
  await sender.send({
    to: positionManager,
    gas: POOL_CREATION_GAS,
    data: encodeFunctionData({
      abi: positionManagerAbi,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [token0, token1, POOL_FEE, priceToSqrtX96(price, isTokenFirst)],
    }),
  });
  const position = {
    token0,
    token1,
    fee: POOL_FEE,
    tickLower: -FULL_RANGE_TICK,
    tickUpper: FULL_RANGE_TICK,
    amount0Desired,
    amount1Desired,
    amount0Min: 0n,
    amount1Min: 0n,
    recipient: sender.address,
    deadline: maxUint256,
  };
  await sender.send({
    to: positionManager,
    data: encodeFunctionData({ abi: positionManagerAbi, functionName: 'mint', args: [position] }),
  });
}

async function tradeThroughTheDay(
  { sender, call }: { readonly sender: Sender; readonly call: CallNode },
  { swapRouter, usdc }: Foundation,
  planned: readonly PlannedMarket[],
): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  for (let step = 1; step < TRADES; step += 1) {
    for (const { token, isTokenFirst, walk } of planned) {
      const fromSqrtX96 = priceToSqrtX96(walk[step - 1] ?? 0n, isTokenFirst);
      const toSqrtX96 = priceToSqrtX96(walk[step] ?? 0n, isTokenFirst);
      await tradeToPrice(sender, { swapRouter, token, usdc, fromSqrtX96, toSqrtX96 });
    }
    const at = now - (TRADES - 1 - step) * SECONDS_BETWEEN_TRADES;
    await call('evm_setNextBlockTimestamp', [at]);
    await mineAll(call);
  }
}

async function openV2Pair(
  sender: Sender,
  { v2Router, usdc }: Foundation,
  { plan, token, walk }: PlannedMarket,
): Promise<void> {
  const sides = sidesWorth(plan.depthUsd / 2, walk.at(-1) ?? 0n);
  await sender.send({
    to: v2Router,
    gas: POOL_CREATION_GAS,
    data: encodeFunctionData({
      abi: v2RouterAbi,
      functionName: 'addLiquidity',
      args: [token, usdc, sides.token, sides.usdc, 0n, 0n, sender.address, maxUint256],
    }),
  });
}

/** @returns base units of both sides of a pool, each worth `usd` at this price. */
function sidesWorth(usd: number, price: bigint): { token: bigint; usdc: bigint } {
  const dollars = BigInt(usd);
  return { token: (dollars * PRICE_SCALE * 10n ** 18n) / price, usdc: dollars * 10n ** 6n };
}

async function describeMarket(
  { plan, token }: PlannedMarket,
  { v3Factory, v2Factory, usdc }: Foundation,
  call: CallNode,
): Promise<Market> {
  const pool = await call<Hex>('eth_call', [
    {
      to: v3Factory,
      data: encodeFunctionData({
        abi: v3FactoryAbi,
        functionName: 'getPool',
        args: [token, usdc, POOL_FEE],
      }),
    },
    'latest',
  ]);
  const pair = await call<Hex>('eth_call', [
    {
      to: v2Factory,
      data: encodeFunctionData({ abi: v2FactoryAbi, functionName: 'getPair', args: [token, usdc] }),
    },
    'latest',
  ]);
  return {
    symbol: plan.symbol,
    token,
    v3Pool: decodeFunctionResult({ abi: v3FactoryAbi, functionName: 'getPool', data: pool }),
    v2Pair: decodeFunctionResult({ abi: v2FactoryAbi, functionName: 'getPair', data: pair }),
    homeUsd: plan.usd,
  };
}
