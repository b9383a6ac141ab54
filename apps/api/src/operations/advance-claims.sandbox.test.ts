import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import {
  cancellationReason,
  isCancelled,
  isCancelledTooLate,
} from '#domain/operation/cancellation';
import { isTerminal } from '#domain/operation/operation';
import { transactionHash } from '#domain/operation/outcome';
import { findAnvil } from '#sandbox/chain/anvil-binary';
import { type CallNode, createNodeCaller } from '#sandbox/chain/json-rpc';
import { assembleTransaction } from '#signing/public/eip1559';
import { findFreePort } from '#testing/free-port';
import { buildNetwork, POL } from '#testing/network';
import { uuidOf } from '#testing/operation';
import { nodesAt } from '../adapters/evm/nodes-at.test-setup.ts';
import { createPublicChain } from '../adapters/evm/public-chain.ts';
import { readSignedTransaction } from '../adapters/evm/read-signed-transaction.ts';
import { toChecksumAddress } from '../adapters/evm/to-checksum-address.ts';
import { signerWithKeyOf } from '../adapters/key-vault/test-signer.test-setup.ts';
import { advanceDueOperations } from '../jobs/advance-operations.ts';
import { createSendTokens } from '../modules/wallet/send-tokens.ts';
import type { UserEvent } from '../ports/operations.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import { createMemoryOperations } from '../simulator/memory-operations.ts';
import { createMemoryPaymentRequests } from '../simulator/memory-payment-requests.ts';
import { createMemoryRepository, signedOperationsOf } from '../simulator/memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from '../simulator/memory-signing-plans.ts';
import { OPEN_GATE } from '../simulator/open-gate.ts';

const PHRASE = 'test test test test test test test test test test test junk';

let anvil: ChildProcess;
let url: string;
let node: CallNode;
let users = 0;

beforeAll(async () => {
  const port = await findFreePort();
  // Two epochs of one slot each are two blocks until a block is final.
  const flags = ['--no-mining', '--slots-in-an-epoch', '1', '--accounts', '20', '--silent'];
  anvil = spawn(findAnvil(null), ['--port', String(port), ...flags], { stdio: 'ignore' });
  url = `http://127.0.0.1:${port}`;
  node = createNodeCaller(url);
  await vi.waitFor(() => node('eth_chainId'), { timeout: 60_000 });
});

afterAll(async () => {
  anvil.kill();
  if (anvil.exitCode === null) await once(anvil, 'exit');
});

test('a payment is confirmed when its block is final, not before', async () => {
  const user = openUser();
  const hash = await user.pay();
  await mine(1);
  await user.runWorker();
  expect(user.status()).toBe('mined');
  await mine(3);
  await user.runWorker();
  expect(user.operation()).toMatchObject({
    status: 'confirmed',
    inclusion: { transactionHash: hash },
  });
});

test('a payment that the node forgot is resent with the same bytes', async () => {
  const user = openUser();
  const hash = await user.pay();
  await node('anvil_dropTransaction', [hash]);
  await user.runWorker(31_000);
  await mine(4);
  await user.runWorker();
  expect(user.status()).toBe('confirmed');
  expect(await user.paidTimes()).toBe(1);
});

test('a payment whose block is dropped continues under its nonce and is paid once', async () => {
  const user = openUser();
  await user.pay();
  await mine(1);
  await user.runWorker();
  await node('anvil_reorg', [1, []]);
  await user.runWorker();
  expect(user.status()).toBe('broadcast');
  await mine(4);
  await user.runWorker();
  expect(user.status()).toBe('confirmed');
  expect(await user.paidTimes()).toBe(1);
});

test('a payment whose nonce another wallet took is replaced, and nothing was paid', async () => {
  const user = openUser();
  const hash = await user.pay();
  await node('anvil_dropTransaction', [hash]);
  await user.payFromElsewhere();
  await mine(4);
  await user.runWorker(31_000);
  expect(user.status()).toBe('replaced');
  expect(await user.paidTimes()).toBe(0);
});

test('a payment whose nonce has the same payment, which the database lost, is confirmed: it was paid', async () => {
  const user = openUser();
  const hash = await user.pay();
  await node('anvil_dropTransaction', [hash]);
  const lost = await user.payFromElsewhere({ to: user.recipient, value: 5n });
  await mine(4);
  await user.runWorker(31_000);
  expect(user.operation()).toMatchObject({
    status: 'confirmed',
    inclusion: { transactionHash: lost, isSuccess: true },
  });
  expect(await user.paidTimes()).toBe(1);
});

test('a payment that waits climbs its ladder, and only one rung is mined', async () => {
  const user = openUser();
  await user.pay();
  await user.runWorker(31_000);
  await user.runWorker(91_000);
  expect(user.operation().sending.rungsTried).toBe(3);
  await mine(4);
  await user.runWorker();
  expect(user.status()).toBe('confirmed');
  expect(await user.paidTimes()).toBe(1);
});

test('a payment that its user cancels is replaced by its cancellation: nothing is paid', async () => {
  const user = openUser();
  await user.pay();
  await user.runWorker(31_000);
  await user.cancel();
  await user.runWorker();
  expect(isCancelled(user.operation())).toBe(false);
  await mine(4);
  await user.runWorker();
  expect(user.operation()).toMatchObject({ status: 'replaced' });
  expect(isCancelled(user.operation())).toBe(true);
  expect(await user.paidTimes()).toBe(0);
});

