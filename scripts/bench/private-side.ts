import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApiProcess } from './api-process.ts';
import { type BenchContext, type BenchLine, median, percentile } from './bench-line.ts';
import { type Person, signIn } from './person.ts';

const ROUNDS = 3;
const SIGN_INS = 5;
/** While a person reads the confirm step. */
const READING_MS = 10_000;
/** After the last sign-out, until the pool's process has closed the wallet. */
const CLOSING_MS = 4_000;
const WITHIN_MS = 120_000;
const TOKEN = { tokenId: 'polygon-usdc', amount: '1000000' };

/** Measures what a person waits for on the private side, and what the others feel of a proof. */
export async function measurePrivateSide(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  // One address may not ask this often in real life.
  const limits = { REQUESTS_PER_MINUTE: '100000000', MONEY_COMMANDS_PER_MINUTE: '100000' };
  const api = await startApiProcess({ ...context.apiEnvironment, ...limits }, port);
  const database = new pg.Client({ connectionString: context.databaseUrl });
  await database.connect();
  try {
    const signInMs = await measureSignIns(api.url);
    const [alice, bob] = await Promise.all([
      signIn(api.url, 'alice@kax.test'),
      signIn(api.url, 'bob@kax.test'),
    ]);
    await untilReady(alice);
    const felt = await measureOthers(api.url, alice, bob);
    const waits = await measureWaits(alice, bob);
    return [
      line('private balance after sign-in', median(signInMs) / 1_000, 3, 's', {
        to: `slowest of ${SIGN_INS}: ${inSeconds(Math.max(...signInMs))}, wallet closed before`,
      }),
      line('p99 of GET coins while a proof is made ÷ idle', felt.busyMs / felt.idleMs, 2, '×', {
        to: `${felt.busyMs.toFixed(1)} of ${felt.idleMs.toFixed(1)} ms, ${ROUNDS} rounds by turns`,
      }),
      line('event-loop delay of the API while a proof is made, p99', felt.lagMs, 20, 'ms', {
        to: `nodejs_eventloop_lag_p99_seconds less its timer’s ${LAG_TIMER_MS} ms, worst of ${ROUNDS} rounds`,
      }),
      ...waitLines(waits, await proofMs(database)),
    ];
  } finally {
    await database.end();
    await api.kill('SIGTERM');
  }
}

function waitLines(waits: readonly number[], oneProofMs: number): readonly BenchLine[] {
  const wait = median(waits);
  const to = `${inSeconds(wait)} of ${inSeconds(oneProofMs)}, after ${READING_MS / 1_000} s of reading`;
  return [
    line('hash of a private transfer after Confirm ÷ one proof', wait / oneProofMs, 1.3, '×', {
      to,
    }),
  ];
}

async function measureSignIns(url: string): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < SIGN_INS; round += 1) {
    const before = await signIn(url, 'alice@kax.test');
    await fetch(`${url}/api/auth/terminate-other-sessions`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${before.accessToken}` },
    });
    await before.get('/auth/logout');
    await sleep(CLOSING_MS);
    const alice = await signIn(url, 'alice@kax.test');
    const began = performance.now();
    await untilReady(alice);
    times.push(performance.now() - began);
  }
  return times;
}

/** Reads public balances with and without a proof under way, by turns. */
async function measureOthers(url: string, alice: Person, bob: Person) {
  const idle: number[] = [];
  const busy: number[] = [];
  let lagMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = performance.now() + READING_MS / 2;
    await readCoins(bob, idle, async () => performance.now() < until);
    const id = await transfer(alice, bob);
    await lagOf(url);
    await readCoins(bob, busy, async () => {
      const { status } = await operationOf(alice, id);
      return status === 'created';
    });
    lagMs = Math.max(lagMs, await lagOf(url));
    await untilHash(alice, id);
  }
  return { idleMs: percentile(idle, 0.99), busyMs: percentile(busy, 0.99), lagMs };
}

async function readCoins(
  person: Person,
  times: number[],
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const READS_AT_ONCE = 50;
  while (await goesOn()) {
    for (let read = 0; read < READS_AT_ONCE; read += 1) {
      const began = performance.now();
      await (await person.get('/wallet/public/coins')).text();
      times.push(performance.now() - began);
    }
  }
}

/** What the metric measures with is a timer of so long, which it counts. */
const LAG_TIMER_MS = 10;

/** @returns milliseconds since it was asked last */
async function lagOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  const found = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text);
  return Number.parseFloat(found?.[1] ?? 'NaN') * 1_000 - LAG_TIMER_MS;
}

/** @returns milliseconds from Confirm to the hash, when the confirm step was read before. */
async function measureWaits(alice: Person, bob: Person): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await eventually(async () => {
      const wish = { kind: 'internal-transfer', ...TOKEN, recipientAddress: bob.privateAddress };
      const answer = await alice.post('/wallet/private/prepare-spend', wish);
      return (await answer.json()).data.state === 'begun' ? true : null;
    });
    await sleep(READING_MS);
    const began = performance.now();
    await untilHash(alice, await transfer(alice, bob));
    waits.push(performance.now() - began);
  }
  return waits;
}

/** @returns the id, once no other payment of the person is in the way */
function transfer(from: Person, to: Person): Promise<string> {
  const body = {
    ...TOKEN,
    senderAddress: from.privateAddress,
    recipientAddress: to.privateAddress,
  };
  const key = randomUUID();
  return eventually(async () => {
    const answer = await from.post('/wallet/private/internal-transfer', body, key);
    const content = await answer.json();
    if (answer.ok) return content.operation.id as string;
    if (answer.status !== 409 && answer.status < 500) throw new Error(JSON.stringify(content));
    return null;
  });
}

async function untilHash(person: Person, id: string): Promise<void> {
  await eventually(async () => {
    const { status, transactionHash, failure } = await operationOf(person, id);
    if (status === 'failed') throw new Error(`The payment failed: ${failure}`);
    return transactionHash;
  });
}

async function operationOf(person: Person, id: string) {
  return (await (await person.get(`/wallet/operations/${id}`)).json()).data;
}

async function untilReady(person: Person): Promise<void> {
  await eventually(async () => {
    const { privateState } = await (await person.get('/wallet/private/coins')).json();
    return privateState.status === 'ready' ? true : null;
  });
}

async function proofMs(database: pg.Client): Promise<number> {
  const { rows } = await database.query('select max(proof_ms) as ms from shielded_workers');
  return Number(rows[0]?.ms);
}

async function eventually<T>(look: () => Promise<T | null>): Promise<T> {
  const LOOK_MS = 25;
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (performance.now() > deadline) throw new Error('What was waited for did not come.');
    await sleep(LOOK_MS);
  }
}

function line(
  name: string,
  figure: number,
  budget: number,
  unit: string,
  { to }: { readonly to: string },
): BenchLine {
  return { name, figure, budget, unit, comparedWith: to };
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
