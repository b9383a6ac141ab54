import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trader } from './chain/accounts.ts';
import { tradeOnce } from './chain/market-maker.ts';
import { createSender } from './chain/sender.ts';
import type { RunningNetwork } from './chain/start-local-network.ts';
import { findFreePorts } from './processes/find-free-ports.ts';
import { createFaucet } from './seed/faucet.ts';
import { welcomeGrant } from './seed/users.ts';
import { type RunningSandbox, startSandbox } from './start.ts';

const KEY = { header: 'x-cg-demo-api-key', value: 'a key' };

let dataDir: string;
let sandbox: RunningSandbox;
let polygon: RunningNetwork;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-sandbox-'));
  const port = await findFreePorts(9);
  sandbox = await startSandbox({
    dataDir,
    port,
    only: ['polygon', 'avalanche', 'prices'],
    priceKey: KEY,
  });
  const found = sandbox.networks.get('polygon');
  if (!found) throw new Error('Polygon did not start.');
  polygon = found;
});
afterAll(async () => {
  await sandbox?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the price feed', () => {
  it('returns the prices of the pools with a change computed from the trades of a day', async () => {
    const ids = 'polygon-ecosystem-token,avalanche-2,usd-coin,nobody-knows';
    const query = `ids=${ids}&vs_currencies=usd&include_24hr_change=true`;
    const body = (await request(`/simple/price?${query}`)) as Record<
      string,
      Record<string, number>
    >;
    expect(Object.keys(body)).toHaveLength(3);
    expect(body['polygon-ecosystem-token']?.usd).toBeCloseTo(0.43, 1);
    expect(body['avalanche-2']?.usd).toBeGreaterThan(20);
    expect(body['usd-coin']).toEqual({ usd: 1, usd_24h_change: 0 });
    const change = body['polygon-ecosystem-token']?.usd_24h_change;
    expect(change).not.toBe(0);
    expect(Math.abs(change ?? 100)).toBeLessThan(20);
  });

  it('has prices in other currencies at rates that agree across coins, and skips unknown currencies', async () => {
    const coins = 'ids=polygon-ecosystem-token,usd-coin&include_24hr_change=true';
    const path = `/simple/price?${coins}&vs_currencies=usd,jpy,ngn,xyz`;
    const body = (await request(path)) as Record<string, Record<string, number>>;
    const { usd = 0, jpy = 0 } = body['polygon-ecosystem-token'] ?? {};
    const dollar = body['usd-coin'] ?? {};
    expect(jpy / usd).toBeCloseTo(dollar.jpy ?? 0, 2);
    expect(dollar.jpy).toBeGreaterThan(140);
    expect(dollar.ngn).toBeGreaterThan(1_400);
    const names = ['usd', 'jpy', 'ngn'].flatMap((name) => [name, `${name}_24h_change`]);
    expect(Object.keys(dollar)).toEqual(names);
    expect(Math.abs(dollar.ngn_24h_change ?? 100)).toBeLessThan(2);
  });

  it('draws a day in 15-minute candles, from blocks of those times', async () => {
    const path = '/coins/polygon-ecosystem-token/market_chart?vs_currency=usd&days=1';
    const { prices } = (await request(path)) as { prices: [number, number][] };
    expect(prices.length).toBeGreaterThan(90);
    const [first] = prices;
    expect(Date.now() - (first?.[0] ?? 0)).toBeGreaterThan(23 * 3_600_000);
  });

  it('knows KAX only by its pool, as the real one knows unlisted tokens', async () => {
    const kax = polygon.deployment.kax ?? '';
    const listed = `contract_addresses=${kax}&vs_currencies=usd`;
    expect(await request(`/simple/token_price/polygon-pos?${listed}`)).toEqual({});
    const path = `/onchain/simple/networks/polygon_pos/token_price/${kax}`;
    const reply = await request(`${path}?include_24hr_price_change=true`);
    const token = kax.toLowerCase();
    expect(reply).toMatchObject({
      data: {
        attributes: {
          token_prices: { [token]: expect.stringMatching(/^1\.\d+$/) },
          h24_price_change_percentage: { [token]: expect.stringMatching(/^-?\d/) },
        },
      },
    });
  });

  it('moves with a trade', async () => {
    const before = await polInUsd();
    const sender = createSender(polygon.chain.call, polygon.network.chainId, trader);
    await tradeOnce({ call: polygon.chain.call, sender, random: Math.random }, polygon.deployment);
    await expect.poll(polInUsd).not.toBe(before);
  });

  it('refuses a caller without the key', async () => {
    const response = await fetch(`${sandbox.priceBaseUrl}/ping`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ status: { error_code: 10002 } });
  });
});

describe('the faucet', () => {
  it('pays a grant once, however often and by however many callers it is called', async () => {
    const to = privateKeyToAddress(generatePrivateKey());
    const request = () =>
      createFaucet({ ...polygon, call: polygon.chain.call }).pay({
        name: 'welcome',
        to,
        amounts: welcomeGrant.amounts,
      });
    await request();
    await Promise.all([request(), request()]);
    await polygon.chain.mine();
    expect(await balanceOf(to)).toBe(5n * 10n ** 18n);
  });
});

it('describes both chains to the server in the format of its networks file', async () => {
  const listed = JSON.parse(await readFile(sandbox.networksFile ?? '', 'utf8')) as {
    slug: string;
    tokens: { symbol: string; address: string | null }[];
    shieldedPool?: unknown;
  }[];
  expect(listed.map(({ slug, tokens }) => [slug, tokens.map(({ symbol }) => symbol)])).toEqual([
    ['polygon', ['POL', 'KAX', 'USDC']],
    ['avalanche', ['AVAX', 'USDC']],
  ]);
  expect(listed[0]?.tokens[0]?.address).toBeNull();
  expect(listed.map(({ shieldedPool }) => shieldedPool)).toEqual([
    polygon.deployment.shieldedPool,
    undefined,
  ]);
  expect(polygon.deployment.shieldedPool?.wrappedNative).toBe(polygon.deployment.wrappedNative);
});

async function request(path: string): Promise<unknown> {
  const response = await fetch(`${sandbox.priceBaseUrl}${path}`, {
    headers: { [KEY.header]: KEY.value },
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function polInUsd(): Promise<unknown> {
  const body = await request('/simple/price?ids=polygon-ecosystem-token&vs_currencies=usd');
  return (body as Record<string, { usd: number }>)['polygon-ecosystem-token']?.usd;
}

async function balanceOf(owner: Hex): Promise<bigint> {
  return BigInt(await polygon.chain.call<string>('eth_getBalance', [owner, 'latest']));
}
