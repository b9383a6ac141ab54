import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createRecoveryKey,
  listRecoveryKeys,
} from '../../apps/api/src/adapters/key-vault/recovery-keys.ts';
import type { WrapCount } from '../../apps/api/src/adapters/postgres/accounts/recovery-wraps.ts';
import { replaceRecoveryKey } from './replace-recovery-key.ts';

const HOUR_MS = 3_600_000;
let folder: string;
let now: Date;
let wraps: readonly WrapCount[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kax-recovery-'));
  await createRecoveryKey(folder, 'recovery.pem');
  now = new Date();
  wraps = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const step = (...words: readonly string[]) =>
  replaceRecoveryKey(words, { folder, now, countWraps: async () => wraps });
const files = () => readdirSync(folder).sort();
const under = (keyId: string | null, count: number, isRegistration = false): WrapCount => ({
  ...{ keyId, count, isRegistration },
});

/** As far as that the second key is there for two hours. @returns the IDs of both */
async function makeNew(): Promise<readonly [string, string]> {
  expect(await step('new')).toMatchObject({ isDone: true });
  now = new Date(now.getTime() + 2 * HOUR_MS);
  const [first, second] = await listRecoveryKeys(folder);
  return [first?.keyId ?? '', second?.keyId ?? ''];
}

it('replaces a key in two steps, and sets the earlier one aside when no wrap is under it', async () => {
  const earlier = readFileSync(join(folder, 'recovery.pem'), 'utf8');
  const [first, second] = await makeNew();
  expect(first).not.toBe(second);
  expect(files()).toEqual(['recovery-2.pem', 'recovery.pem']);
  expect(statSync(join(folder, 'recovery-2.pem')).mode & 0o777).toBe(0o600);
  wraps = [under(second, 2)];
  expect(await step('retire')).toMatchObject({ isDone: true });
  expect(files()).toEqual(['recovery-2.pem', 'recovery.pem.retired']);
  expect(readFileSync(join(folder, 'recovery.pem.retired'), 'utf8')).toBe(earlier);
  expect(await step('new')).toMatchObject({ isDone: true });
  expect(files()).toEqual(['recovery-2.pem', 'recovery-3.pem', 'recovery.pem.retired']);
});

it('shows which are there, and what is under each', async () => {
  const [first, second] = await makeNew();
  wraps = [under(first, 1), under(second, 2), under(second, 1, true), under(null, 3)];
  wraps = [...wraps, under('0011223344556677', 1)];
  expect((await step('show')).lines).toEqual([
    'recovery.pem  earlier, 1 account and 0 unfinished registrations',
    'recovery-2.pem  in use, 2 accounts and 1 unfinished registration',
    'without the ID of a key, 3 accounts and 0 unfinished registrations',
    'of a key that is not here, 1 account and 0 unfinished registrations',
  ]);
});

it.each([
  ['an account', (first: string) => under(first, 1)],
  ['an unfinished registration', (first: string) => under(first, 1, true)],
  ['a wrap without the ID of its key', () => under(null, 1)],
  ['a wrap of a key that is not here', () => under('0011223344556677', 1)],
])(
  'does not retire one while %s is not under the newest, unless it is told to',
  async (_w, left) => {
    const [first, second] = await makeNew();
    wraps = [under(second, 5), left(first)];
    expect(await step('retire')).toMatchObject({ isDone: false });
    expect(files()).toContain('recovery.pem');
    expect(await step('retire', '--leave-behind')).toMatchObject({ isDone: true });
    expect(files()).not.toContain('recovery.pem');
  },
);

it('leaves nothing behind while recovery was not restarted', async () => {
  const [first] = await makeNew();
  wraps = [under(first, 5)];
  for (const option of [[], ['--leave-behind']]) {
    expect(await step('retire', ...option)).toMatchObject({
      isDone: false,
      lines: [expect.stringContaining('Restart recovery')],
    });
  }
});

it('does not retire one within an hour: a registration may be on its way to the database', async () => {
  await step('new');
  const [, second] = await listRecoveryKeys(folder);
  wraps = [under(second?.keyId ?? '', 1)];
  now = new Date(now.getTime() + HOUR_MS / 2);
  expect(await step('retire')).toMatchObject({ isDone: false });
});

it('takes no step out of turn', async () => {
  expect(await step('retire')).toMatchObject({ isDone: false });
  await step('new');
  expect(await step('new')).toMatchObject({ isDone: false });
  expect(await step('use')).toMatchObject({ isDone: false });
  expect(files()).toEqual(['recovery-2.pem', 'recovery.pem']);
});
