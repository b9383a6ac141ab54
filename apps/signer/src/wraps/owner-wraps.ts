import type { Owner, OwnerWrap, SealedBox, WrapKind } from '#signing/messages/owner-wrap';
import { associatedData, type BoxUse, WRAP_VERSION } from './associated-data.ts';
import { boxKey } from './box-key.ts';
import { bytesToHex, hexToBytes } from './hex.ts';

/** What a wrap keeps. */
export interface WalletSecrets {
  /** Account key, spending key of the pool and viewing private key: 96 bytes. */
  readonly keys: Uint8Array<ArrayBuffer>;
  /** What the 12 words are made from: 16 bytes. */
  readonly entropy: Uint8Array<ArrayBuffer>;
}

/** Whose wrap, and of which kind. */
export interface WrapDetails {
  readonly owner: Owner;
  readonly kind: WrapKind;
  /** Empty for a phrase. */
  readonly credentialId: string;
  /** Empty for a phrase. */
  readonly publicKey: string;
  /** 16 bytes as hex for a phrase, else empty. */
  readonly salt: string;
}

export type OpenedBox =
  | { readonly isOpen: true; readonly content: Uint8Array<ArrayBuffer> }
  | { readonly isOpen: false };

/**
 * Seals keys and entropy, each under a key of its own.
 * @param secret 32 bytes: the passkey's output, or what the phrase gives
 */
export async function sealWrap(
  { keys, entropy }: WalletSecrets,
  secret: Uint8Array<ArrayBuffer>,
  { owner, ...details }: WrapDetails,
): Promise<OwnerWrap> {
  const wrap = { version: WRAP_VERSION, id: crypto.randomUUID(), ...details } as const;
  const [keysBox, entropyBox] = await Promise.all([
    sealBox(keys, secret, { use: 'spend', owner, wrap }),
    sealBox(entropy, secret, { use: 'seed', owner, wrap }),
  ]);
  return { ...wrap, keysBox, entropyBox };
}

/** Opens one box of a wrap. It stays closed with another secret, and for another owner, wrap, version or use. */
export async function openBox(
  wrap: OwnerWrap,
  secret: Uint8Array<ArrayBuffer>,
  { use, owner }: { readonly use: BoxUse; readonly owner: Owner },
): Promise<OpenedBox> {
  const { iv, bytes } = use === 'spend' ? wrap.keysBox : wrap.entropyBox;
  const key = await boxKey(secret, { use, wrapId: wrap.id });
  try {
    const parameters = cipherOf(hexToBytes(iv), { use, owner, wrap });
    const content = await crypto.subtle.decrypt(parameters, key, hexToBytes(bytes));
    return { isOpen: true, content: new Uint8Array(content) };
  } catch (error) {
    // What AES-GCM reports when the tag isn't that of key, binding and content.
    if (error instanceof DOMException && error.name === 'OperationError') return { isOpen: false };
    throw error;
  }
}

interface BoxPlace {
  readonly use: BoxUse;
  readonly owner: Owner;
  readonly wrap: Pick<OwnerWrap, 'id' | 'kind' | 'credentialId'>;
}

async function sealBox(
  content: Uint8Array<ArrayBuffer>,
  secret: Uint8Array<ArrayBuffer>,
  place: BoxPlace,
): Promise<SealedBox> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await boxKey(secret, { use: place.use, wrapId: place.wrap.id });
  const sealed = await crypto.subtle.encrypt(cipherOf(iv, place), key, content);
  return { iv: bytesToHex(iv), bytes: bytesToHex(new Uint8Array(sealed)) };
}

function cipherOf(iv: Uint8Array<ArrayBuffer>, { use, owner, wrap }: BoxPlace) {
  const { id: wrapId, kind, credentialId } = wrap;
  const additionalData = associatedData({ use, owner, wrapId, kind, credentialId });
  return { name: 'AES-GCM', iv, additionalData };
}
