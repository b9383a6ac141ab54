import { expect, test } from 'vitest';
import { dumpState } from './dump-state.ts';
import type { CallNode } from './json-rpc.ts';

/** A node that responds with these newest blocks and dumps, one after the other. */
function nodeWith(blocks: string[], dumps: string[]): CallNode {
  return async <T>(method: string) => {
    const response =
      method === 'anvil_dumpState' ? dumps.shift() : { hash: blocks.shift() ?? 'moving' };
    return response as T;
  };
}

test('a dump is taken while the newest block stays the same', async () => {
  expect(await dumpState(nodeWith(['a', 'a'], ['0x01']))).toBe('0x01');
});

test('a dump during which the chain was reorganised is taken again', async () => {
  expect(await dumpState(nodeWith(['a', 'b', 'c', 'c'], ['0x01', '0x02', '0x03']))).toBe('0x03');
});

test('a chain that never rests is not kept', async () => {
  const blocks = Array.from({ length: 30 }, (_, index) => `block ${index}`);
  await expect(dumpState(nodeWith(blocks, []))).rejects.toThrow('reorganised all the time');
});
