import { toHex } from 'viem';
import { expect, test } from 'vitest';
import { hashOf } from '#testing/operation';
import { isBelow } from './has-in-block.ts';
import type { RpcNode } from './rpc-node.ts';

const OTHER = 900;
const BLOCK = { blockNumber: 10n, blockHash: hashOf(10) };

/** @param parents of single blocks that it responds with; null for a block that it does not have */
function nodeWith(parents: Readonly<Record<number, number | null>> = {}) {
  const requested: number[] = [];
  const node: RpcNode = {
    host: 'node',
    call: async (_method, [tag]) => {
      const number = Number(tag);
      requested.push(number);
      const parent = parents[number] === undefined ? number - 1 : parents[number];
      if (parent === null) return null;
      return { number: toHex(number), hash: hashOf(number), parentHash: hashOf(parent) };
    },
  };
  return { node, requested };
}

function finalAt(number: number, hash = hashOf(number)) {
  return { number: BigInt(number), hash };
}

test('a final block is below itself and below the final blocks above it, and those above are read', async () => {
  const { node, requested } = nodeWith();
  expect(await isBelow(node, BLOCK, finalAt(10))).toBe(true);
  expect(requested).toEqual([]);
  expect(await isBelow(node, BLOCK, finalAt(13))).toBe(true);
  expect(requested).toEqual([11, 12, 13]);
});

test('a block that is not final yet, or of another chain than the final one, is not', async () => {
  const { node } = nodeWith();
  expect(await isBelow(node, BLOCK, finalAt(9))).toBe(false);
  expect(await isBelow(node, BLOCK, finalAt(10, hashOf(OTHER)))).toBe(false);
  expect(await isBelow(node, BLOCK, finalAt(13, hashOf(OTHER)))).toBe(false);
});

test('a block that the chain gave up is not, however many above it come from the same cache', async () => {
  for (const kept of [11, 12, 13]) {
    expect(await isBelow(nodeWith({ [kept]: OTHER }).node, BLOCK, finalAt(13))).toBe(false);
  }
});

test('a node without a block between the two cannot tell', async () => {
  expect(await isBelow(nodeWith({ 12: null }).node, BLOCK, finalAt(13))).toBe(false);
});

test('far below the final block, the next sixteen have to name it', async () => {
  const { node, requested } = nodeWith();
  expect(await isBelow(node, BLOCK, finalAt(5_000))).toBe(true);
  expect(requested).toHaveLength(16);
  expect(await isBelow(nodeWith({ 11: OTHER }).node, BLOCK, finalAt(5_000))).toBe(false);
});
