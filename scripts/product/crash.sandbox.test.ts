import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, type User } from '../bench/user.ts';
import { findChildren } from './processes.ts';
import { type Product, rpcUrlOf, startProduct } from './start-product.ts';

/** `npm test` requests fewer; half of them end the API, the others the worker. */
const KILLS = Number.parseInt(process.env.SEND_KILLS ?? '20', 10);
const PAYMENTS_IN_FLIGHT = 8;
const AMOUNT = 1_000n;
const erc20 = parseAbi(['function balanceOf(address owner) view returns (uint256)']);

interface Payment {
  readonly key: string;
  readonly to: `0x${string}`;
  /** Hashes that the server returned. */
  readonly hashes: Set<string>;
}

const dataDir = mkdtempSync(join(tmpdir(), 'kax-crash-'));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ dataDir });
});
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

describe('a server that is killed with payments in flight', () => {
  it(`loses nothing and pays nothing twice, ${KILLS} times`, async () => {
    const payments: Payment[] = [];
    let killed = 0;
    let withoutResponse = 0;
    for (let round = 0; round < KILLS; round += 1) {
      const alice = await signInWhenUp();
      const inFlight = Array.from({ length: PAYMENTS_IN_FLIGHT }, newPayment);
      payments.push(...inFlight);
      const posted = Promise.all(inFlight.map((payment) => post(alice, payment)));
      // The first kill happens before any response is possible.
      await sleep(round === 0 ? 0 : Math.random() * 400);
      killed += killOne(round % 2 === 0 ? 'apps/api/src/main.ts' : 'apps/api/src/worker.ts');
      withoutResponse += (await posted).filter((status) => status === null).length;
    }
    expect(killed).toBe(KILLS);
    expect(withoutResponse).toBeGreaterThan(0);
    const alice = await signInWhenUp();
    for (const payment of payments) await requestUntilResponse(alice, payment);
    await settle(alice);

    expect(payments.filter(({ hashes }) => hashes.size !== 1)).toEqual([]);
    const token = await usdcOf(alice);
    const received = await Promise.all(payments.map(({ to }) => balance(token, to)));
    expect(received.filter((units) => units !== AMOUNT)).toEqual([]);
  });

  it('keeps balances, sessions and operations across a stop and a start', async () => {
    const before = await signIn(product.url, 'alice@kax.test');
    const token = await usdcOf(before);
    const balanceBefore = await balance(token, before.publicAddress as `0x${string}`);
    await product.stop();
    product = await startProduct({ dataDir, port: product.port });
    expect(await balance(token, before.publicAddress as `0x${string}`)).toBe(balanceBefore);
    const response = await before.get('/wallet/public/coins');
    expect(response.status).toBe(200);
  });

  it('starts again after every process was killed', async () => {
    const alice = await signIn(product.url, 'alice@kax.test');
    const token = await usdcOf(alice);
    const before = await balance(token, alice.publicAddress as `0x${string}`);
    await product.kill();
    product = await startProduct({ dataDir, port: product.port });
    expect(await balance(token, alice.publicAddress as `0x${string}`)).toBe(before);
    expect((await alice.get('/wallet/public/coins')).status).toBe(200);
  });
});

function newPayment(): Payment {
  return {
    key: randomUUID(),
    to: privateKeyToAddress(generatePrivateKey()),
    hashes: new Set(),
  };
}

/** One attempt; the test leaves to chance whether a response arrives. */
async function post(user: User, payment: Payment): Promise<number | null> {
  const body = {
    tokenId: 'polygon-usdc',
    amount: AMOUNT.toString(),
    recipientAddress: payment.to,
  };
  try {
    const response = await user.post('/wallet/public/send-tokens', body, payment.key);
    const content = (await response.json()) as { transaction?: { hash: string } };
    if (content.transaction) payment.hashes.add(content.transaction.hash);
    return response.status;
  } catch {
    return null;
  }
}

/** Retries like a user whose response was lost: the same request, with the same key. */
async function requestUntilResponse(user: User, payment: Payment): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt += 1) {
    const status = await post(user, payment);
    if (status === 200) return;
    if (status !== null && status < 500 && status !== 409 && status !== 429) {
      throw new Error(`A payment returned ${status}.`);
    }
    await sleep(500);
  }
  throw new Error('A payment got no response.');
}

/** @returns how many processes it ended */
function killOne(program: string): number {
  const pids = findChildren(product.pid, program);
  for (const pid of pids) process.kill(pid, 'SIGKILL');
  return pids.length;
}

async function signInWhenUp(): Promise<User> {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const user = await signIn(product.url, 'alice@kax.test').catch(() => null);
    if (user) return user;
    await sleep(200);
  }
  throw new Error('The server did not come back.');
}

async function settle(user: User): Promise<void> {
  for (let attempt = 0; attempt < 480; attempt += 1) {
    const response = await user.get('/wallet/operations');
    const { data } = (await response.json()) as { data: unknown[] };
    if (data.length === 0) return;
    await sleep(500);
  }
  throw new Error('Operations did not end.');
}

async function usdcOf(user: User): Promise<`0x${string}`> {
  const response = await user.get('/wallet/public/coins');
  const { data } = (await response.json()) as {
    data: { coins: { id: string; address: `0x${string}` | null }[] }[];
  };
  const coin = data.flatMap((chain) => chain.coins).find(({ id }) => id === 'polygon-usdc');
  if (!coin?.address) throw new Error('There is no USDC.');
  return coin.address;
}

function balance(token: `0x${string}`, owner: `0x${string}`): Promise<bigint> {
  const node = createPublicClient({ transport: http(rpcUrlOf(product, 'polygon')) });
  return node.readContract({
    address: token,
    abi: erc20,
    functionName: 'balanceOf',
    args: [owner],
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
