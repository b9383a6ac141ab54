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

/** An order as the partner has it on record. */
export interface ProviderOrder {
  readonly orderId: string;
  /** Null when the partner does not report it. */
  readonly visitId: string | null;
  readonly userId: string | null;
  readonly side: RampSide;
  readonly status: RampStatus;
  readonly fiatCurrency: string;
  /** Decimal texts, digits as the partner wrote them; null when it does not report them. */
  readonly fiatAmount: string | null;
  readonly cryptoAmount: string | null;
  /** Where the tokens of a purchase go, or where those of a sale are expected. */
  readonly address: string;
  readonly transactionHash: string | null;
  readonly createdAt: Date;
}

/** What a webhook claims; a reason to look, and no more. */
export interface RampHint {
  /** The same for the same event, however often it is reported. */
  readonly eventId: string;
  readonly orderId: string;
  readonly visitId: string;
}

/** The partner that sells tokens for money and buys them. */
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

/** The payment partner did not respond, or not in its own format. The cause contains no secret. */
export class RampUnavailable extends Error {
  constructor(cause: unknown) {
    super('The payment partner did not respond.', { cause });
    this.name = 'RampUnavailable';
  }
}
