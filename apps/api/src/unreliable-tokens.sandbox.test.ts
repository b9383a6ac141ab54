import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import { type Artifacts, compileContracts } from '#sandbox/chain/compile-contracts';
import { assembleTransaction } from '#signing/public/eip1559';
import { buildToken, POL } from '#testing/network';
import type { OperationView } from '#wire/wallet/operation';
import { createBlockFeed } from './adapters/evm/block-feed.ts';
import { createContractCalls } from './adapters/evm/contract-calls.ts';
import { APPROVAL } from './adapters/evm/find-movements.ts';
import { nodesAt } from './adapters/evm/nodes-at.test-setup.ts';
import { createPublicChain } from './adapters/evm/public-chain.ts';
import { readSignedTransaction } from './adapters/evm/read-signed-transaction.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { signerWithKeyOf } from './adapters/key-vault/test-signer.test-setup.ts';
import { exportKeys } from './adapters/postgres/accounts/users.test-setup.ts';
import { createDatabase, type Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createPostgresOperations } from './adapters/postgres/operations/operations.ts';
import { createTestDatabase } from './adapters/postgres/test-database.test-setup.ts';
import { advanceDueOperations } from './jobs/advance-operations.ts';
import { createFollowerMemory, followBlocks } from './jobs/follow-blocks.ts';
import { createOperation } from './modules/wallet/operation.ts';
import { createPublicHistory } from './modules/wallet/public-history.ts';
import { createSendTokens } from './modules/wallet/send-tokens.ts';
import { planApproval } from './operations/plan-approval.ts';
import { callsInOrder, priceCalls } from './operations/price-calls.ts';
import { vaultSigner } from './operations/sign-plan.ts';
import { createSubmitOperation } from './operations/submit-operation.ts';
import { type RandomChain, startRandomChain } from './random-chain.test-setup.ts';
import { NO_PAYMENT_REQUESTS } from './simulator/memory-payment-requests.ts';
import { createMemoryRepository } from './simulator/memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from './simulator/memory-signing-plans.ts';
import { OPEN_GATE } from './simulator/open-gate.ts';

const SOURCES = join(import.meta.dirname, '../../../sandbox/chain/test-contracts');
const CACHE = join(import.meta.dirname, '../../../.cache/contracts');
const PHRASE = 'test test test test test test test test test test test junk';
const BLOCKS_UNTIL_FINAL = '0x46';
const RECIPIENT = toChecksumAddress('0x00000000000000000000000000000000000b0bb0');

let bench: RandomChain;
let database: Database;
let artifacts: Artifacts;
let network: Network;
let user: ReturnType<typeof openUser>;

beforeAll(async () => {
  database = createDatabase(await createTestDatabase());
  bench = await startRandomChain();
  artifacts = await compileContracts(CACHE, SOURCES);
});
afterAll(async () => {
  await bench?.stop();
  await database?.close();
});
beforeEach(async () => {
  const tokens = [...bench.network.tokens];
  for (const [name, symbol] of [
    ['FalseToken', 'FALSE'],
    ['FeeToken', 'FEE'],
    ['SilentToken', 'SILENT'],
    ['FixedAllowanceToken', 'FIXED'],
  ] as const) {
    tokens.push(buildToken({ symbol, address: await deploy(name), decimals: 0 }));
  }
  network = { ...bench.network, tokens };
  user = openUser();
  for (const { address } of tokens.slice(bench.network.tokens.length)) {
    await transact(address, 'FeeToken', 'mint', [user.address, 1_000n]);
  }
  await user.register();
});

