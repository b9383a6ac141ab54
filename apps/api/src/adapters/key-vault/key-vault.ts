import { createHash, randomBytes } from 'node:crypto';
import type { PrivateAddress } from '#domain/address/address';
import { deriveAccountKey } from '#pool/keys';
import type {
  DataKey,
  KeyVault,
  PasswordLane,
  PasswordRecord,
  PepperRecord,
  SealedWallet,
  SessionBearer,
} from '../../ports/key-vault.ts';
import type { Sessions } from '../../ports/sessions.ts';
import { claimEntropy } from './claim-entropy.ts';
import { createFileEncryption } from './encrypt-file.ts';
import {
  deriveAddresses,
  openOwnKeys,
  revealSeed,
  sealOwnKeys,
  shieldKeyOf,
  signerOf,
  viewingKeyOf,
  viewingKeysOfOwn,
} from './own-keys.ts';
import { createOwnSeals } from './own-seals.ts';
import {
  createPasswordDerivation,
  type DerivePasswordKeys,
  isSameVerifier,
  PASSWORD_PARAMETERS,
  type PasswordKeys,
  type PasswordParameters,
} from './password-hash.ts';
import { openUnderAny, type ServerKeys } from './peppers.ts';
import { publicSigner } from './public-signer.ts';
import { deriveKey, open, seal, wiping } from './seal.ts';
import { signReceiptText } from './sign-receipt-text.ts';
import { toPhrase } from './to-phrase.ts';
import { toSeed } from './to-seed.ts';

export interface KeyVaultConfig {
  readonly keys: ServerKeys;
  readonly sessions: Pick<Sessions, 'unlockMaterial'>;
  /** The 0zk address of a phrase's seed. */
  readonly derivePrivateAddress: (seed: Uint8Array) => Promise<PrivateAddress>;
  /** Of new passwords. Only tests pass others, which cost less. */
  readonly passwordParameters?: PasswordParameters;
}

const LOCKED = { ok: false, reason: 'locked' } as const;
const NO_KEY = { ok: false, reason: 'no-key' } as const;
const ENTROPY_BYTES = 16;
const DATA_KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * The vault: a random data key encrypts the seed or, of who keeps the keys, the sight, and the data key is only ever stored wrapped, by the
 * password, by each live token and for the recovery key. No wrap contains another.
 */
