import { type BaseUnits, bpsOfUnits } from '../amount/base-units.ts';

/** The choices of slippage, basis points (specification §5); the second is the default. */
export const SLIPPAGE_OPTIONS_BPS = [50, 100, 300, 500, 800, 1300] as const;

export type SlippageBps = (typeof SLIPPAGE_OPTIONS_BPS)[number];

export const DEFAULT_SLIPPAGE_BPS: SlippageBps = 100;
/** From here on the user is warned. */
export const HIGH_SLIPPAGE_BPS = 500;

/** @returns the choice for a percentage, as in `0.5`; null when it is not a choice. */
export function parseSlippage(percent: number | string): SlippageBps | null {
  return SLIPPAGE_OPTIONS_BPS.find((bps) => slippagePercent(bps) === String(percent)) ?? null;
}

/** @returns basis points as percent, as in `0.5`. */
export function slippagePercent(bps: number): string {
  const hundredths = String(bps % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  const whole = String((bps - (bps % 100)) / 100);
  return hundredths === '' ? whole : `${whole}.${hundredths}`;
}

/** @returns the minimum that may arrive, base units, rounded down as contracts do. */
export function minimumReceived(units: BaseUnits, slippageBps: number): BaseUnits {
  return bpsOfUnits(units, BigInt(10_000 - slippageBps), 'down');
}

/**
 * The slippage that keeps an earlier promised minimum when the quote has changed since.
 * @returns basis points, rounded down and never above those agreed; null when the promise cannot be kept.
 */
export function slippageForMinimum(
  units: bigint,
  promisedMinimum: bigint,
  agreedBps: number,
): number | null {
  if (units < promisedMinimum || units === 0n) return null;
  const bps = Number(((units - promisedMinimum) * 10_000n) / units);
  return bps < agreedBps ? bps : agreedBps;
}
