import type { SignerOutcome } from '#signing/messages/protocol';
import { createStore, useStore } from '../store.ts';

/** What the user confirmed, as the signer is given it. */
export interface SigningDetails {
  /** Each pays at most once. */
  readonly orderId: string;
  readonly planId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly confirmation: unknown;
  readonly plan: unknown;
}

/** How it ended in the signer. `unavailable`: the signer, or what shows it, could not be loaded. */
export type SigningDecision = SignerOutcome | { readonly outcome: 'unavailable' };

/** What the user signs at the moment. */
export interface OpenSigning {
  /** Another one for each payment. */
  readonly call: number;
  readonly details: SigningDetails;
  /** It is being sent; closing no longer stops it. */
  readonly isSending: boolean;
  readonly decide: (decision: SigningDecision) => void;
}

const store = createStore<OpenSigning | null>(null);
let host: object | null = null;

/** @returns what to show; rerenders the component when it changes. */
export function useOpenSigning(): OpenSigning | null {
  return useStore(store);
}

/** @returns the same once. */
export function openSigning(): OpenSigning | null {
  return store.get();
}

export function setOpenSigning(signing: OpenSigning | null): void {
  store.set(signing);
}

/**
 * Says that there is a place on the page that shows the signer.
 * @returns a function that ends it, for example at sign-out: what is open closes
 */
export function hostSigner(): () => void {
  const mine = {};
  host = mine;
  return () => {
    if (host === mine) host = null;
    store.get()?.decide({ outcome: 'cancelled' });
  };
}

/** What shows the signer at the moment; another one after the next sign-in. */
export function signerHost(): object | null {
  return host;
}
