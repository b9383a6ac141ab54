import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RangoClient } from 'rango-sdk';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solver, trader } from '../chain/accounts.ts';
import { createSender, type Sender } from '../chain/sender.ts';
import { findFreePorts } from '../processes/find-free-ports.ts';
import { createFaucet } from '../seed/faucet.ts';
import { type RunningSandbox, startSandbox } from '../start.ts';
import type { KeptExchange } from './run-exchange.ts';

// The unmodified client of the real service drives the stand-in.

const approveAbi = parseAbi(['function approve(address spender, uint256 value) returns (bool)']);
const balanceAbi = parseAbi(['function balanceOf(address account) view returns (uint256)']);
let dataDir: string;
let sandbox: RunningSandbox;
let exchange: KeptExchange;
let rango: Rango;
const user = privateKeyToAccount(generatePrivateKey());
const wallets = { POLYGON: user.address, AVAX_CCHAIN: user.address };
const asset = { polygon: {} as Assets, avalanche: {} as Assets };
type Assets = Record<string, { blockchain: string; address: string | null; symbol: string }>;

/** The fields of the client's responses that are used here; its own types do not resolve from ES modules. */
interface Rango {
  getAllMetadata(): Promise<{
    readonly blockchains: readonly { readonly name: string }[];
    readonly tokens: readonly Token[];
  }>;
  searchCustomTokens(search: object): Promise<{ readonly tokens: readonly Token[] }>;
  getBlockchains(): Promise<unknown>;
  getAllRoutes(
    request: object,
  ): Promise<{ readonly results: readonly Route[]; readonly diagnosisMessages: string[] }>;
  confirmRoute(request: object): Promise<{ readonly result: { readonly result: Route } | null }>;
  createTransaction(
    request: object,
  ): Promise<{ readonly error: string | null; readonly transaction: EvmTransaction | null }>;
  checkApproval(requestId: string, txId: string): Promise<{ readonly isApproved: boolean }>;
  checkStatus(request: object): Promise<{
    readonly status: string;
    readonly outputAmount: string | null;
    readonly outputType: string | null;
    readonly bridgeExtra: { readonly destTx: string | null } | null;
  }>;
}
interface Token {
  readonly blockchain: string;
  readonly address: string | null;
  readonly symbol: string;
  readonly usdPrice: number | null;
}
interface Route {
  readonly requestId: string;
  readonly outputAmount: string;
  readonly resultType: string;
  readonly swaps: readonly { readonly swapperId: string }[];
  readonly tags?: readonly { readonly value: string }[];
}
interface EvmTransaction {
  readonly type: string;
  readonly blockChain: string;
  readonly isApprovalTx: boolean;
  readonly to: string;
  readonly data: string | null;
  readonly value: string | null;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kax-exchange-'));
  const port = await findFreePorts(9);
  sandbox = await startSandbox({ dataDir, port, only: ['polygon', 'avalanche', 'exchange'] });
  if (sandbox.exchange === null) throw new Error('The exchange did not start.');
  exchange = sandbox.exchange;
  rango = new RangoClient(exchange.apiKey, exchange.url);
  const meta = await rango.getAllMetadata();
  for (const { blockchain, address, symbol } of meta.tokens) {
    const place = blockchain === 'POLYGON' ? asset.polygon : asset.avalanche;
    place[symbol] = { blockchain, address, symbol };
  }
  await createFaucet({ ...chainOf('POLYGON'), call: chainOf('POLYGON').chain.call }).pay({
    name: 'test',
    to: user.address,
    amounts: [
      { symbol: 'POL', amount: '50' },
      { symbol: 'KAX', amount: '5000' },
      { symbol: 'USDC', amount: '5000' },
    ],
  });
  await createFaucet({ ...chainOf('AVAX_CCHAIN'), call: chainOf('AVAX_CCHAIN').chain.call }).pay({
    name: 'test',
    to: user.address,
    amounts: [{ symbol: 'AVAX', amount: '1' }],
  });
});
afterAll(async () => {
  await sandbox?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('what can be traded', () => {
  it('lists both chains with their tokens and a price for each', async () => {
    const meta = await rango.getAllMetadata();
    expect(meta.blockchains.map(({ name }) => name)).toEqual(['POLYGON', 'AVAX_CCHAIN']);
    expect(meta.tokens.map(({ blockchain, symbol }) => `${blockchain} ${symbol}`)).toEqual([
      'POLYGON KAX',
      'POLYGON POL',
      'POLYGON USDC',
      'AVAX_CCHAIN AVAX',
      'AVAX_CCHAIN USDC',
    ]);
    for (const token of meta.tokens) expect(token.usdPrice).toBeGreaterThan(0);
    const found = await rango.searchCustomTokens({ query: 'KA' });
    expect(found.tokens.map(({ symbol }) => symbol)).toEqual(['KAX']);
  });

  it('refuses a caller without the key: 401', async () => {
    const stranger = new RangoClient('not the key', exchange.url);
    await expect(stranger.getBlockchains()).rejects.toMatchObject({ response: { status: 401 } });
  });
});

describe('the routes', () => {
  it('offers three that differ in output, cost and duration', async () => {
    const { results } = await findRoutes(asset.polygon.KAX, asset.avalanche.AVAX, '50');
    expect(results.map(({ swaps }) => swaps.map(({ swapperId }) => swapperId).join())).toEqual(
      expect.arrayContaining([
        'UniSwapV3,EscrowBridge',
        'UniSwapV2,EscrowBridge,UniSwapV2',
        'UniSwapV3,EscrowExpress',
      ]),
    );
    expect(new Set(results.map(({ outputAmount }) => outputAmount)).size).toBe(3);
    const tags = results.flatMap((route) => route.tags?.map(({ value }) => value) ?? []);
    expect(tags).toEqual(expect.arrayContaining(['RECOMMENDED', 'FASTEST', 'LOWEST_FEE']));
  });

  it('reports a loss of a fifth of the value as a high impact', async () => {
    const { results } = await findRoutes(asset.polygon.KAX, asset.avalanche.AVAX, '330000');
    expect(results[0]?.resultType).toBe('HIGH_IMPACT');
  });

  it('names the limits of the bridge for an amount below them', async () => {
    const { results } = await findRoutes(asset.polygon.USDC, asset.avalanche.AVAX, '1');
    expect(results[0]).toMatchObject({
      resultType: 'INPUT_LIMIT_ISSUE',
      swaps: [{ fromAmountMinValue: '2', fromAmountMaxValue: '400000' }],
    });
  });

  it('has none for an amount too small to buy anything', async () => {
    const { results, diagnosisMessages } = await findRoutes(
      asset.polygon.KAX,
      asset.avalanche.AVAX,
      '0.000000000000000001',
    );
    expect(results).toEqual([]);
    expect(diagnosisMessages).toEqual(['There is no path between these tokens.']);
  });

  it('refuses a token that it does not know: 1205', async () => {
    const stranger = { blockchain: 'POLYGON', address: user.address, symbol: 'NONE' };
    await expect(findRoutes(stranger, asset.avalanche.AVAX, '1')).rejects.toMatchObject({
      response: { status: 400, data: { errorCode: 1205 } },
    });
  });
});

describe('a swap', () => {
  it.each([
    ['KAX', 'AVAX', 'UniSwapV3,EscrowBridge'],
    ['POL', 'USDC', 'UniSwapV2,EscrowBridge'],
    ['KAX', 'AVAX', 'UniSwapV3,EscrowExpress'],
  ])(
    'delivers %s of Polygon as %s on Avalanche by %s, as much as quoted',
    async (from, to, path) => {
      const trades = await countTrades();
      const { results } = await findRoutes(asset.polygon[from], asset.avalanche[to], '10');
      const requestId = pick(results, path).requestId;
      const { result } = await rango.confirmRoute({ requestId, selectedWallets: wallets });
      const promised = result?.result?.outputAmount;
      const before = await balanceOf('AVAX_CCHAIN', asset.avalanche[to]?.address ?? null);
      const outcome = await execute(requestId, result?.result?.swaps.length ?? 0);
      expect(outcome).toMatchObject({ status: 'success', outputType: 'DESIRED_OUTPUT' });
      const after = await balanceOf('AVAX_CCHAIN', asset.avalanche[to]?.address ?? null);
      const decimals = to === 'USDC' ? 6 : 18;
      await expectAsQuoted(outcome.outputAmount, { promised, trades });
      expect(after - before).toBe(toUnits(outcome.outputAmount ?? '', decimals));
      expect(outcome.bridgeExtra?.destTx).toMatch(/^0x[0-9a-f]{64}$/);
    },
  );

  it('continues on the other chain with what the bridge delivered, and leaves nothing', async () => {
    const trades = await countTrades();
    const { results } = await findRoutes(asset.polygon.KAX, asset.avalanche.AVAX, '10');
    const { requestId } = pick(results, 'UniSwapV2,EscrowBridge,UniSwapV2');
    const { result } = await rango.confirmRoute({ requestId, selectedWallets: wallets });
    const promised = result?.result?.outputAmount;
    const usdc = asset.avalanche.USDC?.address ?? null;
    const before = {
      usdc: await balanceOf('AVAX_CCHAIN', usdc),
      avax: await balanceOf('AVAX_CCHAIN', null),
    };
    const outcome = await execute(requestId, 3);
    expect(outcome).toMatchObject({ status: 'success', outputType: 'DESIRED_OUTPUT' });
    await expectAsQuoted(outcome.outputAmount, { promised, trades });
    expect(await balanceOf('AVAX_CCHAIN', usdc)).toBe(before.usdc);
    const fees =
      before.avax +
      toUnits(outcome.outputAmount ?? '', 18) -
      (await balanceOf('AVAX_CCHAIN', null));
    expect(fees > 0n && fees < 10n ** 16n).toBe(true);
  });

  it('within one chain is one step', async () => {
    const { results } = await findRoutes(asset.polygon.KAX, asset.polygon.POL, '10');
    const requestId = results[0]?.requestId ?? '';
    await rango.confirmRoute({ requestId, selectedWallets: wallets });
    expect(await execute(requestId, 1)).toMatchObject({ status: 'success' });
  });

  it('is reverted when the price moved away, and nothing is taken', async () => {
    const { results } = await findRoutes(asset.polygon.KAX, asset.polygon.USDC, '100');
    const requestId = results[0]?.requestId ?? '';
    await rango.confirmRoute({ requestId, selectedWallets: wallets });
    await approveStep(requestId, 1);
    const transaction = await createStep(requestId, 1);
    await moveKaxDown();
    const before = await balanceOf('POLYGON', asset.polygon.KAX?.address ?? null);
    const txId = await senderOf('POLYGON').send({ ...callOf(transaction), gas: 500_000n });
    expect(await untilDone(requestId, 1, txId)).toMatchObject({
      status: 'failed',
      outputType: 'REVERTED_TO_INPUT',
    });
    expect(await balanceOf('POLYGON', asset.polygon.KAX?.address ?? null)).toBe(before);
  });

  it('is refunded in full, once, when it cannot be delivered', async () => {
    const sender = senderOf(
      'AVAX_CCHAIN',
      createSender(chainOf('AVAX_CCHAIN').chain.call, 31114, solver),
    );
    await setAllowance(sender, 0n);
    const { results } = await findRoutes(asset.polygon.USDC, asset.avalanche.AVAX, '25');
    const requestId = results[0]?.requestId ?? '';
    await rango.confirmRoute({ requestId, selectedWallets: wallets });
    const before = await balanceOf('POLYGON', asset.polygon.USDC?.address ?? null);
    const outcome = await execute(requestId, 1);
    expect(outcome).toMatchObject({
      status: 'failed',
      outputType: 'REVERTED_TO_INPUT',
      outputAmount: '25',
    });
    expect(await balanceOf('POLYGON', asset.polygon.USDC?.address ?? null)).toBe(before);
    await setAllowance(sender, 2n ** 256n - 1n);
  });

  it('survives a solver that is killed repeatedly: delivered once, released once', async () => {
    const { results } = await findRoutes(asset.polygon.USDC, asset.avalanche.USDC, '30');
    const requestId = results[0]?.requestId ?? '';
    await rango.confirmRoute({ requestId, selectedWallets: wallets });
    const before = await balanceOf('AVAX_CCHAIN', asset.avalanche.USDC?.address ?? null);
    let isOver = false;
    const killing = (async () => {
      for (let round = 0; round < 6 && !isOver; round += 1) {
        await new Promise((done) => setTimeout(done, 900));
        killNow(exchange.pid);
      }
    })();
    const outcome = await execute(requestId, 1);
    isOver = true;
    await killing;
    expect(outcome).toMatchObject({ status: 'success' });
    const after = await balanceOf('AVAX_CCHAIN', asset.avalanche.USDC?.address ?? null);
    expect(after - before).toBe(toUnits(outcome.outputAmount ?? '', 6));
  });
});

/** @returns the route by the swappers of its steps */
function pick(routes: readonly Route[], path: string): Route {
  const found = routes.find(({ swaps }) => swaps.map((step) => step.swapperId).join() === path);
  if (found === undefined) throw new Error(`No route uses ${path}.`);
  return found;
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is restarting and has no process yet.
  }
}

function chainOf(blockchain: string) {
  const found = sandbox.networks.get(blockchain === 'POLYGON' ? 'polygon' : 'avalanche');
  if (!found) throw new Error(`${blockchain} did not start.`);
  return found;
}

function senderOf(blockchain: string, sender?: Sender): Sender {
  const { chain, network } = chainOf(blockchain);
  return sender ?? createSender(chain.call, network.chainId, user);
}

/** To three decimals, unless others traded meanwhile, which is the likelier the longer a busy machine takes. */
async function expectAsQuoted(
  received: string | null,
  { promised, trades }: { readonly promised: string | undefined; readonly trades: number },
): Promise<void> {
  if ((await countTrades()) === trades) {
    expect(Number(received)).toBeCloseTo(Number(promised), 3);
    return;
  }
  const share = Number(received) / Number(promised);
  expect(share).toBeGreaterThan(0.995);
  expect(share).toBeLessThan(1.005);
}

/** @returns how many transactions the market's own trader has sent on both chains */
async function countTrades(): Promise<number> {
  const counts = ['POLYGON', 'AVAX_CCHAIN'].map((name) =>
    chainOf(name).chain.call<Hex>('eth_getTransactionCount', [trader.address, 'latest']),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + Number(count), 0);
}

type Named = Assets[string] | undefined;
function findRoutes(from: Named, to: Named, amount: string) {
  if (!from || !to) throw new Error('The token is not listed.');
  return rango.getAllRoutes({ from, to, amount, slippage: '1.0' });
}

async function createStep(requestId: string, step: number): Promise<EvmTransaction> {
  const settings = { slippage: '1', infiniteApprove: false };
  const validations = { balance: true, fee: true, approve: true };
  const created = await again(() =>
    rango.createTransaction({ requestId, step, userSettings: settings, validations }),
  );
  if (created.transaction?.type !== 'EVM') throw new Error(String(created.error));
  return created.transaction;
}

async function approveStep(requestId: string, step: number): Promise<void> {
  const approval = await createStep(requestId, step);
  if (!approval.isApprovalTx) return;
  const txId = await senderOf(approval.blockChain).send(callOf(approval));
  await expect
    .poll(async () => (await again(() => rango.checkApproval(requestId, txId))).isApproved)
    .toBe(true);
}

async function execute(requestId: string, steps: number) {
  for (let step = 1; ; step += 1) {
    await approveStep(requestId, step);
    const transaction = await createStep(requestId, step);
    const txId = await senderOf(transaction.blockChain).send(callOf(transaction));
    const outcome = await untilDone(requestId, step, txId);
    if (step === steps || outcome.status === 'failed') return outcome;
  }
}

async function untilDone(requestId: string, step: number, txId: string) {
  for (;;) {
    const status = await again(() => rango.checkStatus({ requestId, step, txId }));
    if (status.status !== 'running') return status;
    await new Promise((done) => setTimeout(done, 300));
  }
}

/** Retries when the service was killed, as every caller does. */
async function again<Reply>(request: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt === 480 || (error as { response?: unknown }).response) throw error;
      await new Promise((done) => setTimeout(done, 250));
    }
  }
}

