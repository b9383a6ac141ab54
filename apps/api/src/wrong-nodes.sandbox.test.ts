import { randomUUID } from 'node:crypto';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { type FaultyNode, startFaultyNode } from '#sandbox/faults/start-faulty-node';
import { exportKeys } from './adapters/postgres/accounts/users.test-setup.ts';
import {
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const STOCK = '0x3635c9adc5dea00000';
const SENT = 'eth_sendRawTransaction';

let servers: ShieldedServers;
let one: FaultyNode;
let two: FaultyNode;
const payments: { readonly recipient: PublicAddress; readonly amount: bigint }[] = [];

beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob', 'carol', 'dave']);
  const target = servers.bench.chain.rpcUrl;
  [one, two] = await Promise.all([startFaultyNode({ target }), startFaultyNode({ target })]);
  const urls = { POLYGON_RPC_URLS: `${one.url},${two.url}` };
  await servers.start('main', urls);
  await servers.start('worker', urls);
});

afterAll(async () => {
  await Promise.all([one?.stop(), two?.stop()]);
  await servers?.stop();
});

test('every payment is made once and confirmed, whatever two nodes do wrong meanwhile', async () => {
  const [alice, bob] = await Promise.all([signIn('alice'), signIn('bob')]);

  one.inject({ kind: 'drop' });
  two.inject({ kind: 'drop' });
  await pay(bob);
  expect(one.dropped.size + two.dropped.size).toBeGreaterThan(0);

  one.inject({ kind: 'index-lag', blocks: 10 });
  two.heal();
  await pay(alice);

  one.inject({ kind: 'head-lag', blocks: 4 });
  two.inject({ kind: 'wrong-count', by: -1 });
  await pay(alice);

  one.inject({ kind: 'wrong-count', by: 2 });
  two.heal();
  await pay(alice);

  one.inject({ kind: 'fee-cap', cap: '1' });
  two.inject({ kind: 'old-response', methods: ['eth_getTransactionReceipt'] });
  await pay(alice);

  one.inject({ kind: 'wrong-id' });
  two.inject({ kind: 'slow', ms: 100 });
  await pay(alice);
  await two.reorganise(1);

  one.inject({ kind: 'hang' });
  two.heal();
  await Promise.all([pay(alice), pay(alice)]);
  await logged('worker', 'was silent 3 times in a row');

  one.inject({ kind: 'wrong-chain', chainId: 5 });
  const before = one.requests.length;
  await pay(alice);
  await logged('worker', 'is on chain 5, not on chain 31337. It is left out.');
  await expect.poll(statuses).toEqual(['confirmed']);
  expect(one.requests.slice(before)).toContain('eth_chainId');
  expect(one.requests.slice(before)).not.toContain(SENT);

  for (const { recipient, amount } of payments) {
    expect(await quantity('eth_getBalance', recipient)).toBe(amount);
  }
  expect(await quantity('eth_getTransactionCount', alice.publicAddress)).toBe(8n);
  expect(await quantity('eth_getTransactionCount', bob.publicAddress)).toBe(1n);
  const { rows } = await servers.db.query('select 1 from operations');
  expect(rows).toHaveLength(payments.length);
});

test('a payment that every node forgets is cancelled, and nothing but a fee leaves the account', async () => {
  const carol = await signIn('carol');
  for (const node of [one, two]) node.inject({ kind: 'drop' });
  const { id } = await pay(carol);
  const { recipient } = payments[payments.length - 1] ?? {};
  const request = (what: string) => servers.call(carol, 'POST', `/wallet/operations/${id}/${what}`);
  expect(await request('speed-up')).toMatchObject({ status: 200 });
  await expect.poll(() => two.dropped.size).toBeGreaterThan(1);
  expect(await request('cancel')).toMatchObject({ body: { data: { isCancelling: true } } });
  expect(await request('speed-up')).toMatchObject({
    status: 409,
    body: { code: 'cannot-speed-up' },
  });
  const { rows } = await servers.db.query<{ hash: `0x${string}` }>(
    "select hash from operation_transactions where operation_id = $1 and role = 'cancellation'",
    [id],
  );
  // A run of the worker that began before the request may still send a rung until then.
  const isCancellationSent = () => two.dropped.has(rows[0]?.hash ?? '0x');
  await expect.poll(isCancellationSent, { timeout: 60_000 }).toBe(true);
  for (const node of [one, two]) node.heal();

  const view = async () => (await servers.call(carol, 'GET', `/wallet/operations/${id}`)).body.data;
  await expect.poll(view, { timeout: 90_000 }).toMatchObject({ isCancelled: true });
  const { transactionHash, failure } = await view();
  expect(failure).toContain('You cancelled this payment. Nothing was sent.');
  expect(
    await servers.bench.chain.call('eth_getTransactionByHash', [transactionHash]),
  ).toMatchObject({ to: carol.publicAddress.toLowerCase(), value: '0x0', nonce: '0x0' });
  expect(await quantity('eth_getBalance', recipient ?? carol.publicAddress)).toBe(0n);
  const left = await quantity('eth_getBalance', carol.publicAddress);
  expect(left).toBeGreaterThan((BigInt(STOCK) * 99n) / 100n);
  const { body } = await servers.call(carol, 'GET', '/wallet/public/history/polygon-pol');
  expect(body.data.transactions).toMatchObject([
    { type: 'send', status: 'failed', operationId: id, transactionHash, amount: '0' },
  ]);
});

