import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hex, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { treasury } from '#sandbox/chain/accounts';
import { shieldRequest } from '#sandbox/railgun/pool.test-setup';
import type { ResponseOf } from '#wire/contract';
import type { forecastUnshield } from '#wire/wallet/forecast-unshield';
import type { OperationView } from '#wire/wallet/operation';
import { readBroadcasterAddresses } from './adapters/key-vault/broadcaster-addresses.ts';
import {
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const SOON_MS = 600_000;
const STOCK = '0x3635c9adc5dea00000';
const TOK = 'polygon-tok';
const SHIELDED = parseUnits('100', 18);
const LATER_MINUTES = 1_440;

let servers: ShieldedServers;
let alice: SignedIn;
let bob: SignedIn;
let broadcaster: PublicAddress;
/** What the earlier tests put on the chain, for the last ones to search. */
const sent: {
  transfer?: OperationView;
  unshield?: { readonly hash: string | null; readonly to: PublicAddress };
} = {};

beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob']);
  const { bench } = servers;
  await servers.start('main');
  await servers.start('worker');
  await servers.start('shielded-worker');
  [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
  const keys = join(servers.folder, 'keys', 'worker');
  broadcaster = (await readBroadcasterAddresses(keys)).address;
  for (const address of [alice.publicAddress, broadcaster]) {
    await bench.chain.call('anvil_setBalance', [address, STOCK]);
  }
  const onToken = { address: bench.token, abi: bench.abi.token };
  await bench.write({ ...onToken, functionName: 'mint', args: [alice.publicAddress, 10n ** 24n] });
  await untilReady(alice);
  const shield = await post('/wallet/shield', { tokenId: TOK, amount: SHIELDED.toString() });
  await follow(shield.id, 'confirmed');
  await untilSpendable(alice);
}, SOON_MS);
afterAll(async () => {
  await servers?.stop();
});

describe('the forecast', () => {
  it('finds the user’s shield in the chain’s events, and how few others there are', async () => {
    const inPool = SHIELDED - (SHIELDED * 25n) / 10_000n;
    const forecast = await forecastOf({ amount: inPool, recipientAddress: newAddress() });
    expect(forecast).toMatchObject({
      outlook: 'easy',
      reasons: [
        { kind: 'same-amount', paid: SHIELDED.toString() },
        { kind: 'soon-after' },
        { kind: 'few-others', others: 0 },
      ],
      otherAmounts: ['99', '95', '90'].map((amount) => parseUnits(amount, 18).toString()),
    });
    const own = await forecastOf({ amount: parseUnits('7', 18) });
    expect(own.reasons[0]).toMatchObject({ kind: 'back-to-shielder' });
  });
});

describe('a payment that is sent later', () => {
  it('is proved immediately and waits, through restarts, until its send time; an old root is still valid', async () => {
    const recipient = newAddress();
    const { id } = await postLater(recipient);
    const proved = await follow(id, 'prepared');
    expect(proved).toMatchObject({ transactionHash: null, isCancellable: true });
    const { from = '', to = '' } = proved.sendWindow ?? {};
    expect(Date.parse(to) - Date.parse(from)).toBe(LATER_MINUTES * 60_000);
    await moveMoment(id, LATER_MINUTES * 60_000);
    const root = await rootOf();
    await shieldByOther();
    expect(await rootOf()).not.toBe(root);
    for (const name of ['worker', 'shielded-worker', 'main'] as const) {
      await servers.kill(name);
      await servers.start(name);
    }
    expect(await operationOf(id)).toMatchObject({ status: 'prepared', transactionHash: null });
    expect(await unitsOf(recipient)).toBe(0n);
    await moveMoment(id, 0);
    const { transactionHash } = await follow(id, 'confirmed');
    expect(await unitsOf(recipient)).toBe(parseUnits('2', 18) - parseUnits('0.005', 18));
    const { from: sender } = await transactionOf(transactionHash);
    expect(sender.toLowerCase()).toBe(broadcaster.toLowerCase());
    expect(await refusedCancel(id)).toBe('cannot-cancel');
    sent.unshield = { hash: transactionHash, to: recipient };
  });

  it('can be cancelled until then by its user, after which its notes are free', async () => {
    await untilSpendable(alice);
    const { id } = await postLater(newAddress());
    await follow(id, 'prepared');
    expect(await refusedCancel(id, bob)).toBe('unknown-operation');
    const { status, body } = await servers.call(alice, 'POST', `/wallet/operations/${id}/cancel`);
    expect([status, body.data.status]).toEqual([200, 'failed']);
    await moveMoment(id, 0);
    await untilSpendable(alice);
    const next = await transferToBob();
    expect(await operationOf(id)).toMatchObject({ status: 'failed', transactionHash: null });
    expect(next.status).toBe('confirmed');
    sent.transfer = next;
  });
});

