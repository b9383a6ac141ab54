import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Hex, parseUnits } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Token } from '#domain/token/token';
import { fundBroadcaster, startOwnPool, tokensOf } from './own-pool.test-setup.ts';
import type { ShieldedPool } from './ports/shielded-pool.ts';
import {
  password,
  type ServerName,
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const SOON_MS = 600_000;
const NOTES = 9;
const NOTE = parseUnits('99.75', 18);
const PAID = parseUnits('1', 18);
const QUIET = { CONSOLIDATE_AFTER_QUIET_SECONDS: '3' };

let servers: ShieldedServers;
let token: Token;
/** An engine of this process, which reads the chain independently. */
let eyes: ShieldedPool;

beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob']);
  token = tokensOf(servers.bench).tok;
  await servers.start('main');
  await servers.start('worker');
  await servers.start('shielded-worker', QUIET);
  await servers.signIn('alice');
  await fundBroadcaster(servers);
  eyes = await startOwnPool(servers);
});
afterAll(async () => {
  await eyes?.stop();
  await servers?.stop();
});

it('consolidates fragmented notes while no one waits, and the balance is the same all the time', async () => {
  const alice = await servers.signIn('alice');
  await scatter(alice);
  const balances = new Set<string>();
  const ended = await untilConsolidated('alice', async () => void balances.add(await total(alice)));
  expect(ended).toMatchObject({ status: 'confirmed', notes: 8 });
  expect(await notesOfProofs()).toEqual([8]);
  await untilTotal(alice, 9n * NOTE);
  expect([...balances]).toEqual([(9n * NOTE).toString()]);
  expect(await seenByOthers(alice)).toEqual({ balance: 9n * NOTE, fragmented: [] });
  const history = await servers.call(alice, 'GET', '/wallet/private/history/wallet');
  const rows: readonly { type: string; amountBaseUnits: string }[] = history.body.data.transactions;
  expect(rows.map(({ type }) => type)).toEqual(Array.from({ length: NOTES }, () => 'shield'));
  const read = await servers.call(alice, 'GET', `/wallet/operations/${ended.id}`);
  expect(read.body.code).toBe('unknown-operation');
  const { rows: notices } = await servers.db.query(
    "select 1 from outbox where content->>'operationId' = $1",
    [ended.id],
  );
  expect(notices).toEqual([]);
});

it('lets the payment of another user go first, while it proves', async () => {
  const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
  await scatter(bob);
  await untilProving('bob');
  await pay(alice, bob);
  expect(await consolidationOf('bob')).toMatchObject({
    status: 'failed',
    failure_reason: 'cancelled',
    notes: 0,
  });
  await untilTotal(bob, 9n * NOTE + PAID);
});

it('lets the payment of its own user go first, while it proves', async () => {
  await beginAgain('bob');
  const [alice, bob] = [await servers.signIn('alice'), await servers.signIn('bob')];
  await untilProving('bob');
  await pay(bob, alice);
  expect(await consolidationOf('bob')).toMatchObject({ status: 'failed', notes: 0 });
  await untilTotal(bob, 9n * NOTE);
});

// The notes are those of the tests before, which spent few of them.
it.each<readonly [ServerName, string, number]>([
  // Without its wallet, which a new process does not have, it is given up.
  ['shielded-worker', 'failed', 0],
  ['worker', 'confirmed', 8],
])('loses nothing when %s dies in the middle: it is %s', async (victim, end, spent) => {
  const before = BigInt(await total(await servers.signIn('bob')));
  await beginAgain('bob');
  await untilProving('bob');
  await servers.kill(victim);
  await sleep(2_000);
  await servers.start(victim, victim === 'shielded-worker' ? QUIET : {});
  const { status, notes } = await untilConsolidated('bob');
  expect([status, notes]).toEqual([end, spent]);
  await untilTotal(await servers.signIn('bob'), before);
});

interface Consolidated {
  readonly id: string;
  readonly status: string;
  readonly failure_reason: string | null;
  /** How many notes it spends or spent. */
  readonly notes: number;
  readonly is_proving: boolean;
}

/** A user's newest; null while there is none that is younger than an hour. */
async function consolidationOf(name: string): Promise<Consolidated | null> {
  const { rows } = await servers.db.query<Consolidated>(
    `select o.id, o.status, o.failure_reason, coalesce(s.share > 0, false) as is_proving,
       (select count(*)::int from spent_notes n where n.operation_id = o.id) as notes
     from operations o join private_transactions s on s.operation_id = o.id join users u on u.id = o.user_id
     where u.email = $1 and o.kind = 'consolidation' and o.created_at > now() - interval '1 hour'
     order by o.created_at desc limit 1`,
    [`${name}@kax.test`],
  );
  return rows[0] ?? null;
}

