import { concatBytes } from '@noble/curves/utils.js';
import { expandViewingKeys, type ViewingKeys, type WalletKeys } from './keys.ts';
import { packSpendingKey, unpackSpendingKey } from './spending-key.ts';

/** Everything that a wallet's owner can give away without giving away money. */
export interface Sight extends ViewingKeys {
  /** 32 bytes: with it the public address can read what it shielded. */
  readonly shieldKey: Uint8Array;
}

const KEY_BYTES = 32;
const PACKED_BYTES = 3 * KEY_BYTES;

/** @returns 96 bytes: the private viewing key, the public spending key and the shield key */
export function packSight({ viewing, publicSpendingKey, shieldKey }: Sight): Uint8Array {
  return concatBytes(viewing, packSpendingKey(publicSpendingKey), shieldKey);
}

/** @returns null for anything but the 96 bytes that a wallet's sight consists of */
export function unpackSight(packed: Uint8Array): Sight | null {
  const [viewing, spending, shieldKey] = thirdsOf(packed) ?? [];
  if (viewing === undefined || spending === undefined || shieldKey === undefined) return null;
  const publicSpendingKey = unpackSpendingKey(spending);
  if (publicSpendingKey === null) return null;
  return { ...expandViewingKeys(viewing, publicSpendingKey), shieldKey };
}

/** @returns 96 bytes: the private keys of the public address, of spending and of viewing */
export function packKeys({ account, spending, viewing }: WalletKeys): Uint8Array {
  return concatBytes(account, spending, viewing);
}

/** @returns null for anything but 96 bytes */
export function unpackKeys(packed: Uint8Array): WalletKeys | null {
  const [account, spending, viewing] = thirdsOf(packed) ?? [];
  if (account === undefined || spending === undefined || viewing === undefined) return null;
  return { account, spending, viewing };
}

function thirdsOf(packed: Uint8Array): readonly Uint8Array[] | null {
  if (packed.length !== PACKED_BYTES) return null;
  return [0, 1, 2].map((third) => packed.slice(third * KEY_BYTES, (third + 1) * KEY_BYTES));
}
