/** What a receipt claims. */
export type ReceiptClaim =
  /** That the transaction is in this block of this chain and succeeded. */
  | 'transaction'
  | 'time'
  /** The contract, and what it calls its token and divides it into. */
  | 'token'
  | 'amount'
  | 'recipient'
  | 'sender'
  /** That the party which it names as its issuer signed it, with everything that is in it. */
  | 'signature';

/**
 * `proven`: the chain's record, or the signature, shows it. `stated`: nothing shows it, and nothing contradicts it.
 * `absent`: the receipt doesn't say it. `wrong`: the record contradicts it.
 */
export type ClaimResult = 'proven' | 'stated' | 'absent' | 'wrong';

/** What became of each claim. The receipt is genuine when none is wrong and all but `sender` are proven. */
export interface ReceiptVerdict {
  readonly isGenuine: boolean;
  readonly results: Readonly<Record<ReceiptClaim, ClaimResult>>;
  /**
   * For a private payment, the contract whose record counted, in lower case: whoever checks compares it with the
   * pool that they know. Null for a public payment, and when no contract recorded a private one.
   */
  readonly pool: string | null;
}
