import type { PublicAddress } from './address.ts';

/** Why a text is not a public address. */
export type PublicAddressProblem = 'not-valid' | 'checksum' | 'is-private';

/** Why a public address cannot be paid; each is the end of a wire code `recipient-…`. */
export type RecipientProblem = PublicAddressProblem | 'is-zero' | 'is-sender' | 'is-token';

export type ParsedPublicAddress =
  | { readonly ok: true; readonly address: PublicAddress }
  | { readonly ok: false; readonly problem: PublicAddressProblem };

export type CheckedRecipient =
  | { readonly ok: true; readonly address: PublicAddress }
  | { readonly ok: false; readonly problem: RecipientProblem };

/** Applies the EIP-55 capitals to a lower-case address. It needs keccak-256, so it is injected. */
export type ToChecksumAddress = (lowerCase: `0x${string}`) => PublicAddress;

const HEX_ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const PRIVATE_ADDRESS = /^0zk1[0-9a-z]{8,}$/i;
/** Addresses without a key: zero, the precompiles up to 0x11, and the usual `…dEaD`. */
const HIGHEST_PRECOMPILE = 0x11n;
const DEAD = 0xdeadn;

/**
 * Reads a public address. All lower case is accepted as is; any capital must be where EIP-55 requires it.
 * @returns the EIP-55 form, or why the text is not an address.
 */
export function parsePublicAddress(
  text: string,
  toChecksum: ToChecksumAddress,
): ParsedPublicAddress {
  if (PRIVATE_ADDRESS.test(text)) return { ok: false, problem: 'is-private' };
  if (!HEX_ADDRESS.test(text)) return { ok: false, problem: 'not-valid' };
  const lowerCase = `0x${text.slice(2).toLowerCase()}` as const;
  const address = toChecksum(lowerCase);
  if (text !== lowerCase && text !== address) return { ok: false, problem: 'checksum' };
  return { ok: true, address };
}

/**
 * Reads the recipient of a payment and refuses addresses where money would be lost or return to the sender.
 * @returns the EIP-55 form, or the first problem.
 */
export function checkRecipient(
  text: string,
  payment: {
    /** Null when a payment to oneself makes sense, as out of the private balance. */
    readonly sender: `0x${string}` | null;
    /** Contract addresses of the tokens on the payment's chain. */
    readonly tokenAddresses: readonly `0x${string}`[];
    readonly toChecksum: ToChecksumAddress;
  },
): CheckedRecipient {
  const parsed = parsePublicAddress(text, payment.toChecksum);
  if (!parsed.ok) return parsed;
  const { address } = parsed;
  if (isUnowned(address)) return { ok: false, problem: 'is-zero' };
  if (payment.sender !== null && isSameAddress(address, payment.sender)) {
    return { ok: false, problem: 'is-sender' };
  }
  if (payment.tokenAddresses.some((token) => isSameAddress(token, address))) {
    return { ok: false, problem: 'is-token' };
  }
  return { ok: true, address };
}

/** True when both are the same account, whatever their capitals. */
export function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isUnowned(address: PublicAddress): boolean {
  const value = BigInt(address);
  return value <= HIGHEST_PRECOMPILE || value === DEAD;
}
