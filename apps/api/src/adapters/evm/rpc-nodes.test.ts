import { keccak256 } from 'viem';
import { describe, expect, it } from 'vitest';
import { ALICE, buildNetwork } from '#testing/network';
import { START } from '#testing/operation';
import { ChainUnavailable } from '../../ports/public-chain.ts';
import { broadcastTransaction } from './broadcast-transaction.ts';
import { nodesAt } from './nodes-at.test-setup.ts';
import { createPublicChain } from './public-chain.ts';
import { connectRpcNodes } from './rpc-nodes.ts';

const CHAIN_ID = 31337;
const RAW = '0x02f8';
const OURS = '0x7a69';
const THEIRS = '0x89';

/** A node that the test changes while it is called. */
interface Node {
  /** Null while it hangs. */
  chainId: string | null;
  readonly refusal?: string;
}

/** Nodes that the test owns, the requests they received, and what was reported about them. */
function chainOf(nodes: Readonly<Record<string, Node>>) {
  const requests: string[] = [];
  const reported: string[] = [];
  let hanging: ((cause: Error) => void)[] = [];
  let now = START;
  const rpc = connectRpcNodes({
    chainId: CHAIN_ID,
    rpcUrls: Object.keys(nodes).map((name) => `http://${name}/secret-key`),
    timeoutMs: 60_000,
    clock: { now: () => now },
    report: ({ message }) => reported.push(message),
    post: async (url, { body }) => {
      const { host } = new URL(url);
      const { id, method } = JSON.parse(String(body));
      requests.push(`${host} ${method}`);
      const { chainId, refusal } = nodes[host] ?? { chainId: null };
      if (chainId === null) {
        return new Promise((_resolve, reject) => {
          hanging.push(reject);
        });
      }
      if (method === 'eth_chainId') return Response.json({ id, result: chainId });
      if (method !== 'eth_sendRawTransaction') return Response.json({ id, result: '0x5' });
      if (refusal === undefined) return Response.json({ id, result: keccak256(RAW) });
      return Response.json({ id, error: { code: -32000, message: refusal } });
    },
  });
  const chain = createPublicChain({ network: buildNetwork({ chainId: CHAIN_ID }), nodes: rpc });
  return {
    rpc,
    reported,
    read: () => chain.transactionCount(ALICE, 'latest'),
    broadcast: () => broadcastTransaction(rpc, RAW),
    /** @returns the requests since the last time. */
    taken: () => requests.splice(0),
    /** Everything that hangs has taken too long. */
    async timeOut(): Promise<void> {
      const late = hanging;
      hanging = [];
      for (const reject of late) reject(new Error('The operation timed out.'));
      await settled();
    },
    later(ms: number) {
      now = new Date(now.getTime() + ms);
    },
  };
}

async function settled(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets a read fail on the node that hangs, so often in a row. */
async function failReads(chain: ReturnType<typeof chainOf>, times: number): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    const reading = chain.read().catch(() => null);
    await settled();
    await chain.timeOut();
    await settled();
    await chain.timeOut();
    await reading;
  }
}

/** Lets the only node, or the only ready one, fall silent until it rests. */
async function putToRest(chain: ReturnType<typeof chainOf>, node: Node): Promise<void> {
  node.chainId = null;
  await failReads(chain, 3);
  chain.taken();
}

describe('the chain of a node', () => {
  it('is requested once, before the first read', async () => {
    const chain = chainOf({ one: { chainId: OURS } });
    await Promise.all([chain.read(), chain.read()]);
    await chain.read();
    expect(chain.taken()).toEqual([
      'one eth_chainId',
      'one eth_getTransactionCount',
      'one eth_getTransactionCount',
      'one eth_getTransactionCount',
    ]);
  });

  it('keeps a node of another chain out of reads and broadcasts, and is reported by host', async () => {
    const chain = chainOf({ one: { chainId: THEIRS }, two: { chainId: OURS } });
    expect(await chain.rpc.check()).toEqual(['on-other-chain', 'ready']);
    expect(chain.reported).toEqual([
      'Node one is on chain 137, not on chain 31337. It is left out.',
    ]);
    chain.taken();
    expect(await chain.read()).toBe(5);
    expect(await chain.broadcast()).toEqual({ kind: 'accepted' });
    expect(chain.taken()).toEqual(['two eth_getTransactionCount', 'two eth_sendRawTransaction']);
  });

  it('is confirmed before bytes are sent, also when nothing was read before', async () => {
    const chain = chainOf({
      one: { chainId: THEIRS },
      two: { chainId: OURS, refusal: 'nonce too low' },
    });
    expect(await chain.broadcast()).toEqual({ kind: 'nonce-too-low' });
    expect(chain.taken().toSorted()).toEqual([
      'one eth_chainId',
      'two eth_chainId',
      'two eth_sendRawTransaction',
    ]);
  });

  it('makes the chain unavailable when every node is on another one', async () => {
    const chain = chainOf({ one: { chainId: THEIRS } });
    await expect(chain.read()).rejects.toBeInstanceOf(ChainUnavailable);
    chain.taken();
    await expect(chain.read()).rejects.toBeInstanceOf(ChainUnavailable);
    expect(await chain.broadcast()).toMatchObject({ kind: 'unknown' });
    expect(chain.taken()).toEqual([]);
  });

  it('lets a node back that was corrected, half a minute later', async () => {
    const node: Node = { chainId: THEIRS };
    const chain = chainOf({ one: node });
    await chain.rpc.check();
    node.chainId = OURS;
    chain.later(29_000);
    await expect(chain.read()).rejects.toBeInstanceOf(ChainUnavailable);
    chain.later(1_000);
    await expect(chain.read()).rejects.toBeInstanceOf(ChainUnavailable);
    expect(await chain.read()).toBe(5);
  });

  it('is requested again from a node that was silent and returns', async () => {
    const one: Node = { chainId: OURS };
    const chain = chainOf({ one, two: { chainId: OURS } });
    await chain.read();
    one.chainId = null;
    await failReads(chain, 1);
    one.chainId = THEIRS;
    chain.taken();
    await chain.broadcast();
    expect(chain.taken()).not.toContain('one eth_sendRawTransaction');
    expect(chain.reported).toHaveLength(1);
  });

  it('is not another one while a node is silent', async () => {
    const chain = chainOf({ one: { chainId: null }, two: { chainId: OURS } });
    const checking = chain.rpc.check();
    await settled();
    await chain.timeOut();
    expect(await checking).toEqual(['ready', 'ready']);
    expect(chain.reported).toEqual([]);
  });
});

