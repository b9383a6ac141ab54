import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Product, startProduct } from '../product/start-product.ts';
import { type BenchContext, type BenchLine, median } from './bench-line.ts';
import { fillPool } from './fill-pool.ts';
import { signInOnceMore, untilPrivateReady } from './private-sign-in.ts';
import { signIn } from './user.ts';

const ROUNDS = 5;
const FEW = 100;
const MANY = 10_000;

/**
 * Measures how much later a private balance arrives when the pool has many foreign notes, alternating between two
 * copies of the product.
 */
export async function measureLeaves(context: BenchContext): Promise<readonly BenchLine[]> {
  const crowded = await startProduct();
  try {
    const few = { url: context.appUrl, port: Number(new URL(context.appUrl).port) };
    const networks = await readFile(context.networksFile, 'utf8');
    await fillPool(few.port, networks, FEW);
    await fillPool(crowded.port, await readFile(networksFileOf(crowded), 'utf8'), MANY);
    for (const { url } of [few, crowded]) {
      await untilPrivateReady(await signIn(url, 'alice@kax.test'));
    }
    const ofFew: number[] = [];
    const ofMany: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ofFew.push(await signInOnceMore(few.url));
      ofMany.push(await signInOnceMore(crowded.url));
    }
    return [
      {
        name: `private balance after sign-in, ${MANY.toLocaleString('en-US')} leaves ÷ ${FEW}`,
        figure: median(ofMany) / median(ofFew),
        budget: 1.2,
        unit: '×',
        comparedWith: `${Math.round(median(ofMany))} ms against ${Math.round(median(ofFew))} ms, ${ROUNDS} alternating rounds`,
      },
    ];
  } finally {
    await crowded.remove();
  }
}

function networksFileOf({ dataDir }: Product): string {
  return join(dataDir, 'sandbox/networks.json');
}
