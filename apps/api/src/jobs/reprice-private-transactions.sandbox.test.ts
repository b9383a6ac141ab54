import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { cancellationsOf, isCancelled } from '#domain/operation/cancellation';
import { isSigned, type SignedOperation } from '#domain/operation/operation';
import { findAnvil } from '#sandbox/chain/anvil-binary';
import { type CallNode, createNodeCaller } from '#sandbox/chain/json-rpc';
import { assembleTransaction } from '#signing/public/eip1559';
import { findFreePort } from '#testing/free-port';
import { buildNetwork, POL } from '#testing/network';
import { BROADCASTER, START, uuidOf } from '#testing/operation';
import { createContractCalls } from '../adapters/evm/contract-calls.ts';
import { nodesAt } from '../adapters/evm/nodes-at.test-setup.ts';
import { createPublicChain } from '../adapters/evm/public-chain.ts';
import { readSignedTransaction } from '../adapters/evm/read-signed-transaction.ts';
import { signerWithKeyOf } from '../adapters/key-vault/test-signer.test-setup.ts';
import { addUsers } from '../adapters/postgres/accounts/users.test-setup.ts';
import { createDatabase, type Database } from '../adapters/postgres/connection/connect.ts';
import { createPostgresOperations } from '../adapters/postgres/operations/operations.ts';
import { createPostgresPrivateTransactions } from '../adapters/postgres/shielded/private-transactions.test-setup.ts';
import { createTestDatabase } from '../adapters/postgres/test-database.test-setup.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import {
  CLAIMED_AT_MS,
  createPrivateTransactionSteps,
  LEASE_MS,
  msAfter,
  proofOf,
  userOf,
} from '../simulator/private-transaction-steps.ts';
import { advanceDueOperations } from './advance-operations.ts';
import { repricePrivateTransactions } from './reprice-private-transactions.ts';
import { signProvedPrivateTransactions } from './sign-proved-transactions.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const POOL = '0x5FbDB2315678afecb367f032d93F642f64180aa3' as PublicAddress;
const GAS = 100_000n;
const FEE_LIMIT = 5n * 10n ** 17n;
/** More than every rung pays that was signed on a quiet chain. */
const HIGH_BASE_FEE = 10n ** 12n;
const QUIET_BASE_FEE = 10n ** 9n;
const DAY_MS = 24 * 60 * 60_000;

let anvil: ChildProcess;
let url: string;
let node: CallNode;
let database: Database;
let snapshot: string;
let worker: ReturnType<typeof startWorker>;

beforeAll(async () => {
  const port = await findFreePort();
  // Two epochs of one slot each are two blocks until a block is final.
  const flags = ['--no-mining', '--slots-in-an-epoch', '1', '--accounts', '3', '--silent'];
  anvil = spawn(findAnvil(null), ['--port', String(port), ...flags], { stdio: 'ignore' });
  url = `http://127.0.0.1:${port}`;
  node = createNodeCaller(url);
  await vi.waitFor(() => node('eth_chainId'), { timeout: 60_000 });
  database = createDatabase(await createTestDatabase());
  await addUsers(
    database.pool,
    [1, 2].map((n) => 0xa000 + n),
  );
});

afterAll(async () => {
  await database?.close();
  anvil.kill();
  if (anvil.exitCode === null) await once(anvil, 'exit');
});

beforeEach(async () => {
  if (snapshot !== undefined) await node('evm_revert', [snapshot]);
  snapshot = await node<string>('evm_snapshot');
  await mineAt(QUIET_BASE_FEE);
  await database.pool.query('truncate operations, chain_accounts, outbox cascade');
  worker = startWorker();
});

test('a payment whose rungs are all too cheap is re-priced, and confirmed by its new rung', async () => {
  await worker.sign(1);
  await worker.tryInVain();
  await worker.reprice();
  const { signing, feeCeiling } = await worker.operation(1);
  expect(signing.ladder).toHaveLength(4);
  expect(cancellationsOf(signing)).toHaveLength(2);
  const [first, second, third, fourth] = signing.ladder.map(({ raw }) =>
    readSignedTransaction(raw),
  );
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = fourth ?? {};
  expect(fourth).toEqual({ ...first, maxFeePerGas, maxPriorityFeePerGas });
  expect([second?.nonce, third?.nonce]).toEqual([0, 0]);
  expect(feeCeiling).toBe(maxFeePerGas * GAS);
  expect(feeCeiling).toBeLessThanOrEqual(FEE_LIMIT);
  // It is stored, and no node has it; another process sends it, as after a crash.
  expect(await isKnown(signing.ladder[3]?.hash)).toBe(false);
  await startWorker(worker.elapsedMs()).advance(0);
  await mine(1);
  await worker.advance(10_000);
  expect(await worker.operation(1)).toMatchObject({
    status: 'mined',
    inclusion: { transactionHash: signing.ladder[3]?.hash },
  });
  await worker.confirm(1);
  expect(await usedNonces()).toBe(1);
});

test('those behind it no longer wait', async () => {
  await worker.sign(1);
  await worker.sign(2);
  await worker.tryInVain();
  await worker.reprice();
  await worker.advance(0);
  await mine(1);
  await worker.confirm(1);
  await worker.confirm(2);
  expect(await usedNonces()).toBe(2);
});

test('a rung of the old ladder that is mined while the new one is stored is the payment', async () => {
  await worker.sign(1);
  await worker.tryInVain();
  const [, old] = (await worker.operation(1)).signing.ladder;
  await worker.reprice(async () => {
    await mineAt(QUIET_BASE_FEE);
    // The node of this chain forgets what pays less than a block requires; others keep it.
    await node('eth_sendRawTransaction', [old?.raw]);
    await mine(1);
  });
  expect((await worker.operation(1)).signing.ladder).toHaveLength(4);
  await worker.confirm(1);
  expect(await worker.operation(1)).toMatchObject({ inclusion: { transactionHash: old?.hash } });
  expect(await usedNonces()).toBe(1);
});