describe('a token that returns false', () => {
  it('is refused before anything is signed', async () => {
    await transact(tokenOf('FALSE').address, 'FalseToken', 'stop', [true]);
    expect(await user.send('FALSE')).toEqual({
      refused: 'transaction-would-fail',
      sentence: 'FALSE would refuse this transfer. Nothing was sent.',
    });
    expect((await database.pool.query('select 1 from operations')).rows).toEqual([]);
  });

  it('only once the payment is mined ends the payment as one that did not arrive', async () => {
    await user.send('FALSE');
    // Its third slot, since another transaction would be mined after the payment.
    const stopped = `0x${'1'.padStart(64, '0')}`;
    await bench.call('anvil_setStorageAt', [tokenOf('FALSE').address, '0x2', stopped]);
    expect(await user.untilEnd()).toMatchObject({
      status: 'reverted',
      amount: '100',
      received: '0',
      arrived: '0',
      failure: expect.stringContaining('the token recorded no transfer'),
    });
    expect(await user.history()).toEqual([
      { type: 'send', direction: 'out', status: 'failed', amount: '0', token: 'FALSE' },
    ]);
    expect(await user.balance('FALSE')).toBe(1_000n);
  });
});

it('a token that takes a fee shows what arrived beside what was sent', async () => {
  await user.send('FEE');
  expect(await user.untilEnd()).toMatchObject({
    status: 'confirmed',
    amount: '100',
    received: '98',
    arrived: '98',
    failure: null,
  });
  const row = { type: 'send', direction: 'out', status: 'success', token: 'FEE' };
  expect(await user.history()).toEqual([
    { ...row, amount: '2' },
    { ...row, amount: '98' },
  ]);
  expect(await user.balance('FEE')).toBe(900n);
});

it('a token that records no transfer never makes a payment confirmed', async () => {
  await user.send('SILENT');
  expect(await user.untilEnd()).toMatchObject({ status: 'reverted', arrived: '0' });
  expect(await user.history()).toEqual([
    { type: 'send', direction: 'out', status: 'failed', amount: '0', token: 'SILENT' },
  ]);
});

it('an honest token is confirmed with the whole amount', async () => {
  await user.send('FALSE');
  expect(await user.untilEnd()).toMatchObject({ status: 'confirmed', arrived: '100' });
  const { rows } = await database.pool.query('select arrived from operations');
  expect(rows).toEqual([{ arrived: '100' }]);
});

describe('a token whose allowance changes only from or to zero', () => {
  it.each([
    ['a leftover allowance is reset before the exact one', 40n, ['0', '100']],
    ['nothing is reset where none is left', 0n, ['100']],
    ['nothing is approved where the leftover suffices', 100n, []],
  ])('%s', async (_what, leftover, approvals) => {
    const taker = await deploy('Taker');
    if (leftover > 0n) await user.approve('FIXED', taker, leftover);
    const before = await approvalsOf('FIXED');
    await user.letTake('FIXED', taker);
    expect(await user.untilEnd()).toMatchObject({ status: 'confirmed' });
    expect((await approvalsOf('FIXED')).slice(before.length)).toEqual(approvals);
    expect(await user.balance('FIXED')).toBe(900n);
    expect(await user.allowance('FIXED', taker)).toBe(0n);
  });

  it('the fee that was paid includes the reset', async () => {
    const taker = await deploy('Taker');
    await user.approve('FIXED', taker, 1n);
    const before = await bench.nativeBalance(user.address, 'latest');
    await user.letTake('FIXED', taker);
    const { fee } = await user.untilEnd();
    expect(BigInt(fee.paid ?? 0)).toBe(
      before - (await bench.nativeBalance(user.address, 'latest')),
    );
  });
});

