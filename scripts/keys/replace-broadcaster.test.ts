import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { readBroadcasterSigners } from '../../apps/api/src/adapters/key-vault/broadcaster.ts';
import { readBroadcasterAddresses } from '../../apps/api/src/adapters/key-vault/broadcaster-addresses.ts';
import type { BroadcasterUse } from '../../apps/api/src/adapters/postgres/shielded/broadcaster-uses.ts';
import { replaceBroadcaster } from './replace-broadcaster.ts';

const HOUR_MS = 3_600_000;
/** Of "abandon … about", as every wallet shows it. */
const FIRST = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' as PublicAddress;
let folder: string;
let now: Date;
let uses: Map<PublicAddress, BroadcasterUse>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-broadcaster-'));
  writeFileSync(join(folder, 'broadcaster-1'), '0'.repeat(32));
  now = new Date();
  uses = new Map([[FIRST, { total: 3, open: 0, lastAt: now }]]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const step = (...words: readonly string[]) =>
  replaceBroadcaster(words, { folder, now, countUses: async () => uses });
const files = () => readdirSync(folder).sort();
const addresses = () => readBroadcasterAddresses(folder);
const later = (hours: number) => {
  now = new Date(now.getTime() + hours * HOUR_MS);
};

/** As far as that the second account is in use and has sent something. */
async function switchOver(): Promise<PublicAddress> {
  await step('next');
  await step('use');
  const { address } = await addresses();
  uses.set(address, { total: 1, open: 1, lastAt: now });
  return address;
}

it('makes the file with the addresses, also where the database is not known', async () => {
  const shown = await replaceBroadcaster(['show'], { folder, now, countUses: null });
  expect(shown.lines[0]).toBe(`broadcaster-1  ${FIRST}  in use`);
  expect(await addresses()).toMatchObject({ address: FIRST, others: [] });
  expect((await addresses()).privateAddress).toMatch(/^0zk1/);
  expect(statSync(join(folder, 'broadcaster.json')).mode & 0o777).toBe(0o644);
});

it('says how to make a key where there is none', async () => {
  rmSync(join(folder, 'broadcaster-1'));
  expect(await step('show')).toMatchObject({
    isDone: false,
    lines: [expect.stringContaining('openssl rand -hex 16')],
  });
  expect(files()).toEqual([]);
});

it('replaces an account in three steps: every process knows both before the new one sends anything', async () => {
  const earlier = readFileSync(join(folder, 'broadcaster-1'), 'utf8');
  const made = await step('next');
  expect(files()).toEqual(['broadcaster-1', 'broadcaster-2.next', 'broadcaster.json']);
  expect(statSync(join(folder, 'broadcaster-2.next')).mode & 0o777).toBe(0o600);
  const { address, others } = await addresses();
  const [next] = others;
  expect([address, others.length]).toEqual([FIRST, 1]);
  expect(made.lines.join()).toContain(`${next} the native coin`);
  const signers = [...(await readBroadcasterSigners(folder)).keys()];
  expect(signers).toEqual([FIRST, next]);
  expect(await step('use')).toMatchObject({ isDone: true });
  expect(await addresses()).toMatchObject({ address: next, others: [FIRST] });
  uses.set(next as PublicAddress, { total: 1, open: 1, lastAt: now });
  later(49);
  expect(await step('retire')).toMatchObject({ isDone: true });
  expect(files()).toEqual(['broadcaster-1.retired', 'broadcaster-2', 'broadcaster.json']);
  expect(readFileSync(join(folder, 'broadcaster-1.retired'), 'utf8')).toBe(earlier);
  expect(await addresses()).toMatchObject({ address: next, others: [] });
});

it('shows which is in use, and what each has open', async () => {
  await step('next');
  const foreign = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as PublicAddress;
  uses.set(FIRST, { total: 9, open: 2, lastAt: now });
  uses.set(foreign, { total: 4, open: 1, lastAt: now });
  const [next] = (await addresses()).others;
  expect((await step('show')).lines).toEqual([
    `broadcaster-1  ${FIRST}  in use, 2 open operations of 9`,
    `broadcaster-2  ${next}  next, 0 open operations of 0`,
    `${foreign}  not in this folder, 1 open operation of 4`,
    expect.stringContaining('broadcaster.json'),
  ]);
});

it.each([
  ['payments of before may still be on their way to it', 47, { open: 0, hoursAgo: 47 }],
  ['something of it is open', 49, { open: 1, hoursAgo: 49 }],
  ['its last operation ended less than a day ago', 72, { open: 0, hoursAgo: 23 }],
])('does not retire one while %s', async (_why, hours, { open, hoursAgo }) => {
  const address = await switchOver();
  later(hours);
  uses.set(FIRST, { total: 3, open, lastAt: new Date(now.getTime() - hoursAgo * HOUR_MS) });
  expect(await step('retire')).toMatchObject({ isDone: false });
  expect(files()).toContain('broadcaster-1');
  expect(await addresses()).toMatchObject({ address, others: [FIRST] });
});

it('does not retire one while the new one has sent nothing, or the database is not known', async () => {
  const address = await switchOver();
  later(49);
  uses.delete(address);
  expect(await step('retire')).toMatchObject({
    isDone: false,
    lines: [expect.stringContaining('has sent nothing yet')],
  });
  const blind = await replaceBroadcaster(['retire'], { folder, now, countUses: null });
  expect(blind).toEqual({ isDone: false, lines: ['DATABASE_URL is missing.'] });
  uses.delete(FIRST);
  expect(await step('retire')).toMatchObject({ isDone: true });
});

it('takes no step twice, and none out of turn', async () => {
  expect(await step('use')).toMatchObject({ isDone: false });
  expect(await step('retire')).toMatchObject({ isDone: false });
  await step('next');
  const made = readFileSync(join(folder, 'broadcaster-2.next'), 'utf8');
  expect(await step('next')).toMatchObject({ isDone: false });
  expect(readFileSync(join(folder, 'broadcaster-2.next'), 'utf8')).toBe(made);
  expect(await step('use', 'now')).toMatchObject({ isDone: false });
  expect(await step('retire', '--leave-behind')).toMatchObject({ isDone: false });
});
