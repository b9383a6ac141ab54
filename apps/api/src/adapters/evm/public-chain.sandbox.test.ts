import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { feeCeiling, feeLadder } from '#domain/operation/fee-ladder';
import type { Token } from '#domain/token/token';
import { findAnvil } from '#sandbox/chain/anvil-binary';
import { type Artifacts, compileContracts } from '#sandbox/chain/compile-contracts';
import { type CallNode, createNodeCaller } from '#sandbox/chain/json-rpc';
import { findFreePort } from '#testing/free-port';
import { ALICE, BOB, buildToken, POL } from '#testing/network';
import {
  ChainUnavailable,
  type PreparedTransfer,
  type PublicChain,
} from '../../ports/public-chain.ts';
import { nodesAt } from './nodes-at.test-setup.ts';
import { createPublicChain } from './public-chain.ts';
import { toChecksumAddress } from './to-checksum-address.ts';

/** The first account of every anvil that is started without options: funded, unlocked, and worthless elsewhere. */
const alice = privateKeyToAccount(
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
);
const POOR = toChecksumAddress('0x00000000000000000000000000000000000a11ce');
const CHAIN_ID = 31337;

let node: ChildProcess;
let call: CallNode;
let chain: PublicChain;
let usdc: Token;
let multicallAddress: PublicAddress;
let requests = 0;
let url: string;

beforeAll(async () => {
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const options = [
    '--port',
    String(port),
    '--chain-id',
    String(CHAIN_ID),
    '--slots-in-an-epoch',
    '1',
  ];
  node = spawn(findAnvil(null), [...options, '--silent'], { stdio: 'ignore' });
  call = createNodeCaller(url);
  await answering();
  const artifacts = await compileContracts(join(tmpdir(), 'kax-contracts'));
  multicallAddress = await deploy(artifacts, 'Multicall', []);
  const address = await deploy(artifacts, 'TestToken', ['USD Coin', 'USDC', 6]);
  usdc = buildToken({ symbol: 'USDC', address, decimals: 6 });
  const { abi } = artifacts.TestToken ?? { abi: [] };
  const data = encodeFunctionData({ abi, functionName: 'mint', args: [ALICE, 5_000_000_000n] });
  await call('eth_sendTransaction', [{ from: ALICE, to: address, data }]);
  chain = chainAt([url]);
  // Until then its node has not named its chain.
  await chain.heads();
});

afterAll(async () => {
  const isGone = node?.exitCode === null ? once(node, 'exit') : null;
  node?.kill('SIGKILL');
  await isGone;
});

beforeEach(async () => {
  await call('evm_setAutomine', [true]);
});

describe('a chain on a real node', () => {
  it('reads all balances of an owner with one request', async () => {
    requests = 0;
    const { units, blockNumber } = await chain.balances(ALICE, [POL, usdc]);
    expect(requests).toBe(1);
    const pol = BigInt((await call('eth_getBalance', [ALICE, 'latest'])) as string);
    expect(units).toEqual([pol, 5_000_000_000n]);
    expect(blockNumber).toBe((await chain.heads()).latest.number);
  });

  it('moves exactly the tokens that were prepared, for no more than the ceiling', async () => {
    const prepared = await prepare(usdc, toBaseUnits(25_000_000n));
    const before = (await chain.balances(ALICE, [POL, usdc])).units;
    const hash = await sendAndMine(prepared);
    const receipt = await chain.receipt(hash);
    expect(receipt).toMatchObject({ transactionHash: hash, isSuccess: true });
    const paid = receipt?.feePaid ?? 0n;
    expect(paid).toBeLessThanOrEqual(feeCeiling(prepared.gas, prepared.fees));
    expect(Number(paid) / Number(prepared.expectedFee)).toBeCloseTo(1, 1);
    const after = (await chain.balances(ALICE, [POL, usdc])).units;
    expect((before[1] ?? 0n) - (after[1] ?? 0n)).toBe(25_000_000n);
    expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(paid);
    expect((await chain.balances(BOB, [usdc])).units).toEqual([25_000_000n]);
  });

  it('moves the whole native balance less the ceiling', async () => {
    await call('anvil_setBalance', [ALICE, '0xde0b6b3a7640000']);
    const probe = await prepare(POL, toBaseUnits(1n));
    const most = toBaseUnits(10n ** 18n - feeCeiling(probe.gas, probe.fees));
    expect(probe.gas).toBe(21_000n);
    const hash = await sendAndMine(await prepare(POL, most), 2);
    expect(await chain.receipt(hash)).toMatchObject({ isSuccess: true });
    await call('anvil_setBalance', [ALICE, '0xd3c21bcecceda1000000']);
  });

  it('reports missing tokens before anything is signed', async () => {
    const amount = toBaseUnits(5_000_000_001n + 10n ** 12n);
    const response = await chain.prepareTransfer({ token: usdc, from: ALICE, to: BOB, amount });
    expect(response).toMatchObject({ ok: false, reason: 'insufficient-funds' });
  });

  it('reports a transfer that the recipient refuses', async () => {
    const to = usdc.address as PublicAddress;
    const response = await chain.prepareTransfer({
      token: POL,
      from: ALICE,
      to,
      amount: toBaseUnits(1n),
    });
    expect(response).toMatchObject({ ok: false, reason: 'would-revert' });
  });

  it('tells contracts from user accounts', async () => {
    expect(await chain.isContract(multicallAddress)).toBe(true);
    expect(await chain.isContract(BOB)).toBe(false);
  });

  it('follows a block until it is final', async () => {
    const hash = await sendAndMine(await prepare(POL, toBaseUnits(1n)));
    const mined = (await chain.receipt(hash))?.blockNumber ?? 0n;
    expect((await chain.heads()).finalized.number).toBeLessThan(mined);
    const count = await chain.transactionCount(ALICE, 'latest');
    expect(await chain.transactionCount(ALICE, 'finalized')).toBeLessThan(count);
    expect(await chain.finalUse(ALICE, count - 1)).toBeNull();
    await call('anvil_mine', ['0x3']);
    expect((await chain.heads()).finalized.number).toBeGreaterThanOrEqual(mined);
    const use = await chain.finalUse(ALICE, count - 1);
    expect(use).toMatchObject({ transactionHash: hash, blockNumber: mined });
    expect(use && (await chain.isFinal(use))).toBe(true);
    expect(await chain.finalUse(ALICE, count)).toBeNull();
    expect(await chain.transactionCount(ALICE, 'finalized')).toBe(count);
  });
});

