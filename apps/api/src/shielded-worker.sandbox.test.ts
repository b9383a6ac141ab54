import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Token } from '#domain/token/token';
import { POOL_CHAIN_ID } from '#sandbox/railgun/pool.test-setup';
import { startOwnPool, tokensOf } from './own-pool.test-setup.ts';
import type { ShieldedPool } from './ports/shielded-pool.ts';
import {
  password,
  type ShieldedServers,
  type SignedIn,
  startShieldedServers,
} from './shielded-servers.test-setup.ts';

const SOON_MS = 600_000;
const PART = parseUnits('99.75', 18);

let servers: ShieldedServers;
/** An engine of this process, which writes shields and reads the chain independently. */
let pool: ShieldedPool;
let token: Token;
beforeAll(async () => {
  servers = await startShieldedServers(['alice', 'bob', 'carol', 'dave', 'erin']);
  token = tokensOf(servers.bench).tok;
  await servers.start('main');
  await servers.start('shielded-worker');
  pool = await startOwnPool(servers);
});
afterAll(async () => {
  await pool?.stop();
  await servers?.stop();
});

it('shows a current private balance to a user who signs in', async () => {
  const alice = await servers.signIn('alice');
  expect((await read(alice)).state).toMatchObject({ asOf: null });
  await shieldTo(alice);
  const { coin } = await until(alice, ({ balance }) => balance === PART);
  expect(coin).toMatchObject({
    id: 'polygon-tok',
    balance: '99.75',
    availableBaseUnits: PART.toString(),
    walletAddress: alice.privateAddress,
    pending: [],
    isStale: false,
  });
});

it('looks for new notes on request', async () => {
  const alice = await servers.signIn('alice');
  await until(alice, ({ status }) => status === 'ready');
  await shieldTo(alice);
  const refreshed = await servers.call(alice, 'POST', '/wallet/private/coins/polygon-tok/refresh');
  expect(refreshed.status).toBe(200);
  expect(refreshed.body.data.balanceBaseUnits).toBe((2n * PART).toString());
});

it('lists what happened in the private balance, newest first', async () => {
  const alice = await servers.signIn('alice');
  await until(alice, ({ status }) => status === 'ready');
  const history = await servers.call(alice, 'GET', '/wallet/private/history/polygon-tok?limit=1');
  expect(history).toMatchObject({
    status: 200,
    body: {
      data: {
        address: alice.privateAddress,
        transactions: [{ type: 'shield', amount: '99.75', direction: 'in', status: 'success' }],
        nextCursor: expect.stringMatching(/^0\.0\.\d+$/),
      },
    },
  });
  const { timestamp } = await servers.bench.client.getBlock();
  const { date } = history.body.data.transactions[0];
  expect(Math.abs(Date.parse(date) - Number(timestamp) * 1_000)).toBeLessThan(60_000);
});

it('says that it knows no such coin, and changes nothing', async () => {
  const alice = await servers.signIn('alice');
  const refused = await servers.call(alice, 'POST', '/wallet/private/coins/polygon-none/refresh');
  expect(refused).toMatchObject({ status: 404, body: { code: 'unknown-coin' } });
});

it('keeps two users apart who look at the same time', async () => {
  const [alice, bob] = await Promise.all([servers.signIn('alice'), servers.signIn('bob')]);
  await shieldTo(bob);
  await Promise.all([
    until(alice, ({ balance, status }) => balance === 2n * PART && status === 'ready'),
    until(bob, ({ balance, status }) => balance === PART && status === 'ready'),
  ]);
});

it('has the balance again with the next request after it was killed', async () => {
  const alice = await servers.signIn('alice');
  await until(alice, ({ status }) => status === 'ready');
  await servers.kill('shielded-worker');
  await shieldTo(alice);
  expect((await read(alice)).balance).toBe(2n * PART);
  await servers.start('shielded-worker');
  await until(alice, ({ balance, status }) => balance === 3n * PART && status === 'ready');
});

it('reopens no one’s wallet by itself after it was killed', async () => {
  await servers.kill('shielded-worker');
  await servers.start('shielded-worker');
  await sleep(2_500);
  expect(await count('shielded_wallets')).toBe(0);
});

it('closes the wallet when the last session ends, and no earlier', async () => {
  await servers.db.query('delete from sessions');
  const [phone, laptop] = [await servers.signIn('bob'), await servers.signIn('bob')];
  await until(phone, ({ status }) => status === 'ready');
  await until(laptop, ({ status }) => status === 'ready');
  await servers.call(phone, 'GET', '/auth/logout');
  await sleep(4_000);
  expect(await count('shielded_wallets')).toBe(1);
  await servers.call(laptop, 'GET', '/auth/logout');
  await eventually(async () => (await count('shielded_wallets')) === 0);
});

it('does not search blocks older than a new account', async () => {
  const ofCarol = "from users u where u.id = w.user_id and u.email = 'carol@kax.test'";
  const carolsAddress = await privateAddressOf('carol');
  await shieldTo({ privateAddress: carolsAddress });
  // The search begins with the newest note that is not younger than the account.
  await shieldTo({ privateAddress: await privateAddressOf('bob') });
  const block = await pool.latestBlock();
  await servers.db.query(
    `update wallets w set pool_blocks = jsonb_build_object($1::text, $2::int) ${ofCarol}`,
    [String(POOL_CHAIN_ID), Number(block)],
  );
  await shieldTo({ privateAddress: carolsAddress });
  const carol = await servers.signIn('carol');
  const { balance } = await until(carol, ({ status }) => status === 'ready');
  expect(balance).toBe(PART);
});

