import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { createBlockFeed } from './adapters/evm/block-feed.ts';
import { nodesAt } from './adapters/evm/nodes-at.test-setup.ts';
import { createDatabase, type Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createTestDatabase } from './adapters/postgres/test-database.test-setup.ts';
import { createFollowerMemory, followBlocks } from './jobs/follow-blocks.ts';
import { CHAIN_ID, end, type RandomChain, startRandomChain } from './random-chain.test-setup.ts';
import { createSeededRandom } from './simulator/seeded-random.ts';

const BLOCKS_BEFORE = 45;
const BLOCKS_PARTED = 3;
const BLOCKS_AFTER = 52;
const TRANSACTIONS = 10;
const SEED = 20_261_121;

let databaseUrl: string;
let database: Database;
let chain: RandomChain;
/** The last two accounts are not ours. */
let watched: readonly PublicAddress[];
let follower: ChildProcess | null = null;

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  database = createDatabase(databaseUrl);
  chain = await startRandomChain();
  watched = chain.accounts.slice(0, 8);
  for (const account of watched) await addWallet(account);
});

afterAll(async () => {
  if (follower !== null) await end(follower);
  await chain?.stop();
  await database?.close();
});

it('keeps a history that equals the chain through a thousand payments, a reorganisation and two kills', async () => {
  const random = createSeededRandom(SEED);
  follower = startFollower();
  for (let block = 0; block < BLOCKS_BEFORE; block += 1) {
    await chain.mine(random, TRANSACTIONS);
    if (block === 15) await killFollower();
    if (block === 25) follower = startFollower();
  }
  await followed();
  const fork = await chain.call<string>('evm_snapshot');
  for (let block = 0; block < BLOCKS_PARTED; block += 1) await chain.mine(random, TRANSACTIONS);
  await followed();
  const parted = await lastStored();
  await chain.call('evm_revert', [fork]);
  for (let block = 0; block < BLOCKS_AFTER; block += 1) {
    await chain.mine(random, TRANSACTIONS);
    if (block === 20) await killFollower();
    if (block === 30) follower = startFollower();
  }
  await followed();
  expect(await storedHash(parted.number)).not.toBe(parted.hash);
  await expectHistoryToEqualChain();
});

const unknown = { code: -32601, message: 'unknown' };
const refuse = async (id: number) => Response.json({ jsonrpc: '2.0', id, error: unknown });
const timeOut = async () => {
  throw new DOMException('The operation timed out.', 'TimeoutError');
};

it.each([
  ['refuses them', /^debug_|BlockReceipts$/, refuse],
  ['does not finish them in time', /^debug_/, timeOut],
])(
  'finds the same without traces, from the changed balances, when the node %s',
  async (_why, methods, respond) => {
    const traced = await database.pool.query(SUMS);
    await database.pool.query('truncate public_movements, followed_blocks, chain_followers');
    const requested: string[] = [];
    const post = async (url: string, init: RequestInit) => {
      const { id, method } = JSON.parse(String(init.body));
      if (!methods.test(method)) return fetch(url, init);
      requested.push(method);
      return respond(id);
    };
    await follow(post);
    // Requested once each, by however many blocks were read at the same time.
    expect(requested).toContain('debug_traceBlockByHash');
    expect(requested.length).toBeLessThanOrEqual(16);
    expect((await database.pool.query(SUMS)).rows).toEqual(traced.rows);
  },
);

it('sends no more requests for ten thousand addresses than for eight', async () => {
  let requests = 0;
  const post = async (url: string, init: RequestInit) => {
    requests += 1;
    return fetch(url, init);
  };
  const feed = feedOf(post);
  // Until then its node has not named its chain.
  await feed.heads();
  requests = 0;
  const few = new Map(watched.map((address) => [address.toLowerCase(), address]));
  const many = new Map(few);
  for (let made = 0; made < 10_000; made += 1) {
    const address = `0x${made.toString(16).padStart(40, '0')}` as PublicAddress;
    many.set(address, address);
  }
  const range = { from: 20n, to: 51n };
  const readFew = await feed.read(range, few);
  const requestsForFew = requests;
  requests = 0;
  const readMany = await feed.read(range, many);
  expect(requests).toBe(requestsForFew);
  expect(requests).toBeLessThanOrEqual(32 * 4 + 1);
  expect(readMany?.movements).toEqual(readFew?.movements);
});