describe('what a real node says about signed bytes', () => {
  it('is known when they were sent before', async () => {
    await call('evm_setAutomine', [false]);
    const [raw = '0x', dearer = '0x'] = await sign(await prepare(POL, toBaseUnits(1n)));
    const [hash, other] = [keccak256(raw), keccak256(dearer)] as TransactionHash[];
    expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' });
    expect(await chain.broadcast(raw)).toEqual({ kind: 'already-known' });
    expect(await chain.receipt(hash as TransactionHash)).toBeNull();
    expect(await chain.broadcast(dearer)).toEqual({ kind: 'accepted' });
    expect(await chain.broadcast(raw)).toEqual({ kind: 'underpriced' });
    await call('evm_mine');
    expect(await chain.receipt(other as TransactionHash)).toMatchObject({ isSuccess: true });
    expect(await chain.broadcast(raw)).toEqual({ kind: 'nonce-too-low' });
  });

  it('is that funds are missing when the account cannot pay', async () => {
    const prepared = await prepare(POL, toBaseUnits(1n));
    const [raw = '0x'] = await sign({ ...prepared, value: 10n ** 30n });
    expect(await chain.broadcast(raw)).toEqual({ kind: 'insufficient-funds' });
  });

  it('is nothing when they are not a transaction', async () => {
    expect(await chain.broadcast('0x02')).toMatchObject({ kind: 'unknown' });
  });
});

describe('several nodes', () => {
  it('are available as long as one of them is', async () => {
    const pair = chainAt([`http://127.0.0.1:${await findFreePort()}`, url]);
    expect((await pair.balances(POOR, [POL])).units).toEqual([0n]);
    const [raw = '0x'] = await sign(await prepare(POL, toBaseUnits(1n)));
    expect(await pair.broadcast(raw)).toEqual({ kind: 'accepted' });
  });

  it('are unavailable when none of them responds', async () => {
    const gone = chainAt([`http://127.0.0.1:${await findFreePort()}`]);
    await expect(gone.balances(ALICE, [POL])).rejects.toBeInstanceOf(ChainUnavailable);
    await expect(gone.heads()).rejects.toBeInstanceOf(ChainUnavailable);
  });
});

function chainAt(rpcUrls: readonly string[]): PublicChain {
  return createPublicChain({
    network: { chainId: CHAIN_ID, multicallAddress, blocksUntilFinal: 64, tokens: [] },
    nodes: nodesAt({
      chainId: CHAIN_ID,
      rpcUrls,
      post: (to, init) => {
        requests += 1;
        return fetch(to, init);
      },
    }),
  });
}

async function prepare(token: Token, amount: BaseUnits): Promise<PreparedTransfer> {
  const response = await chain.prepareTransfer({ token, from: ALICE, to: BOB, amount });
  if (!response.ok) throw new Error(response.detail);
  return response.prepared;
}

/** The bytes of every rung of the ladder, under the account's next nonce. */
async function sign({ to, value, data, gas, fees }: PreparedTransfer): Promise<`0x${string}`[]> {
  const nonce = await chain.transactionCount(ALICE, 'latest');
  const payment = { chainId: CHAIN_ID, nonce, to, value, data, gas };
  return Promise.all(
    feeLadder(gas, fees).map((rung) =>
      alice.signTransaction({ ...payment, ...rung, type: 'eip1559' }),
    ),
  );
}

async function sendAndMine(prepared: PreparedTransfer, rung = 0): Promise<TransactionHash> {
  const raw = (await sign(prepared))[rung] ?? '0x';
  expect(await chain.broadcast(raw)).toEqual({ kind: 'accepted' });
  const hash = keccak256(raw) as TransactionHash;
  // The node responds before it makes the block.
  await expect.poll(() => chain.receipt(hash)).not.toBeNull();
  return hash;
}

async function deploy(
  artifacts: Artifacts,
  name: string,
  args: readonly unknown[],
): Promise<PublicAddress> {
  const artifact = artifacts[name];
  if (artifact === undefined) throw new Error(`Contract ${name} does not exist.`);
  const data = encodeDeployData({ ...artifact, args });
  const hash = await call<string>('eth_sendTransaction', [{ from: ALICE, data }]);
  const receipt = await vi.waitFor(async () => {
    const found = await call<{ contractAddress: `0x${string}` } | null>(
      'eth_getTransactionReceipt',
      [hash],
    );
    if (found === null) throw new Error(`${name} is not mined yet.`);
    return found;
  }, 60_000);
  return toChecksumAddress(receipt.contractAddress);
}

async function answering(): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const response = await call('eth_chainId').catch(() => null);
    if (response !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The local chain did not start in 10 seconds.');
}
