import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToBaseUnits } from '#domain/amount/display-to-base-units';
import type { SwapRoute } from '#wire/exchange/route';

const FINE = 30;

/**
 * The minimum input of the route that requires least, when the exchange names a minimum for a step: the step's own
 * minimum, scaled by the ratio of the route's input to the step's input.
 * @returns display amount of the input token, rounded up; null when no route has a minimum
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

/** @returns the quotient of two fine amounts, in units of this many decimals, rounded up */
function ceilTo(product: bigint, divisor: bigint, decimals: number): bigint {
  const scale = divisor * 10n ** BigInt(FINE - decimals);
  return (product + scale - 1n) / scale;
}
