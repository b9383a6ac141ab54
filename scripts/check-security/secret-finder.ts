/** A value that must not be found in the searched places. */
export interface Secret {
  /** Its kind, such as `phrase`. */
  readonly kind: string;
  readonly owner: string;
  readonly bytes: Uint8Array;
}

/** @returns the secrets that the bytes contain, in any form. */
export type FindSecrets = (haystack: Uint8Array) => ReadonlySet<Secret>;

interface Pattern {
  readonly secret: Secret;
  readonly bytes: Buffer;
}

const PREFIX_BITS = 24;
/** Anything shorter occurs by chance. */
const LEAST_BYTES = 8;

/** A text secret. */
export function textSecret(kind: string, owner: string, text: string): Secret {
  return { kind, owner, bytes: Buffer.from(text, 'utf8') };
}

/**
 * Prepares a search for many secrets at the same time: as they are, as UTF-16, in hex, and in both alphabets of base64
 * at any offset.
 */
export function createFinder(secrets: readonly Secret[]): FindSecrets {
  const seen = new Uint8Array(2 ** PREFIX_BITS);
  const patternsByPrefix = new Map<number, Pattern[]>();
  for (const secret of secrets) {
    for (const bytes of formsOf(Buffer.from(secret.bytes))) {
      const prefix = bytes.readUIntLE(0, 3);
      seen[prefix] = 1;
      patternsByPrefix.set(prefix, [...(patternsByPrefix.get(prefix) ?? []), { secret, bytes }]);
    }
  }
  return (haystack) => {
    const text = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.byteLength);
    const found = new Set<Secret>();
    for (let at = 0; at + LEAST_BYTES <= text.length; at += 1) {
      const prefix = (text[at] ?? 0) | ((text[at + 1] ?? 0) << 8) | ((text[at + 2] ?? 0) << 16);
      if (seen[prefix] === 0) continue;
      for (const { secret, bytes } of patternsByPrefix.get(prefix) ?? []) {
        if (bytes.equals(text.subarray(at, at + bytes.length))) found.add(secret);
      }
    }
    return found;
  };
}

/** Finds codes of six digits, which are too short to be found inside anything longer. */
export function findCodes(haystack: Uint8Array, codes: ReadonlySet<string>): ReadonlySet<string> {
  const text = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.byteLength);
  const alone = text.toString('latin1').matchAll(/(?<![0-9A-Za-z.])\d{6}(?![0-9A-Za-z.])/g);
  return new Set([...alone].map(([code]) => code).filter((code) => codes.has(code)));
}

function formsOf(secret: Buffer): readonly Buffer[] {
  const hex = secret.toString('hex');
  const isText = secret.every((byte) => byte >= 0x20 && byte < 0x7f);
  const texts = [
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(secret, offset)),
  ];
  const forms = [
    secret,
    ...(isText ? [Buffer.from(secret.toString('latin1'), 'utf16le')] : []),
    ...texts.map((text) => Buffer.from(text, 'latin1')),
  ];
  return forms.filter(({ length }) => length >= LEAST_BYTES);
}

/** The characters that encode only the secret, when this many bytes precede it in its group of three. */
function base64At(secret: Buffer, offset: number): readonly string[] {
  const text = Buffer.concat([Buffer.alloc(offset), secret]).toString('base64url');
  const start = Math.ceil((offset * 8) / 6);
  const end = Math.floor(((offset + secret.length) * 8) / 6);
  const url = text.slice(start, end);
  return [url, url.replaceAll('-', '+').replaceAll('_', '/')];
}
