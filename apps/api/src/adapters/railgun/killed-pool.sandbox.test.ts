import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Journey, startJourney, type User } from './engine/pool-journey.test-setup.ts';

const KILLS = 6;
const NOTE = 998n;
const child = join(import.meta.dirname, 'killed-pool.test-setup.ts');

let journey: Journey;
let user: User;
let directory: string;
let running: ChildProcess | null = null;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kax-killed-'));
  journey = await startJourney();
  user = await journey.addUser();
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await journey?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('knows as much as an engine that was never killed, however often it was killed', async () => {
  let notes = 0n;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { exited } = start();
    // From before it has opened its notes until well after its first scan.
    const lives = sleep(400 + kill * 400);
    await journey.shield(user, [NOTE + 2n, NOTE + 2n]);
    notes += 2n;
    await lives;
    running?.kill('SIGKILL');
    await exited;
  }
  const { received, exited } = start();
  await expect.poll(received).toContain(`has ${notes * NOTE}\n`);
  expect(await journey.balance(user, journey.bench.token)).toBe(notes * NOTE);
  running?.kill('SIGKILL');
  await exited;
});

function start(): { readonly received: () => string; readonly exited: Promise<unknown> } {
  const { bench } = journey;
  const address = bench.token;
  const task = {
    pool: {
      chainId: 31337,
      contracts: {
        proxy: bench.pool.pool,
        relayAdapt: bench.pool.relayAdapt,
        wrappedNative: bench.wrappedNative,
        deploymentBlock: 0,
      },
      tokens: [{ id: 'polygon-tok', chainId: 31337, address }],
      rpcUrls: [bench.chain.rpcUrl],
      directory,
      artifactsDirectory: directory,
    },
    wallet: { mnemonic: user.mnemonic, encryptionKey: user.encryptionKey },
  };
  running = spawn(process.execPath, [child, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let words = '';
  running.stdout?.on('data', (chunk) => {
    words += chunk;
  });
  return { received: () => words, exited: once(running, 'exit') };
}
