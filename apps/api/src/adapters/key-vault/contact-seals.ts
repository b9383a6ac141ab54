import type { ContactPlace, ContactSeals } from '../../ports/contact-seals.ts';
import { open, seal, wiping } from './seal.ts';

/** Nearly every contact has one block, whatever is in it. */
const BLOCK_BYTES = 1024;
const BLANK = ' ';

/** Seals with AES-256-GCM. @param key 32 bytes, which the caller overwrites when the work is done */
export function createContactSeals(key: Uint8Array): ContactSeals {
  return {
    seal: (place, text) => wiping(padded(text), (plain) => seal(key, plain, contextOf(place))),
    open(place, sealed) {
      try {
        const plain = open(key, sealed, contextOf(place));
        return { ok: true, text: wiping(plain, (bytes) => bytes.toString('utf8').trimEnd()) };
      } catch (cause) {
        return { ok: false, cause };
      }
    },
  };
}

function contextOf({ userId, id, version }: ContactPlace): readonly string[] {
  return ['contact', userId, id, String(version)];
}

/** @returns the text in UTF-8 with blanks at the end, which no JSON minds */
function padded(text: string): Buffer {
  const bytes = Buffer.byteLength(text);
  const plain = Buffer.alloc(Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES, BLANK);
  plain.write(text);
  return plain;
}
