import type { PublicAddress } from '../address/address.ts';
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

/**
 * What is set aside in a wallet of its own for someone who may have no account. It never changes once it is made.
 */
export interface ClaimTerms {
  /** The wallet is child `number` of the sender's seed; no two of one sender have the same. */
  readonly number: number;
  /** The wallet's address on public chains. */
  readonly address: PublicAddress;
  readonly chainId: number;
  readonly tokenId: TokenId;
  /** What the recipient gets, base units. */
  readonly units: BaseUnits;
  /** What is put into the wallet for the network fee of its end, base units of the native coin. */
  readonly setAside: BaseUnits;
  readonly recipient: ClaimRecipient;
  /** The sender's name as they registered, which the recipient sees. */
  readonly senderName: string;
  /** The recipient reads it; null for none. */
  readonly message: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

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
