import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { LadderFees } from '#domain/operation/fee-ladder';
import type { OperationDetails } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { PrivatePlan } from '#signing/private/plan';
import type { OwnSeals } from './own-seals.ts';
import type { PrivateTransactionTerms } from './private-transactions.ts';

/** Whose plans, and what opens them. */
export interface PlanOwner {
  readonly userId: string;
  readonly seals: OwnSeals;
}

type SignedCall = Pick<UnsignedTransaction, 'to' | 'value' | 'data' | 'gas'>;

/** What the transactions of a plan are made of. */
export interface StoredCalls {
  /** Null when none is needed. */
  readonly approval: (SignedCall & { readonly reset?: SignedCall }) | null;
  readonly call: SignedCall;
  /** Of the cheapest rung. */
  readonly fees: LadderFees;
  readonly rungs: number;
}

interface PlanOf {
  readonly id: string;
  /** The operation that it becomes, except for when it is created. */
  readonly details: OperationDetails;
  /** The request that it is of, which its signatures continue. */
  readonly request: {
    readonly call: string;
    readonly body: unknown;
    readonly idempotencyKey: string;
  };
  /** When it began to count towards what may leave in a day; null where it doesn't. */
  readonly admittedAt: Date | null;
  readonly expiresAt: Date;
}

/** What the server wants an owner to sign of their public balance. */
export interface PublicSigningPlan extends PlanOf {
  readonly calls: StoredCalls;
  readonly nonces: {
    readonly nonce: number;
    /** Null exactly when there is no approval. */
    readonly approvalNonce: number | null;
    /** Null exactly when the approval has no reset. */
    readonly resetNonce: number | null;
  };
}

/** What the server wants an owner to sign of their private balance. */
export interface PrivateSigningPlan extends PlanOf {
  readonly notes: {
    /** What is proved, without what only the user's key seals. */
    readonly terms: PlannedTerms;
    readonly toSign: PrivatePlan;
    /** All that the proof needs besides the signatures, as the pool wrote it. */
    readonly stored: string;
  };
}

export type PlannedTerms = Omit<PrivateTransactionTerms, 'sealedMessage' | 'sealedPlan'>;

export type SigningPlan = PublicSigningPlan | PrivateSigningPlan;

export function isPrivate<Plan extends SigningPlan>(
  plan: Plan,
): plan is Extract<Plan, PrivateSigningPlan> {
  return 'notes' in plan;
}

/** @returns the address whose keys sign a plan: public or private */
export function signerOf(plan: SigningPlan): PublicAddress | PrivateAddress {
  if (!isPrivate(plan)) return plan.details.account;
  const spender = plan.details.pool?.privateAddress;
  if (spender === undefined) throw new Error(`Plan ${plan.id} spends from no private address.`);
  return spender;
}

/**
 * `waiting` ends with `expiresAt`. `signed`: its operation is stored. `replaced`: another plan of the account took its
 * place.
 */
export type PlanState = 'waiting' | 'signed' | 'cancelled' | 'replaced';

/** A plan, and what became of it. */
export type KnownPlan = SigningPlan & { readonly state: PlanState };

/**
 * The plans of wallets whose keys only their owners have, encrypted, from the moment they are made until a day after
 * they expired. An account has one that waits: what is signed has its next nonce, or its notes. `Operations.signNext` and
 * `PrivateTransactions.store` end the one that they take. One that does not open counts as none and is reported.
 */
export interface SigningPlans {
  /**
   * Stores a plan that waits. Every other one of its account that waits on this chain is `replaced`.
   * @returns false when the user deleted their wallet meanwhile
   */
  store(owner: PlanOwner, plan: SigningPlan): Promise<boolean>;
  /** @returns the newest plan of one of this user's operations; null when there is none. */
  find(owner: PlanOwner, operationId: string): Promise<KnownPlan | null>;
  /** @returns all of this user's plans, newest first. */
  list(owner: PlanOwner): Promise<readonly KnownPlan[]>;
  /** Ends a plan that waits at `now`. @returns false when it doesn't: it was signed, or ended otherwise. */
  cancel(userId: string, operationId: string, now: Date): Promise<boolean>;
  /** Deletes what expired before this time. */
  sweep(expiredBefore: Date): Promise<void>;
}
