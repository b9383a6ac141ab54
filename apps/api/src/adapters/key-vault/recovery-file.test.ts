import {
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { DataKey } from '../../ports/key-vault.ts';
import { createRecoveryFile } from './recovery-file.ts';
import { deriveKey, seal } from './seal.ts';

const folder = mkdtempSync(join(tmpdir(), 'kax-recovery-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('opens what it wrapped, also after a restart', async () => {
  const [userId, dataKey] = [randomUUID(), newDataKey()];
  const wrap = await (await createRecoveryFile(folder, 'create')).wrap(dataKey, userId);
  expect(Buffer.from(wrap).indexOf(Buffer.from(dataKey))).toBe(-1);
  expect(await (await createRecoveryFile(folder, 'refuse')).unwrap(wrap, userId)).toEqual(dataKey);
});

it('does not open for anyone else', async () => {
  const recovery = await createRecoveryFile(folder, 'create');
  const [one, other] = [randomUUID(), randomUUID()];
  const wrap = await recovery.wrap(newDataKey(), one);
  await recovery.wrap(newDataKey(), other);
  await expect(recovery.unwrap(wrap, other)).rejects.toThrow(/authenticate/);
});

it('opens nothing of a forgotten user, not even with a copy of the key', async () => {
  const recovery = await createRecoveryFile(folder, 'create');
  const userId = randomUUID();
  const wrap = await recovery.wrap(newDataKey(), userId);
  await recovery.forget(userId);
  await expect(recovery.unwrap(wrap, userId)).rejects.toThrow(/ENOENT/);
  await recovery.wrap(newDataKey(), userId);
  await expect(recovery.unwrap(wrap, userId)).rejects.toThrow(/authenticate/);
  await recovery.forget(userId);
  await expect(recovery.forget(userId)).resolves.toBeUndefined();
});

it('opens wraps made before salts existed', async () => {
  const recovery = await createRecoveryFile(folder, 'create');
  const [userId, dataKey] = [randomUUID(), newDataKey()];
  expect(await recovery.unwrap(wrapWithoutSalt(dataKey, userId), userId)).toEqual(dataKey);
});

it('says so when a wrap is of another kind of recovery key', async () => {
  const recovery = await createRecoveryFile(folder, 'create');
  await expect(recovery.unwrap(Buffer.of(1, 2, 3), randomUUID())).rejects.toThrow(
    'A recovery wrap was not made for the recovery key in a file.',
  );
});

it('gives two wraps of one user at the same time the same salt', async () => {
  const recovery = await createRecoveryFile(folder, 'create');
  const [userId, dataKey] = [randomUUID(), newDataKey()];
  const wraps = await Promise.all(Array.from({ length: 8 }, () => recovery.wrap(dataKey, userId)));
  for (const wrap of wraps) expect(await recovery.unwrap(wrap, userId)).toEqual(dataKey);
});

it('keeps files that only the server reads, named by ids and never by outside input', async () => {
  const recovery = await createRecoveryFile(folder, 'create');
  const userId = randomUUID();
  await recovery.wrap(newDataKey(), userId);
  for (const file of ['recovery.pem', 'salts', join('salts', userId)]) {
    expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  }
  expect(readdirSync(join(folder, 'salts')).filter((name) => name.endsWith('.new'))).toEqual([]);
  await expect(recovery.wrap(newDataKey(), '../pepper-1')).rejects.toThrow(
    'A recovery salt belongs to a user id.',
  );
});

it('refuses to start without its key when it may not make one', async () => {
  const empty = mkdtempSync(join(folder, 'empty-'));
  await expect(createRecoveryFile(empty, 'refuse')).rejects.toThrow(/ENOENT.*recovery\.pem/);
});

/** As the first version of the product wrapped. */
function wrapWithoutSalt(dataKey: DataKey, userId: string): Buffer {
  const publicKey = createPublicKey(readFileSync(join(folder, 'recovery.pem')));
  const ephemeral = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey });
  const sender = ephemeral.publicKey.export({ type: 'spki', format: 'der' });
  const key = deriveKey(Buffer.concat([shared, sender]), 'recovery wrap');
  return Buffer.concat([
    Buffer.of(sender.length),
    sender,
    seal(key, dataKey, ['recovery', userId]),
  ]);
}

function newDataKey(): DataKey {
  return randomBytes(32) as unknown as DataKey;
}
