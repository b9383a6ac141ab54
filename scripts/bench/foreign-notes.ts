import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Hex, pad, parseAbi, toHex } from 'viem';

// Notes of unknown wallets: every wallet tries to decrypt them, and none succeeds.

export const shieldAbi = parseAbi([
  'struct TokenData { uint8 tokenType; address tokenAddress; uint256 tokenSubID; }',
  'struct CommitmentPreimage { bytes32 npk; TokenData token; uint120 value; }',
  'struct ShieldCiphertext { bytes32[3] encryptedBundle; bytes32 shieldKey; }',
  'struct ShieldRequest { CommitmentPreimage preimage; ShieldCiphertext ciphertext; }',
  'function shield(ShieldRequest[] requests)',
]);

const NOTE_VALUE = 1_000n;
const KEYS = 64;
/** Points that a sender could have blinded; any will do. */
const keys: readonly Hex[] = Array.from({ length: KEYS }, createViewingKey);
let taken = 0;

/** @returns requests for this many notes of a token, each worth 1,000 of its units */
export function foreignShields(token: Hex, count: number) {
  return Array.from({ length: count }, () => ({
    preimage: {
      npk: randomFieldElement(),
      token: { tokenType: 0, tokenAddress: token, tokenSubID: 0n },
      value: NOTE_VALUE,
    },
    ciphertext: {
      encryptedBundle: [randomWord(), randomWord(), randomWord()] as const,
      shieldKey: nextKey(),
    },
  }));
}

/** @returns what the chain stores with a transferred note: its sender and its receiver can open it */
export function foreignCiphertext() {
  return {
    ciphertext: [randomWord(), randomWord(), randomWord(), randomWord()],
    blindedSenderViewingKey: nextKey(),
    blindedReceiverViewingKey: nextKey(),
    annotationData: toHex(randomBytes(64)),
    memo: '0x',
  } as const;
}

/** @returns a number that can be the hash or the nullifier of a note */
export function randomFieldElement(): Hex {
  return pad(toHex(randomBytes(31)), { size: 32 });
}

function randomWord(): Hex {
  return toHex(randomBytes(32));
}

function nextKey(): Hex {
  taken += 1;
  return keys[taken % KEYS] ?? '0x';
}

function createViewingKey(): Hex {
  const { x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return toHex(Buffer.from(x ?? '', 'base64url'));
}
