import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { CallSession, Client, Refusal } from './call.ts';

/** A payment that would leave a user's wallet. */
export interface LeavingPayment {
  readonly kind: 'send' | 'unshield' | 'internal-transfer';
  readonly chainId: number;
  readonly network: Pick<Network, 'name'>;
  readonly token: Token;
  /** Base units. */
  readonly amount: bigint;
  readonly recipient: string;
  /** To the recipient; null or left out for none. */
  readonly message?: string | null;
  /** Whether the recipient of a private payment sees the sender; left out where they can't choose. */
  readonly showsSender?: boolean;
}

/** A payment that may leave. */
export interface AdmittedPayment {
  /** Since when it counts towards the day's total; null where another request counted it, or it doesn't count. */
  readonly countedAt: Date | null;
  /** It was refused after all, and nothing of it is stored: it no longer counts, unless another request made it too. */
  readonly giveBack: () => Promise<void>;
}

/**
 * Admits a payment before it is signed or stored: the account is not frozen, it is within what may leave at the moment,
 * and it was approved where it has to be. Admitted, it counts towards the day's total, once for its key.
 */
export type AdmitPayment = (
  call: {
    readonly session: CallSession;
    readonly client: Client;
    readonly idempotencyKey: string;
  },
  payment: LeavingPayment,
) => Promise<AdmittedPayment | Refusal>;

/** Admits what moves within the user's own wallet, and what reveals its keys. @returns a refusal while the account is frozen */
export type RefuseFrozen = (userId: string) => Promise<Refusal | null>;

/** For how long a session may not take an account over, whatever it knows. */
export interface SessionHold {
  readonly code: 'held-after-reset' | 'held-new-device';
  readonly from: Date;
  readonly until: Date;
}

/**
 * @returns the hold that a session is under; null when there is none. Until it is over, only a passkey from before it
 * lets the session export keys, and it adds no first second factor.
 */
export type FindHold = (session: CallSession) => Promise<SessionHold | null>;

/** What every payment passes before it is signed or stored. */
export interface PaymentGate {
  readonly admit: AdmitPayment;
  /** What was admitted then no longer counts, unless another request relied on it: nothing of it can be sent any more. */
  readonly giveBack: (
    payment: { readonly userId: string; readonly idempotencyKey: string },
    countedAt: Date,
  ) => Promise<void>;
  readonly refuseFrozen: RefuseFrozen;
  readonly findHold: FindHold;
}
