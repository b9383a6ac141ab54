import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSnapshots } from './snapshots.ts';

const state = (text: string): `0x${string}` => `0x${gzipSync(text).toString('hex')}`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'kax-snapshots-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

test('a new chain has no state', async () => {
  expect(await createSnapshots(directory).read()).toBeNull();
});

test('reads the newest state', async () => {
  const snapshots = createSnapshots(directory);
  for (const text of ['one', 'two', 'three']) await snapshots.write(state(text));
  expect(await createSnapshots(directory).read()).toBe(state('three'));
});

test('falls back from a torn state to the previous one', async () => {
  const snapshots = createSnapshots(directory);
  await snapshots.write(state('one'));
  await snapshots.write(state('two'));
  const newest = join(directory, 'state.gz');
  writeFileSync(newest, readFileSync(newest).subarray(0, -6));
  expect(await snapshots.read()).toBe(state('one'));
});
