import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { lookAlike } from '#domain/address/look-alike';
import { isSameAddress } from '#domain/address/parse-public-address';
import type { SavedContact } from '#wire/wallet/saved-contact';

/** Addresses that the user knows. */
export interface KnownAddresses {
  readonly contacts: readonly SavedContact[];
  /** Addresses that were paid before. */
  readonly paid: readonly string[];
  readonly own: readonly string[];
}

/** A known address that another one could be mistaken for, and whose it is. */
export interface ImitatedAddress {
  readonly address: string;
  readonly owner: SavedContact | 'own' | 'paid';
}

/** @returns the known address that this one imitates; null when there is none, or when it is known itself */
export function findImitated(
  address: string,
  { contacts, paid, own }: KnownAddresses,
): ImitatedAddress | null {
  const saved = contacts.flatMap(({ publicAddress, privateAddress }) =>
    [publicAddress, privateAddress].filter((each) => each !== null),
  );
  // First without what was paid: an imitation that someone has paid once is still one.
  const imitated = lookAlikeOf(address, [...saved, ...own]) ?? lookAlikeOf(address, paid);
  if (imitated === null) return null;
  const owner = contacts.find(({ publicAddress, privateAddress }) =>
    [publicAddress, privateAddress].includes(imitated),
  );
  const isOwn = own.some((each) => isSameAddress(each, imitated));
  return { address: imitated, owner: owner ?? (isOwn ? 'own' : 'paid') };
}

function lookAlikeOf(address: string, known: readonly string[]): string | null {
  if (isPublic(address)) return lookAlike(address, known.filter(isPublic));
  if (isPrivate(address)) return lookAlike(address, known.filter(isPrivate));
  return null;
}

function isPublic(text: string): text is PublicAddress {
  return /^0x[0-9a-f]{40}$/i.test(text);
}

function isPrivate(text: string): text is PrivateAddress {
  return /^0zk1/i.test(text);
}
