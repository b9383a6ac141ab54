import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApiProcess } from './api-process.ts';
import { type BenchContext, type BenchLine, median, percentile } from './bench-line.ts';
import { eventually } from './eventually.ts';
import { signInOnceMore, untilPrivateReady } from './private-sign-in.ts';
import {
  ONE,
  readOperation,
  TOKEN_ID,
  transferPrivately,
  untilHash,
  untilSpendable,
} from './private-transfer.ts';
import { signIn, type User } from './user.ts';

const ROUNDS = 5;
const SIGN_INS = 5;
/** How long a user reads the confirm step. */
const READING_MS = 10_000;
const STOCK = 40n * ONE;

/** Measures how long a user waits on the private side, and how proofs affect other users. */
export async function measurePrivateSide(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  // The production limits allow one address fewer requests.
  const limits = { REQUESTS_PER_MINUTE: '100000000', MONEY_CALLS_PER_MINUTE: '100000' };
  const api = await startApiProcess({ ...context.apiEnvironment, ...limits }, port);
  const database = new pg.Client({ connectionString: context.databaseUrl });
  await database.connect();
  try {
    const signInMs: number[] = [];
    for (let time = 0; time < SIGN_INS; time += 1) signInMs.push(await signInOnceMore(api.url));
    const [alice, bob, carol] = await Promise.all([
      signIn(api.url, 'alice@kax.test'),
      signIn(api.url, 'bob@kax.test'),
      signIn(api.url, 'carol@kax.test'),
    ]);
    for (const user of [alice, bob, carol]) await untilPrivateReady(user);
    await untilHash(alice, await transferPrivately(alice, bob, STOCK));
    await untilSpendable(bob, STOCK);
    const felt = await measureOthers(api.url, [alice, bob], carol);
    const waits = await measureWaits(alice, bob);
    return [
      {
        name: 'private balance after sign-in',
        figure: median(signInMs) / 1_000,
        budget: 3,
        unit: 's',
        comparedWith: `slowest of ${SIGN_INS}: ${inSeconds(Math.max(...signInMs))}, wallet closed before`,
      },
      {
        name: 'p99 of GET coins while two proofs are made ÷ idle',
        figure: felt.busyMs / felt.idleMs,
        budget: 2,
        unit: '×',
        comparedWith: `${felt.busyMs.toFixed(1)} of ${felt.idleMs.toFixed(1)} ms, two users’ at once, ${ROUNDS} alternating rounds`,
      },
      {
        name: 'event-loop delay of the API while two proofs are made, p99',
        figure: felt.lagMs,
        budget: 20,
        unit: 'ms',
        comparedWith: `nodejs_eventloop_lag_p99_seconds less its timer’s ${LAG_TIMER_MS} ms, worst of ${ROUNDS} rounds`,
      },
      ...waitLines(waits, await proofMs(database)),
    ];
  } finally {
    await database.end();
    await api.kill('SIGTERM');
  }
}

function waitLines(waits: readonly number[], oneProofMs: number): readonly BenchLine[] {
  const wait = median(waits);
  const comparedWith = `${inSeconds(wait)} of ${inSeconds(oneProofMs)}, after ${READING_MS / 1_000} s of reading`;
  return [
    {
      name: 'hash of a private transfer after Confirm ÷ one proof',
      figure: wait / oneProofMs,
      budget: 1.3,
      unit: '×',
      comparedWith,
    },
  ];
}

/** Reads public balances with and without a proof of each payer in progress, alternately. */
async function measureOthers(url: string, payers: readonly User[], reader: User) {
  const idle: number[] = [];
  const busy: number[] = [];
  let lagMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const until = performance.now() + READING_MS / 2;
    await readCoins(reader, idle, async () => performance.now() < until);
    const paid = await Promise.all(
      payers.map(async (payer) => ({ payer, id: await transferPrivately(payer, reader, ONE) })),
    );
    await lagOf(url);
    await readCoins(reader, busy, async () => {
      const seen = await Promise.all(paid.map(({ payer, id }) => readOperation(payer, id)));
      return seen.some(({ status }) => status === 'created');
    });
    lagMs = Math.max(lagMs, await lagOf(url));
    for (const { payer, id } of paid) await untilHash(payer, id);
  }
  return { idleMs: percentile(idle, 0.99), busyMs: percentile(busy, 0.99), lagMs };
}

async function readCoins(
  user: User,
  times: number[],
  continues: () => Promise<boolean>,
): Promise<void> {
  const READS_AT_ONCE = 50;
  while (await continues()) {
    for (let read = 0; read < READS_AT_ONCE; read += 1) {
      const began = performance.now();
      await (await user.get('/wallet/public/coins')).text();
      times.push(performance.now() - began);
    }
  }
}

/** Length of the timer that the metric measures with. The metric includes it. */
const LAG_TIMER_MS = 10;

/** @returns the delay in milliseconds since the last call */
async function lagOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/api/metrics`)).text();
  const found = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text);
  return Number.parseFloat(found?.[1] ?? 'NaN') * 1_000 - LAG_TIMER_MS;
}

/** @returns milliseconds from Confirm to the hash, after time to read the confirm step. */
async function measureWaits(alice: User, bob: User): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await eventually(async () => {
      const request = { tokenId: TOKEN_ID, amount: ONE.toString() };
      const recipientAddress = bob.privateAddress;
      const response = await alice.post('/wallet/private/prepare-transaction', {
        ...request,
        kind: 'internal-transfer',
        recipientAddress,
      });
      return (await response.json()).data.state === 'begun' ? true : null;
    });
    await sleep(READING_MS);
    const began = performance.now();
    await untilHash(alice, await transferPrivately(alice, bob, ONE));
    waits.push(performance.now() - began);
  }
  return waits;
}

async function proofMs(database: pg.Client): Promise<number> {
  const { rows } = await database.query('select max(proof_ms) as ms from shielded_workers');
  return Number(rows[0]?.ms);
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
