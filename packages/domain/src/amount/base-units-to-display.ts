import type { BaseUnits } from './base-units.ts';

/** Which way an amount is cut to fewer decimals: what a person pays goes `up`, what a person owns goes `down`. */
export type Rounding = 'up' | 'down';

/** How many decimals each kind of figure has on screen (specification §9). */
export const DECIMALS_SHOWN = {
  fee: 6,
  confirm: 3,
  history: 4,
  usdValue: 4,
  price: 2,
} as const;

/**
 * Writes base units as an exact display amount, without needless zeros.
 * @returns as in `4725.5`; the inverse of `displayToBaseUnits`.
 */
export function baseUnitsToDisplay(units: bigint, decimals: number): string {
  const { whole, fraction } = splitUnits(units, decimals);
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed === '' ? whole : `${whole}.${trimmed}`;
}

/**
 * Writes base units with a fixed number of decimals, cut in the named direction.
 * @returns as in `0.002100`; never more decimals than `places`, always exactly that many.
 */
export function formatBaseUnits(
  units: bigint,
  decimals: number,
  shown: { readonly places: number; readonly rounding: Rounding },
): string {
  const cut = rescale(units, decimals, shown.places, shown.rounding);
  const { whole, fraction } = splitUnits(cut, shown.places);
  return shown.places === 0 ? whole : `${whole}.${fraction}`;
}

/** Writes a comma between each three digits before the point: `4725.5` becomes `4,725.5`. */
export function groupThousands(display: string): string {
  const [whole = '', fraction] = display.split('.');
  const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/**
 * Expresses an amount of one number of decimals in another.
 * @returns units of `toDecimals`; only when digits are lost does `rounding` matter.
 */
export function rescale(
  units: bigint,
  fromDecimals: number,
  toDecimals: number,
  rounding: Rounding,
): BaseUnits {
  if (toDecimals >= fromDecimals) {
    return (units * 10n ** BigInt(toDecimals - fromDecimals)) as BaseUnits;
  }
  const divisor = 10n ** BigInt(fromDecimals - toDecimals);
  const isExact = units % divisor === 0n;
  const quotient = units / divisor;
  return (rounding === 'up' && !isExact ? quotient + 1n : quotient) as BaseUnits;
}

function splitUnits(units: bigint, decimals: number): { whole: string; fraction: string } {
  if (units < 0n) throw new RangeError(`An amount is never negative, but ${units} was given.`);
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return { whole: digits.slice(0, point), fraction: digits.slice(point) };
}
