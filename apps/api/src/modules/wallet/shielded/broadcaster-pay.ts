import {
  addUnits,
  type BaseUnits,
  bpsOfUnits,
  divideUnits,
  toBaseUnits,
} from '#domain/amount/base-units';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Token } from '#domain/token/token';
import type { BroadcasterAddresses } from '../../../ports/broadcaster.ts';
import type { BroadcasterFee } from '../../../ports/shielded-pool.ts';
import type { PriceCache } from '../balances/price-cache.ts';

/** What the broadcaster charges for a private transaction. */
export interface BroadcasterPay {
  /** @returns the price of gas in a token; null when it is free; `unknown` while a price is not known. */
  priceIn(token: Token, nativeCoin: Token): Promise<BroadcasterFee | null | 'unknown'>;
}

export interface BroadcasterPayOptions {
  /** On top of the cost of the gas, basis points; null charges nothing at all. */
  readonly premiumBps: number | null;
  readonly prices: Pick<PriceCache, 'priceOf'>;
  /** Null while no network has a pool. */
  readonly broadcaster: Pick<BroadcasterAddresses, 'privateAddress'> | null;
}

const NATIVE_UNIT = toBaseUnits(10n ** 18n);

/** @returns a policy: free, or the cost of the gas at current prices plus a premium, in the token that is sent. */
export function createBroadcasterPay(options: BroadcasterPayOptions): BroadcasterPay {
  const { premiumBps, prices, broadcaster } = options;
  return {
    async priceIn(token, nativeCoin) {
      if (premiumBps === null || broadcaster === null) return null;
      const atCost = token.id === nativeCoin.id ? NATIVE_UNIT : costIn(prices, token, nativeCoin);
      if (atCost === null) return 'unknown';
      const premium = bpsOfUnits(atCost, BigInt(premiumBps), 'up');
      const { privateAddress: recipient } = broadcaster;
      return { token, perNativeCoin: addUnits(atCost, premium), recipient };
    },
  };
}

/** @returns base units of the token that are worth one native coin; null while a price is not known. */
function costIn(
  prices: Pick<PriceCache, 'priceOf'>,
  token: Token,
  nativeCoin: Token,
): BaseUnits | null {
  const native = prices.priceOf(nativeCoin.id).price;
  const price = prices.priceOf(token.id).price;
  if (native === null || price === null || price <= 0) return null;
  const one = 10n ** BigInt(token.decimals);
  const worth = valueInUsd(NATIVE_UNIT, nativeCoin.decimals, native) * one;
  return divideUnits(worth, valueInUsd(one, token.decimals, price), 'up');
}
