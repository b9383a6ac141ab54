import {
  createHash,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { mnemonicToAccount } from 'viem/accounts';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { DataKey, KeyRecord, KeyVault, SealedWallet } from '../../ports/key-vault.ts';
import type { Sessions } from '../../ports/sessions.ts';
import type { ServerKeys } from './key-files.ts';
import {
  createPasswordDerivation,
  type DerivePasswordKeys,
  isSameVerifier,
  PASSWORD_PARAMETERS,
} from './password-hash.ts';
import { publicSigner } from './public-signer.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';

export interface KeyVaultConfig {
  readonly keys: ServerKeys;
  readonly sessions: Pick<Sessions, 'unlockMaterial'>;
  /** The 0zk address of a phrase. */
  readonly derivePrivateAddress: (mnemonic: string) => Promise<PrivateAddress>;
}

const ENTROPY_BYTES = 16;
const DATA_KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * The vault: a random data key encrypts the seed, and the data key is only ever stored wrapped, by the
 * password, by each live token and for the recovery key. No wrap contains another.
 */
export function createKeyVault({ keys, sessions, derivePrivateAddress }: KeyVaultConfig): KeyVault {
  const derivePassword = createPasswordDerivation();
  const tokenKey = (token: string, purpose: string) =>
    wiping(Buffer.concat([Buffer.from(token), keys.pepper]), (both) => deriveKey(both, purpose));
  return {
    async createWallet({ userId, password }) {
      const entropy = randomBytes(ENTROPY_BYTES);
      const dataKey = randomBytes(DATA_KEY_BYTES);
      try {
        const addresses = await deriveAddresses(entropy, derivePrivateAddress);
        const keyRecord = await sealRecord(derivePassword, keys, {
          userId,
          password,
          entropy,
          dataKey,
        });
        return { ...addresses, keyRecord } satisfies SealedWallet;
      } finally {
        entropy.fill(0);
        dataKey.fill(0);
      }
    },
    openWithPassword: (attempt) => openWithPassword(derivePassword, keys, attempt),
    wrapForToken: (dataKey, { userId, sessionId, kind, token }) =>
      wiping(tokenKey(token, 'session wrap'), (key) =>
        seal(key, dataKey, [kind, userId, sessionId]),
      ),
    openWithToken: (wrap, { userId, sessionId, kind, token }) =>
      wiping(tokenKey(token, 'session wrap'), (key) =>
        open(key, wrap, [kind, userId, sessionId]),
      ) as unknown as DataKey,
    sealForToken: (token, text) =>
      wiping(tokenKey(token, 'successor'), (key) => seal(key, Buffer.from(text), ['successor'])),
    openForToken: (token, sealed) =>
      wiping(tokenKey(token, 'successor'), (key) => open(key, sealed, ['successor'])).toString(
        'utf8',
      ),
    async withPublicSigner(bearer, work) {
      const material = await sessions.unlockMaterial(hashToken(bearer.accessToken));
      if (material === null) return { ok: false, reason: 'locked' };
      const { userId, sessionId, accessToken } = bearer;
      const dataKey = wiping(tokenKey(accessToken, 'session wrap'), (key) =>
        open(key, material.wrap, ['access', userId, sessionId]),
      );
      const seedKey = wiping(dataKey, (key) => deriveKey(key, 'seed'));
      const entropy = wiping(seedKey, (key) =>
        open(key, material.seedCiphertext, ['seed', userId]),
      );
      // The phrase itself is a string and cannot be wiped; it lives as long as this call.
      const account = wiping(entropy, (bytes) =>
        mnemonicToAccount(entropyToMnemonic(bytes, wordlist)),
      );
      return { ok: true, value: await work(publicSigner(account)) };
    },
  };
}

/** Tokens are 256 random bits: one round of SHA-256 is enough to store them. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

async function deriveAddresses(
  entropy: Buffer,
  derivePrivateAddress: KeyVaultConfig['derivePrivateAddress'],
): Promise<{ publicAddress: PublicAddress; privateAddress: PrivateAddress }> {
  const mnemonic = entropyToMnemonic(entropy, wordlist);
  return {
    publicAddress: mnemonicToAccount(mnemonic).address as PublicAddress,
    privateAddress: await derivePrivateAddress(mnemonic),
  };
}

async function sealRecord(
  derivePassword: DerivePasswordKeys,
  { pepper, pepperId, recoveryPublicKey }: ServerKeys,
  secrets: { userId: string; password: string; entropy: Buffer; dataKey: Buffer },
): Promise<KeyRecord> {
  const { userId, password, entropy, dataKey } = secrets;
  const salt = randomBytes(SALT_BYTES);
  const parameters = PASSWORD_PARAMETERS;
  const { wrappingKey, verifierHash } = await derivePassword({
    password,
    salt,
    pepper,
    parameters,
  });
  const passwordWrap = seal(wrappingKey, dataKey, ['password', userId]);
  wrappingKey.fill(0);
  return {
    seedCiphertext: wiping(deriveKey(dataKey, 'seed'), (key) =>
      seal(key, entropy, ['seed', userId]),
    ),
    passwordSalt: salt,
    passwordParameters: parameters,
    passwordVerifierHash: verifierHash,
    pepperId,
    passwordWrap,
    recoveryWrap: sealForRecovery(recoveryPublicKey, dataKey, userId),
  };
}

/** A sealed box: only the recovery key's owner can open it, not whoever made it. */
function sealForRecovery(recipient: KeyObject, dataKey: Buffer, userId: string): Buffer {
  const ephemeral = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: recipient });
  const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
  const secret = wiping(shared, (bytes) => Buffer.concat([bytes, sender]));
  const key = wiping(secret, (bytes) => deriveKey(bytes, 'recovery wrap'));
  const box = wiping(key, (bytes) => seal(bytes, dataKey, ['recovery', userId]));
  return Buffer.concat([Buffer.of(sender.length), sender, box]);
}

/** Somebody unknown costs as much time as somebody known. */
async function openWithPassword(
  derivePassword: DerivePasswordKeys,
  { pepper }: ServerKeys,
  attempt: { userId: string; password: string; keyRecord: KeyRecord | null },
): Promise<DataKey | null> {
  const { userId, password, keyRecord } = attempt;
  const { wrappingKey, verifierHash } = await derivePassword({
    password,
    salt: keyRecord?.passwordSalt ?? Buffer.alloc(SALT_BYTES),
    pepper,
    parameters: keyRecord?.passwordParameters ?? PASSWORD_PARAMETERS,
  });
  try {
    // AES-GCM does not commit to its key, so the verifier is compared before anything is opened.
    const isRight = isSameVerifier(
      verifierHash,
      keyRecord?.passwordVerifierHash ?? Buffer.alloc(32),
    );
    if (!isRight || keyRecord === null) return null;
    return open(wrappingKey, keyRecord.passwordWrap, ['password', userId]) as unknown as DataKey;
  } finally {
    wrappingKey.fill(0);
  }
}
