import type { PublicAddress } from '../address/address.ts';
import { isSameAddress } from '../address/parse-public-address.ts';
import { type BaseUnits, smallerUnits, sumUnits } from '../amount/base-units.ts';
import type { OperationDetails } from './operation.ts';

/** A transfer that a token recorded in a transaction (the event `Transfer` of ERC-20). */
export interface RecordedTransfer {
  readonly to: PublicAddress;
  /** Base units of the token. */
  readonly units: BaseUnits;
}

/** What a mined transaction says about the payment in it. */
export interface PaymentOutcome {
  readonly isSuccess: boolean;
  /** The transfers that the called contract recorded; none where it is no token. */
  readonly transfers: readonly RecordedTransfer[];
}

/**
 * What reached the recipient of a payment in a token: a token can report success and keep a part, or everything.
 * A token that claims more than was sent is not believed.
 * @returns base units of the token; null where success alone decides: the native coin, which arrives whole, everything
 *   that goes through the private pool or an exchange, and a transaction that failed.
 */
export function arrivedUnits(
  { kind, tokenId, feeTokenId, recipient, amount }: OperationDetails,
  { isSuccess, transfers }: PaymentOutcome,
): BaseUnits | null {
  if (kind !== 'send' || tokenId === feeTokenId || !isSuccess) return null;
  const arrived = transfers.filter(({ to }) => isSameAddress(to, recipient));
  return smallerUnits(amount, sumUnits(arrived.map(({ units }) => units)));
}
