import { decodeFunctionResult, encodeFunctionData, type Hex, maxUint256 } from 'viem';
import type { CallNode } from './json-rpc.ts';
import { isFirstInPool } from './pool-price.ts';
import type { Sender } from './sender.ts';
import { POOL_FEE, swapRouterAbi, v3PoolAbi } from './uniswap.ts';

/** More than a trade can need; the pool takes only what moves it to the target price. */
const AMOUNT_AT_HAND = 10n ** 15n;
const DECIMALS_OF_TOKEN = 10n ** 12n;

/** Sends the swap that brings a pool from one square-root price to another. */
export async function tradeToPrice(
  sender: Sender,
  trade: {
    readonly swapRouter: Hex;
    readonly token: Hex;
    readonly usdc: Hex;
    readonly fromSqrtX96: bigint;
    readonly toSqrtX96: bigint;
  },
): Promise<void> {
  if (trade.fromSqrtX96 === trade.toSqrtX96) return;
  // The pool's price is its first token in units of its second: it rises when the second is paid in.
  const paysSecond = trade.toSqrtX96 > trade.fromSqrtX96;
  const paysUsdc = paysSecond === isFirstInPool(trade.token, trade.usdc);
  const params = {
    tokenIn: paysUsdc ? trade.usdc : trade.token,
    tokenOut: paysUsdc ? trade.token : trade.usdc,
    fee: POOL_FEE,
    recipient: sender.address,
    deadline: maxUint256,
    amountIn: paysUsdc ? AMOUNT_AT_HAND : AMOUNT_AT_HAND * DECIMALS_OF_TOKEN,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: trade.toSqrtX96,
  };
  await sender.send({
    to: trade.swapRouter,
    data: encodeFunctionData({
      abi: swapRouterAbi,
      functionName: 'exactInputSingle',
      args: [params],
    }),
    gas: 400_000n,
  });
}

/** @returns a V3 pool's square-root price at the latest block. */
export async function readSqrtPriceX96(call: CallNode, pool: Hex): Promise<bigint> {
  const data = await call<Hex>('eth_call', [
    { to: pool, data: encodeFunctionData({ abi: v3PoolAbi, functionName: 'slot0' }) },
    'latest',
  ]);
  return decodeFunctionResult({ abi: v3PoolAbi, functionName: 'slot0', data })[0];
}
