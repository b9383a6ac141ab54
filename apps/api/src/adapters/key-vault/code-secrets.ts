import { createHmac } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import type { CodeSecrets } from '../../ports/code-secrets.ts';
import type { ServerKeys } from './key-files.ts';
import type { PasswordParameters } from './password-hash.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';
import { createWorkQueue } from './work-queue.ts';

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
const CONTEXT = ['outbox code'];

/**
 * Codes are hashed slowly under a key that is not in the database, so that neither the database
 * alone nor both together reveal them within the minutes they are valid. Only tests pass parameters, which cost less.
 */
export function createCodeSecrets(
  { pepper }: Pick<ServerKeys, 'pepper'>,
  parameters = CODE_PARAMETERS,
): CodeSecrets {
  const hashKey = deriveKey(pepper, 'one-time codes');
  const sealKey = deriveKey(pepper, 'outbox');
  const inOrder = createWorkQueue(AT_ONCE, MOST_WAITING);
  return {
    hashCodes({ challengeId, emailCode, phoneCode }) {
      const keyed = createHmac('sha256', hashKey)
        .update(`${challengeId} ${emailCode} ${phoneCode}`)
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
    seal: (code) => wiping(Buffer.from(code), (text) => seal(sealKey, text, CONTEXT)),
    open: (sealed) => wiping(open(sealKey, sealed, CONTEXT), (text) => text.toString('utf8')),
  };
}
