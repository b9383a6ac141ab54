/** The fields of a coin that a payment link needs. */
export interface PayableCoin {
  readonly chainId: number;
  /** Contract address; null for the native coin. */
  readonly address: string | null;
}

/**
 * A payment link that names the network but no amount (https://eips.ethereum.org/EIPS/eip-681).
 * @returns `ethereum:0x…@137`, or for a token, a link to its contract with the recipient as a parameter
 */
export function paymentLink({ chainId, address }: PayableCoin, recipient: string): string {
  return address === null
    ? `ethereum:${recipient}@${chainId}`
    : `ethereum:${address}@${chainId}/transfer?address=${recipient}`;
}
