import type { PublicAddress } from '../address/address.ts';
import { isSameAddress } from '../address/parse-public-address.ts';
import {
  type BaseUnits,
  smallerUnits,
  subtractUnits,
  sumUnits,
  ZERO_UNITS,
} from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import type { OperationDetails } from './operation.ts';

/** A transfer that a token recorded in a transaction (the event `Transfer` of ERC-20). */
export interface RecordedTransfer {
  readonly tokenId: TokenId;
  readonly to: PublicAddress;
  /** Base units of the token. */
  readonly units: BaseUnits;
}

/** What a mined transaction says about the payment in it. */
export interface PaymentOutcome {
  readonly isSuccess: boolean;
  /** The transfers that tokens which Kax lists recorded. */
  readonly transfers: readonly RecordedTransfer[];
}

/**
 * What reached the recipient of a payment in a token: a token can report success and keep a part, or everything.
 * A token that claims more than was sent is not believed.
 * @returns base units of the token; null where success alone decides: the native coin, which arrives whole, what goes
 *   into the private pool, stays in it or goes through an exchange, and a transaction that failed.
 */
export function arrivedUnits(
  { kind, tokenId, feeTokenId, recipient, amount, pool }: OperationDetails,
  { isSuccess, transfers }: PaymentOutcome,
): BaseUnits | null {
  const isPaidOut = kind === 'send' || kind === 'unshield';
  if (!isPaidOut || tokenId === feeTokenId || !isSuccess) return null;
  const arrived = transfers.filter(
    (transfer) => transfer.tokenId === tokenId && isSameAddress(transfer.to, recipient),
  );
  const sent = subtractUnits(amount, pool?.poolFee ?? ZERO_UNITS);
  return smallerUnits(sent, sumUnits(arrived.map(({ units }) => units)));
}
