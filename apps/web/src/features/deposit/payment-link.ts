/** A coin as a payment link needs it. */
export interface PayableCoin {
  readonly chainId: number;
  /** Contract address; null for the native coin. */
  readonly address: string | null;
}

/**
 * A link that requests a payment on its network (https://eips.ethereum.org/EIPS/eip-681), without an amount.
 * @returns as in `ethereum:0x…@137`, or with the token's contract and the recipient inside it
 */
export function paymentLink({ chainId, address }: PayableCoin, recipient: string): string {
  return address === null
    ? `ethereum:${recipient}@${chainId}`
    : `ethereum:${address}@${chainId}/transfer?address=${recipient}`;
}
