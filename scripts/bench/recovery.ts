import { randomUUID } from 'node:crypto';
import { startApiProcess } from './api-process.ts';
import { type BenchContext, type BenchLine, median } from './bench-line.ts';
import { signIn } from './user.ts';

const rounds = 5;

/** Kills an API process with payments in flight and measures how long the next one takes to be ready. */
export async function measureRecovery(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  const readyAfter: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const killed = await startApiProcess(context.apiEnvironment, port);
    const [alice, bob] = await Promise.all([
      signIn(killed.url, 'alice@kax.test'),
      signIn(killed.url, 'bob@kax.test'),
    ]);
    const payments = Array.from({ length: 10 }, () =>
      alice
        .post(
          '/wallet/public/send-tokens',
          { tokenId: 'polygon-usdc', amount: '1', recipientAddress: bob.publicAddress },
          randomUUID(),
        )
        .catch(() => null),
    );
    await new Promise((resolve) => setTimeout(resolve, 150));
    await killed.kill('SIGKILL');
    await Promise.all(payments);
    const next = await startApiProcess(context.apiEnvironment, port);
    readyAfter.push(next.readyAfterMs);
    await next.kill('SIGTERM');
  }
  return [
    {
      name: 'ready after kill -9 with payments in flight',
      figure: median(readyAfter) / 1000,
      budget: 10,
      unit: 's',
      comparedWith: `slowest of ${rounds}: ${(Math.max(...readyAfter) / 1000).toFixed(2)} s`,
    },
  ];
}
