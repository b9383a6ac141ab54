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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import {
  BroadcasterMissing,
  createBroadcaster,
  listBroadcasters,
  readBroadcasterSigners,
  writeBroadcasterAddresses,
} from './broadcaster.ts';
import { BroadcasterAddressesMissing, readBroadcasterAddresses } from './broadcaster-addresses.ts';

/** The first account of "abandon … about", as every wallet shows it. */
const FIRST = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
/** For all networks. */
const PRIVATE =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqq0rv7j6fe3z53luysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjunqrzs' as PrivateAddress;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-broadcaster-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const seeds: string[] = [];
const toPrivate = async (seed: Uint8Array) => {
  seeds.push(Buffer.from(seed).toString('hex'));
  return PRIVATE;
};
const putKey = (file: string, byte: string) =>
  writeFileSync(join(folder, file), `${byte.repeat(16)}\n`);
const putAddresses = (content: unknown) =>
  writeFileSync(join(folder, 'broadcaster.json'), JSON.stringify(content));

describe('the keys of a worker', () => {
  it('have to be there, and it says what to do', async () => {
    const missing = readBroadcasterSigners(folder);
    await expect(missing).rejects.toBeInstanceOf(BroadcasterMissing);
    await expect(missing).rejects.toThrow('16 bytes in hex');
  });

  it('sign for the account of their 12 words, earlier and next ones too, and not for retired ones', async () => {
    putKey('broadcaster-1', '00');
    putKey('broadcaster-2', '11');
    putKey('broadcaster-3.next', '22');
    putKey('broadcaster-0', '33');
    putKey('broadcaster-4.retired', '44');
    const signers = await readBroadcasterSigners(folder);
    const files = await listBroadcasters(folder);
    expect([...signers.keys()]).toEqual(files.map(({ address }) => address));
    expect(files.map(({ file }) => file)).toEqual([
      'broadcaster-1',
      'broadcaster-2',
      'broadcaster-3.next',
    ]);
    expect(files[0]?.address).toBe(FIRST);
    for (const [address, signer] of signers) expect(signer.address).toBe(address);
  });

  it('are refused with another length, and with a number twice', async () => {
    writeFileSync(join(folder, 'broadcaster-1'), '00');
    await expect(readBroadcasterSigners(folder)).rejects.toThrow('must hold 16 bytes');
    putKey('broadcaster-1', '00');
    putKey('broadcaster-1.next', '11');
    await expect(readBroadcasterSigners(folder)).rejects.toThrow('Remove one of them');
  });
});

describe('the file with the addresses', () => {
  it('has those of the newest key in use, and the accounts of the others', async () => {
    putKey('broadcaster-1', '11');
    putKey('broadcaster-2', '00');
    putKey('broadcaster-3.next', '22');
    await writeBroadcasterAddresses(folder, toPrivate);
    const [earlier, , next] = await listBroadcasters(folder);
    expect(seeds.at(-1)).toMatch(/^5eb00bbddcf06908/);
    expect(await readBroadcasterAddresses(folder)).toEqual({
      address: FIRST,
      privateAddress: PRIVATE,
      others: [earlier?.address, next?.address],
    });
    expect(statSync(join(folder, 'broadcaster.json')).mode & 0o777).toBe(0o644);
    const text = readFileSync(join(folder, 'broadcaster.json'), 'utf8');
    for (const byte of ['00', '11', '22']) expect(text).not.toContain(byte.repeat(16));
  });

  it('replaces an earlier one, and leaves nothing else behind', async () => {
    putKey('broadcaster-1', '11');
    await writeBroadcasterAddresses(folder, toPrivate);
    putKey('broadcaster-2', '00');
    await writeBroadcasterAddresses(folder, toPrivate);
    expect((await readBroadcasterAddresses(folder)).address).toBe(FIRST);
    expect(readdirSync(folder).sort()).toEqual([
      'broadcaster-1',
      'broadcaster-2',
      'broadcaster.json',
    ]);
  });

  it('is refused where it is missing, with how to make it', async () => {
    putKey('broadcaster-1', '00');
    const missing = readBroadcasterAddresses(folder);
    await expect(missing).rejects.toBeInstanceOf(BroadcasterAddressesMissing);
    await expect(missing).rejects.toThrow('npm run keys -- broadcaster');
    rmSync(join(folder, 'broadcaster-1'));
    await expect(writeBroadcasterAddresses(folder, toPrivate)).rejects.toBeInstanceOf(
      BroadcasterMissing,
    );
  });

  const good = { address: FIRST, privateAddress: PRIVATE };
  it.each([
    ['a wrong capital', { ...good, address: FIRST.replace('fF', 'ff') }],
    ['no capitals', { ...good, address: FIRST.toLowerCase() }],
    ['a private address for a public one', { ...good, address: PRIVATE }],
    ['a private address with a typo', { ...good, privateAddress: `${PRIVATE.slice(0, -1)}b` }],
    ['no private address', { address: FIRST }],
    ['a wrong account among the others', { ...good, others: ['0x1'] }],
    ['a list', [good]],
  ])('is refused with %s', async (_what, content) => {
    putAddresses(content);
    await expect(readBroadcasterAddresses(folder)).rejects.toThrow('broadcaster.json is not valid');
    putAddresses(good);
    expect(await readBroadcasterAddresses(folder)).toEqual({ ...good, others: [] });
  });

  it('is refused when it is no JSON', async () => {
    writeFileSync(join(folder, 'broadcaster.json'), '{');
    await expect(readBroadcasterAddresses(folder)).rejects.toThrow('is no JSON');
  });
});

describe('the first account', () => {
  it('is one, however often it is made at the same time', async () => {
    const keys = join(folder, 'keys');
    const found = await Promise.all(
      [1, 2, 3].map(async () => {
        await createBroadcaster(keys, toPrivate);
        return readBroadcasterAddresses(keys);
      }),
    );
    expect(new Set(found.map(({ address }) => address)).size).toBe(1);
    expect([...(await readBroadcasterSigners(keys)).keys()]).toEqual([found[0]?.address]);
    expect(statSync(join(keys, 'broadcaster-1')).mode & 0o777).toBe(0o600);
  });

  it('is not made in a folder that has the addresses of another', async () => {
    const keys = join(folder, 'keys');
    mkdirSync(keys);
    writeFileSync(
      join(keys, 'broadcaster.json'),
      JSON.stringify({ address: FIRST, privateAddress: PRIVATE }),
    );
    await createBroadcaster(keys, toPrivate);
    expect((await readBroadcasterAddresses(keys)).address).toBe(FIRST);
    expect(readdirSync(keys)).toEqual(['broadcaster.json']);
  });
});
