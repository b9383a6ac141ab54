import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { treasury } from '#sandbox/chain/accounts';
import {
  ESTIMATION_ORIGIN,
  notePreimage,
  POOL_CHAIN_ID,
  type PoolBench,
  shieldRequest,
  startPoolBench,
  unprovenTransaction,
  word,
} from '#sandbox/railgun/pool.test-setup';
import type { PoolEvents } from '../../ports/pool-history.ts';
import { nodesAt } from './nodes-at.test-setup.ts';
import { createPoolEvents } from './read-pool-history.ts';
import type { Post } from './rpc-node.ts';

const stranger = '0x00000000000000000000000000000000000000A1' as PublicAddress;
let bench: PoolBench;
let requests: { readonly method: string; readonly from: string; readonly to: string }[] = [];

beforeAll(async () => {
  bench = await startPoolBench(4);
  await bench.write({
    ...contract('token'),
    functionName: 'mint',
    args: [treasury.address, 10n ** 9n],
  });
  const args = [bench.pool.pool, maxUint256];
  await bench.write({ ...contract('token'), functionName: 'approve', args });
});
afterAll(() => bench?.stop());

it('reads a shield of two notes with its sender, with the fee and without it', async () => {
  const requests = [shieldRequest(bench.token, 100_000n), shieldRequest(bench.token, 4_000n)];
  const { transactionHash, blockNumber } = await bench.write({
    ...contract('pool'),
    functionName: 'shield',
    args: [requests],
  });
  const { timestamp } = await bench.client.getBlock({ blockNumber });
  const common = {
    direction: 'in',
    transactionHash,
    blockNumber,
    at: new Date(Number(timestamp) * 1_000),
    asset: bench.token,
    counterparty: treasury.address,
  };
  expect(await events().read({ from: blockNumber, to: blockNumber })).toMatchObject([
    { ...common, position: 0, inside: 99_750n, outside: 100_000n },
    { ...common, position: 1, inside: 3_990n, outside: 4_000n },
  ]);
});

it('reads a shield of the native coin with the account behind the contract that wraps it', async () => {
  const request = shieldRequest(bench.wrappedNative, 1_000n);
  const { blockNumber } = await bench.write({
    ...contract('relayAdapt'),
    functionName: 'multicall',
    args: [true, [adaptCall('wrapBase', [1_000n]), adaptCall('shield', [[request]])]],
    value: 1_000n,
  });
  expect(await events().read({ from: blockNumber, to: blockNumber })).toMatchObject([
    { asset: bench.wrappedNative, counterparty: treasury.address, inside: 998n, outside: 1_000n },
  ]);
});

it('reads what left the pool and who received it, but not whom a contract passed it on to', async () => {
  const direct = await unshield(stranger, 8n);
  const handedOn = await unshield(bench.pool.relayAdapt as PublicAddress, 9n);
  expect(await events().read({ from: direct, to: handedOn })).toMatchObject([
    {
      direction: 'out',
      inside: 2_000n,
      outside: 1_995n,
      counterparty: stranger,
      asset: bench.token,
    },
    { direction: 'out', inside: 2_000n, outside: 1_995n, counterparty: null },
  ]);
});

it('requests halves of a range that a node finds too long', async () => {
  const to = await bench.client.getBlockNumber();
  const all = await events().read({ from: 0n, to });
  requests = [];
  expect(await events({ mostBlocks: 3n }).read({ from: 0n, to })).toEqual(all);
  expect(all.length).toBe(5);
  const logs = requests.filter(({ method }) => method === 'eth_getLogs');
  expect(logs.length).toBeGreaterThan(4);
});

it('does not request the sender and time of what it read before again', async () => {
  const to = await bench.client.getBlockNumber();
  const reader = events();
  const first = await reader.read({ from: 0n, to });
  requests = [];
  expect(await reader.read({ from: 0n, to })).toEqual(first);
  expect(requests.map(({ method }) => method)).toEqual(['eth_getLogs']);
});

it('never names a user to the node: it requests blocks, and what it found in them', async () => {
  requests = [];
  await events().read({ from: 0n, to: await bench.client.getBlockNumber() });
  const methods = new Set(requests.map(({ method }) => method));
  expect([...methods].toSorted()).toEqual([
    'eth_getBlockByHash',
    'eth_getLogs',
    'eth_getTransactionByHash',
  ]);
});

it('passes on the failure of a node', async () => {
  const broken = eventsFrom(
    async () => new Response('{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"no"}}'),
  );
  await expect(broken.read({ from: 1n, to: 1n })).rejects.toMatchObject({
    name: 'ChainUnavailable',
  });
});

/** From a node that also names its chain. */
function eventsFrom(post: Post): PoolEvents {
  const { pool, relayAdapt } = bench.pool;
  return createPoolEvents({
    chainId: POOL_CHAIN_ID,
    pool: {
      proxy: pool as PublicAddress,
      relayAdapt: relayAdapt as PublicAddress,
      deploymentBlock: 0,
    },
    nodes: nodesAt({
      chainId: POOL_CHAIN_ID,
      rpcUrls: [bench.chain.rpcUrl],
      post: (url, init) => {
        const { method } = JSON.parse(String(init.body));
        return method === 'eth_chainId' ? fetch(url, init) : post(url, init);
      },
    }),
  });
}

/** Over a node that accepts no longer ranges than this. */
function events({ mostBlocks = 10n ** 9n } = {}): PoolEvents {
  return eventsFrom(async (url, init) => {
    const { id, method, params } = JSON.parse(String(init.body));
    const [{ fromBlock: from, toBlock: to }] = method === 'eth_getLogs' ? params : [{}];
    requests.push({ method, from, to });
    if (method === 'eth_getLogs' && BigInt(to) - BigInt(from) >= mostBlocks) {
      const error = { code: -32005, message: 'query returned more than 10000 results' };
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, error }));
    }
    return fetch(url, init);
  });
}

function contract(name: 'pool' | 'relayAdapt' | 'token') {
  const address = name === 'token' ? bench.token : bench.pool[name];
  return { address, abi: bench.abi[name] };
}

function adaptCall(functionName: string, args: readonly unknown[]) {
  const { address, abi } = contract('relayAdapt');
  return { to: address, data: encodeFunctionData({ abi, functionName, args }), value: 0n };
}

/** The pool lets estimates through without a proof. @returns the block */
async function unshield(to: PublicAddress, seed: bigint): Promise<bigint> {
  const root = (await bench.client.readContract({
    ...contract('pool'),
    functionName: 'merkleRoot',
  })) as Hex;
  const preimage = notePreimage(bench.token, 2_000n, { npk: word(BigInt(to)) });
  const commitment = (await bench.client.readContract({
    ...contract('pool'),
    functionName: 'hashCommitment',
    args: [preimage],
  })) as Hex;
  const notes = { nullifiers: [word(seed)], commitments: [commitment] };
  const args = [[unprovenTransaction(root, notes, { unshield: 1 }, preimage)]];
  const call = { ...contract('pool'), functionName: 'transact', args };
  return (await bench.write(call, ESTIMATION_ORIGIN)).blockNumber;
}
