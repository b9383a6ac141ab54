import { encodeFunctionData, type Hex, maxUint256, type TransactionReceipt } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { NonceUse } from '#domain/operation/operation';
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
import type { PublicChain } from '../../ports/public-chain.ts';
import { nodesAt } from './nodes-at.test-setup.ts';
import { createPublicChain } from './public-chain.ts';

const stranger = '0x00000000000000000000000000000000000000A1';
const broadcaster = privateKeyToAccount(generatePrivateKey());
const since = new Date();

let bench: PoolBench;
let chain: PublicChain;
let decidedIn: NonceUse;

beforeAll(async () => {
  bench = await startPoolBench(4);
  const { token, pool } = bench;
  const onToken = { address: token, abi: bench.abi.token };
  await bench.write({ ...onToken, functionName: 'mint', args: [treasury.address, 10n ** 9n] });
  await bench.write({ ...onToken, functionName: 'approve', args: [pool.pool, maxUint256] });
  const shield = { ...onPool(), functionName: 'shield', args: [[shieldRequest(token, 100_000n)]] };
  decidedIn = placeOf(await bench.write(shield));
  chain = createPublicChain({
    network: {
      chainId: POOL_CHAIN_ID,
      multicallAddress: stranger as PublicAddress,
      tokens: [],
      blocksUntilFinal: 3,
    },
    nodes: nodesAt({ chainId: POOL_CHAIN_ID, rpcUrls: [bench.chain.rpcUrl] }),
    shieldedPool: {
      proxy: pool.pool as PublicAddress,
      relayAdapt: pool.relayAdapt as PublicAddress,
    },
  });
  await bench.chain.call('anvil_mine', ['0x50']);
});
afterAll(() => bench?.stop());

it('finds the copy of a signed payment in the pool’s own record and events, once it is final', async () => {
  const payment = await unshield(1n, 400n);
  const raw = await sign(payment);
  expect(await chain.noteUse({ raw, since, decidedIn })).toEqual({ kind: 'unspent' });
  const copy = await bench.write(transact(payment), ESTIMATION_ORIGIN);
  expect(await chain.noteUse({ raw, since, decidedIn })).toBeNull();
  expect(await chain.finalPrivateCall(placeOf(copy).transactionHash)).toBeNull();
  await bench.chain.call('anvil_mine', ['0x50']);
  const use = await chain.noteUse({ raw, since, decidedIn });
  expect(use).toEqual({ kind: 'paid', copy: placeOf(copy) });
  expect(await chain.finalPrivateCall(placeOf(copy).transactionHash)).toMatchObject({
    to: bench.pool.pool,
    data: calldataOf(payment),
    nullifiers: [word(1n)],
  });
  // A shield spends no notes.
  expect(await chain.finalPrivateCall(decidedIn.transactionHash)).toBeNull();
});

it('takes a transaction that spends the same note for something else for no copy', async () => {
  const raw = await sign(await unshield(2n, 400n));
  await bench.write(transact(await unshield(2n, 300n)), ESTIMATION_ORIGIN);
  await bench.chain.call('anvil_mine', ['0x50']);
  expect(await chain.noteUse({ raw, since, decidedIn })).toEqual({ kind: 'otherwise' });
});

/** One proof, which the pool does not check for an estimate: spends a note, makes one, pays the stranger. */
async function unshield(nullifier: bigint, value: bigint) {
  const read = (functionName: string, args: readonly unknown[] = []) =>
    bench.client.readContract({ ...onPool(), functionName, args }) as Promise<Hex>;
  const preimage = notePreimage(bench.token, value, { npk: word(BigInt(stranger)) });
  const commitments = [word(900n + nullifier), await read('hashCommitment', [preimage])];
  const notes = { nullifiers: [word(nullifier)], commitments };
  return unprovenTransaction(await read('merkleRoot'), notes, { unshield: 1 }, preimage);
}

type Payment = Awaited<ReturnType<typeof unshield>>;

function transact(payment: Payment) {
  return { ...onPool(), functionName: 'transact', args: [[payment]] };
}

function sign(payment: Payment): Promise<Hex> {
  const to = bench.pool.pool;
  return broadcaster.signTransaction({
    ...{ type: 'eip1559', chainId: POOL_CHAIN_ID, nonce: 0, to, data: calldataOf(payment) },
    ...{ gas: 1_000_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  });
}

function calldataOf(payment: Payment): Hex {
  const { address: _, ...call } = transact(payment);
  return encodeFunctionData(call);
}

function onPool() {
  return { address: bench.pool.pool, abi: bench.abi.pool };
}

function placeOf({ transactionHash, blockNumber, blockHash }: TransactionReceipt): NonceUse {
  return { transactionHash: transactionHash as TransactionHash, blockNumber, blockHash };
}
