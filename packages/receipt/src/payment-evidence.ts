import type { ClaimResult } from './verdict.ts';

/** What a record shows of a payment; a claim that it doesn't show is wrong. */
export interface PaymentEvidence {
  /** Whether the contract recorded a payment of its token, or of the network's own coin. */
  readonly showsToken: boolean;
  readonly showsAmount: boolean;
  readonly showsRecipient: boolean;
  readonly sender: ClaimResult;
  /** The contract of the pool that recorded it; null for a public payment. */
  readonly pool: string | null;
}

export const NO_EVIDENCE: PaymentEvidence = {
  showsToken: false,
  showsAmount: false,
  showsRecipient: false,
  sender: 'wrong',
  pool: null,
};