test('a payment that a block had before it was cancelled is confirmed, and paid once', async () => {
  const user = openUser();
  await user.pay();
  await mine(1);
  await user.cancel();
  await mine(3);
  await user.runWorker();
  expect(user.status()).toBe('confirmed');
  expect(isCancelledTooLate(user.operation())).toBe(true);
  expect(await user.paidTimes()).toBe(1);
});

test('a payment that was forgotten for a day is cancelled, and not paid', async () => {
  const user = openUser();
  const hash = await user.pay();
  await node('anvil_dropTransaction', [hash]);
  await user.runWorker(24 * 60 * 60_000);
  await mine(4);
  await user.runWorker();
  expect(cancellationReason(user.operation())).toBe('expired');
  expect(await user.paidTimes()).toBe(0);
});

test('a payment that its user speeds up is mined with the next rung', async () => {
  const user = openUser();
  await user.pay();
  await user.speedUp();
  await user.runWorker();
  await mine(4);
  await user.runWorker();
  const { signing, ...rest } = user.operation();
  const inclusion = { transactionHash: signing.ladder[1]?.hash };
  expect(rest).toMatchObject({ status: 'confirmed', inclusion });
});

/** A user with an account of their own on the chain, and one payment of 5 base units. */
function openUser() {
  users += 1;
  const account = mnemonicToAccount(PHRASE, { addressIndex: users });
  const address = account.address as PublicAddress;
  const recipient = toChecksumAddress(`0x${users.toString(16).padStart(40, 'b')}`);
  const repository = createMemoryRepository();
  let elapsedMs = 0;
  const clock = { now: () => new Date(Date.now() + elapsedMs), sleep: async () => {} };
  const nodes = nodesAt({ chainId: POL.chainId, rpcUrls: [url] });
  const real = createPublicChain({ network: buildNetwork(), nodes });
  // Balances come through a contract that this bare chain does not have.
  const balances: PublicChain['balances'] = async (owner) => {
    const { latest } = await real.heads();
    const balance = await node('eth_getBalance', [owner, 'latest']);
    return { blockNumber: latest.number, units: [toBaseUnits(BigInt(String(balance)))] };
  };
  const operations = createMemoryOperations(repository);
  const ports = {
    operations,
    networks: [buildNetwork()],
    chains: new Map([[POL.chainId, { ...real, balances }]]),
    readSigned: readSignedTransaction,
    clock,
    randomness: { uuid: () => uuidOf(users) },
    toChecksumAddress,
    report: ({ cause }: { cause: unknown }) => {
      throw cause;
    },
  };
  const signer = signerWithKeyOf(account);
  const send = createSendTokens({
    ...ports,
    assemble: assembleTransaction,
    paymentRequests: createMemoryPaymentRequests(repository),
    gate: OPEN_GATE,
    keepOwnNote: async () => {},
    signingPlans: createMemorySigningPlans(repository),
    vault: {
      withOwnSeals: withOpenSeals,
      withPublicSigner: async (_bearer, work) => ({ ok: true, value: await work(signer) }),
    },
  });
  const operation = () => {
    const [only] = signedOperationsOf(repository);
    if (only === undefined) throw new Error('Nothing was paid.');
    return only;
  };
  const request = async (event: UserEvent) => {
    const { id: operationId, userId } = operation();
    await operations.request({ userId, operationId, event, now: clock.now() });
  };
  return {
    operation,
    recipient,
    cancel: () => request({ type: 'cancellation-requested', reason: 'user', at: clock.now() }),
    speedUp: () => request({ type: 'speed-up-requested' }),
    status: () => operation().status,
    async pay(): Promise<TransactionHash> {
      const response = await send({
        params: undefined,
        query: undefined,
        body: { tokenId: POL.id, amount: '5', recipientAddress: recipient },
        session: {
          userId: uuidOf(users),
          sessionId: uuidOf(9),
          accessToken: 'kxa',
          publicAddress: address,
          privateAddress: '0zk1person',
          custody: 'assisted' as const,
        },
        idempotencyKey: 'key',
        client: {
          ip: '127.0.0.1',
          userAgent: 'test',
          device: null,
          work: null,
          approval: null,
          language: 'en',
        },
      });
      if (!('hash' in response))
        throw new Error(`The payment was refused: ${JSON.stringify(response)}`);
      return transactionHash(operation());
    },
    /** One run of the worker, some time after the payment. */
    async runWorker(afterMs = elapsedMs + 6_000): Promise<void> {
      elapsedMs = afterMs;
      await advanceDueOperations(ports);
      if (!isTerminal(operation())) expect(operation().signing.nonce).toBe(0);
    },
    async payFromElsewhere(call = { to: address, value: 0n }): Promise<TransactionHash> {
      const fees = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 10n };
      const transaction = { ...call, gas: 21_000n, nonce: 0, chainId: POL.chainId };
      const raw = await account.signTransaction({ ...transaction, ...fees, type: 'eip1559' });
      return node<TransactionHash>('eth_sendRawTransaction', [raw]);
    },
    async paidTimes(): Promise<number> {
      const balance = await node<string>('eth_getBalance', [recipient, 'latest']);
      return Number(BigInt(balance) / 5n);
    },
  };
}

async function mine(blocks: number): Promise<void> {
  await node('anvil_mine', [`0x${blocks.toString(16)}`]);
}
