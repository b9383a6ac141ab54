import { randomBytes, randomUUID } from 'node:crypto';
import { deriveShieldKey } from '#pool/account-key';
import { deriveKeys, viewingKeysOf } from '#pool/keys';
import { packSight } from '#pool/pack-sight';
import { entropyToSeed } from '#pool/words';
import { signEnrolment } from '#signing/enrolment';

/** The keys of a wallet as its owner's device draws them, and what it sends of them. */
export function drawWallet(entropy: Uint8Array = randomBytes(16)) {
  const keys = deriveKeys(entropyToSeed(entropy));
  const shieldKey = deriveShieldKey(keys.account);
  const sight = Buffer.from(packSight({ ...viewingKeysOf(keys), shieldKey }));
  return {
    ...{ entropy, keys, sight },
    /** @returns the fields of an enrolment that both keys signed */
    enrolment(request: { readonly challenge: string; readonly userId: string }) {
      const { address, privateAddress, proof } = signEnrolment(keys, request);
      return {
        ...{ challenge: request.challenge, address, privateAddress, proof },
        sight: sight.toString('hex'),
        wraps: [{ label: 'This laptop', wrap: newWrap() }],
      };
    },
  };
}

/** A way to open keys, of a passkey, with boxes of random bytes. */
export function newWrap(id: string = randomUUID()) {
  const box = (bytes: number) => ({
    iv: randomBytes(12).toString('hex'),
    bytes: randomBytes(bytes + 16).toString('hex'),
  });
  return {
    ...({ version: 1, id, kind: 'passkey', salt: '' } as const),
    credentialId: randomBytes(32).toString('base64url'),
    publicKey: randomBytes(91).toString('base64url'),
    ...{ keysBox: box(96), entropyBox: box(16) },
  };
}
