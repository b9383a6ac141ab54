import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readServerKeys } from '../../apps/api/src/adapters/key-vault/peppers.ts';
import { replacePepper } from './replace-pepper.ts';

const HOUR_MS = 3_600_000;
let folder: string;
let now: Date;
let records: ReadonlyMap<string, number>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-pepper-'));
  writeFileSync(join(folder, 'pepper-1'), Buffer.alloc(32, 1).toString('hex'));
  now = new Date();
  records = new Map([['pepper-1', 2]]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function step(...words: readonly string[]) {
  return replacePepper(words, {
    folder,
    now,
    countPasswords: async () => records,
  });
}

const files = () => readdirSync(folder).sort();
const idInUse = async () => (await readServerKeys(folder)).pepperId;

it('replaces a pepper in three steps, and sets the earlier one aside when nothing is under it', async () => {
  const earlier = readFileSync(join(folder, 'pepper-1'), 'utf8');
  expect(await step('next')).toMatchObject({ isDone: true });
  expect(files()).toEqual(['pepper-1', 'pepper-2.next']);
  expect(statSync(join(folder, 'pepper-2.next')).mode & 0o777).toBe(0o600);
  expect(await idInUse()).toBe('pepper-1');
  expect(await step('use')).toMatchObject({ isDone: true });
  expect(await idInUse()).toBe('pepper-2');
  records = new Map([['pepper-2', 2]]);
  now = new Date(now.getTime() + 49 * HOUR_MS);
  expect(await step('retire')).toMatchObject({ isDone: true });
  expect(files()).toEqual(['pepper-1.retired', 'pepper-2']);
  expect(readFileSync(join(folder, 'pepper-1.retired'), 'utf8')).toBe(earlier);
});

it('shows which are there, and what is under each', async () => {
  await step('next');
  records = new Map([
    ['pepper-1', 1],
    ['pepper-7', 3],
  ]);
  expect((await step('show')).lines).toEqual([
    'pepper-1  in use, 1 password',
    'pepper-2  next, 0 passwords',
    'pepper-7  not in this folder, 3 passwords',
  ]);
});

it('takes no step twice, and none out of turn', async () => {
  expect(await step('use')).toMatchObject({ isDone: false });
  expect(await step('retire')).toMatchObject({
    isDone: false,
    lines: ['There is no earlier pepper.'],
  });
  await step('next');
  const made = readFileSync(join(folder, 'pepper-2.next'), 'utf8');
  expect(await step('next')).toMatchObject({ isDone: false });
  expect(readFileSync(join(folder, 'pepper-2.next'), 'utf8')).toBe(made);
  await step('use');
  expect(await step('use')).toMatchObject({ isDone: false });
  expect(files()).toEqual(['pepper-1', 'pepper-2']);
});

it.each([
  ['sessions and payments of before still need it', 47, { 'pepper-2': 2 }],
  ['no process seems to use the new one', 49, { 'pepper-1': 2 }],
  ['passwords are under it', 49, { 'pepper-1': 1, 'pepper-2': 1 }],
])('does not retire one while %s', async (_why, hours, counted) => {
  await step('next');
  await step('use');
  now = new Date(now.getTime() + hours * HOUR_MS);
  records = new Map(Object.entries(counted));
  expect(await step('retire')).toMatchObject({ isDone: false });
  expect(files()).toEqual(['pepper-1', 'pepper-2']);
});

it('leaves passwords behind only when it is told to, and only where the new one is in use', async () => {
  await step('next');
  await step('use');
  expect(await step('retire', '--leave-behind')).toMatchObject({ isDone: false });
  now = new Date(now.getTime() + 49 * HOUR_MS);
  expect(await step('retire', '--leave-behind')).toMatchObject({ isDone: false });
  records = new Map([
    ['pepper-1', 1],
    ['pepper-2', 1],
  ]);
  expect(await step('retire')).toMatchObject({ isDone: false });
  expect(await step('retire', '--leave-behind')).toMatchObject({ isDone: true });
  expect(files()).toEqual(['pepper-1.retired', 'pepper-2']);
});

it('replaces one before there are users', async () => {
  records = new Map();
  await step('next');
  await step('use');
  now = new Date(now.getTime() + 49 * HOUR_MS);
  expect(await step('retire')).toMatchObject({ isDone: true });
});

it.each([['remove'], ['retire', '--now'], ['use', 'pepper-2'], ['next', '--leave-behind']])(
  'refuses %s %s',
  async (...words) => {
    expect(await step(...words)).toMatchObject({ isDone: false });
    expect(files()).toEqual(['pepper-1']);
  },
);