export function createKeyVault({
  keys,
  sessions,
  derivePrivateAddress,
  passwordParameters = PASSWORD_PARAMETERS,
}: KeyVaultConfig): KeyVault {
  const stretching = { derive: createPasswordDerivation(), parameters: passwordParameters };
  const tokenKey = (token: string, purpose: string, pepper = keys.pepper) =>
    wiping(Buffer.concat([Buffer.from(token), pepper]), (both) => deriveKey(both, purpose));
  const openForHolder = (
    { token, purpose }: { readonly token: string; readonly purpose: string },
    sealed: Uint8Array,
    context: readonly string[],
  ) =>
    openUnderAny(keys, (pepper) =>
      wiping(tokenKey(token, purpose, pepper), (key) => open(key, sealed, context)),
    );
  async function openSession({ userId, sessionId, accessToken }: SessionBearer) {
    const material = await sessions.unlockMaterial(hashToken(accessToken));
    if (material === null) return null;
    const holder = { token: accessToken, purpose: 'session wrap' };
    const dataKey = openForHolder(holder, material.wrap, ['access', userId, sessionId]);
    return { dataKey, seedCiphertext: material.seedCiphertext };
  }
  /** What the server has of the session's own wallet, for the caller to overwrite. */
  async function openOwn(bearer: SessionBearer) {
    const opened = await openSession(bearer);
    if (opened === null) return null;
    const { seedCiphertext } = opened;
    return wiping(opened.dataKey, (key) => openOwnKeys(key, bearer.userId, seedCiphertext));
  }
  /** The 64 bytes of the session's own wallet. The phrase is a string and can't be wiped; it lives as long as this call. */
  async function openOwnSeed(bearer: SessionBearer) {
    const own = await openOwn(bearer);
    if (own === null) return LOCKED;
    return wiping(own.bytes, (bytes) =>
      own.kind === 'seed' ? ({ ok: true, seed: toSeed(toPhrase(bytes)) } as const) : NO_KEY,
    );
  }

  return {
    async createWallet({ userId, password }, wrap) {
      const entropy = randomBytes(ENTROPY_BYTES);
      const dataKey = randomBytes(DATA_KEY_BYTES);
      try {
        const addresses = await deriveAddresses(entropy, derivePrivateAddress);
        const keyRecord = {
          ...(await sealPassword(stretching, keys, {
            ...{ dataKey, userId, password, lane: 'stranger' },
          })),
          seedCiphertext: sealOwnKeys(dataKey, userId, { kind: 'seed', bytes: entropy }),
          ...(await wrap(dataKey as unknown as DataKey, addresses)),
        };
        return { ...addresses, keyRecord } satisfies SealedWallet;
      } finally {
        entropy.fill(0);
        dataKey.fill(0);
      }
    },
    openWithPassword: (attempt) => openWithPassword(stretching, keys, attempt),
    wrapForPassword: (dataKey, owner) =>
      sealPassword(stretching, keys, { dataKey, ...owner, lane: 'known' }),
    async renewPepper(dataKey, { userId, password, keyRecord }) {
      if (keyRecord.pepperId === keys.pepperId) return null;
      const { passwordSalt: salt, passwordParameters: parameters } = keyRecord;
      return sealUnder(keys, { dataKey, userId }, () =>
        stretching.derive({ password, salt, pepper: keys.pepper, parameters }),
      );
    },
    reveal(dataKey, { userId, seedCiphertext }) {
      const { kind, bytes } = openOwnKeys(dataKey, userId, seedCiphertext);
      return wiping(bytes, (entropy) => (kind === 'seed' ? revealSeed(entropy) : 'no-key'));
    },
    sealSight: (dataKey, { userId, sight }) =>
      sealOwnKeys(dataKey, userId, { kind: 'sight', bytes: sight }),
    encryptFile: createFileEncryption(),
    wrapForToken: (dataKey, { userId, sessionId, kind, token }) =>
      wiping(tokenKey(token, 'session wrap'), (key) =>
        seal(key, dataKey, [kind, userId, sessionId]),
      ),
    openWithToken: (wrap, { userId, sessionId, kind, token }) =>
      openForHolder({ token, purpose: 'session wrap' }, wrap, [
        kind,
        userId,
        sessionId,
      ]) as unknown as DataKey,
    sealForToken: (token, text) =>
      wiping(tokenKey(token, 'successor'), (key) =>
        wiping(Buffer.from(text), (bytes) => seal(key, bytes, ['successor'])),
      ),
    openForToken: (token, sealed) =>
      wiping(openForHolder({ token, purpose: 'successor' }, sealed, ['successor']), (text) =>
        text.toString('utf8'),
      ),
    async withPublicSigner(bearer, work) {
      const own = await openOwnSeed(bearer);
      if (!own.ok) return own;
      const key = wiping(own.seed, deriveAccountKey);
      try {
        return { ok: true, value: await work(publicSigner(key)) };
      } finally {
        key.fill(0);
      }
    },
    async withClaimWallet(bearer, number, work) {
      const own = await openOwnSeed(bearer);
      if (!own.ok) return own;
      const entropy = wiping(own.seed, (bytes) => claimEntropy(bytes, number));
      try {
        return { ok: true, value: await work({ entropy, signer: signerOf(entropy) }) };
      } finally {
        entropy.fill(0);
      }
    },
    claimSigner: signerOf,
    async claimPrivateAddress(entropy) {
      const seed = toSeed(toPhrase(entropy));
      try {
        return await derivePrivateAddress(seed);
      } finally {
        seed.fill(0);
      }
    },
    async signPrivateReceipt(bearer, text) {
      const own = await openOwn(bearer);
      if (own === null) return LOCKED;
      const viewing = wiping(own.bytes, () => viewingKeyOf(own));
      return { ok: true, value: wiping(viewing, (key) => signReceiptText(key, text)) };
    },
    async shieldKey(bearer, message) {
      const own = await openOwn(bearer);
      if (own === null) return LOCKED;
      try {
        return { ok: true, value: await shieldKeyOf(own, message) };
      } finally {
        own.bytes.fill(0);
      }
    },
    async withViewingKeys(bearer, work) {
      const own = await openOwn(bearer);
      if (own === null) return LOCKED;
      const keys = wiping(own.bytes, () => viewingKeysOfOwn(own));
      try {
        return { ok: true, value: await work(keys) };
      } finally {
        keys.viewing.fill(0);
      }
    },
    async withViewKey(bearer, work) {
      const opened = await openSession(bearer);
      if (opened === null) return LOCKED;
      const viewKey = wiping(opened.dataKey, (key) => deriveKey(key, 'railgun-view'));
      try {
        return { ok: true, value: await work(viewKey) };
      } finally {
        viewKey.fill(0);
      }
    },
    async withOwnSeals(bearer, purpose, work) {
      const opened = await openSession(bearer);
      if (opened === null) return LOCKED;
      const key = wiping(opened.dataKey, (dataKey) => deriveKey(dataKey, purpose));
      try {
        return { ok: true, value: await work(createOwnSeals(key, purpose)) };
      } finally {
        key.fill(0);
      }
    },
    async withShieldedSecrets(bearer, work) {
      const opened = await openSession(bearer);
      if (opened === null) return LOCKED;
      const secrets = wiping(opened.dataKey, (key) => ({
        keys: openOwnKeys(key, bearer.userId, opened.seedCiphertext).bytes,
        encryptionKey: deriveKey(key, 'railgun-db'),
        viewKey: deriveKey(key, 'railgun-view'),
      }));
      try {
        return { ok: true, value: work(secrets) };
      } finally {
        for (const secret of Object.values(secrets)) secret.fill(0);
      }
    },
  };
}

