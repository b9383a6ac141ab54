import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyFolderOf, prepareKeys, recoverySocketOf } from './prepare-keys.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kax-prepare-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it('moves the keys of earlier versions to the processes that need them, once', async () => {
  const user = '01234567-89ab-4cde-8f01-23456789abcd';
  mkdirSync(join(dataDir, 'keys'));
  mkdirSync(join(dataDir, 'recovery/salts'), { recursive: true });
  writeFileSync(join(dataDir, 'keys/pepper-1'), 'pepper');
  writeFileSync(join(dataDir, 'recovery/codes-1'), 'codes');
  writeFileSync(join(dataDir, 'recovery/salts', user), 'salt');
  await prepareKeys({ dataDir });
  const [api, recovery] = [keyFolderOf({ dataDir }, 'api'), keyFolderOf({ dataDir }, 'recovery')];
  expect(readFileSync(join(api, 'pepper-1'), 'utf8')).toBe('pepper');
  expect(readFileSync(join(recovery, 'codes-1'), 'utf8')).toBe('codes');
  expect(readFileSync(join(recovery, 'salts', user), 'utf8')).toBe('salt');
  for (const old of ['keys/pepper-1', 'recovery']) {
    expect(existsSync(join(dataDir, old))).toBe(false);
  }
  // What is not ours stays.
  mkdirSync(join(dataDir, 'recovery'));
  writeFileSync(join(dataDir, 'recovery/notes.txt'), 'mine');
  // What is put there afterwards replaces nothing.
  writeFileSync(join(dataDir, 'keys/pepper-1'), 'other');
  await prepareKeys({ dataDir });
  expect(readFileSync(join(api, 'pepper-1'), 'utf8')).toBe('pepper');
  expect(readFileSync(join(dataDir, 'recovery/notes.txt'), 'utf8')).toBe('mine');
});

it('has a socket whose path an operating system accepts, however long the folder’s is', () => {
  expect(recoverySocketOf({ dataDir })).toBe(join(dataDir, 'processes', 'recovery.sock'));
  const deep = join(dataDir, 'a'.repeat(100));
  const far = recoverySocketOf({ dataDir: deep });
  expect(Buffer.byteLength(far)).toBeLessThan(104);
  expect(recoverySocketOf({ dataDir: `${deep}b` })).not.toBe(far);
});
