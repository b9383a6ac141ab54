import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';

/** What became of an amount that didn’t arrive whole, each as in `98 FEE`. */
interface Arrival {
  readonly sent: string;
  readonly arrived: string;
  readonly kept: string;
}

/** @returns the parts of a payment of which the token kept some; null for any other operation. */
export function arrivalOf({ amount, arrived, decimals, symbol }: OperationView): Arrival | null {
  if (arrived === null || arrived === amount || arrived === '0') return null;
  const shown = (units: bigint) =>
    `${groupThousands(baseUnitsToDisplay(units, decimals))} ${symbol}`;
  return {
    sent: shown(BigInt(amount)),
    arrived: shown(BigInt(arrived)),
    kept: shown(BigInt(amount) - BigInt(arrived)),
  };
}

/** @returns true when the network executed a payment that the token did not record. */
export function hasNothingArrived({ arrived }: OperationView): boolean {
  return arrived === '0';
}