/** @returns how many notes each proof on the chain spends */
async function notesOfProofs(): Promise<readonly number[]> {
  const { client, pool, abi } = servers.bench;
  const events = await client.getContractEvents({
    address: pool.pool,
    abi: abi.pool,
    eventName: 'Nullified',
    fromBlock: 0n,
  });
  return events.map(({ args }) => (args as { nullifier: readonly Hex[] }).nullifier.length);
}

/** The page of an active user brings the keys. */
async function untilProving(name: string): Promise<Consolidated> {
  const who = await servers.signIn(name);
  return until(
    async () => {
      await total(who);
      return consolidationOf(name);
    },
    (found) => found?.status === 'created' && found.is_proving,
  );
}

function untilConsolidated(
  name: string,
  meanwhile = async (): Promise<void> => {},
): Promise<Consolidated> {
  return until(
    async () => {
      await meanwhile();
      return consolidationOf(name);
    },
    (found) => found?.status === 'confirmed' || found?.status === 'failed',
  );
}

async function until<T>(look: () => Promise<T | null>, isSo: (found: T) => boolean): Promise<T> {
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    const found = await look();
    if (found !== null && isSo(found)) return found;
    if (Date.now() > deadline) {
      const log = (await servers.logOf('shielded-worker')).slice(-2_000);
      throw new Error(`It stayed ${JSON.stringify(found)}.\n${log}`);
    }
    await sleep(200);
  }
}

/** Signs a user out everywhere, whose open wallet remembers its consolidation, and makes that one old. */
async function beginAgain(name: string): Promise<void> {
  const email = `${name}@kax.test`;
  await servers.db.query(
    'delete from sessions s using users u where u.id = s.user_id and u.email = $1',
    [email],
  );
  const sealed =
    'select 1 from shielded_wallets w join users u on u.id = w.user_id where u.email = $1';
  await until(
    () => servers.db.query(sealed, [email]),
    ({ rowCount }) => rowCount === 0,
  );
  // The worker closes the wallet with its next statement. A consolidation that began before would be cancelled by it.
  await sleep(5_000);
  await servers.db.query(
    "update operations set created_at = created_at - interval '2 hours' where kind = 'consolidation'",
  );
}

/** Waits until all of them are known, so that none is left for later. */
async function scatter(who: SignedIn, notes = NOTES): Promise<void> {
  const before = BigInt(await total(who));
  for (let n = 0; n < notes; n += 1) {
    await servers.shieldTo(who, (order) => eyes.prepareShield({ ...order, token }));
  }
  await untilTotal(who, before + BigInt(notes) * NOTE);
}

async function total(who: SignedIn): Promise<string> {
  const { body } = await servers.call(who, 'GET', '/wallet/private/coins');
  const coins: readonly { id: string; balanceBaseUnits: string }[] = body.data?.[0]?.coins ?? [];
  return coins.find(({ id }) => id === token.id)?.balanceBaseUnits ?? '0';
}

/** Until all of it is visible and spendable. */
async function untilTotal(who: SignedIn, units: bigint): Promise<void> {
  await until(
    async () => (await servers.call(who, 'GET', '/wallet/private/coins')).body,
    ({ data, privateState }) => {
      const coins: readonly { id: string; availableBaseUnits: string }[] = data?.[0]?.coins ?? [];
      const coin = coins.find(({ id }) => id === token.id);
      return privateState?.status === 'ready' && coin?.availableBaseUnits === units.toString();
    },
  );
}

async function pay(from: SignedIn, to: SignedIn): Promise<void> {
  const body = {
    tokenId: token.id,
    amount: PAID.toString(),
    senderAddress: from.privateAddress,
    recipientAddress: to.privateAddress,
  };
  const headers = { 'idempotency-key': randomUUID() };
  const path = '/wallet/private/internal-transfer';
  // On a busy machine the pool's process is late while it proves; the same key makes the same payment.
  const paid = await until(
    () => servers.call(from, 'POST', path, body, headers),
    ({ status }) => status !== 503,
  );
  expect([paid.status, paid.body.code]).toEqual([200, undefined]);
  const { id } = paid.body.operation;
  const ended = await until(
    async () => (await servers.call(from, 'GET', `/wallet/operations/${id}`)).body.data,
    ({ status }) => ['confirmed', 'failed', 'reverted', 'replaced'].includes(status),
  );
  expect(ended).toMatchObject({ status: 'confirmed', failure: null });
}

/** What a fresh engine finds with the same phrase. */
async function seenByOthers(who: SignedIn) {
  const what = { password, what: 'phrase' };
  const { body } = await servers.call(who, 'POST', '/wallet/export-keys', what);
  const encryptionKey = generatePrivateKey().slice(2);
  const wallet = { mnemonic: body.phrase, encryptionKey, createdAtBlock: null };
  const { walletId } = await eyes.open(wallet);
  expect(await eyes.look({ walletId, withinMs: SOON_MS })).not.toBeNull();
  const [balance] = await eyes.balances(walletId, [token]);
  const fragmented = await eyes.fragmented(walletId, [token]);
  eyes.close(walletId);
  return { balance: balance && balance.spendable + balance.pending, fragmented };
}
