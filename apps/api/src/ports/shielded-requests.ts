import type {
  PoolCall,
  PrivateTransactionEstimate,
  PrivateTransactionPlan,
  ShieldedOutcome,
  ShieldRequest,
} from './shielded-pool.ts';
import type {
  ClaimEndEstimate,
  ClaimWalletAccess,
  RequestedPrivateTransaction,
} from './shielded-pool-client.ts';

/** The requests that the process with a pool accepts. */
export type ShieldedRequest =
  | { readonly kind: 'prepare-shield'; readonly shield: ShieldRequest }
  | { readonly kind: 'estimate-shield'; readonly shield: ShieldRequest }
  | {
      readonly kind: 'estimate-private-transaction';
      readonly userId: string;
      readonly privateTransaction: RequestedPrivateTransaction;
    }
  | {
      readonly kind: 'plan-private-transaction';
      readonly userId: string;
      readonly privateTransaction: RequestedPrivateTransaction;
    }
  | {
      readonly kind: 'estimate-claim-end';
      readonly wallet: ClaimWalletAccess;
      readonly privateTransaction: RequestedPrivateTransaction;
    }
  | { readonly kind: 'refresh'; readonly userId: string };

/** Its responses, by kind of request. */
export interface ShieldedResponses {
  readonly 'prepare-shield': PoolCall;
  readonly 'estimate-shield': bigint;
  readonly 'estimate-private-transaction': PrivateTransactionEstimate;
  readonly 'plan-private-transaction': PrivateTransactionPlan;
  readonly 'estimate-claim-end': ClaimEndEstimate;
  readonly refresh: bigint | null;
}

export type ShieldedResponse<Kind extends ShieldedRequest['kind']> =
  | ShieldedOutcome<ShieldedResponses[Kind]>
  | { readonly ok: false; readonly problem: 'away' | 'not-open' };

/** A request that this process has claimed. */
export interface ClaimedRequest {
  readonly request: ShieldedRequest;
  /** Responds to the caller. */
  respond(response: ShieldedResponse<ShieldedRequest['kind']>): Promise<void>;
}

/** The requests from other processes to this one. Source: the database. */
export interface ShieldedRequests {
  /** Claims the requests that have not expired; those that cannot be opened are left out. */
  take(now: Date): Promise<readonly ClaimedRequest[]>;
  /** Deletes what no one is waiting for anymore. */
  sweep(now: Date): Promise<void>;
}