/** A user of their own, whose payments are 100 units, with the server and the workers behind them. */
function openUser() {
  const account = mnemonicToAccount(PHRASE);
  const address = account.address as PublicAddress;
  const userId = randomUUID();
  let now = Date.now();
  const clock = { now: () => new Date(now), sleep: async () => {} };
  const { chainId } = network;
  const rpc = { network, nodes: nodesAt({ chainId, rpcUrls: [bench.url] }) };
  const operations = createPostgresOperations(database);
  const history = createPostgresPublicHistory(database);
  const ports = {
    operations,
    networks: [network],
    chains: new Map([[chainId, createPublicChain(rpc)]]),
    readSigned: readSignedTransaction,
    clock,
    randomness: { uuid: () => randomUUID() },
    assemble: assembleTransaction,
    toChecksumAddress,
    report: ({ cause }: { cause: unknown }) => {
      throw cause;
    },
  };
  const signer = signerWithKeyOf(account);
  const vault: Parameters<typeof createSendTokens>[0]['vault'] = {
    withOwnSeals: withOpenSeals,
    withPublicSigner: async (_bearer, work) => ({ ok: true, value: await work(signer) }),
  };
  const call = {
    query: undefined,
    body: undefined,
    session: {
      userId,
      sessionId: randomUUID(),
      accessToken: 'kxa',
      publicAddress: address,
      privateAddress: '0zk1person',
      custody: 'assisted',
    } as const,
    idempotencyKey: undefined,
    client: {
      ip: '127.0.0.1',
      userAgent: 'test',
      device: null,
      work: null,
      approval: null,
      language: 'en' as const,
    },
  };
  let operationId = '';
  return {
    address,
    async register() {
      await database.pool.query(
        'truncate users, operations, chain_accounts, public_movements, followed_blocks, chain_followers cascade',
      );
      await database.pool.query(
        "insert into users (id, name, email, phone, created_at) values ($1, 'One', $2, $2, now())",
        [userId, address],
      );
      await database.pool.query(
        `insert into wallets (id, user_id, name, public_address, private_address, created_at)
         values ($1, $1, 'Wallet', $2, $2, now())`,
        [userId, address],
      );
      // The test's own transactions are of the same account.
      await exportKeys(database.pool, userId);
    },
    async send(symbol: string) {
      const tokenId = tokenOf(symbol).id;
      const body = { tokenId, amount: '100', recipientAddress: RECIPIENT };
      const own = {
        vault,
        gate: OPEN_GATE,
        keepOwnNote: async () => {},
        paymentRequests: NO_PAYMENT_REQUESTS,
        signingPlans: createMemorySigningPlans(createMemoryRepository()),
      };
      const response = await createSendTokens({ ...ports, ...own })({
        ...call,
        params: undefined,
        body,
        idempotencyKey: 'key',
      });
      const { rows } = await database.pool.query('select id from operations');
      operationId = rows[0]?.id ?? '';
      return response;
    },
    /** Changes an allowance outside of Kax. */
    async approve(symbol: string, spender: PublicAddress, amount: bigint) {
      const { abi } = artifactOf('FixedAllowanceToken');
      const data = encodeFunctionData({ abi, functionName: 'approve', args: [spender, amount] });
      await mined({ from: address, to: tokenOf(symbol).address, data });
    },
    /** Has a contract take 100 units, as a step of a swap does. */
    async letTake(symbol: string, taker: PublicAddress) {
      const token = tokenOf(symbol);
      const calls = createContractCalls(rpc);
      const amount = toBaseUnits(100n);
      const submit = createSubmitOperation<never>(ports);
      const outcome = await submit(
        {
          userId,
          idempotencyKey: 'key',
          fingerprint: 'take',
          withSigner: vaultSigner({ vault }, call.session),
          publishedBy: 'request',
          account: { chainId, account: address, userId },
        },
        async ({ isClaimed }) => {
          const taking = {
            userId,
            kind: 'swap',
            token,
            amount,
            owner: address,
            isClaimed,
          } as const;
          const approval = await planApproval({ calls, operations }, { ...taking, spender: taker });
          const { abi } = artifactOf('Taker');
          const args = [token.address, amount];
          const data = encodeFunctionData({ abi, functionName: 'take', args });
          const take = { to: taker, value: 0n, data, gasIfUnknown: 1_000_000n };
          const inOrder = callsInOrder({ approval, call: take });
          const [simulated, present, transactionCount, balances] = await Promise.all([
            calls.simulate(address, inOrder),
            calls.presentFees(),
            createPublicChain(rpc).transactionCount(address, 'latest'),
            createPublicChain(rpc).balances(address, [POL]),
          ]);
          if (!simulated.ok) throw new Error(simulated.detail);
          return {
            ok: true,
            prepared: {
              kind: 'swap',
              chainId,
              account: address,
              recipient: taker,
              tokenId: token.id,
              amount,
              feeToken: POL,
              pool: null,
              ...priceCalls({ approval, call: take }, simulated.gas, present),
              chainState: {
                readAt: clock.now(),
                blockNumber: balances.blockNumber,
                tokenBalance: toBaseUnits(1_000n),
                nativeBalance: balances.units[0] ?? toBaseUnits(0n),
                transactionCount,
              },
            },
          };
        },
      );
      if (outcome.kind !== 'sent') throw new Error(outcome.kind);
      operationId = outcome.operation.id;
    },
    async allowance(symbol: string, spender: PublicAddress): Promise<bigint> {
      const token = tokenOf(symbol).address;
      if (token === null) throw new Error(`${symbol} has no contract.`);
      return createContractCalls(rpc).allowance(token, address, spender);
    },
    /** Mines until the payment is final and lets the worker see it. */
    async untilEnd(): Promise<OperationView> {
      await bench.call('evm_mine');
      await bench.call('anvil_mine', [BLOCKS_UNTIL_FINAL]);
      for (let run = 0; run < 5; run += 1) {
        now += 60_000;
        await advanceDueOperations(ports);
      }
      const response = await createOperation({
        ...{ ...ports, vault, signingPlans: createMemorySigningPlans(createMemoryRepository()) },
      })({ ...call, params: { id: operationId } });
      if ('refused' in response) throw new Error(response.refused);
      return response.data;
    },
    /** The payments in the history, after the follower has seen all blocks. */
    async history() {
      const { number } = await bench.call<{ number: string }>('eth_getBlockByNumber', [
        'latest',
        false,
      ]);
      const follower = {
        feed: createBlockFeed({ ...rpc, report: ports.report }),
        history,
        fromBlock: 0n,
        pools: new Set<string>(),
        follower: randomUUID(),
        clock,
        report: ports.report,
      };
      const memory = createFollowerMemory(follower);
      do await followBlocks(follower, memory);
      while (((await history.state(chainId))?.latestNumber ?? 0n) < BigInt(number));
      const page = await createPublicHistory({ networks: [network], history })({
        ...call,
        params: { id: 'wallet' },
        query: { type: 'send' },
      });
      if ('refused' in page) throw new Error(page.refused);
      return page.data.transactions
        .filter(({ operationId: id }) => id === operationId)
        .map(({ type, direction, status, amount, token }) => ({
          type,
          direction,
          status,
          amount,
          token,
        }));
    },
    async balance(symbol: string): Promise<bigint> {
      const args = [address] as const;
      const { abi } = artifactOf('FeeToken');
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args });
      return BigInt(
        await bench.call<string>('eth_call', [{ to: tokenOf(symbol).address, data }, 'latest']),
      );
    },
  };
}

