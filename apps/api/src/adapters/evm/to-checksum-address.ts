import { getAddress } from 'viem';
import type { PublicAddress } from '#domain/address/address';

/**
 * Writes the capitals of EIP-55 into an address.
 * It repairs wrong capitals silently, so a text from outside goes through `parsePublicAddress` instead.
 * @returns the EIP-55 form. Throws when it is not `0x` and 40 hex digits.
 */
export function toChecksumAddress(lowerCase: `0x${string}`): PublicAddress {
  return getAddress(lowerCase) as PublicAddress;
}
