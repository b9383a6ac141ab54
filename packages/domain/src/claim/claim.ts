import type { PrivateAddress, PublicAddress } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';

const DAY_MS = 24 * 60 * 60_000;

/** How long a payment by link waits for its recipient; after that it goes back to its sender. */
export const CLAIM_LASTS_MS = 30 * DAY_MS;

/** When the recipient is reminded by itself, after the payment was made. */
export const CLAIM_REMINDERS_MS = [7 * DAY_MS, 20 * DAY_MS, 27 * DAY_MS] as const;

/** How long a sender waits before they can remind the recipient again. */
export const REMIND_AGAIN_AFTER_MS = DAY_MS;

/** The most reminders of one payment, those by itself included: its recipient may not want to hear of it at all. */
export const MOST_REMINDERS = 10;

/** How long one that ended is listed for its sender. */
export const CLAIM_KEPT_AFTER_END_MS = 5 * 365 * DAY_MS;

/** How long one is kept whose money was never sent. */
export const UNSENT_CLAIM_KEPT_MS = 90 * DAY_MS;

/** The most payments by link of one user that wait for their recipients. */
export const MOST_WAITING_CLAIMS = 50;

/** Where the link is sent, and what the recipient has to have verified. */
export interface ClaimRecipient {
  readonly channel: 'email' | 'sms';
  /** An email in lower case, or a phone number in E.164. */
  readonly value: string;
}

/** Which balance of its sender a claim is paid from, and which of its recipient's it ends in. */
export const CLAIM_BALANCES = ['public', 'private'] as const;

export type ClaimBalance = (typeof CLAIM_BALANCES)[number];

/** The wallet that the money of a claim waits in, by the balance that it's part of. */
export type ClaimWalletAddress =
  | { readonly balance: 'public'; readonly address: PublicAddress }
  | { readonly balance: 'private'; readonly address: PrivateAddress };

/**
 * What is set aside in a wallet of its own for someone who may have no account. It never changes once it is made.
 */
export type ClaimTerms = ClaimWalletAddress & {
  /** The wallet is child `number` of the sender's seed; no two of one sender have the same. */
  readonly number: number;
  readonly chainId: number;
  readonly tokenId: TokenId;
  /** What the recipient gets, base units. */
  readonly units: BaseUnits;
  /**
   * What is put into the wallet for the fee of its end: base units of the native coin for a public one, of the token
   * itself for a private one.
   */
  readonly setAside: BaseUnits;
  readonly recipient: ClaimRecipient;
  /** The sender's name as they registered, which the recipient sees. */
  readonly senderName: string;
  /** The recipient reads it; null for none. */
  readonly message: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** One that is paid from the public balance. */
export type PublicClaimTerms = Extract<ClaimTerms, { readonly balance: 'public' }>;

/** One that is paid from the private balance. */
export type PrivateClaimTerms = Extract<ClaimTerms, { readonly balance: 'private' }>;

/**
 * What became of a claim. `sending` until its money is set aside, `failed` where that moved nothing; `waiting` for the
 * recipient; `expired` when the recipient can no longer claim it and it isn't on its way back yet.
 */
export const CLAIM_STATES = [
  'sending',
  'failed',
  'waiting',
  'claiming',
  'claimed',
  'expired',
  'returning',
  'returned',
] as const;

export type ClaimState = (typeof CLAIM_STATES)[number];
