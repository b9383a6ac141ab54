import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { groth16 } from 'snarkjs';
import { startDatabase } from '../../sandbox/database/start-database.ts';
import { findFreePorts } from '../product/free-ports.ts';
import { findChildren } from '../product/processes.ts';
import { type Product, startProduct } from '../product/start-product.ts';
import { type BenchLine, median } from './bench-line.ts';
import { openEventLine } from './event-line.ts';
import { untilPrivateReady } from './private-sign-in.ts';
import { ONE, transferPrivately, untilSpendable } from './private-transfer.ts';
import { cpuMsOf, cpuMsOfProcess } from './process-cost.ts';
import { readProvedInputs } from './proof.ts';
import { createSqlCounter, type SqlCounter } from './sql-counter.ts';
import { signIn, type User } from './user.ts';

const ROUNDS = 5;
/** Long enough to include a block without a payment. */
const IDLE_MS = 35_000;
/** After the hash, until the payment is final and every process has seen it. */
const SETTLE_MS = 8_000;
const HASH_WITHIN_MS = 120_000;
const PROGRAMS = ['main.ts', 'worker.ts', 'shielded-worker.ts'];

/**
 * Measures the cost of a private transfer across all server processes until its hash is known, minus their idle
 * load: the processor time they use in the same period, and the statements that poll for work.
 */
export async function measureOperationCost(): Promise<readonly BenchLine[]> {
  const prove = await createBareProof();
  const folder = await mkdtemp(join(tmpdir(), 'kax-cost-'));
  const database = await startDatabase({ dataDir: folder, port: await findFreePorts() });
  const sql = await createSqlCounter(database.url);
  const product = await startProduct({ environment: { DATABASE_URL: sql.url } });
  try {
    return await measure(product, sql, prove);
  } finally {
    await product.remove();
    await sql.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(
  product: Product,
  sql: SqlCounter,
  prove: () => Promise<unknown>,
): Promise<readonly BenchLine[]> {
  const [alice, bob] = [
    await signIn(product.url, 'alice@kax.test'),
    await signIn(product.url, 'bob@kax.test'),
  ];
  for (const user of [alice, bob]) await untilPrivateReady(user);
  await untilSpendable(alice, ONE);
  const payments = await followPayments(product, alice);
  const pids = pidsOf(product);
  const cpuMs = () => pids.reduce((sum, pid) => sum + cpuMsOfProcess(pid), 0);
  // The first proof of a process differs from the others.
  await payments.untilHash(await transferPrivately(alice, bob, ONE));
  await sleep(SETTLE_MS);
  const idle = await readIdle(sql, cpuMs);
  const statements: number[] = [];
  const ours: number[] = [];
  const snarkjs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await untilSpendable(alice, ONE);
    sql.reset();
    const [before, began] = [cpuMs(), performance.now()];
    await payments.untilHash(await transferPrivately(alice, bob, ONE));
    ours.push(cpuMs() - before - idle.cpuPerMs * (performance.now() - began));
    statements.push(countAboveIdle(sql, idle.texts));
    snarkjs.push(await cpuMsOf(prove));
    await sleep(SETTLE_MS);
  }
  payments.close();
  return [
    {
      name: 'SQL statements of a private transfer until its hash is known',
      figure: median(statements),
      budget: 15,
      unit: '',
      comparedWith: `all processes, ${ROUNDS} payments, begin and commit counted; looking for work, ${idle.statementsPerSecond.toFixed(0)} a second, is not`,
    },
    {
      name: 'CPU of a private transfer ÷ one snarkjs proof',
      figure: median(ours) / median(snarkjs),
      budget: 1.25,
      unit: '×',
      comparedWith: `${(median(ours) / 1_000).toFixed(2)} s of all processes against ${(median(snarkjs) / 1_000).toFixed(2)} s, ${ROUNDS} alternating rounds`,
    },
  ];
}

/** @returns a proof of the same size by snarkjs alone, in this process, already made once */
async function createBareProof(): Promise<() => Promise<unknown>> {
  const { signals, circuit } = await readProvedInputs();
  const folder = join(import.meta.dirname, '../../.cache/artifacts/artifacts-v2.1', circuit);
  const [wasm, zkey] = [await readFile(join(folder, 'wasm')), await readFile(join(folder, 'zkey'))];
  const prove = () => groth16.fullProve(signals as never, wasm, zkey, { debug: () => undefined });
  await prove();
  return prove;
}

/** Measures the load without payments. */
async function readIdle(sql: SqlCounter, cpuMs: () => number) {
  sql.reset();
  const [before, began] = [cpuMs(), performance.now()];
  await sleep(IDLE_MS);
  const ms = performance.now() - began;
  return {
    cpuPerMs: (cpuMs() - before) / ms,
    statementsPerSecond: (sql.total() * 1_000) / ms,
    texts: new Set(sql.units().flat()),
  };
}

/** @returns the number of statements in units of work with at least one statement that does not run when idle */
function countAboveIdle(sql: SqlCounter, idle: ReadonlySet<string>): number {
  const units = sql.units().filter((unit) => unit.some((text) => !idle.has(text)));
  return units.flat().length;
}

/** Follows payments on an event stream, which does not query the database. */
async function followPayments({ url }: Product, user: User) {
  const waiting = new Map<string, () => void>();
  const received = new Set<string>();
  const line = await openEventLine(url, user.accessToken, (event) => {
    if (event.type !== 'operation-progressed' || event.status !== 'broadcast') return;
    received.add(event.operationId);
    waiting.get(event.operationId)?.();
  });
  return {
    async untilHash(id: string): Promise<void> {
      if (received.has(id)) return;
      const late = AbortSignal.timeout(HASH_WITHIN_MS);
      await new Promise<void>((done, refuse) => {
        waiting.set(id, done);
        late.onabort = () => refuse(new Error(`Payment ${id} was not sent in time.`));
      });
    },
    close: () => line.close(),
  };
}

function pidsOf({ pid }: Product): readonly number[] {
  return PROGRAMS.map((program) => {
    const [found] = findChildren(pid, `apps/api/src/${program}`);
    if (found === undefined) throw new Error(`The product runs without ${program}.`);
    return found;
  });
}
