import { decodeEventLog, type Hex, toEventSelector } from 'viem';
import type { Market } from '../chain/deployment.ts';
import type { CallNode } from '../chain/json-rpc.ts';
import { isFirstInPool, PRICE_SCALE, sqrtX96ToPrice } from '../chain/pool-price.ts';
import { readSqrtPriceX96 } from '../chain/trade.ts';
import { v3PoolAbi } from '../chain/uniswap.ts';

/** A price at a moment. */
export interface Sample {
  /** Seconds since 1970. */
  readonly at: number;
  readonly usd: number;
}

/** The price of a token according to the trades of one pool. */
export interface MarketPrices {
  /** @returns the pool's price at this moment. */
  now(): Promise<Sample>;
  /** @returns percent against the price of 24 hours before now; null when there was no trade by then. */
  change24h(): Promise<number | null>;
  /** @returns the prices after each trade since `from` (seconds since 1970), oldest first. */
  since(from: number): Promise<readonly Sample[]>;
}

interface Trade extends Sample {
  readonly block: bigint;
}

interface SwapLog {
  readonly topics: [Hex, ...Hex[]];
  readonly data: Hex;
  readonly blockNumber: Hex;
  readonly blockTimestamp: Hex;
}

const DAY_SECONDS = 86_400;
const READ_AGAIN_AFTER_MS = 1_000;
/** Blocks that are read again each time, because a killed node may have replaced its last ones. */
const REREAD_BLOCKS = 8n;
const swapTopic = toEventSelector(v3PoolAbi[1]);

/** Reads prices of one market from its V3 pool: the current one from its slot, past ones from its trades. */
export function createMarketPrices(call: CallNode, market: Market, usdc: Hex): MarketPrices {
  const isTokenFirst = isFirstInPool(market.token, usdc);
  let trades: Trade[] = [];
  let readAt = 0;
  let reading: Promise<void> | null = null;
  const toUsd = (sqrtX96: bigint) =>
    Number(sqrtX96ToPrice(sqrtX96, isTokenFirst)) / Number(PRICE_SCALE);
  return {
    now: async () => ({
      at: nowSeconds(),
      usd: toUsd(await readSqrtPriceX96(call, market.v3Pool)),
    }),
    change24h: async () => {
      await refresh();
      const dayAgo = nowSeconds() - DAY_SECONDS;
      const before = trades.findLast(({ at }) => at <= dayAgo);
      if (!before) return null;
      const usd = toUsd(await readSqrtPriceX96(call, market.v3Pool));
      return (usd / before.usd - 1) * 100;
    },
    since: async (from) => {
      await refresh();
      return trades.filter(({ at }) => at >= from);
    },
  };

  async function refresh(): Promise<void> {
    if (Date.now() - readAt < READ_AGAIN_AFTER_MS) return;
    reading ??= readNewTrades().finally(() => {
      reading = null;
    });
    await reading;
  }

  async function readNewTrades(): Promise<void> {
    const known = trades.at(-1)?.block ?? 0n;
    const from = known > REREAD_BLOCKS ? known - REREAD_BLOCKS : 0n;
    const logs = await call<SwapLog[]>('eth_getLogs', [
      { address: market.v3Pool, topics: [swapTopic], fromBlock: toQuantity(from) },
    ]);
    const fresh = logs.map((log): Trade => {
      const { args } = decodeEventLog({ abi: v3PoolAbi, eventName: 'Swap', ...log });
      return {
        block: BigInt(log.blockNumber),
        at: Number(log.blockTimestamp),
        usd: toUsd(args.sqrtPriceX96),
      };
    });
    trades = [...trades.filter(({ block }) => block < from), ...fresh];
    readAt = Date.now();
  }
}

function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}
