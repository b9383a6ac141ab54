import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../bench/user.ts';
import { killDuringSends, SEND_KILLS } from './kill-during-sends.test-setup.ts';
import { killDuringSwaps, SWAP_KILLS } from './kill-during-swaps.test-setup.ts';
import { balanceOn, openNode, usdcOf } from './killed-product.test-setup.ts';
import { type Product, startProduct } from './start-product.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'kax-crash-'));
let product: Product;
beforeAll(async () => {
  product = await startProduct({ dataDir });
});
afterAll(async () => {
  await product?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

// Serial, in one product: what it went through before must not matter.
describe('a server that is killed with payments in flight', () => {
  it(`loses nothing and pays nothing twice, ${SEND_KILLS} times`, () => killDuringSends(product));

  it(`swaps are neither lost nor paid twice when processes are killed ${SWAP_KILLS} times in between`, () =>
    killDuringSwaps(product));

  it('keeps balances, sessions and operations across a stop and a start', async () => {
    const alice = await signIn(product.url, 'alice@kax.test');
    const before = await usdcBalance(alice);
    await product.stop();
    product = await startProduct({ dataDir, port: product.port });
    expect(await usdcBalance(alice)).toBe(before);
  });

  it('starts again after every process was killed', async () => {
    const alice = await signIn(product.url, 'alice@kax.test');
    const before = await usdcBalance(alice);
    await product.kill();
    product = await startProduct({ dataDir, port: product.port });
    expect(await usdcBalance(alice)).toBe(before);
  });
});

/** Asks the server for the token, which it says only to someone who is signed in. */
async function usdcBalance(user: Awaited<ReturnType<typeof signIn>>): Promise<bigint> {
  const owner = user.publicAddress as `0x${string}`;
  return balanceOn(openNode(product, 'polygon'), { token: await usdcOf(user), owner });
}
