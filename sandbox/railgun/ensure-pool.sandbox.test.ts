import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Deployment } from '../chain/deployment.ts';
import { localNetworks } from '../chain/local-networks.ts';
import { type RunningNetwork, startLocalNetwork } from '../chain/start-local-network.ts';
import { findFreePorts } from '../processes/find-free-ports.ts';
import { unpackArtifacts } from './unpack-artifacts.ts';

let dataDir: string;
let running: RunningNetwork | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-pool-'));
});
afterEach(async () => {
  await running?.stop();
  running = null;
  await rm(dataDir, { recursive: true });
});

it('deploys the pool of a chain, keeps it, and adds one to a chain created without', async () => {
  const file = join(dataDir, 'chain-polygon', 'deployment.json');
  const first = await start();
  expect(first?.deploymentBlock).toBeGreaterThan(0);
  expect(await start()).toEqual(first);
  const { shieldedPool: _pool, ...without } = JSON.parse(
    await readFile(file, 'utf8'),
  ) as Deployment;
  await running?.stop();
  running = null;
  await writeFile(file, JSON.stringify(without));
  const later = await start();
  expect(later?.proxy).not.toBe(first?.proxy);
  expect(await start()).toEqual(later);
});

it('unpacks the proving files of five circuits once, even after a killed run', async () => {
  const home = join(dataDir, 'artifacts-v2.1');
  const said: string[] = [];
  await unpackArtifacts(dataDir, (sentence) => said.push(sentence));
  expect((await readdir(home)).sort()).toEqual(['01x02', '01x03', '02x02', '02x03', '08x02']);
  expect(await readdir(join(home, '01x02'))).toEqual(['vkey.json', 'wasm', 'zkey']);
  const zkey = await readFile(join(home, '01x02', 'zkey'));
  expect(zkey.subarray(0, 4).toString()).toBe('zkey');
  expect(said.at(-1)).toBe('unpacked the proving files of circuit 5 of 5');
  await rm(join(home, '08x02'), { recursive: true });
  await mkdir(join(home, '08x02-killed.unfinished'));
  await unpackArtifacts(dataDir, (sentence) => said.push(sentence));
  await unpackArtifacts(dataDir, (sentence) => said.push(sentence));
  expect(said).toHaveLength(6);
  expect(await readdir(home)).toHaveLength(5);
});

async function start() {
  await running?.stop();
  running = null;
  const [network] = localNetworks;
  if (!network) throw new Error('There are no local networks.');
  const cacheDir = join(import.meta.dirname, '..', '..', '.cache', 'contracts');
  running = await startLocalNetwork({ network, port: await findFreePorts(1), dataDir, cacheDir });
  return running.deployment.shieldedPool;
}
