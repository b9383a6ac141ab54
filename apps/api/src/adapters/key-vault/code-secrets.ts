import { createHmac } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import type { CodeSecrets } from '../../ports/code-secrets.ts';
import type { ServerKeys } from './key-files.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';
import { createWorkQueue } from './work-queue.ts';

const ARGON2ID = 2;
const HASH = { memoryCost: 12 * 1024, timeCost: 3, parallelism: 1, outputLen: 32 } as const;
const AT_ONCE = 2;
const MOST_WAITING = 256;
const CONTEXT = ['outbox code'];

/**
 * Codes are hashed slowly under a key that is not in the database, so that neither the database
 * alone nor both together reveal them within the minutes they are valid.
 */
export function createCodeSecrets({ pepper }: Pick<ServerKeys, 'pepper'>): CodeSecrets {
  const hashKey = deriveKey(pepper, 'one-time codes');
  const sealKey = deriveKey(pepper, 'outbox');
  const inOrder = createWorkQueue(AT_ONCE, MOST_WAITING);
  return {
    hashCodes({ challengeId, emailCode, phoneCode }) {
      const keyed = createHmac('sha256', hashKey)
        .update(`${challengeId} ${emailCode} ${phoneCode}`)
        .digest();
      const salt = Buffer.from(challengeId.replaceAll('-', ''), 'hex');
      return inOrder(() => hashRaw(keyed, { algorithm: ARGON2ID, salt, ...HASH }));
    },
    seal: (code) => wiping(Buffer.from(code), (text) => seal(sealKey, text, CONTEXT)),
    open: (sealed) => wiping(open(sealKey, sealed, CONTEXT), (text) => text.toString('utf8')),
  };
}
