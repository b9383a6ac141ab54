import type { PublicAddress } from '../address/address.ts';
import { isSameAddress } from '../address/parse-public-address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { Swap } from './swap.ts';

/** For how long a delivery that the exchange reports is looked for, far longer than any network takes to be final. */
export const DELIVERY_SOUGHT_FOR_MS = 60 * 60_000;

/** How far our clock and the time of a block may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

/** What a transaction in a final block paid to an account. */
export interface FinalPayment {
  readonly units: BaseUnits;
  /** The time of its block. */
  readonly at: Date;
  /** Who sent the transaction. */
  readonly sender: PublicAddress;
}

/**
 * Whether a payment can be what a swap delivered: no less than was agreed, not from before the swap, and sent by the
 * account itself only where its own transaction is the last step.
 * @param payment in the token that is bought, to the account of the swap
 * @param isCrossChain true when someone else delivers
 */
export function isDelivery(
  swap: Pick<Swap<unknown>, 'account' | 'minimumReceived' | 'createdAt'>,
  { units, at, sender }: FinalPayment,
  isCrossChain: boolean,
): boolean {
  if (isSameAddress(sender, swap.account) === isCrossChain) return false;
  const isOlder = at.getTime() < swap.createdAt.getTime() - CLOCKS_APART_MS;
  return units >= swap.minimumReceived && !isOlder;
}

/** True when the delivery that the exchange reports was looked for in vain for long enough. */
export function isSoughtInVain(reportedAt: Date, now: Date): boolean {
  return now.getTime() - reportedAt.getTime() >= DELIVERY_SOUGHT_FOR_MS;
}