describe('a node that was silent three times in a row', () => {
  it('rests: reads and broadcasts no longer wait for it', async () => {
    const one: Node = { chainId: OURS };
    const chain = chainOf({ one, two: { chainId: OURS, refusal: 'nonce too low' } });
    one.chainId = null;
    await failReads(chain, 1);
    for (let i = 0; i < 2; i += 1) {
      const refused = chain.broadcast();
      await settled();
      await chain.timeOut();
      expect(await refused).toEqual({ kind: 'nonce-too-low' });
    }
    expect(chain.reported).toEqual([
      expect.stringMatching(/^Node one was silent 3 times in a row/),
    ]);
    chain.taken();
    expect(await chain.read()).toBe(5);
    expect(await chain.broadcast()).toEqual({ kind: 'nonce-too-low' });
    // It is still sent the bytes, behind a request of its chain that no one waits for.
    expect(chain.taken().toSorted()).toEqual([
      'one eth_chainId',
      'two eth_getTransactionCount',
      'two eth_sendRawTransaction',
    ]);
  });

  it('is probed after half a minute, and returns when it names its chain', async () => {
    const one: Node = { chainId: OURS };
    const chain = chainOf({ one });
    await putToRest(chain, one);
    chain.later(30_000);
    one.chainId = OURS;
    await chain.rpc.check();
    expect(await chain.rpc.check()).toEqual(['ready']);
  });

  it('rests twice as long after each probe that fails, for five minutes at most', async () => {
    const one: Node = { chainId: OURS };
    const chain = chainOf({ one, two: { chainId: OURS } });
    one.chainId = null;
    for (let i = 0; i < 3; i += 1) {
      const sent = chain.broadcast();
      await settled();
      await chain.timeOut();
      await sent;
    }
    chain.taken();
    for (const seconds of [30, 60, 120, 240, 300, 300]) {
      chain.later(seconds * 1_000 - 1);
      await chain.read();
      expect(chain.taken()).not.toContain('one eth_chainId');
      chain.later(1);
      await chain.read();
      expect(chain.taken()).toContain('one eth_chainId');
      await chain.timeOut();
    }
    expect(chain.reported).toHaveLength(1);
  });

  it('is called all the same when no other node responds', async () => {
    const one: Node = { chainId: OURS };
    const chain = chainOf({ one });
    await putToRest(chain, one);
    one.chainId = OURS;
    expect(await chain.read()).toBe(5);
    expect(await chain.broadcast()).toEqual({ kind: 'accepted' });
  });
});

it('a broadcast returns at the first node that has the bytes, however long the others hang', async () => {
  const chain = chainOf({ one: { chainId: null }, two: { chainId: OURS } });
  expect(await chain.broadcast()).toEqual({ kind: 'accepted' });
  const known = chainOf({
    one: { chainId: null },
    two: { chainId: OURS, refusal: 'already known' },
  });
  expect(await known.broadcast()).toEqual({ kind: 'already-known' });
});

it.each([
  ['another request', (id: number) => id - 1],
  ['no request', () => null],
])('a response to %s is none', async (_case, idOf) => {
  const nodes = nodesAt({
    chainId: CHAIN_ID,
    rpcUrls: ['http://one.test'],
    post: async (_url, { body }) => {
      const { id, method } = JSON.parse(String(body));
      const result = OURS;
      return Response.json(method === 'eth_chainId' ? { id, result } : { id: idOf(id), result });
    },
  });
  const reading = nodes.read((node) => node.call('eth_blockNumber', []));
  await expect(reading).rejects.toMatchObject({
    name: 'ChainUnavailable',
    cause: { errors: [{ name: 'NodeSilent' }] },
  });
});