/** Tokens are 256 random bits: one round of SHA-256 is enough to store them. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

interface PasswordStretching {
  readonly derive: DerivePasswordKeys;
  /** Of new passwords; a stored one has its own. */
  readonly parameters: PasswordParameters;
}

interface SealedByPassword {
  readonly dataKey: Uint8Array;
  readonly userId: string;
  readonly password: string;
  readonly lane: PasswordLane;
}

async function sealPassword(
  { derive, parameters }: PasswordStretching,
  keys: ServerKeys,
  { dataKey, userId, password, lane }: SealedByPassword,
): Promise<PasswordRecord> {
  const salt = randomBytes(SALT_BYTES);
  const derived = () => derive({ password, salt, pepper: keys.pepper, parameters, lane });
  return {
    passwordSalt: salt,
    passwordParameters: parameters,
    ...(await sealUnder(keys, { dataKey, userId }, derived)),
  };
}

async function sealUnder(
  { pepperId }: ServerKeys,
  { dataKey, userId }: Pick<SealedByPassword, 'dataKey' | 'userId'>,
  derive: () => Promise<PasswordKeys>,
): Promise<PepperRecord> {
  const { verifierHash, wrappingKey } = await derive();
  return {
    passwordVerifierHash: verifierHash,
    pepperId,
    passwordWrap: wiping(wrappingKey, (key) => seal(key, dataKey, ['password', userId])),
  };
}

/** An unknown name takes as much time as a known one. */
async function openWithPassword(
  { derive, parameters }: PasswordStretching,
  keys: ServerKeys,
  attempt: Parameters<KeyVault['openWithPassword']>[0],
): Promise<DataKey | null> {
  const { userId, password, keyRecord, lane } = attempt;
  // Under a pepper that this server no longer has, no password matches.
  const pepper = keys.otherPeppers.get(keyRecord?.pepperId ?? keys.pepperId) ?? keys.pepper;
  const { wrappingKey, verifierHash } = await derive({
    password,
    salt: keyRecord?.passwordSalt ?? Buffer.alloc(SALT_BYTES),
    pepper,
    parameters: keyRecord?.passwordParameters ?? parameters,
    lane,
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
