import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createDeviceKey } from '../../../scripts/check-security/device-key.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';
import { createSignIns } from './strangers.test-setup.ts';

const ROUNDS = 2;
let server: TestServer;
let calls: ReturnType<typeof createSignIns>;

beforeAll(async () => {
  // The queue is under test, so each password takes as long as the product's.
  server = await createTestServer({
    hashing: 'as shipped',
    work: { freeFailures: 15, failuresPerMinute: 1_200, mostSquarings: 100_000 },
  });
  calls = createSignIns(server);
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

/** Everyone from an address of their own. */
function flood(count: number, round: number) {
  return Array.from({ length: count }, (_, i) =>
    calls.signIn({
      email: `${randomUUID()}@kax.test`,
      password: 'Wrong!Guess1',
      ip: `198.${round}.${i}.7`,
    }),
  );
}

it('90 sign-ins of strangers at the same time keep out no known device, and no new one that does its work', async () => {
  const devices = Array.from({ length: 6 }, createDeviceKey);
  for (const device of devices) expect((await calls.signIn({ device })).status).toBe(200);
  const tally = { known: 0, fresh: 0, slowestMs: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    const strangers = flood(90, round);
    const startedAt = performance.now();
    const known = devices.map(async (device) => {
      const { status } = await calls.signIn({ device });
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
      return status;
    });
    const fresh = Array.from({ length: 3 }, async (_, i) => {
      const ip = `192.0.${10 * round + i}.1`;
      return (await calls.signInWithWork({ device: createDeviceKey(), ip })).status;
    });
    tally.known += (await Promise.all(known)).filter((status) => status === 200).length;
    tally.fresh += (await Promise.all(fresh)).filter((status) => status === 200).length;
    const outcomes = await Promise.all(strangers);
    expect(outcomes.filter(({ code }) => code === 'work-needed').length).toBeGreaterThan(40);
  }
  console.log(
    `${tally.known} of ${6 * ROUNDS} known devices and ${tally.fresh} of ${3 * ROUNDS} new ones got in; the slowest known one took ${Math.round(tally.slowestMs)} ms.`,
  );
  expect([tally.known, tally.fresh]).toEqual([6 * ROUNDS, 3 * ROUNDS]);
});

it('failures are not cleared because the server was too busy to judge a password', async () => {
  const busy = await createTestServer({
    hashing: 'as shipped',
    // Without work, a crowd is let in until the queue is full.
    work: { freeFailures: 15, failuresPerMinute: 1_200, mostSquarings: 0 },
  });
  await busy.reset();
  const { signIn } = createSignIns(busy);
  const guess = () => signIn({ password: 'Wrong!Guess1', ip: '198.51.100.7' });
  for (let i = 0; i < 4; i += 1) expect((await guess()).status).toBe(401);
  const others = Promise.all(
    Array.from({ length: 90 }, (_, i) =>
      signIn({ email: `${randomUUID()}@kax.test`, password: 'Guess!1', ip: `192.0.${i}.1` }),
    ),
  );
  expect((await guess()).status).toBe(503);
  await others;
  expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  await busy.stop();
});
