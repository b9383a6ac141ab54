import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openUnderAny, readServerKeys } from './peppers.ts';
import { newServerKeys, withNewPepper } from './server-keys.test-setup.ts';
import { createShieldedSeals } from './shielded-seals.ts';
import { createTextSeals } from './text-seals.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kax-peppers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, byte: number): void {
  writeFileSync(join(folder, name), Buffer.alloc(32, byte).toString('hex'));
}

describe('the peppers of a folder', () => {
  it('are one on a fresh machine, and the same the next time', async () => {
    const made = await readServerKeys(join(folder, 'keys'), 'create');
    expect(made).toMatchObject({ pepperId: 'pepper-1', otherPeppers: new Map() });
    expect(await readServerKeys(join(folder, 'keys'), 'create')).toEqual(made);
  });

  it('are never made where they may not be', async () => {
    await expect(readServerKeys(folder, 'refuse')).rejects.toThrow('has no pepper-1');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('make what is new under the one with the highest number', async () => {
    for (const number of [1, 2, 10]) write(`pepper-${number}`, number);
    const keys = await readServerKeys(folder, 'create');
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
    expect(await readServerKeys(folder, 'refuse')).toEqual({
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
    expect(await readServerKeys(folder, 'refuse')).toMatchObject({
      pepperId: 'pepper-2',
      otherPeppers: new Map(),
    });
  });

  it('are refused when two have one number, or one has no 32 bytes', async () => {
    write('pepper-1', 1);
    write('pepper-1.next', 2);
    await expect(readServerKeys(folder, 'refuse')).rejects.toThrow('Remove one of them.');
    rmSync(join(folder, 'pepper-1.next'));
    writeFileSync(join(folder, 'pepper-2'), 'abc');
    await expect(readServerKeys(folder, 'refuse')).rejects.toThrow('must hold 32 bytes in hex');
  });
});

describe('while a pepper is replaced', () => {
  const before = newServerKeys();
  const during = withNewPepper(before);
  /** A server that knows the next pepper, and does not use it yet. */
  const informed = {
    ...before,
    otherPeppers: new Map([[during.pepperId, during.pepper]]),
  };
  const after = { ...during, otherPeppers: new Map() };

  it('a text that was sealed opens on servers that know both, whichever they use', () => {
    for (const [one, other] of [
      [before, during],
      [during, informed],
    ] as const) {
      const sealed = createTextSeals(one, 'a test').seal('text');
      expect(createTextSeals(other, 'a test').open(sealed)).toBe('text');
    }
    const earlier = createTextSeals(before, 'a test').seal('text');
    expect(() => createTextSeals(after, 'a test').open(earlier)).toThrow();
  });

  it('so do orders, published keys and boxes of the private pool', () => {
    const opens = (from: typeof before, to: typeof before) => {
      const [sender, receiver] = [createShieldedSeals(from), createShieldedSeals(to)];
      const key = receiver.createRunKey(137);
      const box = sender.sealTo(key.publicKey, Buffer.from('secret'), ['wallet']);
      return [
        sender.isOurs(key, 137),
        receiver.isSigned('spend', 'line', sender.sign('spend', 'line')),
        opensOr(() => key.open(box, ['wallet']).toString()),
      ];
    };
    const all = [true, true, 'secret'];
    expect(opens(before, during)).toEqual([false, true, 'secret']);
    expect(opens(informed, during)).toEqual(all);
    expect(opens(during, informed)).toEqual(all);
    expect(opens(before, after)).toEqual([false, false, 'closed']);
  });

  it('the first failure is told when no pepper opens', () => {
    expect(() =>
      openUnderAny(during, (pepper) => {
        throw new Error(pepper === during.pepper ? 'newest' : 'earlier');
      }),
    ).toThrow('newest');
  });
});

function opensOr(open: () => string): string {
  try {
    return open();
  } catch {
    return 'closed';
  }
}
