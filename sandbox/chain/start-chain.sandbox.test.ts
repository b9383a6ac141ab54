import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFreePorts } from '../processes/find-free-ports.ts';
import { PortInUse } from '../processes/free-port.ts';
import { treasury } from './accounts.ts';
import { createSender } from './sender.ts';
import { type RunningChain, startChain } from './start-chain.ts';

const CHAIN_ID = 31337;
const stranger = privateKeyToAddress(generatePrivateKey());

let dataDir: string;
let port: number;
let chain: RunningChain | null = null;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-chain-'));
  port = await findFreePorts(1);
});
afterEach(async () => {
  await chain?.stop();
  chain = null;
  await rm(dataDir, { recursive: true });
});

it('mines a payment within about a second and makes it final within a few', async () => {
  chain = await start();
  const begin = Date.now();
  await pay(chain, 7n);
  await until(async () => (await balance('latest')) === 7n);
  expect(Date.now() - begin).toBeLessThan(3_000);
  await until(async () => (await balance('finalized')) === 7n);
  expect(Date.now() - begin).toBeLessThan(10_000);
});

it('finalizes a payment included in a block that was not mined for it', async () => {
  chain = await start();
  await pay(chain, 7n);
  await chain.mine();
  const begin = Date.now();
  await until(async () => (await balance('finalized')) === 7n);
  expect(Date.now() - begin).toBeLessThan(10_000);
});

it('has the same balances, blocks and next nonce after its node was killed', async () => {
  chain = await start();
  await pay(chain, 7n);
  await until(async () => (await balance('latest')) === 7n);
  await chain.mine();
  const before = await block('latest');
  process.kill(chain.pid, 'SIGKILL');
  await until(async () => (await balance('latest')) === 7n);
  expect(await block(before.number)).toEqual(before);
  await pay(chain, 1n);
  await until(async () => (await balance('latest')) === 8n);
});

it('has the same balances and blocks after a stop and a start', async () => {
  chain = await start();
  await pay(chain, 7n);
  await until(async () => (await balance('latest')) === 7n);
  await chain.mine();
  const before = await block('latest');
  await chain.stop();
  chain = await start();
  expect(await block(before.number)).toEqual(before);
  expect(await balance('finalized')).toBe(7n);
});

it('accepts two hundred concurrent payments', async () => {
  chain = await start();
  const sender = createSender(chain.call, CHAIN_ID, treasury);
  const sends = Array.from({ length: 200 }, () => sender.send({ to: stranger, value: 1n }));
  expect(new Set(await Promise.all(sends)).size).toBe(200);
  await until(async () => (await balance('latest')) === 200n);
});

it("refuses a port that is someone else's", async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await expect(start()).rejects.toThrow(PortInUse);
  await new Promise((done) => other.close(done));
});

function start(): Promise<RunningChain> {
  return startChain({
    slug: 'polygon',
    chainId: CHAIN_ID,
    port,
    dataDir,
    leastBaseFee: 30_000_000_000n,
    beginsBeforeNowMs: 0,
    prepare: async (call) => {
      await call('anvil_setBalance', [treasury.address, '0x3635c9adc5dea000000']);
    },
  });
}

async function pay({ call }: RunningChain, value: bigint): Promise<void> {
  await createSender(call, CHAIN_ID, treasury).send({ to: stranger, value });
}

async function balance(at: string): Promise<bigint> {
  return BigInt((await chain?.call<string>('eth_getBalance', [stranger, at])) ?? '0x0');
}

async function block(at: string): Promise<{ number: string; hash: string }> {
  const found = await chain?.call<{ number: string; hash: string }>('eth_getBlockByNumber', [
    at,
    false,
  ]);
  if (!found) throw new Error(`There is no block ${at}.`);
  return { number: found.number, hash: found.hash };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time.');
    await new Promise((done) => setTimeout(done, 50));
  }
}
