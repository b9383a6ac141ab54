import {
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import type { PublishedKey, ShieldedSeals } from '../../ports/shielded-seals.ts';
import { deriveKey, lengthPrefixed, open, seal, wiping } from './seal.ts';

/** An X25519 key with its header. */
const SENDER_BYTES = 44;

/**
 * Seals to keys that live in the memory of one process: X25519 with a fresh key, HKDF, AES-256-GCM. A secret that the
 * API and the pool's process share is mixed in, so that what opens was sealed by one of the two.
 */
export function createShieldedSeals(secret: Uint8Array): ShieldedSeals {
  const isMac = (purpose: string, text: string, given: Uint8Array) =>
    isSame(macUnder(secret, purpose, text), given);
  return {
    createRunKey(chainId) {
      const { privateKey, publicKey } = generateKeyPairSync('x25519');
      const published = {
        keyId: randomUUID(),
        publicKey: publicKey.export({ type: 'spki', format: 'der' }),
      };
      return {
        ...published,
        mac: macUnder(secret, 'worker', runKeyLine(published, chainId)),
        open: (sealed, context) =>
          openBox({ privateKey, publicKey: published.publicKey, secret }, sealed, context),
      };
    },
    isOurs: (key, chainId) => isMac('worker', runKeyLine(key, chainId), key.mac),
    sign: (purpose, text) => macUnder(secret, purpose, text),
    isSigned: isMac,
    sealTo: (publicKey, plain, context) => sealBox({ publicKey, secret }, plain, context),
    sealWith: seal,
    openWith: open,
    tagWith: (key, text, context) =>
      wiping(deriveKey(key, 'shielded tag'), (tagKey) =>
        createHmac('sha256', tagKey)
          .update(lengthPrefixed([...context, text]))
          .digest(),
      ),
  };
}

function macUnder(secret: Uint8Array, purpose: string, text: string): Buffer {
  return wiping(deriveKey(secret, `shielded ${purpose}`), (key) =>
    createHmac('sha256', key).update(text).digest(),
  );
}

function runKeyLine({ keyId, publicKey }: Omit<PublishedKey, 'mac'>, chainId: number): string {
  return `${chainId} ${keyId} ${Buffer.from(publicKey).toString('hex')}`;
}

function isSame(expected: Buffer, given: Uint8Array): boolean {
  return given.length === expected.length && timingSafeEqual(expected, given);
}

function sealBox(
  recipient: { readonly publicKey: Uint8Array; readonly secret: Uint8Array },
  plain: Uint8Array,
  context: readonly string[],
): Buffer {
  const ephemeral = generateKeyPairSync('x25519');
  const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
  const key = boxKey(ephemeral.privateKey, recipient.publicKey, [
    sender,
    recipient.publicKey,
    recipient.secret,
  ]);
  return wiping(key, (bytes) => Buffer.concat([sender, seal(bytes, plain, context)]));
}

function openBox(
  own: {
    readonly privateKey: KeyObject;
    readonly publicKey: Uint8Array;
    readonly secret: Uint8Array;
  },
  sealed: Uint8Array,
  context: readonly string[],
): Buffer {
  const sender = Buffer.from(sealed.subarray(0, SENDER_BYTES));
  const key = boxKey(own.privateKey, sender, [sender, own.publicKey, own.secret]);
  return wiping(key, (bytes) => open(bytes, sealed.subarray(SENDER_BYTES), context));
}

/** Bound to both public keys, so that a box opens with one pair only. */
function boxKey(privateKey: KeyObject, other: Uint8Array, bound: readonly Uint8Array[]): Buffer {
  const publicKey = createPublicKey({ key: Buffer.from(other), format: 'der', type: 'spki' });
  const secret = wiping(diffieHellman({ privateKey, publicKey }), (shared) =>
    Buffer.concat([shared, ...bound]),
  );
  return wiping(secret, (bytes) => deriveKey(bytes, 'shielded box'));
}
