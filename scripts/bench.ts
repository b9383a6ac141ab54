import { join } from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { findFreePorts } from '#sandbox/processes/find-free-ports';
import { type BenchContext, type BenchLine, isWithinBudget } from './bench/bench-line.ts';
import { measureBundle } from './bench/bundle.ts';
import { countCalls } from './bench/calls.ts';
import { measureHistory } from './bench/history.ts';
import { measureLeaves } from './bench/leaves.ts';
import { measureManyLines } from './bench/many-lines.ts';
import { measureOperationCost } from './bench/operation-cost.ts';
import { measurePages } from './bench/page.ts';
import { printTable } from './bench/print-table.ts';
import { measurePrivateSide } from './bench/private-side.ts';
import { measureProofs } from './bench/proof.ts';
import { measureRecovery } from './bench/recovery.ts';
import { measureScan } from './bench/scan.ts';
import { measureSignIn } from './bench/sign-in.ts';
import { measureThroughput } from './bench/throughput.ts';
import { measureTokenSearch } from './bench/token-search.ts';
import { environmentOf, findChildren } from './product/processes.ts';
import { databaseUrlOf, type Product, startProduct } from './product/start-product.ts';

/** A copy of the product, started when it is first needed. */
interface Running {
  readonly context: BenchContext;
  /** The product uses nine consecutive ports; the next one is free for one more API process. */
  readonly port: number;
}

type Measure = (product: () => Promise<Running>) => Promise<readonly BenchLine[]>;

const withPort =
  (measure: (context: BenchContext, port: number) => Promise<readonly BenchLine[]>): Measure =>
  async (product) => {
    const { context, port } = await product();
    return measure(context, port);
  };

/** In measuring order; those that leave much data behind come last. */
const benches: Readonly<Record<string, Measure>> = {
  proof: measureProofs,
  scan: measureScan,
  'token-search': measureTokenSearch,
  'operation-cost': measureOperationCost,
  pages: async (product) => {
    const { loaded, lines } = await measurePages((await product()).context);
    return [...(await measureBundle(loaded)), ...lines];
  },
  calls: withPort(countCalls),
  throughput: withPort(measureThroughput),
  'sign-in': withPort(measureSignIn),
  'private-side': withPort(measurePrivateSide),
  recovery: withPort(measureRecovery),
  'many-lines': withPort(measureManyLines),
  history: withPort(measureHistory),
  leaves: withPort(measureLeaves),
};

const { only = [] } = parseArgs({ options: { only: { type: 'string', multiple: true } } }).values;
const wanted = only.flatMap((names) => names.split(','));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  throw new Error(
    `There is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`,
  );
}

let started: Promise<Product> | null = null;
const product = async (): Promise<Running> => {
  started ??= startProduct();
  const running = await started;
  return { context: await contextOf(running), port: await findFreePorts(1) };
};
try {
  process.exitCode = (await measureAll()) ? 0 : 1;
} finally {
  const running = await (started as Promise<Product> | null)?.catch(() => null);
  await running?.remove();
}

/** Runs them one after another, so that no measurement disturbs another. @returns whether all are within budget */
async function measureAll(): Promise<boolean> {
  const lines: BenchLine[] = [];
  let failed = 0;
  for (const [name, measure] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const began = performance.now();
    try {
      lines.push(...(await measure(product)));
      console.error(`${name}: ${Math.round((performance.now() - began) / 1_000)} s`);
    } catch (cause) {
      failed += 1;
      console.error(styleText('red', `${name} could not be measured.`), cause);
    }
  }
  printTable(lines);
  return failed === 0 && lines.every(isWithinBudget);
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
