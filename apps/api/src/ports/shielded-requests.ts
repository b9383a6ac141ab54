import type {
  PoolCall,
  PrivateTransactionEstimate,
  ShieldedOutcome,
  ShieldIntent,
} from './shielded-pool.ts';
import type { RequestedPrivateTransaction } from './shielded-pool-client.ts';

/** What the process that holds a pool can be asked. */
export type ShieldedRequest =
  | { readonly kind: 'prepare-shield'; readonly intent: ShieldIntent }
  | { readonly kind: 'estimate-shield'; readonly intent: ShieldIntent }
  | {
      readonly kind: 'estimate-spend';
      readonly userId: string;
      readonly privateTransaction: RequestedPrivateTransaction;
    }
  | { readonly kind: 'refresh'; readonly userId: string };

/** What it answers, by kind of question. */
export interface ShieldedResponses {
  readonly 'prepare-shield': PoolCall;
  readonly 'estimate-shield': bigint;
  readonly 'estimate-spend': PrivateTransactionEstimate;
  readonly refresh: boolean;
}

export type ShieldedResponse<Kind extends ShieldedRequest['kind']> =
  | ShieldedOutcome<ShieldedResponses[Kind]>
  | { readonly ok: false; readonly problem: 'away' | 'not-open' };

/** A question that this process took up. */
export interface ClaimedRequest {
  readonly request: ShieldedRequest;
  /** Tells whoever asked. */
  response(response: ShieldedResponse<ShieldedRequest['kind']>): Promise<void>;
}

/** The questions that others ask of this process. Source: the database. */
export interface ShieldedRequests {
  /** Takes up what was asked and is not too late; what cannot be opened is left out. */
  take(now: Date): Promise<readonly ClaimedRequest[]>;
  /** Deletes what nobody waits for any more. */
  sweep(now: Date): Promise<void>;
}
