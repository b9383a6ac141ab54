import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ChallengedSession, CustodyChallenges } from '../../ports/custody-challenges.ts';
import { deriveKey, lengthPrefixed } from './seal.ts';

const ID_BYTES = 10;
const TIME_BYTES = 6;
const HEAD_BYTES = ID_BYTES + TIME_BYTES;
const CHALLENGE = /^[0-9a-f]{64}$/;
const MAC_BYTES = 16;
const VALID_MS = 10 * 60_000;

/** @returns challenges that every process with the same secret verifies */
export function createCustodyChallenges(secret: Uint8Array): CustodyChallenges {
  const key = deriveKey(secret, 'custody challenges');
  const macOf = (head: Buffer, { userId, sessionId }: ChallengedSession) =>
    createHmac('sha256', key)
      .update(lengthPrefixed([head.toString('hex'), userId, sessionId]))
      .digest()
      .subarray(0, MAC_BYTES);
  return {
    create(session, now) {
      const head = Buffer.alloc(HEAD_BYTES);
      randomBytes(ID_BYTES).copy(head);
      head.writeUIntBE(now.getTime(), ID_BYTES, TIME_BYTES);
      return Buffer.concat([head, macOf(head, session)]).toString('hex');
    },
    verify(session, challenge, now) {
      if (!CHALLENGE.test(challenge)) return null;
      const bytes = Buffer.from(challenge, 'hex');
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), macOf(head, session))) return null;
      const age = now.getTime() - head.readUIntBE(ID_BYTES, TIME_BYTES);
      return age > VALID_MS ? null : head.subarray(0, ID_BYTES).toString('hex');
    },
  };
}
