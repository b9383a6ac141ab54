import { randomUUID } from 'node:crypto';
import { type ApiProcess, startApiProcess } from './api-process.ts';
import { atRate, type Reply, slowest, timed } from './at-rate.ts';
import { type BenchContext, type BenchLine, percentile } from './bench-line.ts';
import { residentMiB } from './process-cost.ts';
import { signIn, type User } from './user.ts';

const forMs = 20_000;
const quietMs = 5_000;
const peacefulPerSecond = 10;
const floodPerSecond = 50;
const readsPerSecond = 20;
const respondedWithinMs = 15_000;
const password = 'Piggy!Bank7';

/**
 * Measures users who sign in at a steady rate, each from their own address, and then a user who reads balances
 * during a flood of wrong passwords for nonexistent accounts, which cost the server as much as real ones.
 */
export async function measureSignIn(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  const api = await startApiProcess(
    { ...context.apiEnvironment, REQUESTS_PER_MINUTE: '100000000', TRUSTED_PROXIES: '1' },
    port,
  );
  try {
    const reader = await signIn(api.url, 'carol@kax.test');
    return [...(await measurePeace(api)), ...(await measureFlood(api, reader))];
  } finally {
    await api.kill('SIGTERM');
  }
}

async function measurePeace({ url }: ApiProcess): Promise<readonly BenchLine[]> {
  const users = ['alice@kax.test', 'bob@kax.test'];
  const startedAt = performance.now();
  const responses = await atRate(peacefulPerSecond, forMs, (index) =>
    timed(() => logIn(url, index, { email: users[index % users.length] ?? '', password })),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const signedIn = responses.filter(({ status }) => status === 200);
  const comparedWith = `${responses.length} sign-ins, one every ${1_000 / peacefulPerSecond} ms`;
  return [
    {
      name: 'Sign-ins per second, held for 20 s',
      figure: signedIn.length / seconds,
      budget: peacefulPerSecond * 0.95,
      budgetIs: 'least',
      unit: '/s',
      comparedWith,
    },
    {
      name: 'Sign-in, 95th percentile',
      figure: percentile(
        responses.map(({ ms }) => ms),
        0.95,
      ),
      budget: 500,
      unit: 'ms',
      comparedWith: 'the same; each is 64 MiB of Argon2id',
    },
  ];
}

async function measureFlood(api: ApiProcess, reader: User): Promise<readonly BenchLine[]> {
  const before = residentMiB(api.pid);
  const quiet = slowest(await readAtRate(reader, quietMs));
  const [guesses, reads] = await Promise.all([
    atRate(floodPerSecond, forMs, (index) =>
      timed(() =>
        logIn(api.url, index, { email: `${randomUUID()}@kax.test`, password: 'Wrong!Guess1' }),
      ),
    ),
    readAtRate(reader, forMs),
  ]);
  const grown = residentMiB(api.pid) - before;
  const count = (status: number) => guesses.filter((guess) => guess.status === status).length;
  const shed = `401 × ${count(401)}, 429 × ${count(429)}, 503 × ${count(503)}`;
  const strange = guesses.length - count(401) - count(429) - count(503);
  const failed = reads.filter(({ status }) => status !== 200).length;
  const line = (name: string, measured: Omit<BenchLine, 'name'>): BenchLine => ({
    name: `${floodPerSecond} wrong passwords a second: ${name}`,
    ...measured,
  });
  return [
    line('responses other than 401, 429 and 503', {
      figure: strange,
      budget: 0,
      unit: '',
      comparedWith: shed,
    }),
    line('GET coins, 99th percentile', {
      figure: slowest(reads),
      budget: 300,
      unit: 'ms',
      comparedWith: `${readsPerSecond} reads a second; ${Math.round(quiet)} ms before the flood`,
    }),
    line('GET coins that failed', {
      figure: failed,
      budget: 0,
      unit: '',
      comparedWith: `${reads.length} reads`,
    }),
    line('growth of server memory', {
      figure: grown,
      budget: 400,
      unit: 'MiB',
      comparedWith: 'resident, before the flood',
    }),
  ];
}

function readAtRate(reader: User, ms: number): Promise<Reply[]> {
  return atRate(readsPerSecond, ms, () => timed(() => reader.get('/wallet/public/coins')));
}

/** Each from another network, as real users are. */
function logIn(
  url: string,
  index: number,
  typed: { readonly email: string; readonly password: string },
): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${Math.floor(index / 250)}.${index % 250}.7`,
    },
    body: JSON.stringify(typed),
    signal: AbortSignal.timeout(respondedWithinMs),
  });
}
