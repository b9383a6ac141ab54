import { createHmac } from 'node:crypto';
import type { OwnPlace, OwnSealPurpose, OwnSeals } from '../../ports/own-seals.ts';
import { padded } from './padded.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

interface Purpose {
  /** What one row of it is. */
  readonly row: string;
  /** Nearly every row has one block, whatever is in it. */
  readonly blockBytes: number;
}

const purposes: Readonly<Record<OwnSealPurpose, Purpose>> = {
  contacts: { row: 'contact', blockBytes: 1024 },
  notes: { row: 'note', blockBytes: 1024 },
  'payment-requests': { row: 'payment-request', blockBytes: 64 },
  claims: { row: 'claim', blockBytes: 64 },
  plans: { row: 'signing-plan', blockBytes: 1024 },
};

/**
 * Seals with AES-256-GCM.
 * @param key 32 bytes for this purpose alone, which the caller overwrites when the work is done
 */
export function createOwnSeals(key: Uint8Array, purpose: OwnSealPurpose): OwnSeals {
  const { row, blockBytes } = purposes[purpose];
  const contextOf = ({ userId, id, version }: OwnPlace) => [row, userId, id, String(version)];
  return {
    seal: (place, text) =>
      wiping(padded(text, blockBytes), (plain) => seal(key, plain, contextOf(place))),
    open(place, sealed) {
      try {
        const plain = open(key, sealed, contextOf(place));
        return { ok: true, text: wiping(plain, (bytes) => bytes.toString('utf8').trimEnd()) };
      } catch (cause) {
        return { ok: false, cause };
      }
    },
    tag: (text) =>
      wiping(deriveKey(key, 'tags'), (tagKey) =>
        createHmac('sha256', tagKey).update(text).digest(),
      ),
  };
}
