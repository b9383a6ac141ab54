import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { OperationView } from '#wire/wallet/operation';
import { localAmount } from '../../lib/local-figure.ts';

/** What became of an amount that didn’t arrive whole, each as in `98 FEE`. */
interface Arrival {
  readonly sent: string;
  readonly arrived: string;
  readonly kept: string;
}

/** @returns the parts of a payment of which the token kept some; null for any other operation. */
export function arrivalOf(operation: OperationView): Arrival | null {
  const { status, amount, poolFee, arrived, decimals, symbol } = operation;
  // One that did not go through at all says so itself.
  if (arrived === null || (arrived === '0' && status !== 'confirmed')) return null;
  const sent = BigInt(amount) - BigInt(poolFee ?? 0);
  const kept = sent - BigInt(arrived);
  if (kept === 0n) return null;
  const shown = (units: bigint) => localAmount(baseUnitsToDisplay(units, decimals), symbol);
  return { sent: shown(sent), arrived: shown(BigInt(arrived)), kept: shown(kept) };
}

/** @returns true when the network executed a payment that the token did not record. */
export function hasNothingArrived({ arrived }: OperationView): boolean {
  return arrived === '0';
}

/** What became of a payment that did not arrive whole. */
type Outcome = 'partial' | 'unrecorded' | 'failed';

export function outcomeOf(operation: OperationView): Outcome {
  if (operation.isPaidInPart) return 'partial';
  return hasNothingArrived(operation) ? 'unrecorded' : 'failed';
}
