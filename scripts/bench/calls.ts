import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApiProcess } from './api-process.ts';
import type { BenchContext, BenchLine } from './bench-line.ts';
import { createRpcCounter, type RpcCounter } from './rpc-counter.ts';
import { createSqlCounter, type SqlCounter } from './sql-counter.ts';
import { signIn, type User } from './user.ts';

/** Counts the RPC calls and SQL statements of one page and one payment. */
export async function countCalls(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kax-bench-'));
  const counters: RpcCounter[] = [];
  const networks = JSON.parse(await readFile(context.networksFile, 'utf8')) as {
    rpcUrls: string[];
  }[];
  for (const network of networks) {
    const counter = await createRpcCounter(network.rpcUrls[0] ?? '');
    counters.push(counter);
    network.rpcUrls = [counter.url];
  }
  const networksFile = join(folder, 'networks.json');
  await writeFile(networksFile, JSON.stringify(networks));
  const sql = await createSqlCounter(context.databaseUrl);
  const api = await startApiProcess(
    { ...context.apiEnvironment, NETWORKS_FILE: networksFile, DATABASE_URL: sql.url },
    port,
  );
  try {
    const bob = await signIn(api.url, 'bob@kax.test');
    const alice = await signIn(api.url, 'alice@kax.test');
    return [
      ...(await countPage(bob, counters, sql)),
      await countPayment(alice, bob.publicAddress, sql),
    ];
  } finally {
    await api.kill('SIGTERM');
    await Promise.all([sql.close(), ...counters.map((counter) => counter.close())]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function countPage(
  user: User,
  counters: readonly RpcCounter[],
  sql: SqlCounter,
): Promise<readonly BenchLine[]> {
  const rpcOf = async (work: () => Promise<unknown>) => {
    for (const counter of counters) counter.reset();
    await work();
    return Math.max(...counters.map((counter) => counter.total()));
  };
  const cold = await rpcOf(() => user.get('/wallet/public/coins'));
  const warm = await rpcOf(() => user.get('/wallet/public/coins'));
  const refresh = await rpcOf(() => user.post('/wallet/public/coins/polygon-usdc/refresh', {}));
  const privately = await rpcOf(async () => {
    const plan = { tokenId: 'polygon-usdc', amount: '1000000' };
    const responses = [
      await user.get('/wallet/private/coins'),
      await user.get('/wallet/private/history/wallet'),
      await user.post('/wallet/private/forecast-unshield', plan),
    ];
    const refused = responses.find(({ ok }) => !ok);
    if (refused) throw new Error(`${refused.url} was refused: ${await refused.text()}`);
  });
  sql.reset();
  const reads = 20;
  for (let i = 0; i < reads; i += 1) await user.get('/wallet/public/coins');
  const perRead = sql.total() / reads;
  const line = (name: string, measured: Omit<BenchLine, 'name' | 'unit'>): BenchLine => ({
    name,
    unit: '',
    ...measured,
  });
  return [
    line('RPC calls on a chain, balance page cold', {
      figure: cold,
      budget: 1,
      comparedWith: 'one multicall',
    }),
    line('RPC calls on a chain, balance page warm', {
      figure: warm,
      budget: 0,
      comparedWith: 'the cache',
    }),
    line('RPC calls on a chain, one coin refreshed', {
      figure: refresh,
      budget: 1,
      comparedWith: 'one multicall',
    }),
    line('RPC calls on a chain, everything private', {
      figure: privately,
      budget: 0,
      comparedWith: 'balances, history, and the forecast of an unshield',
    }),
    line('SQL statements of an authenticated GET', {
      figure: perRead,
      budget: 1,
      comparedWith: `${reads} reads of the balance page`,
    }),
  ];
}

async function countPayment(user: User, to: string, sql: SqlCounter): Promise<BenchLine> {
  const send = () =>
    user.post(
      '/wallet/public/send-tokens',
      { tokenId: 'polygon-usdc', amount: '1', recipientAddress: to },
      randomUUID(),
    );
  await send();
  sql.reset();
  const payments = 5;
  for (let i = 0; i < payments; i += 1) {
    const response = await send();
    if (!response.ok) throw new Error(`A payment was refused: ${await response.text()}`);
  }
  return {
    name: 'SQL statements of one payment until its hash is returned',
    figure: sql.total() / payments,
    budget: 15,
    unit: '',
    comparedWith: `${payments} payments, begin and commit counted`,
  };
}
