import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import { FIRST_SQUARINGS, squaringsAt } from './application/work-demand.ts';
import { createTestServer, newPhone, type TestServer } from './server.test-setup.ts';
import { createSessionCalls } from './session-calls.test-setup.ts';
import { createSignIns, solvePuzzle } from './strangers.test-setup.ts';

const MOST_SQUARINGS = 4_000_000;
/** As many squarings take a test no time; how many the product asks for is computed from the rules. */
const FREE = 15;
const CHEAP = { freeFailures: FREE, failuresPerMinute: 1_000_000, mostSquarings: 300 };
const WRONG = 'Wrong!Guess1';
let server: TestServer;
let calls: ReturnType<typeof createSignIns>;

beforeAll(async () => {
  server = await createTestServer({ work: CHEAP });
  calls = createSignIns(server);
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

describe('a stranger who guesses', () => {
  it('30 wrong passwords from 7 networks keep the owner out on no device', async () => {
    const device = createDeviceKey();
    expect((await calls.signIn({ device })).status).toBe(200);
    const guesses = [];
    for (let guess = 0; guess < 30; guess += 1) {
      guesses.push(await calls.signInWithWork({ password: WRONG, ip: `198.51.${guess % 7}.9` }));
    }
    expect(guesses.filter(({ status }) => status === 401).length).toBeGreaterThan(20);

    const known = await calls.signIn({ device });
    const newDevice = await calls.signInWithWork({ device: createDeviceKey(), ip: '192.0.2.1' });
    const program = await calls.signInWithWork({ ip: '192.0.2.2' });

    expect([known.status, newDevice.status, program.status]).toEqual([200, 200, 200]);
    expect(newDevice.squarings).toBe(CHEAP.mostSquarings);
  });

  it('in the owner’s own network, keeps only new devices there waiting, and only with the owner’s name', async () => {
    const device = createDeviceKey();
    await calls.signIn({ device });
    for (let guess = 0; guess < 20; guess += 1) await calls.signInWithWork({ password: WRONG });
    expect((await calls.signIn({})).code).toBe('too-many-requests');
    expect((await calls.signIn({ device })).status).toBe(200);
    expect((await calls.signInWithWork({ ip: '192.0.2.1' })).status).toBe(200);
  });

  it('pays for guesses from 1,000 networks: fifteen are free, each later one costs five seconds in the end', async () => {
    let paid = 0;
    let judged = 0;
    for (let network = 0; network < 1_000; network += 1) {
      const ip = `198.${network >> 8}.${network & 255}.1`;
      const { status, squarings } = await calls.signInWithWork({ password: WRONG, ip });
      if (status === 401) judged += 1;
      if (squarings > 0) paid += 1;
    }
    expect([judged, paid]).toEqual([1_000, 1_000 - FREE]);
    const needed = Array.from({ length: 1_000 - FREE }, (_, i) =>
      squaringsAt(i + 1, MOST_SQUARINGS),
    );
    const seconds = needed.reduce((sum, each) => sum + each, 0) / (10 * FIRST_SQUARINGS);
    console.log(`1,000 guesses from 1,000 networks cost ${Math.round(seconds)} seconds of work.`);
    expect(seconds).toBeGreaterThan(4_900);
  });

  it('gets no more tries from the 65,536 networks of one IPv6 site than the site has', async () => {
    const outcomes = [];
    for (let subnet = 0; subnet < 120; subnet += 1) {
      const ip = `2001:db8:1:${(subnet * 547).toString(16)}::${subnet}`;
      outcomes.push(await calls.signInWithWork({ password: WRONG, ip }));
    }
    expect(outcomes.filter(({ status }) => status === 401)).toHaveLength(80);
    expect(outcomes.at(-1)?.code).toBe('too-many-requests');
    const elsewhere = await calls.signInWithWork({ ip: '2001:db8:2:1::1' });
    expect(elsewhere.status).toBe(200);
  });

  it('cannot use a device of their own: it is known to their account only', async () => {
    const device = createDeviceKey();
    const thief = {
      name: 'Mallory',
      email: 'm@kax.test',
      phone: newPhone(),
      password: 'Tortoise#9x',
    };
    await server.createUser(thief);
    await calls.signIn({ email: thief.email, password: thief.password, device });
    for (let guess = 0; guess < 5; guess += 1) await calls.signIn({ password: WRONG, device });
    expect((await calls.signIn({ password: WRONG, device })).code).toBe('too-many-requests');
  });

  it('cannot use one solution twice, nor for another account, nor one of another base', async () => {
    const guess = { password: WRONG, ip: '192.0.2.1' };
    for (let n = 0; n < FREE; n += 1) await calls.signIn({ ...guess, ip: `198.51.${n}.1` });
    const { work: puzzle } = await calls.signIn(guess);
    if (puzzle === undefined) throw new Error('No work was needed.');
    const work = solvePuzzle(puzzle);
    expect((await calls.signIn({ ...guess, work })).code).toBe('wrong-credentials');
    expect((await calls.signIn({ ...guess, work })).code).toBe('work-needed');

    const { work: second } = await calls.signIn(guess);
    if (second === undefined) throw new Error('No work was needed.');
    const other = 'stranger@kax.test';
    for (let n = 0; n < FREE; n += 1) {
      await calls.signIn({ email: other, password: WRONG, ip: `198.52.${n}.1` });
    }
    const forOther = { email: other, password: WRONG, ip: '192.0.2.3', work: solvePuzzle(second) };
    expect((await calls.signIn(forOther)).code).toBe('work-needed');
    const easier = solvePuzzle({ ...second, base: '2' });
    expect((await calls.signIn({ ...guess, work: easier })).code).toBe('work-needed');
  });

  it('is not helped by work that was needed and not done: it counts nowhere', async () => {
    for (let n = 0; n < FREE; n += 1) await calls.signIn({ password: WRONG, ip: `198.51.${n}.1` });
    for (let n = 0; n < 50; n += 1) {
      expect((await calls.signIn({ password: WRONG, ip: '192.0.2.1' })).code).toBe('work-needed');
    }
    expect((await calls.signInWithWork({ ip: '192.0.2.1' })).status).toBe(200);
  });
});

it('a device that guesses gets ten tries, then waits, and leaves every other alone', async () => {
  const [device, other] = [createDeviceKey(), createDeviceKey()];
  await calls.signIn({ device });
  await calls.signIn({ device: other });
  const codes = [];
  for (let guess = 0; guess < 12; guess += 1) {
    codes.push((await calls.signIn({ password: WRONG, device, ip: `198.51.${guess}.1` })).code);
  }
  expect(codes).toEqual([
    ...Array(10).fill('wrong-credentials'),
    ...Array(2).fill('too-many-requests'),
  ]);
  expect((await calls.signIn({ device: other })).status).toBe(200);
  server.later(1_000);
  expect((await calls.signIn({ device })).status).toBe(200);
});

it('responds to a known and an unknown name alike through every stage of the limits', async () => {
  const device = createDeviceKey();
  await calls.signIn({ device, email: server.user.email });
  const sequence = async (email: string) => {
    const seen = [];
    for (let n = 0; n < 21; n += 1) {
      const attempt = { email, password: WRONG, ip: `198.51.${n % 5}.1` };
      const { status, code, error, retryAfter, work, headers } = await calls.signIn(attempt);
      const puzzle = { squarings: work?.squarings, keys: Object.keys(work ?? {}) };
      seen.push({ status, code, error, retryAfter, puzzle, headers: Object.keys(headers) });
    }
    return seen;
  };
  const known = await sequence(server.user.email);
  server.later(60_000);
  expect(await sequence('stranger@kax.test')).toEqual(known);
  expect(new Set(known.map(({ code }) => code))).toEqual(
    new Set(['wrong-credentials', 'work-needed']),
  );
});

it('does not show by the phone that the email of the same account was guessed at', async () => {
  for (let n = 0; n < 20; n += 1) await calls.signIn({ password: WRONG, ip: `198.51.${n}.1` });
  const byPhone = { phone: server.user.phone, password: WRONG, ip: '192.0.2.1' };
  expect((await calls.signIn(byPhone)).code).toBe('wrong-credentials');
});

it('says the same time in the sentence and in Retry-After', async () => {
  for (let n = 0; n < 13; n += 1) {
    server.later(Math.max(0, 2 ** (n - 5)) * 1_000);
    expect((await calls.signInWithWork({ password: WRONG })).code).toBe('wrong-credentials');
  }
  const { error, retryAfter = 0, headers } = await calls.signIn({ password: WRONG });
  expect(headers['retry-after']).toBe(String(retryAfter));
  expect(retryAfter).toBeGreaterThan(120);
  expect(error).toBe(`Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} minutes.`);
});

it('a stranger at the sign-in does not keep a signed-in owner from their keys, nor the reverse', async () => {
  const session = createSessionCalls(server);
  const pair = await session.signIn();
  for (let n = 0; n < 40; n += 1) await calls.signInWithWork({ password: WRONG });
  expect((await session.exportKeys(pair, 'phrase')).statusCode).toBe(200);

  for (let n = 0; n < 6; n += 1) {
    await session.post('/api/wallet/export-keys', pair, { password: WRONG, what: 'phrase' });
  }
  expect((await session.exportKeys(pair, 'phrase')).statusCode).toBe(429);
  expect((await calls.signInWithWork({ ip: '192.0.2.1' })).status).toBe(200);
  const other = await session.signIn({ ip: '192.0.2.7' });
  expect((await session.exportKeys(other, 'phrase')).statusCode).toBe(200);
});
