import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openUnderAny, readServerKeys } from './peppers.ts';
import { newServerKeys, withNewPepper } from './server-keys.test-setup.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-peppers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, byte: number): void {
  writeFileSync(join(folder, name), Buffer.alloc(32, byte).toString('hex'));
}

describe('the peppers of a folder', () => {
  it('are never made where they are missing', async () => {
    await expect(readServerKeys(folder)).rejects.toThrow('has no pepper-1');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('make what is new under the one with the highest number', async () => {
    for (const number of [1, 2, 10]) write(`pepper-${number}`, number);
    const keys = await readServerKeys(folder);
    expect(keys).toEqual({
      pepper: Buffer.alloc(32, 10),
      pepperId: 'pepper-10',
      otherPeppers: new Map([
        ['pepper-1', Buffer.alloc(32, 1)],
        ['pepper-2', Buffer.alloc(32, 2)],
      ]),
    });
  });

  it('only open under the next one', async () => {
    write('pepper-1', 1);
    write('pepper-2.next', 2);
    expect(await readServerKeys(folder)).toEqual({
      pepper: Buffer.alloc(32, 1),
      pepperId: 'pepper-1',
      otherPeppers: new Map([['pepper-2', Buffer.alloc(32, 2)]]),
    });
  });

  it('are not those that were retired, nor other files', async () => {
    write('pepper-1.retired', 1);
    write('pepper-2', 2);
    write('pepper-02', 3);
    write('pepper-3~', 3);
    expect(await readServerKeys(folder)).toMatchObject({
      pepperId: 'pepper-2',
      otherPeppers: new Map(),
    });
  });

  it('are refused when two have one number, or one has no 32 bytes', async () => {
    write('pepper-1', 1);
    write('pepper-1.next', 2);
    await expect(readServerKeys(folder)).rejects.toThrow('Remove one of them.');
    rmSync(join(folder, 'pepper-1.next'));
    writeFileSync(join(folder, 'pepper-2'), 'abc');
    await expect(readServerKeys(folder)).rejects.toThrow('must hold 32 bytes in hex');
  });
});

describe('while a pepper is replaced', () => {
  const during = withNewPepper(newServerKeys());

  it('the first failure is told when no pepper opens', () => {
    expect(() =>
      openUnderAny(during, (pepper) => {
        throw new Error(pepper === during.pepper ? 'newest' : 'earlier');
      }),
    ).toThrow('newest');
  });
});