test('a payment above a nonce that the network gave up goes through once its owner has Kax open', async () => {
  const dave = await signIn('dave');
  const { call } = servers.bench.chain;
  const head = async () => BigInt(await call<string>('eth_blockNumber', []));
  await call('evm_mine', []);
  // Another wallet of his has the exported key, and uses the first nonce.
  await exportKeys(servers.db, await userIdOf(dave));
  await call('anvil_impersonateAccount', [dave.publicAddress]);
  const price = { gas: '0x5208', gasPrice: '0x174876e800' };
  const foreign = { from: dave.publicAddress, to: dave.publicAddress, value: '0x1', ...price };
  const hash = await call<string>('eth_sendTransaction', [foreign]);
  const receipt = () => call<{ blockNumber: string } | null>('eth_getTransactionReceipt', [hash]);
  await expect.poll(receipt).not.toBeNull();
  const block = BigInt((await receipt())?.blockNumber ?? 0);
  for (const node of [one, two]) node.inject({ kind: 'drop' });
  const { id } = await pay(dave);
  await one.reorganise(Number((await head()) - block) + 1);
  for (const node of [one, two]) node.heal();
  expect(await quantity('eth_getTransactionCount', dave.publicAddress)).toBe(0n);

  const open = () => servers.call(dave, 'POST', '/wallet/operations/continue');
  expect(await open()).toMatchObject({ body: { data: [] } });
  await servers.db.query(
    "update operations set signed_at = signed_at - interval '3 minutes' where id = $1",
    [id],
  );
  const together = await Promise.all([open(), open(), open()]);
  for (const response of together) {
    expect(response).toMatchObject({ body: { data: [{ chainId: 31337, problem: null }] } });
  }
  const view = async () => (await servers.call(dave, 'GET', `/wallet/operations/${id}`)).body.data;
  await expect.poll(view, { timeout: 90_000 }).toMatchObject({ status: 'confirmed' });
  expect(await quantity('eth_getTransactionCount', dave.publicAddress)).toBe(2n);
  const { recipient, amount } = payments[payments.length - 1] ?? {};
  expect(await quantity('eth_getBalance', recipient ?? dave.publicAddress)).toBe(amount);
  expect(await open()).toMatchObject({ body: { data: [] } });

  const path = '/wallet/public/history/polygon-pol';
  const rows = async () => (await servers.call(dave, 'GET', path)).body.data.transactions;
  await expect.poll(rows, { timeout: 30_000 }).toMatchObject([
    { type: 'send', operationId: id },
    { type: 'nonce-fill', amount: '0', operationId: null, failure: null },
  ]);
  const fees = (await rows()).map(({ fee }: { fee: { paid: string } | null }) => fee?.paid);
  const left = await quantity('eth_getBalance', dave.publicAddress);
  expect(left).toBe(BigInt(STOCK) - (amount ?? 0n) - BigInt(fees[0]) - BigInt(fees[1]));
  const { rows: notices } = await servers.db.query(
    "select 1 from outbox o join operations p on p.id = (o.content->>'operationId')::uuid where p.kind = 'nonce-fill'",
  );
  expect(notices).toEqual([]);
});

async function userIdOf({ publicAddress }: SignedIn): Promise<string> {
  const { rows } = await servers.db.query<{ user_id: string }>(
    'select user_id from wallets where public_address = $1',
    [publicAddress],
  );
  return rows[0]?.user_id ?? '';
}

/** Signs in a user and gives them POL. */
async function signIn(name: string): Promise<SignedIn> {
  const user = await servers.signIn(name);
  await servers.bench.chain.call('anvil_setBalance', [user.publicAddress, STOCK]);
  return user;
}

/** Pays someone new an amount that no one else is paid. */
async function pay(who: SignedIn): Promise<{ readonly id: string }> {
  const recipient = privateKeyToAddress(generatePrivateKey()) as PublicAddress;
  const amount = 1_000n + BigInt(payments.length);
  payments.push({ recipient, amount });
  const content = {
    tokenId: 'polygon-pol',
    amount: String(amount),
    recipientAddress: recipient,
  };
  const path = '/wallet/public/send-tokens';
  const headers = { 'idempotency-key': randomUUID() };
  const response = await servers.call(who, 'POST', path, content, headers);
  expect(response).toMatchObject({ status: 200 });
  return response.body.operation;
}

async function statuses(): Promise<readonly string[]> {
  const { rows } = await servers.db.query('select distinct status from operations');
  return rows.map(({ status }) => status);
}

async function logged(name: 'main' | 'worker', words: string): Promise<void> {
  await expect.poll(() => servers.logOf(name)).toContain(words);
}

async function quantity(method: string, address: string): Promise<bigint> {
  return BigInt(await servers.bench.chain.call<string>(method, [address, 'latest']));
}
