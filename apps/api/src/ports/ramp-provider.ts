import type { PublicAddress } from '#domain/address/address';
import type { RampSide, RampStatus } from '#domain/ramp/ramp-order';

/** Who a page of the payment partner is opened for. */
export interface RampVisit {
  /** Comes back with every order that is made on the page. */
  readonly visitId: string;
  readonly userId: string;
  readonly side: RampSide;
  readonly address: PublicAddress;
  readonly email: string;
  /** Must be where the page is opened from. */
  readonly ip: string;
}

/** An order as the partner's own books have it. */
export interface ProviderOrder {
  readonly orderId: string;
  /** Null when the partner does not say. */
  readonly visitId: string | null;
  readonly userId: string | null;
  readonly side: RampSide;
  readonly status: RampStatus;
  readonly fiatCurrency: string;
  /** Decimal texts, digits as the partner wrote them; null when it does not say. */
  readonly fiatAmount: string | null;
  readonly cryptoAmount: string | null;
  /** Where the money of a purchase goes, where that of a sale is expected. */
  readonly address: string;
  readonly transactionHash: string | null;
  readonly createdAt: Date;
}

/** What a webhook claims; a reason to look, and no more. */
export interface RampHint {
  /** The same for the same news, however often it is told. */
  readonly eventId: string;
  readonly orderId: string;
  readonly visitId: string;
}

/** Who sells tokens for money and buys them. */
export interface RampProvider {
  /** @returns the URL of a page that opens once. Rejects with `RampUnavailable`. */
  createPage(visit: RampVisit): Promise<string>;
  /** @returns what a signed webhook claims; null when the partner did not sign it. */
  readWebhook(signed: string): Promise<RampHint | null>;
  /** @returns the order; null when the partner has none of this id. Rejects with `RampUnavailable`. */
  readOrder(orderId: string, ip: string): Promise<ProviderOrder | null>;
  /** @returns orders since then, newest first, 100 at most. Rejects with `RampUnavailable`. */
  listOrders(since: Date, ip: string): Promise<readonly ProviderOrder[]>;
}

/** The payment partner did not answer, or not in its own format. The cause holds no secret. */
export class RampUnavailable extends Error {
  constructor(cause: unknown) {
    super('The payment partner did not answer.', { cause });
    this.name = 'RampUnavailable';
  }
}
