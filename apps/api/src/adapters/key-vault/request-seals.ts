import type { RequestPlace, RequestSeals } from '../../ports/request-seals.ts';
import { padded } from './padded.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

/** Nearly every request has one block, whatever its message says. */
const BLOCK_BYTES = 1024;

/**
 * Seals with AES-256-GCM under a key of each code. The secret of the server goes into it: whoever has a link knows its
 * code, and must not be able to write another payee for it into the database; and whoever has a copy of the database
 * can't try codes.
 */
export function createRequestSeals(secret: Uint8Array): RequestSeals {
  const withKey = <T>(code: string, purpose: string, work: (key: Buffer) => T) =>
    wiping(deriveKey(secret, 'payment requests'), (ours) =>
      wiping(Buffer.concat([ours, Buffer.from(code)]), (both) =>
        wiping(deriveKey(both, purpose), work),
      ),
    );
  return {
    tag: (code) => withKey(code, 'payment request tag', (tag) => tag.toString('hex')),
    seal: (place, code, text) =>
      wiping(padded(text, BLOCK_BYTES), (plain) =>
        withKey(code, CONTENT, (key) => seal(key, plain, contextOf(place))),
      ),
    open(place, code, sealed) {
      try {
        const plain = withKey(code, CONTENT, (key) => open(key, sealed, contextOf(place)));
        return { ok: true, text: wiping(plain, (bytes) => bytes.toString('utf8').trimEnd()) };
      } catch (cause) {
        return { ok: false, cause };
      }
    },
  };
}

const CONTENT = 'payment request content';

function contextOf({ id, userId }: RequestPlace): readonly string[] {
  return ['payment-request', userId, id];
}
