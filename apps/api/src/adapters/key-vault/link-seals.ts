import type { LinkPlace, LinkPurpose, LinkSeals } from '../../ports/link-seals.ts';
import { padded } from './padded.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

/** What the keys of one purpose are derived for, and what its rows are. */
interface Purpose {
  readonly all: string;
  readonly tag: string;
  readonly content: string;
  readonly row: string;
}

const purposes: Readonly<Record<LinkPurpose, Purpose>> = {
  'payment-requests': {
    ...{ all: 'payment requests', tag: 'payment request tag', content: 'payment request content' },
    row: 'payment-request',
  },
  claims: { all: 'claims', tag: 'claim tag', content: 'claim content', row: 'claim' },
};

/** Nearly every row has one block, whatever its message says. */
const BLOCK_BYTES = 1024;

/**
 * Seals with AES-256-GCM under a key of each code. The secret of the server goes into it: whoever has a link knows its
 * code, and must not be able to write another payee for it into the database; and whoever has a copy of the database
 * can't try codes.
 */
export function createLinkSeals(secret: Uint8Array, purpose: LinkPurpose): LinkSeals {
  const { all, tag: tagKey, content, row } = purposes[purpose];
  const withKey = <T>(code: string, use: string, work: (key: Buffer) => T) =>
    wiping(deriveKey(secret, all), (ours) =>
      wiping(Buffer.concat([ours, Buffer.from(code)]), (both) =>
        wiping(deriveKey(both, use), work),
      ),
    );
  const contextOf = ({ id, userId }: LinkPlace): readonly string[] => [row, userId, id];
  return {
    tag: (code) => withKey(code, tagKey, (tag) => tag.toString('hex')),
    seal: (place, code, text) =>
      wiping(padded(text, BLOCK_BYTES), (plain) =>
        withKey(code, content, (key) => seal(key, plain, contextOf(place))),
      ),
    open(place, code, sealed) {
      try {
        const plain = withKey(code, content, (key) => open(key, sealed, contextOf(place)));
        return { ok: true, text: wiping(plain, (bytes) => bytes.toString('utf8').trimEnd()) };
      } catch (cause) {
        return { ok: false, cause };
      }
    },
  };
}
