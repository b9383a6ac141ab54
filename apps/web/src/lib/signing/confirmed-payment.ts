import type { AnyContract, BodyInputOf } from '#wire/contract';
import type { internalTransfer } from '#wire/wallet/internal-transfer';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { unshield } from '#wire/wallet/unshield';
import type { ChosenCoin } from '../call-options.ts';

interface Confirmed<C extends AnyContract> {
  /** The name of the call, which says from which balance it pays and how. */
  readonly call: C['name'];
  readonly body: BodyInputOf<C>;
  readonly coin?: ChosenCoin | undefined;
  readonly idempotencyKey?: string | undefined;
}

export type PublicPayment = Confirmed<typeof sendTokens> | Confirmed<typeof shield>;

export type PrivatePayment = Confirmed<typeof internalTransfer> | Confirmed<typeof unshield>;

/** A payment as its user confirmed it, before they sign it. */
export type ConfirmedPayment = PublicPayment | PrivatePayment;