function callOf({ to, data, value }: EvmTransaction) {
  return {
    to: to as Hex,
    data: (data ?? '0x') as Hex,
    value: BigInt(value ?? '0x0'),
    gas: 700_000n,
  };
}

async function balanceOf(blockchain: string, token: string | null): Promise<bigint> {
  const { call } = chainOf(blockchain).chain;
  if (token === null) return BigInt(await call<Hex>('eth_getBalance', [user.address, 'latest']));
  const args = [user.address] as const;
  const data = encodeFunctionData({ abi: balanceAbi, functionName: 'balanceOf', args });
  return BigInt(await call<Hex>('eth_call', [{ to: token, data }, 'latest']));
}

function toUnits(display: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = display.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

async function setAllowance(sender: Sender, value: bigint): Promise<void> {
  const { deployment, chain } = chainOf('AVAX_CCHAIN');
  const args = [deployment.bridge?.escrow ?? '0x', value] as const;
  const data = encodeFunctionData({ abi: approveAbi, functionName: 'approve', args });
  await sender.send({ to: deployment.usdc, data });
  await chain.mine();
}

async function moveKaxDown(): Promise<void> {
  const { chain, network, deployment, marketMaker } = chainOf('POLYGON');
  // A round that read the price before this would trade it back up.
  await marketMaker.stop();
  const sender = createSender(chain.call, network.chainId, trader);
  const { kax, usdc, v2Router, swapRouter } = deployment;
  if (kax === null) throw new Error('Polygon has KAX.');
  const worth = 200_000n * 10n ** 18n;
  for (const call of sales(kax, usdc, sender.address, worth)) {
    await sender.send({ ...call(v2Router, swapRouter), gas: 500_000n });
  }
  await chain.mine();
}

function sales(kax: Hex, usdc: Hex, to: Hex, amountIn: bigint) {
  const never = 2n ** 40n;
  const v2 = parseAbi([
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline) returns (uint256[] amounts)',
  ]);
  const v3 = parseAbi([
    'struct ExactInputSingleParams { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
    'function exactInputSingle(ExactInputSingleParams params) payable returns (uint256 amountOut)',
  ]);
  const single = {
    tokenIn: kax,
    tokenOut: usdc,
    fee: 3000,
    recipient: to,
    deadline: never,
    amountIn,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: 0n,
  };
  return [
    (router: Hex, _v3: Hex) => ({
      to: router,
      data: encodeFunctionData({
        abi: v2,
        functionName: 'swapExactTokensForTokens',
        args: [amountIn, 0n, [kax, usdc], to, never],
      }),
    }),
    (_v2: Hex, router: Hex) => ({
      to: router,
      data: encodeFunctionData({ abi: v3, functionName: 'exactInputSingle', args: [single] }),
    }),
  ];
}
