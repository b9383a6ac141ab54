import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http, parseAbi, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Person, signIn } from '../bench/person.ts';
import { findChildren } from './processes.ts';
import { type Product, rpcUrlOf, startProduct } from './start-product.ts';

const KILLS = 20;
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
const erc20 = parseAbi(['function balanceOf(address owner) view returns (uint256)']);

interface Token {
  readonly blockchain: string;
  readonly address: `0x${string}` | null;
  readonly symbol: string;
  readonly id: string;
}
interface Entry {
  readonly requestId: string;
  readonly status: string;
  readonly needsSignature: boolean;
  readonly progress: readonly {
    readonly state: string;
    readonly output: { readonly amount: string; readonly symbol: string } | null;
  }[];
}

const dataDir = mkdtempSync(join(tmpdir(), 'kax-swap-crash-'));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ dataDir });
});
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it(`swaps are neither lost nor paid twice when something is killed ${KILLS} times on their way`, async () => {
  const alice = await whenUp();
  const owner = alice.publicAddress as `0x${string}`;
  const tokens = await listTokens(alice);
  const [kax, usdc, avax] = [
    pick(tokens, 'polygon-kax'),
    pick(tokens, 'polygon-usdc'),
    pick(tokens, 'avalanche-avax'),
  ];
  const before = await balances(owner, kax, usdc, avax);
  let killed = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const person = await whenUp();
    const began = begin(person, kax, avax);
    await sleep(Math.random() * PAUSE_MS);
    killed += killOne(VICTIMS[round % VICTIMS.length] ?? '');
    await began;
    await carryOn(person);
    await sleep(PAUSE_MS);
  }
  expect(killed).toBe(KILLS);
  const entries = await settle();
  const after = await balances(owner, kax, usdc, avax);

  expect(entries.length).toBeGreaterThan(5);
  const completed = entries.filter(({ status }) => status === 'completed');
  expect(completed.length).toBeGreaterThan(3);
  const firstDone = entries.filter(({ progress }) => progress[0]?.state === 'done');
  expect(before.kax - after.kax).toBe(BigInt(firstDone.length) * parseUnits(SELL_KAX, 18));
  expect(after.avax - before.avax).toBe(
    sum(
      completed.map(({ progress }) => progress[1]),
      18,
    ),
  );
  // Whoever did not get to the other chain has the dollars of the step before.
  const stranded = firstDone.filter(({ status }) => status === 'failed');
  expect(after.usdc - before.usdc).toBe(
    sum(
      stranded.map(({ progress }) => progress[0]),
      6,
    ),
  );
  console.log(
    `${entries.length} swaps, ${completed.length} completed, ${stranded.length} came back`,
  );
}, 580_000);

function sum(steps: readonly (Entry['progress'][number] | undefined)[], decimals: number): bigint {
  return steps.reduce((all, step) => all + parseUnits(step?.output?.amount ?? '0', decimals), 0n);
}

/** Finds a route and confirms it; a lost answer is asked for again with the same key. */
async function begin(person: Person, from: Token, to: Token): Promise<void> {
  const key = randomUUID();
  const wish = { from: sideOf(from), to: sideOf(to), amount: SELL_KAX, slippage: 3 };
  const routes = await answerOf<{ results?: { requestId: string }[] }>(() =>
    person.post('/rango/routes', wish),
  );
  const requestId = routes?.results?.[0]?.requestId;
  if (requestId === undefined) return;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = await answerOf(() =>
      person.post('/rango/swap', { requestId, slippage: 3 }, key),
    );
    if (answer !== null) return;
    await sleep(300);
  }
}

function sideOf({ blockchain, address, symbol }: Token) {
  return { blockchain, address, symbol };
}

async function carryOn(person: Person): Promise<void> {
  await answerOf(() => person.post('/rango/swap/continue', {}));
}

/** @returns the body; null when no answer came */
async function answerOf<Body>(ask: () => Promise<Response>): Promise<Body | null> {
  try {
    return (await (await ask()).json()) as Body;
  } catch {
    return null;
  }
}

/** Goes on as an open page would, until nothing is under way. */
async function settle(): Promise<readonly Entry[]> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const person = await whenUp();
    await carryOn(person);
    const entries = await history(person);
    if (entries.every(({ status }) => status === 'completed' || status === 'failed'))
      return entries;
    await sleep(1_500);
  }
  throw new Error('Swaps stay under way.');
}

async function history(person: Person): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  let before: string | null = '';
  while (before !== null) {
    const query: string = before === '' ? '' : `?before=${before}`;
    const page = (await (await person.get(`/rango/history${query}`)).json()) as {
      data: Entry[];
      next: string | null;
    };
    entries.push(...page.data);
    before = page.next;
  }
  return entries;
}

async function listTokens(person: Person): Promise<readonly Token[]> {
  const { data } = (await (await person.get('/rango/blockchains')).json()) as {
    data: { coins: Token[] }[];
  };
  return data.flatMap(({ coins }) => coins);
}

function pick(tokens: readonly Token[], id: string): Token {
  const found = tokens.find((token) => token.id === id);
  if (found === undefined) throw new Error(`There is no ${id}.`);
  return found;
}

async function balances(owner: `0x${string}`, kax: Token, usdc: Token, avax: Token) {
  const polygon = createPublicClient({ transport: http(rpcUrlOf(product, 'polygon')) });
  const avalanche = createPublicClient({ transport: http(rpcUrlOf(product, 'avalanche')) });
  const held = (token: Token) =>
    polygon.readContract({
      address: token.address ?? '0x',
      abi: erc20,
      functionName: 'balanceOf',
      args: [owner],
    });
  expect(avax.address).toBeNull();
  return {
    kax: await held(kax),
    usdc: await held(usdc),
    avax: await avalanche.getBalance({ address: owner }),
  };
}

/** @returns how many processes it ended */
function killOne(program: string): number {
  const pids = findChildren(product.pid, program);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length;
}

async function whenUp(): Promise<Person> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const person = await signIn(product.url, 'alice@kax.test').catch(() => null);
    if (person) return person;
    await sleep(200);
  }
  throw new Error('The server did not come back.');
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
