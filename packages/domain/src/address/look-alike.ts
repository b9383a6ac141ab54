import type { PrivateAddress, PublicAddress } from './address.ts';
import { isSameAddress } from './parse-public-address.ts';

/** People compare the ends of an address, so that is what an attacker copies: this many characters at each end. */
const ENDS_COMPARED = 4;

/**
 * Looks for a known address that a user could mistake for this one.
 * @returns the first known address with the same four characters at both ends that is another account; null when
 * there is none, or when the address itself is known.
 */
export function lookAlike<Address extends PublicAddress | PrivateAddress>(
  address: Address,
  known: readonly Address[],
): Address | null {
  if (known.some((other) => isSameAddress(other, address))) return null;
  return known.find((other) => endsOf(other) === endsOf(address)) ?? null;
}

/** After what all addresses of its kind begin with, as a shortened address shows them. */
function endsOf(address: PublicAddress | PrivateAddress): string {
  const text = address.toLowerCase();
  const prefix = text.startsWith('0zk1') ? '0zk1' : '0x';
  return text.slice(0, prefix.length + ENDS_COMPARED) + text.slice(-ENDS_COMPARED);
}
