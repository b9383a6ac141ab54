import { decodeFunctionResult, encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { trader } from './accounts.ts';
import type { Deployment, Market } from './deployment.ts';
import type { CallNode } from './json-rpc.ts';
import {
  integerSqrt,
  isFirstInPool,
  PRICE_SCALE,
  priceToSqrtX96,
  sqrtX96ToPrice,
} from './pool-price.ts';
import { type Random, seededRandom, stepFrom } from './price-walk.ts';
import { createSender, type Sender } from './sender.ts';
import { readSqrtPriceX96, tradeToPrice } from './trade.ts';
import { v2PairAbi, v2RouterAbi } from './uniswap.ts';

export interface MarketMaker {
  stop(): Promise<void>;
}

const TRADE_EVERY_MS = 60_000;
/** Deviation of one minute, as a fraction. */
const STEP_SIZE = 0.001;
/** The V2 pair is traded back to the V3 pool's price once it is this far off, beyond its fee. */
const TOLERANCE_BPS = 50n;

/** Trades a little in every market about once a minute, so that trades move the prices. */
export function startMarketMaker(call: CallNode, deployment: Deployment): MarketMaker {
  const sender = createSender(call, deployment.chainId, trader);
  const random = seededRandom(Date.now());
  let round: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    round = tradeOnce({ call, sender, random }, deployment).catch(() => {
      // The node is restarting; the next minute is soon enough.
    });
  }, TRADE_EVERY_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}

/** Who trades on a chain, and the random numbers used. */
export interface Trader {
  readonly call: CallNode;
  readonly sender: Sender;
  readonly random: Random;
}

/** One round: a small step in every V3 pool, and V2 pairs that deviate are brought back to it. */
export async function tradeOnce(trader: Trader, deployment: Deployment): Promise<void> {
  const { call, sender, random } = trader;
  for (const market of deployment.markets) {
    const isTokenFirst = isFirstInPool(market.token, deployment.usdc);
    const fromSqrtX96 = await readSqrtPriceX96(call, market.v3Pool);
    const price = sqrtX96ToPrice(fromSqrtX96, isTokenFirst);
    const next = stepFrom(price, { aroundUsd: market.homeUsd, stepSize: STEP_SIZE }, random);
    await tradeToPrice(sender, {
      swapRouter: deployment.swapRouter,
      token: market.token,
      usdc: deployment.usdc,
      fromSqrtX96,
      toSqrtX96: priceToSqrtX96(next, isTokenFirst),
    });
    await alignV2Pair(trader, deployment, { ...market, price: next });
  }
}

async function alignV2Pair(
  { call, sender }: Trader,
  { usdc, v2Router }: Deployment,
  { token, v2Pair, price }: Market & { readonly price: bigint },
): Promise<void> {
  const reserves = await readReserves(call, v2Pair, isFirstInPool(token, usdc));
  const unitPrice = 10n ** 12n * PRICE_SCALE;
  const present = (reserves.usdc * unitPrice) / reserves.token;
  const off = present > price ? present - price : price - present;
  if (off * 10_000n < price * TOLERANCE_BPS) return;
  // Without the fee the product of the reserves stays: at the wanted price USDC is √(product × price).
  const product = reserves.usdc * reserves.token;
  const wantedUsdc = integerSqrt((product * price) / unitPrice);
  const paysUsdc = wantedUsdc > reserves.usdc;
  const amountIn = paysUsdc ? wantedUsdc - reserves.usdc : product / wantedUsdc - reserves.token;
  const path = paysUsdc ? [usdc, token] : [token, usdc];
  await sender.send({
    to: v2Router,
    data: encodeFunctionData({
      abi: v2RouterAbi,
      functionName: 'swapExactTokensForTokens',
      args: [amountIn, 0n, path, sender.address, maxUint256],
    }),
    gas: 300_000n,
  });
}

async function readReserves(
  call: CallNode,
  pair: Hex,
  isTokenFirst: boolean,
): Promise<{ token: bigint; usdc: bigint }> {
  const data = await call<Hex>('eth_call', [
    { to: pair, data: encodeFunctionData({ abi: v2PairAbi, functionName: 'getReserves' }) },
    'latest',
  ]);
  const [first, second] = decodeFunctionResult({
    abi: v2PairAbi,
    functionName: 'getReserves',
    data,
  });
  return isTokenFirst ? { token: first, usdc: second } : { token: second, usdc: first };
}
