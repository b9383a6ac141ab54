import { createPublicKey, diffieHellman, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import type { KeyRecord, KeyVault } from '../../ports/key-vault.ts';
import { derivePrivateAddress } from '../railgun/derive-private-address.ts';
import { createKeyVault } from './key-vault.ts';
import { deriveKey, open } from './seal.ts';

const pepper = Buffer.alloc(32, 7);
const userId = '00000000-0000-4000-8000-000000000001';
const sessionId = '00000000-0000-4000-8000-000000000002';
const password = 'Piggy!Bank7';

function vaultWith(
  unlock: { wrap: Uint8Array; seedCiphertext: Uint8Array } | null,
  with_ = pepper,
): KeyVault {
  return createKeyVault({
    keys: {
      pepper: with_,
      pepperId: 'pepper-1',
      recoveryPublicKey: generateKeyPairSync('x25519').publicKey,
    },
    sessions: { unlockMaterial: async () => unlock },
    derivePrivateAddress,
  });
}

async function openOrFail(vault: KeyVault, keyRecord: KeyRecord) {
  const dataKey = await vault.openWithPassword({ userId, password, keyRecord });
  if (dataKey === null) throw new Error('The right password did not open the wallet.');
  return dataKey;
}

it('opens the wallet with its password and with no other', async () => {
  const vault = vaultWith(null);
  const { keyRecord } = await vault.createWallet({ userId, password });
  expect(await vault.openWithPassword({ userId, password: 'Piggy!Bank8', keyRecord })).toBeNull();
  expect(await vault.openWithPassword({ userId, password, keyRecord: null })).toBeNull();
  expect(await openOrFail(vault, keyRecord)).toHaveLength(32);
});

it('does not open with the right password without the pepper', async () => {
  const { keyRecord } = await vaultWith(null).createWallet({ userId, password });
  const other = vaultWith(null, Buffer.alloc(32, 8));
  expect(await other.openWithPassword({ userId, password, keyRecord })).toBeNull();
});

it('stores Argon2id with at least 64 MiB and three passes', async () => {
  const { keyRecord } = await vaultWith(null).createWallet({ userId, password });
  expect(keyRecord.passwordParameters).toEqual({
    memoryKiB: 65_536,
    iterations: 3,
    parallelism: 1,
  });
});

it('signs for the holder of the access token with the address of the wallet', async () => {
  const maker = vaultWith(null);
  const { keyRecord, publicAddress } = await maker.createWallet({ userId, password });
  const dataKey = await openOrFail(maker, keyRecord);
  const wrap = maker.wrapForToken(dataKey, { userId, sessionId, kind: 'access', token: 'kxa_one' });
  const vault = vaultWith({ wrap, seedCiphertext: keyRecord.seedCiphertext });
  const bearer = { userId, sessionId, accessToken: 'kxa_one' };
  expect(await vault.withPublicSigner(bearer, async (signer) => signer.address)).toEqual({
    ok: true,
    value: publicAddress,
  });
  const thief = { ...bearer, accessToken: 'kxa_two' };
  await expect(vault.withPublicSigner(thief, async () => 'signed')).rejects.toThrow();
});

it('can be opened with the recovery key alone, so that a reset keeps the wallet (decision 0006)', async () => {
  const recovery = generateKeyPairSync('x25519');
  const keys = { pepper, pepperId: 'pepper-1', recoveryPublicKey: recovery.publicKey };
  const sessions = { unlockMaterial: async () => null };
  const vault = createKeyVault({ keys, sessions, derivePrivateAddress });
  const { keyRecord } = await vault.createWallet({ userId, password });
  const box = Buffer.from(keyRecord.recoveryWrap);
  const sender = box.subarray(1, 1 + (box[0] ?? 0));
  const publicKey = createPublicKey({ key: sender, format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey: recovery.privateKey, publicKey });
  const key = deriveKey(Buffer.concat([shared, sender]), 'recovery wrap');
  const recovered = open(key, box.subarray(1 + sender.length), ['recovery', userId]);
  expect(recovered.equals(Buffer.from(await openOrFail(vault, keyRecord)))).toBe(true);
});

it('does not open what was moved to another user', async () => {
  const vault = vaultWith(null);
  const { keyRecord } = await vault.createWallet({ userId, password });
  const other = '00000000-0000-4000-8000-000000000009';
  await expect(vault.openWithPassword({ userId: other, password, keyRecord })).rejects.toThrow(
    /authenticate/,
  );
});

it('is locked when the session ended meanwhile', async () => {
  const bearer = { userId, sessionId, accessToken: 'kxa_one' };
  expect(await vaultWith(null).withPublicSigner(bearer, async () => 'signed')).toEqual({
    ok: false,
    reason: 'locked',
  });
});
