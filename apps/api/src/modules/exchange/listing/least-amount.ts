import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { SwapRoute } from '#wire/exchange/route';

const FINE = 30;

/**
 * The least that must be put in for the easiest of the routes, when the exchange names a least amount of a step:
 * the step's own in the proportion of what goes into the route and into the step.
 * @returns display amount of the token that goes in, rounded up; null when no route has a least amount
 */
export function leastAmount(routes: readonly SwapRoute[], decimals: number): string | null {
  const leasts = routes.flatMap((route) => {
    const least = leastOf(route, decimals);
    return least === null ? [] : [least];
  });
  const [easiest] = leasts.sort((one, other) => (one < other ? -1 : 1));
  return easiest === undefined ? null : baseUnitsToDisplay(easiest, decimals);
}

function leastOf({ swaps }: SwapRoute, decimals: number): bigint | null {
  const whole = units(swaps[0]?.fromAmount ?? '');
  const leasts = swaps.flatMap(({ fromAmount, fromAmountMinValue }) => {
    const [amount, least] = [units(fromAmount), units(fromAmountMinValue ?? '')];
    if (whole === null || amount === null || least === null || amount === 0n) return [];
    return [ceilTo(whole * least, amount, decimals)];
  });
  return leasts.length === 0 ? null : leasts.reduce((most, each) => (each > most ? each : most));
}

function units(display: string): bigint | null {
  const parsed = displayToBaseUnits(display, FINE);
  return parsed.ok ? parsed.units : null;
}

/** @returns the quotient of two fine amounts, in units of so many decimals, rounded up */
function ceilTo(product: bigint, divisor: bigint, decimals: number): bigint {
  const scale = divisor * 10n ** BigInt(FINE - decimals);
  return (product + scale - 1n) / scale;
}
