import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { PasskeyChallenges } from '../../ports/passkey-challenges.ts';
import { deriveKey, lengthPrefixed } from './seal.ts';

const ID_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = ID_BYTES + TIME_BYTES;
const CHALLENGE_BYTES = HEAD_BYTES + 32;
const VALID_MS = 10 * 60_000;

/** Challenges that authenticate themselves: every process with the same secret verifies the others’. */
export function createPasskeyChallenges(secret: Uint8Array): PasskeyChallenges {
  const key = deriveKey(secret, 'passkey challenges');
  const macOf = (head: Buffer, purpose: string) =>
    createHmac('sha256', key)
      .update(lengthPrefixed([head.toString('hex'), purpose]))
      .digest();
  return {
    create(purpose, now) {
      const head = Buffer.alloc(HEAD_BYTES);
      randomBytes(ID_BYTES).copy(head);
      head.writeUIntBE(now.getTime(), ID_BYTES, TIME_BYTES);
      return Buffer.concat([head, macOf(head, purpose)]).toString('base64url');
    },
    verify(purpose, challenge, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== CHALLENGE_BYTES) return null;
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(head, purpose))) return null;
      const age = now.getTime() - head.readUIntBE(ID_BYTES, TIME_BYTES);
      return age > VALID_MS ? null : head.subarray(0, ID_BYTES).toString('hex');
    },
  };
}
