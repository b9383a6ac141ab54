import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KEY_FOLDERS, makeKeyFolders } from './make-key-folders.ts';
import { makeKeys } from './make-keys.ts';
import { splitKeyFolder } from './split-key-folder.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'kax-key-folders-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const read = (...path: readonly string[]) => readFileSync(join(home, ...path), 'utf8');
const filesOf = (name: string) =>
  readdirSync(join(home, name))
    .filter((file) => file !== 'salts')
    .sort();
/** Every file of every folder, by its path. */
const everything = () =>
  Object.fromEntries(
    KEY_FOLDERS.flatMap((name) =>
      filesOf(name).map((file) => [`${name}/${file}`, read(name, file)]),
    ),
  );

const isPublic = (path: string) => /(?:public\.pem|broadcaster\.json)$/.test(path);

it('gives each process its own keys, and no key of another', async () => {
  await makeKeyFolders(home);
  expect(Object.fromEntries(KEY_FOLDERS.map((name) => [name, filesOf(name)]))).toEqual({
    api: [
      'accounts-public.pem',
      'audit-1.key',
      'broadcaster.json',
      'claim-links-1',
      'freeze-links-1',
      'pepper-1',
      'pool-1',
      'push-1-public.pem',
      'rows-1',
      'shared-rows-1',
    ],
    worker: [
      'accounts-public.pem',
      'broadcaster-1',
      'broadcaster.json',
      'freeze-links-1',
      'push-1',
      'shared-rows-1',
    ],
    'shielded-worker': ['broadcaster.json', 'pool-1'],
    recovery: [
      'accounts-public.pem',
      'accounts.pem',
      'audit-1.key',
      'claim-links-1',
      'codes-1',
      'freeze-links-1',
      'recovery.pem',
    ],
    operator: ['audit-1.key'],
  });
  expect(read('worker', 'shared-rows-1')).toBe(read('api', 'shared-rows-1'));
  for (const name of ['recovery', 'worker']) {
    expect(read(name, 'freeze-links-1')).toBe(read('api', 'freeze-links-1'));
  }
  expect(read('shielded-worker', 'pool-1')).toBe(read('api', 'pool-1'));
  for (const name of ['recovery', 'operator']) {
    expect(read(name, 'audit-1.key')).toBe(read('api', 'audit-1.key'));
  }
  expect(read('worker', 'accounts-public.pem')).toBe(read('recovery', 'accounts-public.pem'));
  expect(read('recovery', 'claim-links-1')).toBe(read('api', 'claim-links-1'));
  for (const name of ['api', 'shielded-worker']) {
    expect(read(name, 'broadcaster.json')).toBe(read('worker', 'broadcaster.json'));
  }
  const secrets = Object.entries(everything()).filter(([path]) => !isPublic(path));
  expect(new Set(secrets.map(([, text]) => text)).size).toBe(12);
});

it('is what the operations guide says', async () => {
  await makeKeyFolders(home);
  const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const header = `| File | ${KEY_FOLDERS.map((name) => `\`${name}\``).join(' | ')} | Is |`;
  expect(guide).toContain(header);
  const rows = guide.slice(guide.indexOf(header)).split('\n\n')[0]?.split('\n').slice(2) ?? [];
  const documented = rows.flatMap((row) => {
    const [, files = '', ...marks] = row.split('|').map((cell) => cell.trim());
    const names = [...files.matchAll(/`([^`/]+)`/g)].map(([, name]) => name);
    return KEY_FOLDERS.filter((_, at) => marks[at] === '✓').flatMap((folder) =>
      names.map((name) => `${folder}/${name}`),
    );
  });
  expect(documented.sort()).toEqual(Object.keys(everything()).sort());
});

it('lets no one else read a key', async () => {
  await makeKeyFolders(home);
  for (const name of KEY_FOLDERS) {
    expect(statSync(join(home, name)).mode & 0o777).toBe(0o700);
    for (const file of filesOf(name)) {
      const mode = isPublic(file) ? 0o644 : 0o600;
      expect(statSync(join(home, name, file)).mode & 0o777).toBe(mode);
    }
  }
});

it('replaces nothing, and makes what is missing, however often it runs', async () => {
  await makeKeyFolders(home);
  const before = everything();
  for (const name of ['shielded-worker', 'operator']) rmSync(join(home, name), { recursive: true });
  // One process may be the last to have a key that it shares.
  rmSync(join(home, 'api', 'shared-rows-1'));
  rmSync(join(home, 'api', 'rows-1'));
  await Promise.all([makeKeyFolders(home), makeKeyFolders(home)]);
  expect(everything()).toEqual({ ...before, 'api/rows-1': read('api', 'rows-1') });
  expect(read('api', 'rows-1')).not.toBe(before['api/rows-1']);
});

it('refuses a key that two processes share and do not have alike', async () => {
  await makeKeyFolders(home);
  writeFileSync(join(home, 'worker', 'shared-rows-1'), 'ab'.repeat(32));
  await expect(makeKeyFolders(home)).rejects.toThrow('shared-rows-1 are not the same');
});

it('makes nothing where only a part of an installation’s keys was copied', async () => {
  const earlier = join(home, 'earlier');
  mkdirSync(earlier);
  writeFileSync(join(earlier, 'accounts-public.pem'), 'public');
  expect(await makeKeys([home, '--from', earlier])).toMatchObject({
    isDone: false,
    lines: [expect.stringContaining('without accounts.pem. Nothing was made.')],
  });
  expect(filesOf('recovery')).toEqual(['accounts-public.pem']);
  expect(await makeKeys([])).toMatchObject({ isDone: false });
});

it('makes no recovery key where AWS KMS has it', async () => {
  await makeKeyFolders(home, 'aws-kms');
  expect(filesOf('recovery')).not.toContain('recovery.pem');
});

it('gives each process its part of a folder that all of them read, and a next pepper with it', async () => {
  const earlier = join(home, 'earlier');
  const user = '01234567-89ab-4cde-8f01-23456789abcd';
  mkdirSync(join(earlier, 'salts'), { recursive: true });
  const files = {
    'pepper-1.retired': ['api'],
    'pepper-2': ['api'],
    'pepper-3.next': ['api'],
    'audit-1.key': ['api', 'recovery', 'operator'],
    'rows-1': ['api'],
    'rows-sealed': ['api'],
    'shared-rows-1': ['api', 'worker'],
    'codes-1': ['recovery'],
    'accounts-signed': ['recovery'],
    [`salts/${user}`]: ['recovery'],
  };
  for (const name of Object.keys(files)) writeFileSync(join(earlier, name), `of ${name}`);
  writeFileSync(join(earlier, 'recovery.sock'), '');
  const copied = await splitKeyFolder(earlier, home);
  expect([...copied].sort()).toEqual(
    Object.keys(files)
      .map((name) => join(earlier, name))
      .sort(),
  );
  for (const [name, owners] of Object.entries(files)) {
    for (const owner of owners) expect(read(owner, name)).toBe(`of ${name}`);
  }
  await makeKeyFolders(home);
  expect(filesOf('api')).not.toContain('pepper-1');
  expect(read('operator', 'audit-1.key')).toBe('of audit-1.key');
  // A folder that is split again, or was half copied, changes nothing.
  writeFileSync(join(earlier, 'pepper-2'), 'another');
  await splitKeyFolder(earlier, home);
  expect(read('api', 'pepper-2')).toBe('of pepper-2');
});
