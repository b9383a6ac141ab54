import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseAbi,
  toHex,
} from 'viem';
import { rampPayoutAccount, treasury } from '../chain/accounts.ts';
import { compileContracts } from '../chain/compile-contracts.ts';
import { createSender, type Sender } from '../chain/sender.ts';
import { type RunningChain, startChain } from '../chain/start-chain.ts';
import { findFreePorts } from '../processes/find-free-ports.ts';
import type { RampPace } from './advance-orders.ts';
import { type RunningRamp, startRamp } from './start-ramp.ts';

/** A chain with only USDC, and a ramp on it. */
export interface RampBench {
  readonly ramp: RunningRamp;
  readonly chain: RunningChain;
  /** Has all the USDC that a test needs. */
  readonly owner: Sender;
  balance(of: Hex): Promise<bigint>;
  /** Pays USDC from the owner. */
  pay(to: Hex, units: bigint): Promise<void>;
  /** Stops only the ramp and restarts it with its stored data. */
  restart(pace: RampPace): Promise<void>;
  stop(): Promise<void>;
}

const CHAIN_ID = 31337;
const STOCK = 10n ** 12n;
const abi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
]);
const cacheDir = join(import.meta.dirname, '..', '..', '.cache', 'contracts');

/** Starts both; webhooks go to `webhookUrl`. */
export async function startRampBench(webhookUrl: string, pace: RampPace): Promise<RampBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kax-ramp-'));
  const artifact = (await compileContracts(cacheDir)).TestToken;
  if (!artifact) throw new Error('There is no contract TestToken.');
  const port = await findFreePorts(2);
  const chain = await startChain({
    slug: 'ramp',
    chainId: CHAIN_ID,
    port,
    dataDir,
    leastBaseFee: 1n,
    beginsBeforeNowMs: 60_000,
    prepare: async (call) => {
      for (const { address } of [treasury, rampPayoutAccount]) {
        await call('anvil_setBalance', [address, toHex(10n ** 24n)]);
      }
    },
    anvilPath: null,
  });
  const owner = createSender(chain.call, CHAIN_ID, treasury);
  const args = ['USD Coin', 'USDC', 6];
  const usdc = await owner.deploy(encodeDeployData({ ...artifact, args }));
  const stock = encodeFunctionData({ abi, functionName: 'mint', args: [treasury.address, STOCK] });
  await owner.send({ to: usdc, data: stock });
  await chain.mine();
  const start = (ofRamp: RampPace) =>
    startRamp({
      port: port + 1,
      dataDir,
      webhookUrl,
      chain: { call: chain.call, chainId: CHAIN_ID, usdc },
      pace: ofRamp,
    });
  let ramp = await start(pace);
  return {
    get ramp() {
      return ramp;
    },
    chain,
    owner,
    async balance(of) {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [of] });
      const response = await chain.call<Hex>('eth_call', [{ to: usdc, data }, 'latest']);
      return decodeFunctionResult({ abi, functionName: 'balanceOf', data: response });
    },
    async pay(to, units) {
      const data = encodeFunctionData({ abi, functionName: 'transfer', args: [to, units] });
      await owner.send({ to: usdc, data });
    },
    async restart(ofRamp) {
      await ramp.stop();
      ramp = await start(ofRamp);
    },
    async stop() {
      await ramp.stop();
      await chain.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

export interface CallResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it reads from a response
  readonly body: any;
}

export interface Page {
  readonly url: string;
  request(method: 'GET' | 'POST', path: string, body?: object): Promise<CallResponse>;
}

const REFERRER = 'http://127.0.0.1:1234/';

/** Opens the page as a browser would in a frame of ours. */
export async function readPage(url: string, referer = REFERRER): Promise<Page> {
  const page = await fetch(url, { headers: { referer } });
  const html = await page.text();
  if (!page.ok) throw new Error(`The page returned ${page.status}.`);
  const settings = /data-settings="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const { pageKey } = JSON.parse(settings);
  return {
    url,
    async request(method, path, body) {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { 'x-page-key': pageKey, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