test('two workers at once sign one rung', async () => {
  await worker.sign(1);
  await worker.tryInVain();
  const other = startWorker(worker.elapsedMs());
  await Promise.all([worker.reprice(), other.reprice()]);
  expect((await worker.operation(1)).signing.ladder).toHaveLength(4);
});

test('what expired is cancelled although the network charges more than its first cancellation pays', async () => {
  await worker.sign(1);
  await worker.tryInVain();
  await worker.advance(DAY_MS);
  await mine(1);
  await worker.advance(60_000);
  const before = await worker.operation(1);
  expect(before.sending.cancelRequest?.reason).toBe('expired');
  await worker.reprice();
  await worker.advance(0);
  await mine(4);
  await worker.advance(60_000);
  const after = await worker.operation(1);
  expect(isCancelled(after)).toBe(true);
  expect(after.signing.ladder).toEqual(before.signing.ladder);
  expect(after).toMatchObject({
    replacedBy: { transactionHash: after.signing.cancellation?.hash },
  });
});

test('nothing is signed above the limit', async () => {
  await worker.sign(1);
  await worker.tryInVain(10n ** 13n);
  await worker.reprice();
  expect((await worker.operation(1)).signing.ladder).toHaveLength(3);
  expect(worker.problems()).toMatchObject([{ operationId: uuidOf(1) }]);
});

/** A worker with its own connection, some time after the test began. */
function startWorker(startedMs = 0) {
  let elapsedMs = startedMs;
  const account = mnemonicToAccount(PHRASE, { addressIndex: 2 });
  const operations = createPostgresOperations(database);
  const privateTransactions = createPostgresPrivateTransactions(database);
  const steps = createPrivateTransactionSteps(privateTransactions, operations);
  const network = buildNetwork();
  const nodes = nodesAt({ chainId: POL.chainId, rpcUrls: [url] });
  const real = createPublicChain({ network, nodes });
  // Balances come through a contract that this bare chain does not have.
  const balances: PublicChain['balances'] = async (owner) => {
    const { latest } = await real.heads();
    const balance = await node('eth_getBalance', [owner, 'latest']);
    return { blockNumber: latest.number, units: [toBaseUnits(BigInt(String(balance)))] };
  };
  // Neither does it have the pool.
  const noteUse: PublicChain['noteUse'] = async () => ({ kind: 'unspent' });
  const reports: unknown[] = [];
  const ports = {
    operations,
    privateTransactions,
    chains: new Map([[POL.chainId, { ...real, balances, noteUse }]]),
    calls: new Map([[POL.chainId, createContractCalls({ network, nodes })]]),
    poolContracts: new Map([[POL.chainId, [POOL]]]),
    broadcasters: new Map([[BROADCASTER, signerWithKeyOf(account)]]),
    assemble: assembleTransaction,
    readSigned: readSignedTransaction,
    feeLimit: FEE_LIMIT,
    clock: { now: () => msAfter(elapsedMs), sleep: async () => {} },
    report: (error: unknown) => reports.push(error),
    onSigned: () => {},
  };
  const advance = async (ms: number) => {
    elapsedMs += ms;
    await advanceDueOperations(ports);
  };
  const operation = async (n: number): Promise<SignedOperation> => {
    const found = (await operations.find(userOf(n), uuidOf(n)))?.operation;
    if (found === undefined || !isSigned(found)) throw new Error(`${n} is not signed.`);
    return found;
  };
  return {
    advance,
    operation,
    elapsedMs: () => elapsedMs,
    problems: () => reports,
    /** Requests, proves and signs payment `n`, and sends it for the first time. */
    async sign(n: number): Promise<void> {
      await steps.store(n);
      const proof = proofOf(n, { to: POOL, gasLimit: GAS });
      await privateTransactions.saveProved(await steps.claimed(), proof, START);
      elapsedMs = Math.max(elapsedMs, CLAIMED_AT_MS + LEASE_MS);
      await signProvedPrivateTransactions(ports);
      await advance(0);
    },
    /** Fees rise above every rung, and every rung is sent. */
    async tryInVain(baseFee = HIGH_BASE_FEE): Promise<void> {
      await mineAt(baseFee);
      for (const ms of [31_000, 61_000]) await advance(ms);
    },
    /** @param meanwhile happens after the new rung was signed and before it is stored */
    async reprice(meanwhile = async () => {}): Promise<void> {
      elapsedMs += 5_000;
      await repricePrivateTransactions({
        ...ports,
        privateTransactions: {
          ...privateTransactions,
          reprice: (sent, run, sign) =>
            privateTransactions.reprice(sent, run, async (payment) => {
              const repricing = await sign(payment);
              await meanwhile();
              return repricing;
            }),
        },
      });
    },
    async confirm(n: number): Promise<void> {
      await advance(10_000);
      await mine(4);
      await advance(10_000);
      expect(await operation(n)).toMatchObject({ status: 'confirmed' });
    },
  };
}

async function isKnown(hash: TransactionHash | undefined): Promise<boolean> {
  return (await node('eth_getTransactionByHash', [hash])) !== null;
}

async function usedNonces(): Promise<number> {
  return Number(await node('eth_getTransactionCount', [BROADCASTER, 'latest']));
}

async function mineAt(baseFee: bigint): Promise<void> {
  await node('anvil_setNextBlockBaseFeePerGas', [`0x${baseFee.toString(16)}`]);
  await mine(1);
}

async function mine(blocks: number): Promise<void> {
  await node('anvil_mine', [`0x${blocks.toString(16)}`]);
}
