import { join } from 'node:path';
import { type BenchContext, type BenchLine, isWithinBudget } from './bench/bench-line.ts';
import { measureBundle } from './bench/bundle.ts';
import { countCalls } from './bench/calls.ts';
import { measureHistory } from './bench/history.ts';
import { measurePages } from './bench/page.ts';
import { measurePrivateSide } from './bench/private-side.ts';
import { measureProofs } from './bench/proof.ts';
import { measureRecovery } from './bench/recovery.ts';
import { measureSignIn } from './bench/sign-in.ts';
import { measureThroughput } from './bench/throughput.ts';
import { measureTokenSearch } from './bench/token-search.ts';
import { environmentOf, findChildren } from './product/processes.ts';
import { databaseUrlOf, type Product, startProduct } from './product/start-product.ts';

const product = await startProduct();
try {
  const lines = await measureAll(await contextOf(product));
  printTable(lines);
  process.exitCode = lines.every(isWithinBudget) ? 0 : 1;
} finally {
  await product.remove();
}

/** One after the other, so that no measurement disturbs another. */
async function measureAll(context: BenchContext): Promise<readonly BenchLine[]> {
  // The product takes nine ports from its first; the one after them is free for one more API process.
  const port = product.port + 9;
  const pages = await measurePages(context);
  return [
    ...(await measureBundle(pages.loginFiles)),
    ...pages.lines,
    ...(await countCalls(context, port)),
    ...(await measureThroughput(context, port)),
    ...(await measureSignIn(context, port)),
    ...(await measureProofs()),
    ...(await measurePrivateSide(context, port)),
    ...(await measureRecovery(context, port)),
    ...(await measureHistory(context)),
    ...(await measureTokenSearch()),
  ];
}

async function contextOf(running: Product): Promise<BenchContext> {
  const [api] = findChildren(running.pid, 'apps/api/src/main.ts');
  if (api === undefined) throw new Error('The product runs without an API process.');
  return {
    appUrl: running.url,
    databaseUrl: await databaseUrlOf(running),
    networksFile: join(running.dataDir, 'sandbox/networks.json'),
    apiEnvironment: environmentOf(api),
  };
}

function printTable(lines: readonly BenchLine[]): void {
  const rows = lines.map((line) => [
    isWithinBudget(line) ? '✓' : '✗',
    line.name,
    `${rounded(line.figure)} ${line.unit}`.trim(),
    `${line.budgetIs === 'least' ? '≥' : '≤'} ${rounded(line.budget)} ${line.unit}`.trim(),
    line.comparedWith,
  ]);
  const table = [['', 'figure', 'measured', 'budget', 'compared with'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  );
  for (const row of table) {
    console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  }
}

function rounded(figure: number): string {
  return figure.toLocaleString('en-US', { maximumFractionDigits: 3 });
}
