import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { BroadcasterMissing, readBroadcaster } from './broadcaster.ts';

const folder = mkdtempSync(join(tmpdir(), 'kax-broadcaster-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const toPrivate = async (seed: Uint8Array) =>
  `0zk ${Buffer.from(seed).toString('hex')}` as unknown as PrivateAddress;

test('a server of a real network refuses to start without the key, and says what to do', async () => {
  const missing = readBroadcaster(folder, 'refuse', toPrivate);
  await expect(missing).rejects.toBeInstanceOf(BroadcasterMissing);
  await expect(missing).rejects.toThrow('16 bytes in hex');
});

test('a sandbox makes one key, which all processes find', async () => {
  const made = await Promise.all(
    [1, 2, 3].map(() => readBroadcaster(join(folder, 'keys'), 'create', toPrivate)),
  );
  expect(new Set(made.map(({ address }) => address)).size).toBe(1);
  expect(statSync(join(folder, 'keys', 'broadcaster-1')).mode & 0o777).toBe(0o600);
});

test('both addresses are those of the 12 words', async () => {
  writeFileSync(join(folder, 'broadcaster-1'), `${'0'.repeat(32)}\n`);
  const { address, privateAddress } = await readBroadcaster(folder, 'refuse', toPrivate);
  // The first account of "abandon … about", as every wallet shows it.
  expect(address).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
  expect(await privateAddress()).toContain('0zk 5eb00bbddcf06908');
});

test('a key of another length is rejected', async () => {
  writeFileSync(join(folder, 'broadcaster-1'), '00');
  await expect(readBroadcaster(folder, 'refuse', toPrivate)).rejects.toThrow('must hold 16 bytes');
});
