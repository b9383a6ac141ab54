import type { ListedOwnerWrap, OwnerWrapWire } from '#wire/wallet/owner-wrap';
import { visibleName } from '../../../application/visible-name.ts';
import type { OwnerWrap, SealedOwnerWrap } from '../../../ports/owner-wraps.ts';

export const MOST_OWNER_WRAPS = 10;
export const LABEL_NOT_VALID = 'Enter a name of up to 50 visible characters.';

const MOST_CHARACTERS = 50;
const IV_BYTES = 12;

/** @returns what a way to open the keys is called; null when that is not valid */
export function labelOf(text: string): string | null {
  return visibleName(text, MOST_CHARACTERS);
}

/** @returns a way to open the keys as its owner sees it in a list */
export function ownerWrapView({
  id,
  kind,
  label,
  credentialId,
  createdAt,
  usedAt,
}: Omit<OwnerWrap, 'publicKey' | 'version'>): ListedOwnerWrap {
  const at = { createdAt: createdAt.toISOString(), usedAt: usedAt?.toISOString() ?? null };
  return { id, kind, label, credentialId, ...at };
}

/** @returns what is stored of a way that a device sealed */
export function toSealed(wrap: OwnerWrapWire, label: string): SealedOwnerWrap {
  const { id, version, kind, credentialId, publicKey, salt, keysBox, entropyBox } = wrap;
  const named = { id, version, kind, label, credentialId, publicKey };
  const bytes = (hex: string) => Buffer.from(hex, 'hex');
  return {
    ...named,
    salt: bytes(salt),
    keysBox: bytes(keysBox.iv + keysBox.bytes),
    entropyBox: bytes(entropyBox.iv + entropyBox.bytes),
  };
}

/** @returns a way with its boxes, as a device sealed it */
export function toWire(wrap: SealedOwnerWrap): OwnerWrapWire {
  const { id, version, kind, credentialId, publicKey } = wrap;
  const hex = (from: Uint8Array) => Buffer.from(from).toString('hex');
  const box = (from: Uint8Array) => ({
    iv: hex(from.subarray(0, IV_BYTES)),
    bytes: hex(from.subarray(IV_BYTES)),
  });
  const boxes = { keysBox: box(wrap.keysBox), entropyBox: box(wrap.entropyBox) };
  return kind === 'passkey'
    ? { id, version, kind, credentialId, publicKey, salt: '', ...boxes }
    : { id, version, kind, credentialId: '', publicKey: '', salt: hex(wrap.salt), ...boxes };
}