it('reports nodes that have another chain than the stored one', async () => {
  await database.pool.query("update followed_blocks set hash = '0x' || repeat('1', 64)");
  await expect(follow(fetch)).rejects.toMatchObject({ name: 'HistoryDoesNotFit' });
});

const SUMS = `
  select account, token_id, sum(case direction when 'in' then amount when 'out' then -amount else 0 end)::text as units
  from public_movements group by account, token_id order by account, token_id`;

/** For every user, token and some blocks on the way: the initial balance plus all movements is the balance. */
async function expectHistoryToEqualChain(): Promise<void> {
  const head = (await lastStored()).number;
  const total = await database.pool.query<{ n: number }>(
    'select count(distinct transaction_hash)::int as n from public_movements',
  );
  expect(total.rows[0]?.n).toBeGreaterThan(900);
  for (const block of [head, head - 7n, head - 40n, head - 60n]) {
    for (const account of watched) {
      const { rows } = await database.pool.query<{ token_id: string; units: string }>(
        `select token_id, sum(case direction when 'in' then amount when 'out' then -amount else 0 end)::text as units
         from public_movements where account = $1 and block_number <= $2 group by token_id`,
        [account, block],
      );
      const units = new Map(rows.map((row) => [row.token_id, BigInt(row.units)]));
      const first = await chain.nativeBalance(account, 0n);
      expect({
        pol: first + (units.get('polygon-pol') ?? 0n),
        usdc: units.get('polygon-usdc') ?? 0n,
      }).toEqual({
        pol: await chain.nativeBalance(account, block),
        usdc: await chain.tokenBalance(account, block),
      });
    }
  }
}

function startFollower(): ChildProcess {
  const task = { databaseUrl, rpcUrl: chain.url, network: chain.network };
  const program = join(import.meta.dirname, 'follower.test-setup.ts');
  return spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function killFollower(): Promise<void> {
  if (follower !== null) await end(follower);
  follower = null;
}

async function followed(): Promise<void> {
  await expect.poll(isFollowed, { interval: 100 }).toBe(true);
}

/** True when the newest block of the chain is stored. */
async function isFollowed(): Promise<boolean> {
  const latest = ['latest', false] as const;
  const { number, hash } = await chain.call<{ number: string; hash: string }>(
    'eth_getBlockByNumber',
    latest,
  );
  return (await storedHash(BigInt(number))) === hash;
}

async function lastStored(): Promise<{ readonly number: bigint; readonly hash: string }> {
  const { rows } = await database.pool.query(
    'select last_number, last_hash from chain_followers where chain_id = $1',
    [CHAIN_ID],
  );
  return { number: BigInt(rows[0].last_number), hash: rows[0].last_hash };
}

async function storedHash(number: bigint): Promise<string | null> {
  const { rows } = await database.pool.query(
    'select hash from followed_blocks where chain_id = $1 and number = $2',
    [CHAIN_ID, number],
  );
  return rows[0]?.hash ?? null;
}

function feedOf(post: (url: string, init: RequestInit) => Promise<Response>) {
  const { network, url } = chain;
  const nodes = nodesAt({ chainId: network.chainId, rpcUrls: [url], post });
  return createBlockFeed({ network, nodes, report: () => {} });
}

async function follow(post: (url: string, init: RequestInit) => Promise<Response>): Promise<void> {
  const ports = {
    feed: feedOf(post),
    history: createPostgresPublicHistory(database),
    fromBlock: 0n,
    pools: new Set<string>(),
    follower: randomUUID(),
    clock: { now: () => new Date(), sleep: async () => {} },
    report: () => {},
  };
  if (follower !== null) await killFollower();
  await database.pool.query('update chain_followers set leased_until = null');
  const memory = createFollowerMemory(ports);
  // A run ends after some seconds, which a busy machine needs for a part of the blocks.
  do await followBlocks(ports, memory);
  while (!(await isFollowed()));
}

async function addWallet(address: PublicAddress): Promise<void> {
  const id = randomUUID();
  await database.pool.query(
    "insert into users (id, name, email, phone, created_at) values ($1, 'One', $2, $2, now())",
    [id, address],
  );
  await database.pool.query(
    `insert into wallets (id, user_id, name, public_address, private_address, created_at)
     values ($1, $1, 'Wallet', $2, $2, now())`,
    [id, address],
  );
}
