import type { Owner, WrapKind } from '#signing/messages/owner-wrap';

/** What a box is for: `spend` pays, `seed` gives the 12 words. */
export type BoxUse = 'spend' | 'seed';

/** What a box is bound to: with any other value, it doesn't open. */
export interface BoxBinding {
  readonly use: BoxUse;
  readonly owner: Owner;
  readonly wrapId: string;
  readonly kind: WrapKind;
  readonly credentialId: string;
}

export const WRAP_VERSION = 1;

/** @returns every part behind its length in four bytes, so that no two bindings have the same bytes */
export function associatedData(binding: BoxBinding): Uint8Array<ArrayBuffer> {
  const { use, owner, wrapId, kind, credentialId } = binding;
  const parts = [
    String(WRAP_VERSION),
    use,
    owner.userId,
    owner.address,
    owner.privateAddress,
    wrapId,
    kind,
    credentialId,
  ].map((part) => new TextEncoder().encode(part));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + 4 + part.length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length);
    bytes.set(part, at + 4);
    at += 4 + part.length;
  }
  return bytes;
}
