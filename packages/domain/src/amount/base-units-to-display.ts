import { type BaseUnits, divideUnits, type Rounding, toBaseUnits } from './base-units.ts';

/** The number of decimals of each kind of figure on screen (specification §9). */
export const DECIMALS_SHOWN = {
  fee: 6,
  confirm: 3,
  history: 4,
  usdValue: 4,
  price: 2,
} as const;

/**
 * Formats base units as an exact display amount, without trailing zeros.
 * @returns as in `4725.5`; the inverse of `displayToBaseUnits`.
 */
export function baseUnitsToDisplay(units: bigint, decimals: number): string {
  const { whole, fraction } = splitUnits(units, decimals);
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed === '' ? whole : `${whole}.${trimmed}`;
}

/**
 * Formats base units with a fixed number of decimals, rounded in the given direction.
 * @returns as in `0.002100`; never more decimals than `places`, always exactly that many.
 */
export function formatBaseUnits(
  units: bigint,
  decimals: number,
  shown: { readonly places: number; readonly rounding: Rounding },
): string {
  const cut = rescale(units, { from: decimals, to: shown.places, rounding: shown.rounding });
  const { whole, fraction } = splitUnits(cut, shown.places);
  return shown.places === 0 ? whole : `${whole}.${fraction}`;
}

/** Adds thousands separators before the point: `4725.5` becomes `4,725.5`. */
export function groupThousands(display: string): string {
  const [whole = '', fraction] = display.split('.');
  const grouped = whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** The number of decimals before and after, and how lost digits are rounded. */
export interface Rescaling {
  readonly from: number;
  readonly to: number;
  readonly rounding: Rounding;
}

/**
 * Converts an amount from one number of decimals to another.
 * @returns units of `to` decimals; only when digits are lost does `rounding` matter.
 */
export function rescale(units: bigint, { from, to, rounding }: Rescaling): BaseUnits {
  if (to >= from) return toBaseUnits(units * 10n ** BigInt(to - from));
  return divideUnits(units, 10n ** BigInt(from - to), rounding);
}

function splitUnits(units: bigint, decimals: number): { whole: string; fraction: string } {
  if (units < 0n) throw new RangeError(`An amount is never negative, but ${units} was given.`);
  const digits = units.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return { whole: digits.slice(0, point), fraction: digits.slice(point) };
}
