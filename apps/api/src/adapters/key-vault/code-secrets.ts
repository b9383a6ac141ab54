import { createHmac } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import type { CodeSecrets } from '../../ports/code-secrets.ts';
import type { PasswordParameters } from './password-hash.ts';
import { deriveKey, lengthPrefixed, open, seal, wiping } from './seal.ts';
import { createWorkQueue } from './work-queue.ts';

/** The key of codes in links of payments, which `api` seals and account recovery opens to send them. */
export const CLAIM_LINKS_FILE = 'claim-links-1';

/** Argon2id for codes. */
export const CODE_PARAMETERS: PasswordParameters = {
  memoryKiB: 12_288,
  iterations: 3,
  parallelism: 1,
};

const ARGON2ID = 2;
const OUTPUT_BYTES = 32;
const AT_ONCE = 2;
const MOST_WAITING = 256;

/**
 * Codes are hashed slowly under a key that is not in the database, so that neither the database
 * alone nor both together reveal them within the minutes they are valid. Only tests pass parameters, which cost less.
 */
export function createCodeSecrets(codeKey: Uint8Array, parameters = CODE_PARAMETERS): CodeSecrets {
  const hashKey = deriveKey(codeKey, 'one-time codes');
  const sealKey = deriveKey(codeKey, 'outbox');
  const inOrder = createWorkQueue(AT_ONCE, MOST_WAITING);
  return {
    hashCodes({ challengeId, proves, emailCode, phoneCode }) {
      const keyed = createHmac('sha256', hashKey)
        .update(lengthPrefixed([challengeId, emailCode, phoneCode, ...proves]))
        .digest();
      const salt = Buffer.from(challengeId.replaceAll('-', ''), 'hex');
      return inOrder(() =>
        hashRaw(keyed, {
          algorithm: ARGON2ID,
          salt,
          memoryCost: parameters.memoryKiB,
          timeCost: parameters.iterations,
          parallelism: parameters.parallelism,
          outputLen: OUTPUT_BYTES,
        }),
      );
    },
    seal: (code, context) => wiping(Buffer.from(code), (text) => seal(sealKey, text, context)),
    open: (sealed, context) =>
      wiping(open(sealKey, sealed, context), (text) => text.toString('utf8')),
  };
}
