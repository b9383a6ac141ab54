import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const VERSION = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const EMPTY_SALT = Buffer.alloc(32);
const FIRST_BLOCK = Buffer.of(1);

/**
 * Encrypts with AES-256-GCM.
 * @param context who and what the text is for; the same is needed to open it, so a row cannot be moved
 * @returns version, IV, ciphertext and tag
 */
export function seal(key: Uint8Array, plain: Uint8Array, context: readonly string[]): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(lengthPrefixed([String(VERSION), ...context]));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), iv, body, cipher.getAuthTag()]);
}

/** Opens what `seal` made; throws when key, context or bytes are not the same. */
export function open(key: Uint8Array, sealed: Uint8Array, context: readonly string[]): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== VERSION) throw new Error(`A sealed value has the unknown version ${bytes[0]}.`);
  const iv = bytes.subarray(1, 1 + IV_BYTES);
  // Without the length, Node also accepts a tag of four bytes, which can be guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(lengthPrefixed([String(VERSION), ...context]));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  // GCM returns the whole text in one piece and nothing at the end: there is no second copy to overwrite.
  const plain = decipher.update(bytes.subarray(1 + IV_BYTES, -TAG_BYTES));
  try {
    decipher.final();
    return plain;
  } catch (cause) {
    plain.fill(0);
    throw cause;
  }
}

/**
 * @returns 32 bytes of HKDF-SHA-256 for one purpose, with an empty salt.
 * Source: RFC 5869. Node's own keeps a copy of the secret in a key object until that is collected; two rounds of
 * HMAC do not.
 */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  const extracted = createHmac('sha256', EMPTY_SALT).update(secret).digest();
  return wiping(extracted, (key) =>
    createHmac('sha256', key).update(`kax ${purpose}`).update(FIRST_BLOCK).digest(),
  );
}

/** Passes a secret to `work` and overwrites it afterwards, whatever happens. @returns what `work` returns. */
export function wiping<Secret extends Uint8Array, T>(
  secret: Secret,
  work: (secret: Secret) => T,
): T {
  try {
    return work(secret);
  } finally {
    secret.fill(0);
  }
}

/** @returns the parts in an encoding in which no two lists are alike */
export function lengthPrefixed(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const text = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      return [length, text];
    }),
  );
}
