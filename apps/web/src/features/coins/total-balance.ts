import { valueBeforeChange, valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';

/** The KAX total counts only coins with this symbol; nothing is converted. */
const PRODUCT_SYMBOL = 'KAX';
const PRODUCT_DECIMALS = 18;

export interface UsdChange {
  readonly isUp: boolean;
  /** The absolute change, US dollars with `USD_DECIMALS` decimals; never negative. */
  readonly difference: bigint;
  /** Percent of the value 24 hours ago; negative when it fell. */
  readonly percent: number;
}

export interface TotalBalance {
  /** Σ balance × price, US dollars with `USD_DECIMALS` decimals. */
  readonly usd: bigint;
  /** Σ balances of KAX, with `kaxDecimals` decimals. */
  readonly kax: bigint;
  readonly kaxDecimals: number;
  /** The part of both totals that is not spendable yet. */
  readonly pending: { readonly usd: bigint; readonly kax: bigint };
  /** Null while no coin with a balance has a known change. */
  readonly change: UsdChange | null;
  /** Symbols of coins with a balance but without a price: the total leaves them out. */
  readonly withoutPrice: readonly string[];
}

/** Adds up the coins: both totals of the account card, and the change of the USD total in 24 hours. */
export function totalBalance(coins: readonly Coin[]): TotalBalance {
  const kaxCoins = coins.filter((coin) => coin.symbol === PRODUCT_SYMBOL);
  const withoutPrice = coins.filter((coin) => isHeld(coin) && coin.price.price === null);
  return {
    usd: sum(coins.map((coin) => coinValueUsd(coin) ?? 0n)),
    kax: sum(kaxCoins.map((coin) => BigInt(coin.balanceBaseUnits))),
    kaxDecimals: kaxCoins[0]?.decimals ?? PRODUCT_DECIMALS,
    pending: {
      usd: sum(coins.map((coin) => valueUsd(coin, pendingUnits(coin)) ?? 0n)),
      kax: sum(kaxCoins.map(pendingUnits)),
    },
    change: totalChange(coins),
    withoutPrice: [...new Set(withoutPrice.map((coin) => coin.symbol))],
  };
}

/** @returns US dollars with `USD_DECIMALS` decimals; null when the price is unknown. */
export function coinValueUsd(coin: Coin): bigint | null {
  return valueUsd(coin, BigInt(coin.balanceBaseUnits));
}

function valueUsd({ price: { price }, decimals }: Coin, units: bigint): bigint | null {
  return price === null ? null : valueInUsd(units, decimals, price);
}

function pendingUnits({ pending }: Coin): bigint {
  return sum(pending.map(({ baseUnits }) => BigInt(baseUnits)));
}

export function isHeld(coin: Coin): boolean {
  return coin.balanceBaseUnits !== '0';
}

function totalChange(coins: readonly Coin[]): UsdChange | null {
  const moves = coins.flatMap((coin) => {
    const now = coinValueUsd(coin);
    if (now === null || now === 0n || coin.price.change === null) return [];
    const before = valueBeforeChange(now, coin.price.change);
    return before === null ? [] : [{ now, before }];
  });
  const before = sum(moves.map((move) => move.before));
  if (before === 0n) return null;
  const difference = sum(moves.map((move) => move.now)) - before;
  return {
    isUp: difference >= 0n,
    difference: difference < 0n ? -difference : difference,
    percent: Number((difference * 10_000n) / before) / 100,
  };
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