describe('what a private payment leaves on the chain', () => {
  it('names neither side: not its sender, its input, its events nor anything that it touched', async () => {
    const traces = await tracesOf(sent.transfer?.transactionHash ?? null);
    expect(traces.from).toBe(broadcaster.toLowerCase());
    for (const { publicAddress } of [alice, bob]) {
      expect(placesOf(publicAddress, traces)).toEqual([]);
    }
  });

  it('names the recipient of an unshield, so the search finds what is there', async () => {
    const { hash = null, to = newAddress() } = sent.unshield ?? {};
    const traces = await tracesOf(hash);
    expect(placesOf(to, traces)).toEqual(['input', 'logs', 'calls']);
    expect(placesOf(alice.publicAddress, traces)).toEqual([]);
  });
});

async function forecastOf(plan: {
  readonly amount: bigint;
  readonly recipientAddress?: PublicAddress;
}): Promise<ResponseOf<typeof forecastUnshield>['data']> {
  const content = { tokenId: TOK, ...plan, amount: plan.amount.toString() };
  return eventually(async () => {
    const response = await servers.call(
      alice,
      'POST',
      '/wallet/private/forecast-unshield',
      content,
    );
    expect(response.status).toBe(200);
    const { data } = response.body;
    return data.asOfBlock !== null && data.reasons.length > 1 ? data : null;
  });
}

function postLater(recipientAddress: PublicAddress): Promise<OperationView> {
  const amount = parseUnits('2', 18).toString();
  const content = { tokenId: TOK, amount, recipientAddress };
  return post('/wallet/unshield', { ...content, sendWithinMinutes: LATER_MINUTES });
}

/** Time cannot be moved in other processes; what they read about it can. */
async function moveMoment(id: string, ms: number): Promise<void> {
  const moment = new Date(Date.now() + ms);
  await servers.db.query('update private_transactions set send_at = $2 where operation_id = $1', [
    id,
    moment,
  ]);
  await servers.db.query(
    'update operations set due_at = $2 where id = $1 and ended_at is null and signed_at is null',
    [id, moment],
  );
}

async function transferToBob(): Promise<OperationView> {
  const { id } = await post('/wallet/private/internal-transfer', {
    tokenId: TOK,
    amount: parseUnits('3', 18).toString(),
    senderAddress: alice.privateAddress,
    recipientAddress: bob.privateAddress,
  });
  return follow(id, 'confirmed');
}

async function refusedCancel(id: string, who = alice): Promise<string> {
  const { body } = await servers.call(who, 'POST', `/wallet/operations/${id}/cancel`);
  return body.code;
}

/** Repeats what is refused only because something is not ready at that moment. */
async function post(path: string, content: unknown): Promise<OperationView> {
  const headers = { 'idempotency-key': randomUUID(), prefer: 'respond-async' };
  return eventually(async () => {
    const { status, body } = await servers.call(alice, 'POST', path, content, headers);
    if (status !== 200 && status !== 409 && status < 500) throw new Error(JSON.stringify(body));
    return status === 200 ? body.operation : null;
  });
}

