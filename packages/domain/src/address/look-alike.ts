import type { PublicAddress } from './address.ts';
import { isSameAddress } from './parse-public-address.ts';

/** People compare the ends of an address, so that is what an attacker copies: this many digits at each end. */
const DIGITS_COMPARED = 4;

/**
 * Looks for a known address that a user could mistake for this one.
 * @returns the first known address with the same four hex digits at both ends that is another account; null when
 * there is none, or when the address itself is known.
 */
export function lookAlike(
  address: PublicAddress,
  known: readonly PublicAddress[],
): PublicAddress | null {
  if (known.some((other) => isSameAddress(other, address))) return null;
  return known.find((other) => endsOf(other) === endsOf(address)) ?? null;
}

function endsOf(address: PublicAddress): string {
  const digits = address.slice(2).toLowerCase();
  return digits.slice(0, DIGITS_COMPARED) + digits.slice(-DIGITS_COMPARED);
}