it('shows the same balance elsewhere with the exported 12 words', async () => {
  const bob = await servers.signIn('bob');
  const { balance } = await until(bob, ({ status }) => status === 'ready');
  const phrase = await exportPhrase(bob);
  const elsewhere = await pool.open({
    mnemonic: phrase,
    encryptionKey: generatePrivateKey().slice(2),
    createdAtBlock: null,
  });
  expect(elsewhere.privateAddress).toBe(bob.privateAddress);
  await pool.look({ walletId: elsewhere.walletId, withinMs: SOON_MS });
  expect(await pool.balances(elsewhere.walletId, [token])).toEqual([
    { spendable: balance, pending: 0n },
  ]);
});

it('leaves nothing in the database that opens a wallet or reveals a balance', async () => {
  const { rows } = await servers.db.query<{ text: string }>(
    `select encode(sealed, 'hex') as text from shielded_wallets
     union all select encode(sealed, 'hex') from shielded_views
     union all select encode(sealed, 'hex') from shielded_history`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { text } of rows) {
    const bytes = Buffer.from(text, 'hex').toString('latin1');
    // Each is long enough that random ciphertext never contains it by chance.
    for (const word of ['polygon-tok', 'spendable', PART.toString(), servers.bench.token]) {
      expect(bytes).not.toContain(word);
    }
  }
});

it('keeps a wallet with only a private balance, and names the balance', async () => {
  const bob = await servers.signIn('bob');
  await until(bob, ({ status }) => status === 'ready');
  expect(await deleteWallet(bob)).toMatchObject({
    status: 409,
    body: {
      code: 'wallet-not-empty',
      error:
        'This wallet still has money in it: 199.5 TOK in your private balance. Move it out first.',
    },
  });
});

it('begins no keys for another wallet while this one has private money', async () => {
  const bob = await servers.signIn('bob');
  await until(bob, ({ status }) => status === 'ready');
  expect(await servers.call(bob, 'POST', '/wallet/custody/challenge', {})).toMatchObject({
    status: 409,
    body: { code: 'wallet-not-empty', error: expect.stringContaining('199.5 TOK') },
  });
});

it('keeps a wallet whose newest note no one has looked for yet', async () => {
  const dave = await servers.signIn('dave');
  await until(dave, ({ status }) => status === 'ready');
  await shieldTo(dave);
  expect(await deleteWallet(dave)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('99.75 TOK in your private balance') },
  });
});

it('keeps a wallet while the pool’s process is away, and deletes an empty one when it is back', async () => {
  await servers.kill('shielded-worker');
  const erin = await servers.signIn('erin');
  const { status, body } = await deleteWallet(erin);
  expect([status, body.code]).toEqual([503, 'private-not-ready']);
  await servers.start('shielded-worker');
  await eventually(async () => {
    const response = await deleteWallet(erin);
    if (response.status === 200) return true;
    expect(response.body).toMatchObject({ code: 'private-not-ready', retryAfter: 5 });
    return false;
  });
  expect(await count("users where email = 'erin@kax.test'")).toBe(0);
});

function deleteWallet(who: SignedIn) {
  return servers.call(who, 'POST', '/wallet/delete-wallet', { password, confirmation: 'DELETE' });
}

interface Seen {
  readonly status: string;
  readonly balance: bigint | null;
  readonly state: { readonly status: string; readonly asOf: string | null };
  readonly coin: Record<string, unknown> | undefined;
}

async function read(who: SignedIn): Promise<Seen> {
  const { status, body } = await servers.call(who, 'GET', '/wallet/private/coins');
  if (status !== 200) throw new Error(JSON.stringify(body));
  const coin = body.data[0].coins.find(({ id }: { id: string }) => id === token.id);
  return {
    status: body.privateState.status,
    state: body.privateState,
    balance: coin === undefined ? null : BigInt(coin.balanceBaseUnits),
    coin,
  };
}

async function until(who: SignedIn, isSo: (seen: Seen) => boolean): Promise<Seen> {
  let seen = await read(who);
  const deadline = Date.now() + SOON_MS;
  while (!isSo(seen)) {
    if (Date.now() > deadline) {
      const log = (await servers.logOf('shielded-worker')).slice(-3_000);
      throw new Error(`It stayed at ${JSON.stringify({ ...seen.coin, ...seen.state })}.\n${log}`);
    }
    await sleep(200);
    seen = await read(who);
  }
  return seen;
}

async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + SOON_MS;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not come to be so.');
    await sleep(100);
  }
}

function shieldTo(who: Pick<SignedIn, 'privateAddress'>): Promise<string> {
  return servers.shieldTo(who, (order) => pool.prepareShield({ token, ...order }));
}

async function privateAddressOf(name: string): Promise<SignedIn['privateAddress']> {
  const { rows } = await servers.db.query(
    'select private_address as address from wallets w join users u on u.id = w.user_id where u.email = $1',
    [`${name}@kax.test`],
  );
  return rows[0].address;
}

async function count(table: string): Promise<number> {
  const { rows } = await servers.db.query(`select count(*)::int as n from ${table}`);
  return rows[0].n;
}

async function exportPhrase(who: SignedIn): Promise<string> {
  const { body } = await servers.call(who, 'POST', '/wallet/export-keys', {
    password,
    what: 'phrase',
  });
  return body.phrase;
}
