import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, type Prover, RailgunWallet } from '@railgun-community/engine';
import { HDNodeWallet, Wallet } from 'ethers';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, describe, expect, it } from 'vitest';
import { deriveShieldKey } from '#pool/account-key';
import { encodePrivateAddress } from '#pool/addresses';
import { deriveKeys, viewingKeysOf } from '#pool/keys';
import { packSight, unpackSight } from '#pool/pack-sight';
import { isSignedBy } from '#pool/signed-text';
import { RECEIPT_TEXT_PREFIX } from '#receipt/receipt-text';
import type { DataKey, KeyRecord, KeyVault, TokenOwner } from '../../ports/key-vault.ts';
import type { OwnSeals } from '../../ports/own-seals.ts';
import { packSecrets, unpackSecrets } from '../../ports/shielded-seals.ts';
import { derivePrivateAddress } from '../railgun/derive-private-address.ts';
import { CHEAP_PASSWORDS } from './cheap-passwords.test-setup.ts';
import { claimEntropy } from './claim-entropy.ts';
import { createKeyVault } from './key-vault.ts';
import { createPasswordDerivation } from './password-hash.ts';
import { seal } from './seal.ts';
import { toPhrase } from './to-phrase.ts';
import { toSeed } from './to-seed.ts';

const folder = mkdtempSync(join(tmpdir(), 'kax-vault-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const pepper = Buffer.alloc(32, 7);
const userId = '00000000-0000-4000-8000-000000000001';
const sessionId = '00000000-0000-4000-8000-000000000002';
const password = 'Piggy!Bank7';
const USERS = 20;

function vaultWith(
  unlock: { wrap: Uint8Array; seedCiphertext: Uint8Array } | null,
  withPepper = pepper,
  hashing: 'cheap' | 'as shipped' = 'cheap',
): KeyVault {
  return createKeyVault({
    keys: { pepper: withPepper, pepperId: 'pepper-1', otherPeppers: new Map() },
    sessions: { unlockMaterial: async () => unlock },
    derivePrivateAddress,
    ...(hashing === 'cheap' && { passwordParameters: CHEAP_PASSWORDS }),
  });
}

const wrapNothing = async () => ({ recoveryWrap: new Uint8Array() });

async function openOrFail(vault: KeyVault, keyRecord: KeyRecord, word = password) {
  const dataKey = await vault.openWithPassword({
    userId,
    password: word,
    keyRecord,
    lane: 'known',
  });
  if (dataKey === null) throw new Error('The right password did not open the wallet.');
  return dataKey;
}

describe('the password', () => {
  it('opens the wallet, and no other does', async () => {
    const vault = vaultWith(null);
    const { keyRecord } = await vault.createWallet({ userId, password }, wrapNothing);
    expect(
      await vault.openWithPassword({ userId, password: 'Piggy!Bank8', keyRecord, lane: 'known' }),
    ).toBeNull();
    expect(
      await vault.openWithPassword({ userId, password, keyRecord: null, lane: 'known' }),
    ).toBeNull();
    expect(await openOrFail(vault, keyRecord)).toHaveLength(32);
  });

  it('never matches without the pepper', async () => {
    const { keyRecord } = await vaultWith(null).createWallet({ userId, password }, wrapNothing);
    const other = vaultWith(null, Buffer.alloc(32, 8));
    expect(await other.openWithPassword({ userId, password, keyRecord, lane: 'known' })).toBeNull();
  });

  it('is stretched by Argon2id with at least 64 MiB and three passes', async () => {
    const vault = vaultWith(null, pepper, 'as shipped');
    const { keyRecord } = await vault.createWallet({ userId, password }, wrapNothing);
    expect(await openOrFail(vault, keyRecord)).toHaveLength(32);
    expect(keyRecord.passwordParameters.memoryKiB).toBeGreaterThanOrEqual(65_536);
    expect(keyRecord.passwordParameters.iterations).toBeGreaterThanOrEqual(3);
  });

  it('opens a record that was made with other parameters', async () => {
    const vault = vaultWith(null);
    const { keyRecord } = await vault.createWallet({ userId, password }, wrapNothing);
    const dataKey = await openOrFail(vault, keyRecord);
    const older = await recordOf(dataKey, { memoryKiB: 19_456, iterations: 2, parallelism: 1 });
    expect(await openOrFail(vault, { ...keyRecord, ...older })).toEqual(dataKey);
  });

  it('that is new opens the wallet from then on, and the old one no longer does', async () => {
    const vault = vaultWith(null);
    const { keyRecord } = await vault.createWallet({ userId, password }, wrapNothing);
    const dataKey = await openOrFail(vault, keyRecord);
    const changed = await vault.wrapForPassword(dataKey, { userId, password: 'Other!Bank7' });
    const after = { ...keyRecord, ...changed };
    expect(
      await vault.openWithPassword({ userId, password, keyRecord: after, lane: 'known' }),
    ).toBeNull();
    expect(await openOrFail(vault, after, 'Other!Bank7')).toEqual(dataKey);
  });

  it('does not open what was moved to another user', async () => {
    const vault = vaultWith(null);
    const { keyRecord } = await vault.createWallet({ userId, password }, wrapNothing);
    const other = randomUUID();
    await expect(
      vault.openWithPassword({ userId: other, password, keyRecord, lane: 'known' }),
    ).rejects.toThrow(/authenticate/);
  });
});

describe('a token', () => {
  it('for access signs with the address of the wallet, and no other does', async () => {
    const maker = vaultWith(null);
    const { keyRecord, publicAddress } = await maker.createWallet(
      { userId, password },
      wrapNothing,
    );
    const dataKey = await openOrFail(maker, keyRecord);
    const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
    const wrap = maker.wrapForToken(dataKey, owner);
    const vault = vaultWith({ wrap, seedCiphertext: keyRecord.seedCiphertext });
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    expect(await vault.withPublicSigner(bearer, async (signer) => signer.address)).toEqual({
      ok: true,
      value: publicAddress,
    });
    const thief = { ...bearer, accessToken: 'kxa_two' };
    await expect(vault.withPublicSigner(thief, async () => 'signed')).rejects.toThrow(
      /authenticate/,
    );
  });

  it('for access opens the wallet of each payment by link, with its own key, and overwrites that', async () => {
    const maker = vaultWith(null);
    const { keyRecord } = await maker.createWallet({ userId, password }, wrapNothing);
    const dataKey = await openOrFail(maker, keyRecord);
    const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
    const { phrase } = revealed(maker.reveal(dataKey, { userId, ...keyRecord }));
    const wrap = maker.wrapForToken(dataKey, owner);
    const vault = vaultWith({ wrap, seedCiphertext: keyRecord.seedCiphertext });
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const used: Uint8Array[] = [];
    for (const number of [0, 1]) {
      const wallet = { entropy: claimEntropy(toSeed(phrase), number) };
      const opened = await vault.withClaimWallet(bearer, number, async ({ entropy, signer }) => {
        used.push(entropy);
        return { entropy: Uint8Array.from(entropy), address: signer.address };
      });
      const { address } = mnemonicToAccount(toPhrase(wallet.entropy));
      expect(opened).toEqual({ ok: true, value: { ...wallet, address } });
      expect(vault.claimSigner(wallet.entropy).address).toBe(address);
    }
    expect(used.flatMap((entropy) => [...entropy]).every((byte) => byte === 0)).toBe(true);
    const thief = { ...bearer, accessToken: 'kxa_two' };
    await expect(vault.withClaimWallet(thief, 0, async () => '')).rejects.toThrow(/authenticate/);
    const locked = { ok: false, reason: 'locked' };
    expect(await vaultWith(null).withClaimWallet(bearer, 0, async () => '')).toEqual(locked);
  });

  it('for access provides what opens the private wallet, always the same, and overwrites it', async () => {
    const maker = vaultWith(null);
    const { keyRecord, privateAddress } = await maker.createWallet(
      { userId, password },
      wrapNothing,
    );
    const dataKey = await openOrFail(maker, keyRecord);
    const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
    const wrap = maker.wrapForToken(dataKey, owner);
    const vault = vaultWith({ wrap, seedCiphertext: keyRecord.seedCiphertext });
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    let scoped: readonly Uint8Array[] = [];
    const packed = await vault.withShieldedSecrets(bearer, (secrets) => {
      scoped = Object.values<Uint8Array>({ ...secrets });
      return packSecrets(secrets);
    });
    if (!packed.ok) throw new Error(packed.reason);
    const { keys, encryptionKey, viewKey } = unpackSecrets(packed.value);
    expect(await derivePrivateAddress(toSeed(toPhrase(keys)))).toBe(privateAddress);
    expect(Buffer.from(encryptionKey).equals(viewKey)).toBe(false);
    expect(scoped.map((secret) => secret.every((byte) => byte === 0))).toEqual([true, true, true]);
    expect(await vault.withViewKey(bearer, async (key) => Buffer.from(key))).toEqual({
      ok: true,
      value: Buffer.from(viewKey),
    });
    expect(await vault.withShieldedSecrets(bearer, packSecrets)).toEqual(packed);
  });

  it('for access opens the contacts of its user, under the same key with every password', async () => {
    const maker = vaultWith(null);
    const { keyRecord } = await maker.createWallet({ userId, password }, wrapNothing);
    const place = { userId, id: randomUUID(), version: 1 };
    const openedBy = async (record: KeyRecord, secret: string) => {
      const dataKey = await openOrFail(maker, record, secret);
      const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
      const wrap = maker.wrapForToken(dataKey, owner);
      return vaultWith({ wrap, seedCiphertext: record.seedCiphertext });
    };
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const before = await openedBy(keyRecord, password);
    let kept: OwnSeals | null = null;
    const sealed = await before.withOwnSeals(bearer, 'contacts', async (seals) => {
      kept = seals;
      return seals.seal(place, '{}');
    });
    if (!sealed.ok || kept === null) throw new Error('The vault did not open.');
    const dataKey = await openOrFail(maker, keyRecord);
    const changed = await maker.wrapForPassword(dataKey, { userId, password: 'Other!Bank7' });
    const after = await openedBy({ ...keyRecord, ...changed }, 'Other!Bank7');
    const opened = after.withOwnSeals(bearer, 'contacts', async (seals) =>
      seals.open(place, sealed.value),
    );
    expect(await opened).toEqual({ ok: true, value: { ok: true, text: '{}' } });
    // Its key was overwritten.
    expect((kept as OwnSeals).open(place, sealed.value)).toMatchObject({ ok: false });
  });

  it('for access signs receipts for the private address of its user, and no other text', async () => {
    const maker = vaultWith(null);
    const made = await maker.createWallet({ userId, password }, wrapNothing);
    const dataKey = await openOrFail(maker, made.keyRecord);
    const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
    const { seedCiphertext } = made.keyRecord;
    const vault = vaultWith({ wrap: maker.wrapForToken(dataKey, owner), seedCiphertext });
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const text = `${RECEIPT_TEXT_PREFIX}{}`;
    const signed = await vault.signPrivateReceipt(bearer, text);
    if (!signed.ok) throw new Error(signed.reason);
    const signature = signed.value;
    expect(isSignedBy({ text, signature, address: made.privateAddress, chainId: 137 })).toBe(true);
    await expect(vault.signPrivateReceipt(bearer, '{}')).rejects.toThrow('Only receipts');
  });

  it('of a wallet whose owner keeps the keys sees it, signs its receipts, and has no key for anything else', async () => {
    const maker = vaultWith(null);
    const { keyRecord } = await maker.createWallet({ userId, password }, wrapNothing);
    const dataKey = await openOrFail(maker, keyRecord);
    const { sight, privateAddress } = drawSight();
    const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
    const wrap = maker.wrapForToken(dataKey, owner);
    const seedCiphertext = maker.sealSight(dataKey, { userId, sight });
    const vault = vaultWith({ wrap, seedCiphertext });
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const noKey = { ok: false, reason: 'no-key' };
    expect(await vault.withPublicSigner(bearer, async () => 'signed')).toEqual(noKey);
    expect(await vault.withClaimWallet(bearer, 0, async () => 'opened')).toEqual(noKey);
    expect(vault.reveal(dataKey, { userId, seedCiphertext })).toBe('no-key');
    const given = await vault.withShieldedSecrets(bearer, ({ keys }) => Buffer.from(keys));
    expect(given).toEqual({ ok: true, value: sight });
    const text = `${RECEIPT_TEXT_PREFIX}{}`;
    const signed = await vault.signPrivateReceipt(bearer, text);
    if (!signed.ok) throw new Error(signed.reason);
    const receipt = { text, signature: signed.value, address: privateAddress, chainId: 137 };
    expect(isSignedBy(receipt)).toBe(true);
    const shieldKey = `0x${sight.subarray(64).toString('hex')}`;
    expect(await vault.shieldKey(bearer, 'RAILGUN_SHIELD')).toEqual({ ok: true, value: shieldKey });
    const viewing = await openViewing(vault, bearer);
    expect(viewing.during).toEqual(sight.subarray(0, 32));
    expect(viewing.masterPublicKey).toBe(unpackSight(sight)?.masterPublicKey);
    expect(viewing.after.every((byte) => byte === 0)).toBe(true);
    expect(() => maker.sealSight(dataKey, { userId, sight: Buffer.alloc(96, 255) })).toThrow(
      'not the sight',
    );
  });

  it('derives the same shield key and viewing keys of a seed as its sight has', async () => {
    const maker = vaultWith(null);
    const { keyRecord } = await maker.createWallet({ userId, password }, wrapNothing);
    const dataKey = await openOrFail(maker, keyRecord);
    const { phrase } = revealed(maker.reveal(dataKey, { userId, ...keyRecord }));
    const owner = { userId, sessionId, kind: 'access', token: 'kxa_one' } as const;
    const wrap = maker.wrapForToken(dataKey, owner);
    const vault = vaultWith({ wrap, seedCiphertext: keyRecord.seedCiphertext });
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const expected = deriveShieldKey(deriveKeys(toSeed(phrase)).account);
    const value = `0x${Buffer.from(expected).toString('hex')}`;
    expect(await vault.shieldKey(bearer, 'RAILGUN_SHIELD')).toEqual({ ok: true, value });
    const viewing = await openViewing(vault, bearer);
    const { viewing: own, masterPublicKey } = viewingKeysOf(deriveKeys(toSeed(phrase)));
    expect(viewing).toMatchObject({ masterPublicKey, during: Buffer.from(own) });
    expect(viewing.after.every((byte) => byte === 0)).toBe(true);
  });

  it('provides nothing of the private wallet when its session has ended', async () => {
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const locked = { ok: false, reason: 'locked' };
    expect(await vaultWith(null).withShieldedSecrets(bearer, packSecrets)).toEqual(locked);
    expect(await vaultWith(null).withViewKey(bearer, async (key) => key)).toEqual(locked);
    expect(await vaultWith(null).withOwnSeals(bearer, 'contacts', async () => 'opened')).toEqual(
      locked,
    );
  });

  it('signs nothing when its session has ended', async () => {
    const bearer = { userId, sessionId, accessToken: 'kxa_one' };
    const locked = { ok: false, reason: 'locked' };
    expect(await vaultWith(null).withPublicSigner(bearer, async () => 'signed')).toEqual(locked);
    const text = `${RECEIPT_TEXT_PREFIX}{}`;
    expect(await vaultWith(null).signPrivateReceipt(bearer, text)).toEqual(locked);
  });

  it('for a registration opens the wallet that was just made, and does nothing else', async () => {
    const vault = vaultWith(null);
    const owner = { userId, sessionId, kind: 'registration', token: 'kxg_one' } as const;
    const wraps: Uint8Array[] = [];
    const { keyRecord } = await vault.createWallet({ userId, password }, async (dataKey) => {
      wraps.push(vault.wrapForToken(dataKey, owner));
      return wrapNothing();
    });
    const wrap = wraps[0] ?? new Uint8Array();
    expect(vault.openWithToken(wrap, owner)).toEqual(await openOrFail(vault, keyRecord));
    const others: readonly Partial<TokenOwner>[] = [
      { kind: 'access' },
      { token: 'kxg_two' },
      { userId: randomUUID() },
      { sessionId: randomUUID() },
    ];
    for (const other of others) {
      expect(() => vault.openWithToken(wrap, { ...owner, ...other })).toThrow(/authenticate/);
    }
  });

  it('hides a text from everyone else', () => {
    const vault = vaultWith(null);
    const sealed = vault.sealForToken('kxr_one', 'kxr_next');
    expect(Buffer.from(sealed).includes('kxr_next')).toBe(false);
    expect(vault.openForToken('kxr_one', sealed)).toBe('kxr_next');
    expect(() => vault.openForToken('kxr_two', sealed)).toThrow(/authenticate/);
  });
});

describe('what a user exports', () => {
  it(`gives the same 0x and 0zk address elsewhere, ${USERS} of ${USERS} times`, async () => {
    const vault = vaultWith(null);
    const phrases = new Set<string>();
    let same = 0;
    for (let user = 0; user < USERS; user += 1) {
      const owner = { userId: randomUUID(), password };
      const { publicAddress, privateAddress, keyRecord } = await vault.createWallet(
        owner,
        wrapNothing,
      );
      const dataKey = await vault.openWithPassword({ ...owner, keyRecord, lane: 'known' });
      if (dataKey === null) throw new Error('The right password did not open the wallet.');
      const { phrase, privateKey } = revealed(vault.reveal(dataKey, { ...owner, ...keyRecord }));
      expect(phrase.split(' ')).toHaveLength(12);
      expect(HDNodeWallet.fromPhrase(phrase).address).toBe(publicAddress);
      expect(new Wallet(privateKey).address).toBe(publicAddress);
      expect(await addressInRailgunWallet(phrase)).toBe(privateAddress);
      phrases.add(phrase);
      same += 1;
    }
    console.info(`${same} of ${USERS} wallets have the same two addresses in ethers and RAILGUN.`);
    expect([same, phrases.size]).toEqual([USERS, USERS]);
  });

  it('cannot be opened without the data key', async () => {
    const vault = vaultWith(null);
    const { keyRecord } = await vault.createWallet({ userId, password }, wrapNothing);
    const wrong = Buffer.alloc(32, 1) as unknown as DataKey;
    expect(() => vault.reveal(wrong, { userId, ...keyRecord })).toThrow(/authenticate/);
  });
});

/** Restores a wallet as other RAILGUN wallets do: with the engine's own wallet, over a store that keeps nothing. */
async function addressInRailgunWallet(phrase: string): Promise<string> {
  const require = createRequire(import.meta.url);
  type Store = ConstructorParameters<typeof Database>[0];
  const { AbstractLevelDOWN }: { AbstractLevelDOWN: new () => Store } =
    require('abstract-leveldown');
  const encryptionKey = '01'.repeat(32);
  const wallet = await RailgunWallet.fromMnemonic(
    new Database(new AbstractLevelDOWN()),
    encryptionKey,
    phrase,
    0,
    undefined,
    {} as Prover,
  );
  return wallet.getAddress();
}

/** A password record as an earlier version with its own parameters would have stored it. */
async function recordOf(
  dataKey: DataKey,
  parameters: KeyRecord['passwordParameters'],
): Promise<Partial<KeyRecord>> {
  const passwordSalt = Buffer.alloc(16, 3);
  const derive = createPasswordDerivation();
  const keys = await derive({ password, salt: passwordSalt, pepper, parameters });
  return {
    passwordSalt,
    passwordParameters: parameters,
    passwordVerifierHash: keys.verifierHash,
    passwordWrap: seal(keys.wrappingKey, dataKey, ['password', userId]),
  };
}

function revealed(outcome: ReturnType<KeyVault['reveal']>) {
  if (outcome === 'no-key') throw new Error('The vault has no key.');
  return outcome;
}

/** What sees a wallet that a device drew, and its private address. */
function drawSight() {
  const keys = deriveKeys(toSeed(toPhrase(randomBytes(16))));
  const viewing = viewingKeysOf(keys);
  const shieldKey = deriveShieldKey(keys.account);
  const sight = Buffer.from(packSight({ ...viewing, shieldKey }));
  return { sight, privateAddress: encodePrivateAddress(viewing) };
}

/** @returns the master public key that a vault gives, and the private viewing key during and after */
async function openViewing(vault: KeyVault, bearer: Parameters<KeyVault['withViewingKeys']>[0]) {
  const opened = await vault.withViewingKeys(bearer, async ({ viewing, masterPublicKey }) => ({
    masterPublicKey,
    ...{ during: Buffer.from(viewing), after: viewing },
  }));
  if (!opened.ok) throw new Error(opened.reason);
  return opened.value;
}
