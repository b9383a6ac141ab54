import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { keccak256 } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findAnvil } from '../chain/anvil-binary.ts';
import { type CallNode, createNodeCaller } from '../chain/json-rpc.ts';
import { findFreePorts } from '../processes/find-free-ports.ts';
import type { Fault } from './fault.ts';
import { type FaultyNode, startFaultyNode } from './start-faulty-node.ts';

const CHAIN_ID = 31337;
const account = mnemonicToAccount('test test test test test test test test test test test junk');
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let anvil: ChildProcess;
let real: CallNode;
let target: string;
let node: FaultyNode;
let faulty: CallNode;

beforeAll(async () => {
  const port = await findFreePorts(1);
  target = `http://127.0.0.1:${port}`;
  const flags = ['--no-mining', '--slots-in-an-epoch', '1', '--silent'];
  anvil = spawn(findAnvil(null), ['--port', String(port), ...flags], { stdio: 'ignore' });
  real = createNodeCaller(target);
  await vi.waitFor(() => real('eth_chainId'), { timeout: 60_000 });
  node = await startFaultyNode({ target });
  faulty = createNodeCaller(node.url);
});

afterEach(() => node.heal());

afterAll(async () => {
  await node.stop();
  anvil.kill();
  if (anvil.exitCode === null) await once(anvil, 'exit');
});

