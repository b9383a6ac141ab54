import { describe, expect, it } from 'vitest';
import { START } from '#testing/operation';
import { createFreshValues } from './fresh-values.ts';

/** A cache over a source whose responses the test provides one by one. */
function setUp({ capacity = 10 } = {}) {
  let nowMs = START.getTime();
  const waiting: ((value: string | Error) => void)[] = [];
  const values = createFreshValues<string>({
    clock: { now: () => new Date(nowMs) },
    freshMs: () => 5_000,
    capacity,
    read: () =>
      new Promise((resolve, reject) => {
        waiting.push((value) => (value instanceof Error ? reject(value) : resolve(value)));
      }),
  });
  async function read(response: string, key = 'key'): Promise<string> {
    const reading = values.get(key);
    await Promise.resolve();
    waiting.shift()?.(response);
    return (await reading).value;
  }
  return { values, waiting, read, pass: (ms: number) => (nowMs += ms) };
}

describe('values that are cached for a short time', () => {
  it('are read once while they are fresh', async () => {
    const { read, waiting, pass } = setUp();
    expect(await read('one')).toBe('one');
    pass(4_999);
    expect(await read('two')).toBe('one');
    expect(waiting).toHaveLength(0);
  });

  it('are read again when they are old', async () => {
    const { read, pass } = setUp();
    await read('one');
    pass(5_000);
    expect(await read('two')).toBe('two');
  });

  it('age from the start of their reading', async () => {
    const { values, waiting, pass } = setUp();
    const reading = values.get('key');
    pass(3_000);
    waiting.shift()?.('one');
    expect((await reading).readAt).toEqual(START);
  });

  it('are read once for concurrent callers', async () => {
    const { values, waiting } = setUp();
    const requested = [values.get('key'), values.get('key')];
    await Promise.resolve();
    expect(waiting).toHaveLength(1);
    waiting.shift()?.('one');
    expect(await Promise.all(requested)).toMatchObject([{ value: 'one' }, { value: 'one' }]);
  });

  it('are read again after they were touched', async () => {
    const { values, read } = setUp();
    await read('one');
    values.touch('key');
    expect(await read('two')).toBe('two');
    values.touchAll();
    expect(await read('three')).toBe('three');
  });

  it('do not count as fresh when they were touched while they were read', async () => {
    const { values, waiting, read } = setUp();
    const early = values.get('key');
    values.touch('key');
    const late = values.get('key');
    await Promise.resolve();
    expect(waiting).toHaveLength(2);
    waiting.shift()?.('before');
    waiting.shift()?.('after');
    expect([(await early).value, (await late).value]).toEqual(['before', 'after']);
    expect(await read('never requested')).toBe('after');
  });

  it('keep the later reading when an earlier one finishes last', async () => {
    const { values, waiting } = setUp();
    const early = values.readNow('key');
    const late = values.readNow('key');
    await Promise.resolve();
    waiting[1]?.('late');
    await late;
    waiting[0]?.('early');
    await early;
    expect(values.lastKnown('key')?.value).toBe('late');
  });

  it('stay known when a later reading fails', async () => {
    const { values, waiting, read, pass } = setUp();
    await read('one');
    pass(60_000);
    const failing = values.get('key');
    await Promise.resolve();
    waiting.shift()?.(new Error('silent'));
    await expect(failing).rejects.toThrow('silent');
    expect(values.lastKnown('key')?.value).toBe('one');
    expect(await read('two')).toBe('two');
  });

  it('are evicted, the least recently used first', async () => {
    const { values, read } = setUp({ capacity: 2 });
    await read('one', 'a');
    await read('two', 'b');
    await values.get('a');
    await read('three', 'c');
    expect(values.lastKnown('a')?.value).toBe('one');
    expect(values.lastKnown('b')).toBeNull();
  });
});