/** The allowances that were ever set, in their order. */
async function approvalsOf(symbol: string): Promise<readonly string[]> {
  const { address } = tokenOf(symbol);
  const filter = { address, topics: [APPROVAL], fromBlock: '0x0', toBlock: 'latest' };
  const logs = await bench.call<{ readonly data: string }[]>('eth_getLogs', [filter]);
  return logs.map(({ data }) => BigInt(data).toString());
}

function tokenOf(symbol: string): Token {
  const token = network.tokens.find((each) => each.symbol === symbol);
  if (token === undefined) throw new Error(`There is no ${symbol}.`);
  return token;
}

function artifactOf(name: string): Artifacts[string] {
  const artifact = artifacts[name];
  if (artifact === undefined) throw new Error(`There is no contract ${name}.`);
  return artifact;
}

async function deploy(name: string): Promise<PublicAddress> {
  const data = encodeDeployData({ ...artifactOf(name), args: [] });
  const { contractAddress } = await mined({ data });
  return toChecksumAddress(contractAddress);
}

async function transact(
  to: PublicAddress | null,
  name: string,
  functionName: string,
  args: readonly unknown[],
): Promise<void> {
  const { abi } = artifactOf(name);
  await mined({ to, data: encodeFunctionData({ abi, functionName, args }) });
}

/** Sent by an account that is no user, and mined. */
async function mined(transaction: object): Promise<{ readonly contractAddress: `0x${string}` }> {
  const from = bench.accounts[9];
  const gas = '0x2dc6c0';
  const hash = await bench.call<string>('eth_sendTransaction', [{ from, gas, ...transaction }]);
  await bench.call('evm_mine');
  return bench.call('eth_getTransactionReceipt', [hash]);
}
