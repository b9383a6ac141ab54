import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';
import type { ProviderOrder, RampHint, RampVisit } from './ramp-provider.ts';

/** An order that was read from the partner and belongs to one of our users. */
export interface RampOrder {
  readonly orderId: string;
  readonly side: RampSide;
  readonly status: RampStatus;
  readonly fiatCurrency: string;
  readonly fiatAmount: string | null;
  readonly cryptoAmount: string | null;
  /** Where the tokens of a sale are expected; null for a purchase. */
  readonly depositAddress: string | null;
  readonly transactionHash: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An order that one process looks up at the partner. */
export interface DueRampOrder {
  readonly orderId: string;
  /** A notification that arrives before this makes it due again. */
  readonly leaseEnd: Date;
  readonly visit: Omit<RampVisit, 'email'>;
}

/** Our users' orders at the payment partner. Nothing is listed that was not read there. */
export interface RampOrders {
  /** Stores for whom a page is opened, before the page is requested. */
  open(visit: Omit<RampVisit, 'email'>, now: Date): Promise<void>;
  /**
   * Stores that an order has to be looked up, once for each notification.
   * @returns `unknown-visit` when none of our pages can have made it; nothing is stored then
   */
  note(hint: RampHint, now: Date): Promise<'noted' | 'noted-before' | 'unknown-visit'>;
  /** Takes orders that are to be looked up; no one else gets them until `leaseMs` later. */
  take(now: Date, most: number, leaseMs: number): Promise<readonly DueRampOrder[]>;
  /** Stores what the partner reports; looked up again at `dueAt`, or only at the next notification when null. */
  store(
    due: DueRampOrder,
    order: ProviderOrder,
    times: { readonly dueAt: Date | null; readonly now: Date },
  ): Promise<void>;
  /** Stores only when to look again; null for not before the next notification. */
  postpone(due: DueRampOrder, dueAt: Date | null): Promise<void>;
  /** The oldest page opened since then with the address it was opened from; null when there is none. */
  oldestVisit(since: Date): Promise<{ readonly openedAt: Date; readonly ip: string } | null>;
  /** The user's orders, newest first. */
  list(userId: string, side: RampSide | null, most: number): Promise<readonly RampOrder[]>;
  /** Deletes pages without an order, and notifications, from before this. */
  sweep(before: Date): Promise<void>;
}
