import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createPushKey,
  PUSH_KEY_FILE,
  PUSH_PUBLIC_FILE,
  readPushPublicKey,
  readPushSigner,
  writePushPublicKey,
} from './push-keys.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-push-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);

it('without a key, there is nothing to subscribe with and nothing to sign with', async () => {
  expect(await readPushSigner(folder)).toBeNull();
  expect(await readPushPublicKey(folder)).toBeNull();
});

it('browsers subscribe with the public part of the key that signs', async () => {
  await createPushKey(folder);
  await writePushPublicKey(folder, file(PUSH_PUBLIC_FILE));
  const signer = await readPushSigner(folder);
  expect(await readPushPublicKey(folder)).toBe(signer?.publicKey);
  const key = createPublicKey(readFileSync(file(PUSH_PUBLIC_FILE)));
  const signature = signer?.sign('text') ?? Buffer.alloc(0);
  expect(signature).toHaveLength(64);
  const isSigned = (text: string) =>
    verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, signature);
  expect([isSigned('text'), isSigned('texts')]).toEqual([true, false]);
});

it('only the key itself is secret, and it is made once', async () => {
  await createPushKey(folder);
  const before = readFileSync(file(PUSH_KEY_FILE), 'utf8');
  await createPushKey(folder);
  expect(readFileSync(file(PUSH_KEY_FILE), 'utf8')).toBe(before);
  expect(statSync(file(PUSH_KEY_FILE)).mode & 0o777).toBe(0o600);
});

it('refuses a private key where the public one should be, and a key of another kind', async () => {
  await createPushKey(folder);
  writeFileSync(file(PUSH_PUBLIC_FILE), readFileSync(file(PUSH_KEY_FILE)));
  await expect(readPushPublicKey(folder)).rejects.toThrow('must have a public key');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' });
  writeFileSync(file(PUSH_KEY_FILE), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(readPushSigner(folder)).rejects.toThrow('must have a P-256 key');
});
