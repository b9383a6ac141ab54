import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { coinValueUsd } from './total-balance.ts';

export interface AllocationPart {
  /** Symbol, or 'Other' for the coins too small to be shown on their own. */
  readonly name: string;
  /** Whole percentage of the total; the parts add up to 100. */
  readonly percent: number;
}

const MAX_PARTS = 4;

/**
 * Splits the total by symbol across all chains, largest first.
 * @returns at most four parts and 'Other'; none while the total is 0.
 */
export function allocation(coins: readonly Coin[]): readonly AllocationPart[] {
  const valueBySymbol = new Map<string, bigint>();
  for (const coin of coins) {
    const value = coinValueUsd(coin) ?? 0n;
    if (value > 0n) valueBySymbol.set(coin.symbol, (valueBySymbol.get(coin.symbol) ?? 0n) + value);
  }
  const parts = [...valueBySymbol]
    .map(([name, value]) => ({ name, value }))
    .sort((one, other) => (one.value > other.value ? -1 : 1));
  const rest = parts.slice(MAX_PARTS);
  const shown = parts.slice(0, MAX_PARTS);
  if (rest.length > 0) {
    shown.push({ name: t('Other'), value: rest.reduce((total, part) => total + part.value, 0n) });
  }
  return inWholePercent(shown);
}

/** Distributes the remainder to the parts that lost most by truncation, so that the sum is 100. */
export function inWholePercent(
  parts: readonly { name: string; value: bigint }[],
): readonly AllocationPart[] {
  const total = parts.reduce((sum, part) => sum + part.value, 0n);
  if (total === 0n) return [];
  const cut = parts.map(({ name, value }) => ({
    name,
    percent: Number((value * 100n) / total),
    lost: (value * 100n) % total,
  }));
  const missing = 100 - cut.reduce((sum, part) => sum + part.percent, 0);
  const lucky = new Set(
    [...cut].sort((one, other) => (one.lost > other.lost ? -1 : 1)).slice(0, missing),
  );
  return cut.map((part) => ({
    name: part.name,
    percent: part.percent + (lucky.has(part) ? 1 : 0),
  }));
}