describe('a faulty node', () => {
  it('responds like the real one while nothing is wrong, errors included', async () => {
    await pay(1n);
    for (const [method, params] of [
      ['eth_getBlockByNumber', ['latest', true]],
      ['eth_getTransactionCount', [account.address, 'latest']],
    ] as const) {
      expect(await faulty(method, params)).toEqual(await real(method, params));
    }
    const refusals = [faulty, real].map((call) => call('eth_sendRawTransaction', ['0x00']));
    const [one, other] = await Promise.allSettled(refusals);
    expect(one).toEqual(other);
    expect(one?.status).toBe('rejected');
  });

  it('does not find the newest transactions by hash, although their blocks are there', async () => {
    const hash = await pay(1n);
    node.inject({ kind: 'index-lag', blocks: 2 });
    expect(await faulty('eth_getTransactionReceipt', [hash])).toBeNull();
    expect(await faulty('eth_getTransactionByHash', [hash])).toBeNull();
    const { transactions } = await faulty<{ transactions: string[] }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    expect(transactions).toContain(hash);
    await mine(2);
    expect(await faulty('eth_getTransactionReceipt', [hash])).not.toBeNull();
  });

  it('is some blocks behind in everything', async () => {
    const before = await stateOf(real);
    const hash = await pay(7n);
    await mine(2);
    node.inject({ kind: 'head-lag', blocks: 3 });
    expect(await stateOf(faulty)).toEqual(before);
    expect(await faulty('eth_getTransactionReceipt', [hash])).toBeNull();
    const newest = await real<string>('eth_blockNumber');
    expect(await faulty('eth_getBlockByNumber', [newest, false])).toBeNull();
    await expect(faulty('eth_getBalance', [friend, newest])).rejects.toThrow('header not found');
  });

  it('knows only the blocks that it has when they are given by their hash', async () => {
    const older = await newestHash();
    const had = await real('eth_getBalance', [friend, 'latest']);
    await pay(7n);
    const newer = await newestHash();
    node.inject({ kind: 'head-lag', blocks: 1 });
    expect(await faulty('eth_getBalance', [friend, { blockHash: older }])).toEqual(had);
    expect(await faulty('eth_getLogs', [{ blockHash: older }])).toEqual([]);
    const refused = [
      faulty('eth_getBalance', [friend, { blockHash: newer }]),
      faulty('eth_getLogs', [{ blockHash: newer }]),
    ];
    await Promise.all(refused.map((each) => expect(each).rejects.toThrow('header not found')));
  });

  it.each([1, -1])('counts %s transactions too many', async (by) => {
    const count = Number(await real('eth_getTransactionCount', [account.address, 'latest']));
    node.inject({ kind: 'wrong-count', by });
    const wrong = await faulty('eth_getTransactionCount', [account.address, 'latest']);
    expect(Number(wrong)).toBe(count + by);
  });

  it('hangs only where it is scoped to a method, until it is healed', async () => {
    node.inject({ kind: 'hang', methods: ['eth_blockNumber'] });
    const hanging = fetch(node.url, {
      method: 'POST',
      body: JSON.stringify({ id: 1, method: 'eth_blockNumber' }),
      signal: AbortSignal.timeout(200),
    });
    const timingOut = expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await faulty('eth_chainId')).toBe('0x7a69');
    await timingOut;
    node.heal();
    expect(await faulty('eth_blockNumber')).toBe(await real('eth_blockNumber'));
  });

  it('is slow', async () => {
    node.inject({ kind: 'slow', ms: 150 });
    const begin = performance.now();
    await faulty('eth_chainId');
    expect(performance.now() - begin).toBeGreaterThan(140);
  });

  it('accepts a transaction and forgets it', async () => {
    node.inject({ kind: 'drop' });
    const raw = await sign(1n);
    const hash = keccak256(raw);
    expect(await faulty('eth_sendRawTransaction', [raw])).toBe(hash);
    expect(node.dropped).toContain(hash);
    expect(await real('eth_getTransactionByHash', [hash])).toBeNull();
    node.heal();
    await faulty('eth_sendRawTransaction', [raw]);
    expect(await real('eth_getTransactionByHash', [hash])).not.toBeNull();
    await mine(1);
  });

  it('refuses what may cost more than its cap, in the words of geth', async () => {
    node.inject({ kind: 'fee-cap', cap: String(10n ** 18n) });
    const dear = sign(1n, 1_230_000_000_000_000_000n / 21_000n);
    await expect(dear.then((raw) => faulty('eth_sendRawTransaction', [raw]))).rejects.toThrow(
      'tx fee (1.23 ether) exceeds the configured cap (1.00 ether)',
    );
    await expect(faulty('eth_sendRawTransaction', [await sign(1n)])).resolves.toBeTypeOf('string');
    await mine(1);
  });

  it('names another chain', async () => {
    node.inject({ kind: 'wrong-chain', chainId: 137 });
    expect(await faulty('eth_chainId')).toBe('0x89');
    expect(await faulty('net_version')).toBe('137');
  });

  it('mixes up ids, the order of a batch, and old responses with new ones', async () => {
    const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber' }));
    const before = await faulty('eth_blockNumber');
    await mine(1);
    node.inject({ kind: 'old-response' }, { kind: 'reversed-batch' });
    expect(await faulty('eth_blockNumber')).toBe(before);
    expect(await post(batch)).toMatchObject([{ id: 2 }, { id: 1 }]);
    node.inject({ kind: 'wrong-id' });
    expect(await post(batch)).toMatchObject([{ id: 2 }, { id: 3 }]);
  });

  it('loses up to 64 blocks of its chain', async () => {
    await mine(60);
    const hash = await pay(1n);
    await mine(3);
    const before = await faulty<{ hash: string; number: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    await node.reorganise(64);
    const after = await faulty<{ hash: string }>('eth_getBlockByNumber', [before.number, false]);
    expect(after.hash).not.toBe(before.hash);
    expect(await faulty('eth_getTransactionReceipt', [hash])).toBeNull();
  });

  it('is a process with a control of its own', async () => {
    const program = join(import.meta.dirname, 'run-faulty-node.ts');
    const child = spawn(process.execPath, [program, target], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(child.stdout, 'data');
    const url = /^\S+/.exec(String(line))?.[0] ?? '';
    const wrong: Fault[] = [{ kind: 'wrong-chain', chainId: 5 }];
    await fetch(`${url}/faults`, { method: 'PUT', body: JSON.stringify(wrong) });
    expect(await (await fetch(`${url}/faults`)).json()).toEqual(wrong);
    expect(await createNodeCaller(url)('eth_chainId')).toBe('0x5');
    const refused = await fetch(`${url}/faults`, { method: 'PUT', body: '[{"kind":"lazy"}]' });
    expect(refused.status).toBe(400);
    child.kill();
    await once(child, 'exit');
  });
});

async function stateOf(call: CallNode) {
  return {
    number: await call('eth_blockNumber'),
    latest: await call('eth_getBlockByNumber', ['latest', false]),
    balance: await call('eth_getBalance', [friend, 'latest']),
    count: await call('eth_getTransactionCount', [account.address, 'latest']),
  };
}

async function newestHash(): Promise<string> {
  const { hash } = await real<{ hash: string }>('eth_getBlockByNumber', ['latest', false]);
  return hash;
}

async function sign(value: bigint, maxFeePerGas = 10n ** 11n): Promise<`0x${string}`> {
  const nonce = Number(await real('eth_getTransactionCount', [account.address, 'latest']));
  const fees = { maxFeePerGas, maxPriorityFeePerGas: 10n ** 9n };
  const transaction = { chainId: CHAIN_ID, nonce, to: friend, value, gas: 21_000n } as const;
  return account.signTransaction({ ...transaction, ...fees, type: 'eip1559' });
}

/** @returns the hash of a payment that the newest block has. */
async function pay(value: bigint): Promise<string> {
  const hash = await real<string>('eth_sendRawTransaction', [await sign(value)]);
  await mine(1);
  return hash;
}

async function mine(blocks: number): Promise<void> {
  await real('anvil_mine', [`0x${blocks.toString(16)}`]);
}

async function post(body: unknown): Promise<unknown> {
  const response = await fetch(node.url, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}
