import type { PrivateAddressKeys } from '#pool/addresses';
import type { ViewingKeys } from '#pool/keys';
import type { PrivateConfirmation } from './confirmation.ts';

/** A payment with all that is computed only once for it. */
export interface CheckedPayment {
  readonly confirmation: PrivateConfirmation;
  readonly keys: ViewingKeys;
  /** Of a transfer's recipient; null for what leaves the pool. */
  readonly recipientKeys: PrivateAddressKeys | null;
  /** Where the pool pays to; null within it. */
  readonly unshieldsTo: string | null;
}
