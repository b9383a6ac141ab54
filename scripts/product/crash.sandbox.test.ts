import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/user.ts';
import { findFreePorts } from './free-ports.ts';
import { balanceOn, openNode, usdcOf } from './killed-product.test-setup.ts';
import { type FaultyChains, startFaultyChains } from './kills/faulty-chains.test-setup.ts';
import { killUnderLoad } from './kills/kill-under-load.test-setup.ts';
import { KILLS } from './kills/run-settings.ts';
import { type Product, startProduct } from './start-product.ts';

/** Users of this test retry more often than people do. */
const LIMITS = { REQUESTS_PER_MINUTE: '100000', MONEY_CALLS_PER_MINUTE: '100000' };
/** By default shorter than the silence after which `npm test` ends the whole part. */
const KILLED_WITHIN_MS = 540_000 + KILLS * 10_000;

const dataDir = mkdtempSync(join(tmpdir(), 'kax-crash-'));
let chains: FaultyChains;
let product: Product;
beforeAll(async () => {
  const port = await findFreePorts();
  chains = await startFaultyChains(port);
  product = await start(port);
});
afterAll(async () => {
  await product?.stop();
  await chains?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

// Serial, in one product: what it went through before must not matter.
describe('a server that is killed with payments in flight', () => {
  it(
    `loses nothing, pays nothing twice and keeps no one waiting when it dies ${KILLS} times`,
    () => killUnderLoad(product, chains),
    KILLED_WITHIN_MS,
  );

  it('keeps balances, sessions and operations across a stop and a start', async () => {
    const alice = await signIn(product.url, 'alice@kax.test');
    const before = await usdcBalance(alice);
    await product.stop();
    product = await start(product.port);
    expect(await usdcBalance(alice)).toBe(before);
  });

  it('starts again after every process was killed', async () => {
    const alice = await signIn(product.url, 'alice@kax.test');
    const before = await usdcBalance(alice);
    await product.kill();
    product = await start(product.port);
    expect(await usdcBalance(alice)).toBe(before);
  });
});

function start(port: number): Promise<Product> {
  return startProduct({ dataDir, port, environment: { ...chains.environment, ...LIMITS } });
}

/** Asks the server for the token, which it says only to someone who is signed in. */
async function usdcBalance(user: Awaited<ReturnType<typeof signIn>>): Promise<bigint> {
  const owner = user.publicAddress as `0x${string}`;
  return balanceOn(openNode(product, 'polygon'), { token: await usdcOf(user), owner });
}
