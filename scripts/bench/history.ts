import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import { createBlockFeed } from '../../apps/api/src/adapters/evm/block-feed.ts';
import { connectRpcNodes } from '../../apps/api/src/adapters/evm/rpc-nodes.ts';
import { toChecksumAddress } from '../../apps/api/src/adapters/evm/to-checksum-address.ts';
import { systemClock } from '../../apps/api/src/adapters/system-clock/system-clock.ts';
import { readNetworks } from '../../apps/api/src/networks.ts';
import { type BenchContext, type BenchLine, median } from './bench-line.ts';
import { createRpcCounter } from './rpc-counter.ts';
import { signIn, type User } from './user.ts';

const BLOCKS = 100n;
const FEW = 10;
const MANY = 10_000;
const ROWS = 100_000;
const FEW_ROWS = 60;
const READS = 30;

/**
 * Measures how the cost of following addresses grows with their number, and compares a page of a long history with
 * a page of a short one.
 */
export async function measureHistory(context: BenchContext): Promise<readonly BenchLine[]> {
  const few = await callsToFollow(context, FEW);
  const many = await callsToFollow(context, MANY);
  const short = await signIn(context.appUrl, 'carol@kax.test');
  const long = await signIn(context.appUrl, 'bob@kax.test');
  // Both histories fill a page.
  await addRows(context.databaseUrl, short.publicAddress, FEW_ROWS);
  await addRows(context.databaseUrl, long.publicAddress, ROWS);
  const shortMs = await pageMs(short);
  const longMs = await pageMs(long);
  return [
    {
      name: `calls to follow ${BLOCKS} blocks, ${MANY} addresses ÷ ${FEW}`,
      figure: many / few,
      budget: 1,
      unit: '×',
      comparedWith: `${many} against ${few} calls`,
    },
    {
      name: `calls to follow a block with ${MANY} addresses`,
      figure: many / Number(BLOCKS),
      budget: 2,
      unit: '',
      comparedWith: `${many} calls for the newest ${BLOCKS} blocks`,
    },
    {
      name: `a page of a history of ${ROWS} rows ÷ of ${FEW_ROWS}`,
      figure: longMs / shortMs,
      budget: 2,
      unit: '×',
      comparedWith: `${longMs.toFixed(1)} ms against ${shortMs.toFixed(1)} ms`,
    },
  ];
}

async function callsToFollow({ networksFile }: BenchContext, addresses: number): Promise<number> {
  const [polygon] = readNetworks(await readFile(networksFile, 'utf8'), {
    rpcUrls: new Map(),
    toChecksumAddress,
  });
  if (polygon === undefined) throw new Error('The networks file is empty.');
  const counter = await createRpcCounter(polygon.rpcUrls[0] ?? '');
  const report = ({ message, cause }: { readonly message: string; readonly cause: unknown }) =>
    console.error(message, cause);
  const feed = createBlockFeed({
    network: polygon.network,
    nodes: connectRpcNodes({
      chainId: polygon.network.chainId,
      rpcUrls: [counter.url],
      timeoutMs: 10_000,
      clock: systemClock,
      report,
    }),
    report,
  });
  const { latest } = await feed.heads();
  const from = latest.number >= BLOCKS ? latest.number - BLOCKS + 1n : 0n;
  counter.reset();
  await feed.read({ from, to: latest.number }, watched(addresses));
  const calls = counter.total();
  await counter.close();
  return calls;
}

function watched(count: number): ReadonlyMap<string, PublicAddress> {
  const addresses = Array.from(
    { length: count },
    (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}` as PublicAddress,
  );
  return new Map(addresses.map((address) => [address, address]));
}

async function pageMs(user: User): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const startedAt = performance.now();
    await user.get('/wallet/public/history/polygon-usdc');
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Adds invented payments, in blocks before every existing one. */
async function addRows(databaseUrl: string, account: string, rows: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into public_movements (chain_id, account, token_id, block_number, block_hash, at, transaction_hash,
       position, cause, direction, from_address, to_address, amount, is_success, type)
     select 31337, $1, 'polygon-usdc', -n, '0x0', now() - n * interval '1 minute', '0x' || n, 'log.0', 'token',
       'in', $1, $1, n, true, 'receive'
     from generate_series(1, $2::integer) as n`,
    [account, rows],
  );
  await client.query('analyze public_movements');
  await client.end();
}
