import { createHmac } from 'node:crypto';
import type { TagRecipient } from '../../ports/recipient-tags.ts';
import { deriveKey, wiping } from './seal.ts';

/** @returns what tags emails and phone numbers with HMAC-SHA-256 under a key that is derived from a secret */
export function createRecipientTags(secret: Uint8Array): TagRecipient {
  return (value) =>
    wiping(deriveKey(secret, 'claim recipients'), (key) =>
      createHmac('sha256', key).update(value).digest('hex'),
    );
}