async function operationOf(id: string): Promise<OperationView> {
  return (await servers.call(alice, 'GET', `/wallet/operations/${id}`)).body.data;
}

function follow(id: string, status: OperationView['status']): Promise<OperationView> {
  return eventually(async () => {
    const operation = await operationOf(id);
    if (operation.status === 'failed') throw new Error(`It failed: ${operation.failure}`);
    return operation.status === status ? operation : null;
  });
}

function untilReady(who: SignedIn): Promise<true> {
  return eventually(async () => ((await readTokens(who)).isReady ? true : null));
}

/** Waits until what these tests pay is spendable, which comes a moment after a payment is confirmed. */
function untilSpendable(who: SignedIn): Promise<true> {
  return eventually(async () => {
    const { isReady, units } = await readTokens(who);
    return isReady && units >= parseUnits('90', 18) ? true : null;
  });
}

async function readTokens(who: SignedIn) {
  const { body } = await servers.call(who, 'GET', '/wallet/private/coins');
  const coins: readonly { id: string; availableBaseUnits: string }[] = body.data?.[0]?.coins ?? [];
  const units = coins.find(({ id }) => id === TOK)?.availableBaseUnits ?? '0';
  return { isReady: body.privateState?.status === 'ready', units: BigInt(units) };
}

async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (Date.now() > deadline) {
      const logs = await Promise.all((['worker', 'shielded-worker'] as const).map(servers.logOf));
      throw new Error(`It did not come.\n${logs.map((log) => log.slice(-2_000)).join('\n')}`);
    }
    await sleep(400);
  }
}

/** Everything that a node reports about a transaction, in lower case, by where it is. */
async function tracesOf(hash: string | null) {
  const { bench } = servers;
  const { from, input } = await transactionOf(hash);
  const { logs } = await bench.client.getTransactionReceipt({ hash: hash as Hex });
  const calls = await bench.chain.call('debug_traceTransaction', [hash, { tracer: 'callTracer' }]);
  const touched = await bench.chain.call('debug_traceTransaction', [
    hash,
    { tracer: 'prestateTracer' },
  ]);
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each));
  const places = { input, logs: text(logs), calls: text(calls), touched: text(touched) };
  return {
    from: from.toLowerCase(),
    places: Object.entries(places).map(([name, said]) => [name, said.toLowerCase()] as const),
  };
}

function placesOf(
  address: string,
  { places }: Awaited<ReturnType<typeof tracesOf>>,
): readonly string[] {
  const digits = address.slice(2).toLowerCase();
  return places.filter(([, said]) => said.includes(digits)).map(([name]) => name);
}

function transactionOf(hash: string | null) {
  return servers.bench.client.getTransaction({ hash: hash as Hex });
}

async function rootOf(): Promise<unknown> {
  const { bench } = servers;
  return bench.client.readContract({
    address: bench.pool.pool,
    abi: bench.abi.pool,
    functionName: 'merkleRoot',
  });
}

/** Another user uses the pool, so that its root changes. */
async function shieldByOther(): Promise<void> {
  const { bench } = servers;
  const request = shieldRequest(bench.token, 5n);
  const onToken = { address: bench.token, abi: bench.abi.token };
  await bench.write({ ...onToken, functionName: 'mint', args: [treasury.address, 5n] });
  await bench.write({ ...onToken, functionName: 'approve', args: [bench.pool.pool, 5n] });
  const args = [[request]];
  const pool = { address: bench.pool.pool, abi: bench.abi.pool };
  await bench.write({ ...pool, functionName: 'shield', args });
}

async function unitsOf(owner: PublicAddress): Promise<bigint> {
  const { bench } = servers;
  const read = { address: bench.token, abi: bench.abi.token, functionName: 'balanceOf' };
  return (await bench.client.readContract({ ...read, args: [owner] })) as bigint;
}

function newAddress(): PublicAddress {
  return privateKeyToAddress(generatePrivateKey()) as PublicAddress;
}
