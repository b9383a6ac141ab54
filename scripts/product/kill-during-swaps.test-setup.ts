import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseUnits } from 'viem';
import { expect } from 'vitest';
import type { User } from '../bench/user.ts';
import { balanceOn, killOne, openNode, signInWhenUp } from './killed-product.test-setup.ts';
import type { Product } from './start-product.ts';

/** `npm test` kills each process only once, because the full run takes six minutes. */
export const SWAP_KILLS = Number.parseInt(process.env.SWAP_KILLS ?? '20', 10);
const SELL_KAX = '7';
const PAUSE_MS = 1_800;
/** The server, the job that follows swaps, the solver (with the exchange), and both chains. */
const VICTIMS = [
  'apps/api/src/main.ts',
  'apps/api/src/worker.ts',
  'sandbox/exchange/serve.ts',
  '--chain-id 31337',
  '--chain-id 31114',
];

interface Token {
  readonly blockchain: string;
  readonly address: `0x${string}` | null;
  readonly symbol: string;
  readonly id: string;
}
interface Offer {
  readonly requestId: string;
  readonly swaps: readonly unknown[];
}
interface Entry {
  readonly requestId: string;
  readonly status: string;
  readonly needsSignature: boolean;
  readonly progress: readonly {
    readonly state: string;
    readonly output: { readonly amount: string; readonly blockchain: string } | null;
  }[];
}

/** Kills one process after the other while swaps are under way, and checks what their owner has in the end. */
export async function killDuringSwaps(product: Product): Promise<void> {
  const alice = await signInWhenUp(product);
  const owner = alice.publicAddress as `0x${string}`;
  const tokens = await listTokens(alice);
  const [kax, avax] = [pick(tokens, 'polygon-kax'), pick(tokens, 'avalanche-avax')];
  const before = await balances(product, owner, tokens);
  let killed = 0;
  for (let round = 0; round < SWAP_KILLS; round += 1) {
    const user = await signInWhenUp(product);
    const began = begin(user, [kax, avax], round);
    await sleep(Math.random() * PAUSE_MS);
    killed += killOne(product, VICTIMS[round % VICTIMS.length] ?? '');
    await began;
    await carryOn(user);
    await sleep(PAUSE_MS);
  }
  expect(killed).toBe(SWAP_KILLS);
  const entries = await settle(product);
  const after = await balances(product, owner, tokens);

  expect(entries.length).toBeGreaterThan(SWAP_KILLS / 4);
  const completed = entries.filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(SWAP_KILLS / 5);
  const firstDone = entries.filter(({ progress }) => progress[0]?.state === 'done');
  expect(before.kax - after.kax).toBe(BigInt(firstDone.length) * parseUnits(SELL_KAX, 18));
  const fees = await feesPaid(openNode(product, 'avalanche'), owner, before.heightThere);
  expect(after.avax - before.avax + fees).toBe(
    sum(
      completed.map(({ progress }) => progress.at(-1)),
      18,
    ),
  );
  // The owner of an incomplete swap has the dollars of the last completed step, on its chain.
  const stranded = firstDone.filter(({ status }) => status === 'failed');
  const keptOn = (blockchain: string) =>
    sum(
      stranded
        .map(({ progress }) => progress.findLast(({ state }) => state === 'done'))
        .filter((step) => step?.output?.blockchain === blockchain),
      6,
    );
  expect(after.usdcHere - before.usdcHere).toBe(keptOn('POLYGON'));
  expect(after.usdcThere - before.usdcThere).toBe(keptOn('AVAX_CCHAIN'));
  const longest = completed.filter(({ progress }) => progress.length === 3).length;
  expect(longest).toBeGreaterThan(0);
  console.log(
    `${entries.length} swaps, ${completed.length} completed, ${longest} of them with a step on the other chain, ${stranded.length} refunded`,
  );
}

function sum(steps: readonly (Entry['progress'][number] | undefined)[], decimals: number): bigint {
  return steps.reduce((all, step) => all + parseUnits(step?.output?.amount ?? '0', decimals), 0n);
}

