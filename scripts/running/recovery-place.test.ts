import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { prepareRecovery } from './recovery-place.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kax-recovery-place-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('has the keys and salts of an earlier version, once', async () => {
  mkdirSync(join(dataDir, 'keys/salts'), { recursive: true });
  writeFileSync(join(dataDir, 'keys/recovery.pem'), 'key');
  writeFileSync(join(dataDir, 'keys/salts/one'), 'salt');
  writeFileSync(join(dataDir, 'keys/pepper-1'), 'pepper');
  const { folder } = await prepareRecovery({ dataDir });
  expect(readFileSync(join(folder, 'recovery.pem'), 'utf8')).toBe('key');
  expect(readFileSync(join(folder, 'salts/one'), 'utf8')).toBe('salt');
  expect(existsSync(join(dataDir, 'keys/recovery.pem'))).toBe(false);
  expect(existsSync(join(dataDir, 'keys/pepper-1'))).toBe(true);
  // A key that was put there afterwards replaces nothing.
  writeFileSync(join(dataDir, 'keys/recovery.pem'), 'other');
  await prepareRecovery({ dataDir });
  expect(readFileSync(join(folder, 'recovery.pem'), 'utf8')).toBe('key');
});

it('has a socket whose path an operating system accepts, however long the folder’s is', async () => {
  const { folder, socket } = await prepareRecovery({ dataDir });
  expect(socket).toBe(join(folder, 'recovery.sock'));
  const deep = join(dataDir, 'a'.repeat(100));
  const far = await prepareRecovery({ dataDir: deep });
  expect(far.folder).toBe(join(deep, 'recovery'));
  expect(Buffer.byteLength(far.socket)).toBeLessThan(104);
  expect((await prepareRecovery({ dataDir: `${deep}b` })).socket).not.toBe(far.socket);
});
