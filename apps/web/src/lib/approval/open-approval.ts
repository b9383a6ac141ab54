import type { ApprovalMethod, ApprovalRequest } from '#wire/security/approval';
import { createStore, useStore } from '../store.ts';

/** What the user did with an approval. `unavailable`: its dialog could not be loaded. */
export type ApprovalDecision =
  | { readonly at: 'approved'; readonly method: ApprovalMethod; readonly proof: string }
  | { readonly at: 'closed' }
  | { readonly at: 'unavailable' };

/** The approval that the user decides at the moment. */
export interface OpenApproval {
  /** The same for all attempts of one call. */
  readonly call: number;
  readonly request: ApprovalRequest;
  /** Why the last attempt did not count; null at first. */
  readonly problem: string | null;
  /** The request is being repeated; closing no longer stops it. */
  readonly isSending: boolean;
  readonly decide: (decision: ApprovalDecision) => void;
}

const store = createStore<OpenApproval | null>(null);
let host: object | null = null;

/** @returns the approval to show; rerenders the component when it changes. */
export function useOpenApproval(): OpenApproval | null {
  return useStore(store);
}

/** @returns the same once. */
export function openApproval(): OpenApproval | null {
  return store.get();
}

export function setOpenApproval(approval: OpenApproval | null): void {
  store.set(approval);
}

/**
 * Says that there is a place on the page that shows approvals.
 * @returns a function that ends it, for example at sign-out: what is open closes
 */
export function hostApprovals(): () => void {
  const mine = {};
  host = mine;
  return () => {
    if (host === mine) host = null;
    store.get()?.decide({ at: 'closed' });
  };
}

/** What shows approvals at the moment; another one after the next sign-in. */
export function approvalHost(): object | null {
  return host;
}