/** Finds a route, every second time the one with the most steps, and confirms it; a lost response is retried. */
async function begin(
  user: User,
  [from, to]: readonly [Token, Token],
  round: number,
): Promise<void> {
  const key = randomUUID();
  const request = { from: sideOf(from), to: sideOf(to), amount: SELL_KAX, slippage: 3 };
  const results = await findRoutes(user, request);
  const longest = results.toSorted((one, other) => other.swaps.length - one.swaps.length);
  const requestId = (round % 2 === 0 ? longest : results)[0]?.requestId;
  if (requestId === undefined) return;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const response = await responseOf(() =>
      user.post('/rango/swap', { requestId, slippage: 3 }, key),
    );
    if (response !== null) return;
    await sleep(300);
  }
}

/** Retries when the process that would respond was killed. */
async function findRoutes(user: User, request: object): Promise<readonly Offer[]> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const routes = await responseOf<{ results?: Offer[] }>(() =>
      user.post('/rango/routes', request),
    );
    if (routes?.results?.length) return routes.results;
    await sleep(300);
  }
  return [];
}

function sideOf({ blockchain, address, symbol }: Token) {
  return { blockchain, address, symbol };
}

async function carryOn(user: User): Promise<void> {
  await responseOf(() => user.post('/rango/swap/continue', {}));
}

/** @returns the body; null when there was no response */
async function responseOf<Body>(request: () => Promise<Response>): Promise<Body | null> {
  try {
    return (await (await request()).json()) as Body;
  } catch {
    return null;
  }
}

/** Polls as an open page would, until nothing is in progress. */
async function settle(product: Product): Promise<readonly Entry[]> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const user = await signInWhenUp(product);
    await carryOn(user);
    const entries = await history(user);
    if (entries.every(({ status }) => status === 'completed' || status === 'failed'))
      return entries;
    await sleep(1_500);
  }
  throw new Error('Swaps did not end.');
}

async function history(user: User): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let before: string | null = '';
  while (before !== null) {
    const query: string = before === '' ? '' : `?before=${before}`;
    const page = (await (await user.get(`/rango/history${query}`)).json()) as {
      data: Entry[];
      next: string | null;
    };
    entries.push(...page.data);
    before = page.next;
  }
  return entries;
}

async function listTokens(user: User): Promise<readonly Token[]> {
  const { data } = (await (await user.get('/rango/blockchains')).json()) as {
    data: { coins: Token[] }[];
  };
  return data.flatMap(({ coins }) => coins);
}

function pick(tokens: readonly Token[], id: string): Token {
  const found = tokens.find((token) => token.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}

async function balances(product: Product, owner: `0x${string}`, tokens: readonly Token[]) {
  const [polygon, avalanche] = [openNode(product, 'polygon'), openNode(product, 'avalanche')];
  const held = (node: typeof polygon, id: string) =>
    balanceOn(node, { token: pick(tokens, id).address ?? '0x', owner });
  expect(pick(tokens, 'avalanche-avax').address).toBeNull();
  return {
    kax: await held(polygon, 'polygon-kax'),
    usdcHere: await held(polygon, 'polygon-usdc'),
    usdcThere: await held(avalanche, 'avalanche-usdc'),
    avax: await avalanche.getBalance({ address: owner }),
    heightThere: await avalanche.getBlockNumber({ cacheTime: 0 }),
  };
}

/** @returns base units that the owner paid in network fees after this block */
async function feesPaid(
  node: ReturnType<typeof openNode>,
  owner: `0x${string}`,
  height: bigint,
): Promise<bigint> {
  const latest = await node.getBlockNumber({ cacheTime: 0 });
  let fees = 0n;
  for (let blockNumber = height + 1n; blockNumber <= latest; blockNumber += 1n) {
    const { transactions } = await node.getBlock({ blockNumber, includeTransactions: true });
    for (const { from, hash } of transactions) {
      if (from.toLowerCase() !== owner.toLowerCase()) continue;
      const { gasUsed, effectiveGasPrice } = await node.getTransactionReceipt({ hash });
      fees += gasUsed * effectiveGasPrice;
    }
  }
  return fees;
}
