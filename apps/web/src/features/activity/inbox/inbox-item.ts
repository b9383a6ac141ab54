import type { SecurityEvent } from '#wire/security/security-events';
import type { ClaimView } from '#wire/wallet/claim';
import type { ActivityEntry } from '../entry.ts';
import type { PaidRequest } from './paid-requests.ts';

/** What the user can choose to see; what concerns the security of the account, they always do. */
export type InboxTopic = 'arrivals' | 'payments' | 'links' | 'security';

interface ItemBase {
  /** The same after every read, on every device. */
  readonly id: string;
  readonly topic: InboxTopic;
  /** Milliseconds since 1970: an item is new while this is later than what was read. */
  readonly at: number;
}

/** What became of a payment by link, as its sender hears of it. `ending` is 3 days before it comes back. */
export type ClaimMoment = 'unclaimed' | 'ending' | 'expired' | 'claimed' | 'returned' | 'failed';

/** Money that someone else paid. */
export interface ArrivalItem extends ItemBase {
  readonly kind: 'arrival';
  readonly entry: ActivityEntry;
  /** The payment request that it paid; null for any other. */
  readonly request: PaidRequest | null;
}

/** The end of a payment of the user’s own. */
export interface PaymentItem extends ItemBase {
  readonly kind: 'payment';
  readonly entry: ActivityEntry;
}

export interface ClaimItem extends ItemBase {
  readonly kind: 'claim';
  readonly claim: ClaimView;
  readonly moment: ClaimMoment;
}

export interface SecurityItem extends ItemBase {
  readonly kind: 'security';
  readonly event: SecurityEvent;
  /** Signed in from an address that no earlier sign-in came from. */
  readonly isNewSignIn: boolean;
  /** As in `Firefox on Windows`; null when the session isn’t known any more, and for any other event. */
  readonly device: string | null;
}

/** One thing that the user hears of. */
export type InboxItem = ArrivalItem | PaymentItem | ClaimItem | SecurityItem;
