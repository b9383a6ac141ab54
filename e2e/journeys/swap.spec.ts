import { createWalletClient, http, maxUint256, parseAbi, parseUnits } from 'viem';
import { solver } from '#sandbox/chain/accounts';
import { openChain } from '../chain.ts';
import { alice, bob, carol, openAs, showFigures } from '../people.ts';
import { type Client, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';

test.describe.configure({ mode: 'serial' });

const approveAbi = parseAbi(['function approve(address spender, uint256 value) returns (bool)']);

test('alice swaps 50 KAX on Polygon for AVAX on Avalanche and gets what the quote promised', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(90_000);
  const [polygon, avalanche] = [openChain(baseURL, 'polygon'), openChain(baseURL, 'avalanche')];
  const client = await signInClient(request, alice);
  const kax = (await client.coin('polygon-kax')).address as `0x${string}`;
  const before = {
    kax: await polygon.balance(client.publicAddress, kax),
    avax: await avalanche.balance(client.publicAddress, null),
  };

  await openAs(page, alice, '/rango-exchange');
  await showFigures(page);
  await page.getByRole('button', { name: /Sell token/ }).click();
  await page.getByRole('combobox', { name: 'Search by symbol' }).fill('ka');
  await page.getByRole('option', { name: /KAX/ }).click();
  await page.getByLabel('Sell amount').fill('50');
  await page.getByRole('button', { name: 'Find Route' }).click();
  const routes = page.getByRole('region', { name: 'Routes' }).getByRole('article');
  await expect(routes).toHaveCount(3);
  await expect(routes.first()).toContainText(/Total fee \$\d+\.\d\d/);
  await expect(routes.first()).toContainText(/\d+ seconds/);
  await routes.first().getByRole('button', { name: 'Select Route' }).click();
  await expect(page.getByText('You get at least')).toBeVisible();
  await expect(page.getByText('Source wallet')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();

  await expect(page.getByRole('list', { name: 'Steps of the swap' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Swap Successful' })).toBeVisible({
    timeout: 60_000,
  });
  const [entry] = (await client.get('/rango/history')).body.data;
  const after = {
    kax: await polygon.balance(client.publicAddress, kax),
    avax: await avalanche.balance(client.publicAddress, null),
  };
  expect(before.kax - after.kax).toBe(parseUnits('50', 18));
  expect(after.avax - before.avax).toBe(parseUnits(entry.outputAmount, 18));
  expect(after.avax - before.avax).toBeGreaterThanOrEqual(parseUnits(entry.minimumReceived, 18));

  await page.getByRole('link', { name: 'See it in the history' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '50.0000 KAX to' }).first();
  await expect(row).toContainText('Success');
  await expect(row.getByText(/^Arrived with/)).toBeVisible();
  await page.getByRole('link', { name: 'Swap', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Find Route' })).toBeVisible();
  await expect(page.getByLabel('Sell amount')).toHaveValue('');
});

test('the form says what is wrong, one thing after the other', async ({ page }) => {
  await openAs(page, carol, '/rango-exchange');
  const find = page.getByRole('button', { name: 'Find Route' });
  await expect(page.getByRole('button', { name: /Receive token/ })).toContainText('AVAX');
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid amount');

  await page.getByRole('button', { name: /Receive blockchain/ }).click();
  await page.getByRole('combobox', { name: 'Search by name' }).fill('pol');
  await page.getByRole('option', { name: /Polygon/ }).click();
  await expect(page.getByRole('button', { name: /Receive token/ })).toContainText('Select Token');
  await page.getByLabel('Sell amount').fill('1000000');
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Please select both tokens');

  await page.getByRole('button', { name: /Receive token/ }).click();
  await page.getByRole('option', { name: /USDC/ }).click();
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Please select different blockchains for swap');

  await page.getByRole('button', { name: /Receive blockchain/ }).click();
  await page.getByRole('option', { name: /Avalanche/ }).click();
  await page.getByRole('button', { name: /Receive token/ }).click();
  await page.getByRole('option', { name: /USDC/ }).click();
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Insufficient balance for the swap');

  await page.getByLabel('Sell amount').fill('0.5');
  await find.click();
  await expect(page.getByRole('alert')).toContainText(
    'No routes available for the selected tokens and amount.',
  );
  await expect(page.getByText('No routes found. Please adjust your swap details.')).toBeVisible();
  await expect(page.getByText(/For this pair it is \d/)).toBeVisible();
});

test('within one chain the API swaps too', async ({ request }) => {
  const client = await signInClient(request, bob);
  const requestId = await findRoute(client, 'polygon-kax', 'polygon-usdc', '3');
  const usdc = BigInt((await client.coin('polygon-usdc')).balanceBaseUnits);
  const answer = await client.post('/rango/swap', { requestId, slippage: '1' }, requestId);
  expect(answer.status).toBe(200);
  const again = await client.post('/rango/swap', { requestId, slippage: '1' }, requestId);
  expect(again.body.data.requestId).toBe(requestId);
  const entry = await untilEnded(client, requestId);
  expect(entry.status).toBe('completed');
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).balanceBaseUnits) - usdc)
    .toBe(parseUnits(entry.outputAmount, 6));
});

test('a route of somebody else, an unknown one and an edited one move nothing', async ({
  request,
}) => {
  const [mine, theirs] = [await signInClient(request, alice), await signInClient(request, bob)];
  const requestId = await findRoute(mine, 'polygon-usdc', 'avalanche-usdc', '5');
  const stolen = await theirs.post('/rango/swap', { requestId, slippage: '1' }, 'k1');
  expect([stolen.status, stolen.body.code]).toEqual([409, 'route-expired']);
  const unknown = await mine.post('/rango/swap', { requestId: 'none', slippage: '1' }, 'k2');
  expect([unknown.status, unknown.body.code]).toEqual([409, 'route-expired']);
  const loose = await mine.post('/rango/swap', { requestId, slippage: '50' }, 'k3');
  expect([loose.status, loose.body.code]).toEqual([400, 'slippage-not-valid']);
  // What the browser says of the route besides its number is not even read.
  const edited = { requestId, slippage: '1', outputAmount: '9999', swaps: [{ toAmount: '9999' }] };
  const answer = await mine.post('/rango/swap', edited, requestId);
  expect(answer.body.data.outputAmount).toMatch(/^4\.\d+$/);
  expect((await untilEnded(mine, requestId)).status).toBe('completed');
});

test('a swap that cannot be delivered comes back, and the history says so', async ({
  page,
  request,
  baseURL,
}) => {
  test.setTimeout(120_000);
  const client = await signInClient(request, carol);
  const usdc = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const polygon = openChain(baseURL, 'polygon');
  const before = await polygon.balance(client.publicAddress, usdc);
  const there = (await client.coin('avalanche-usdc')).address as `0x${string}`;
  const bridge = await bridgeOf(client, baseURL);
  await letSolverSpend(baseURL, there, bridge, 0n);
  try {
    const requestId = await findRoute(client, 'polygon-usdc', 'avalanche-avax', '20');
    const answer = await client.post('/rango/swap', { requestId, slippage: '1' }, requestId);
    expect(answer.status).toBe(200);
    const entry = await untilEnded(client, requestId);
    expect(entry).toMatchObject({ status: 'failed', isRefunded: true });
    expect(await polygon.balance(client.publicAddress, usdc)).toBe(before);
  } finally {
    await letSolverSpend(baseURL, there, bridge, maxUint256);
  }
  await openAs(page, carol, '/rango-exchange?view=history');
  const row = page.getByRole('listitem').filter({ hasText: 'You have 20 USDC again.' }).first();
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('Refunded');
});

async function findRoute(client: Client, from: string, to: string, amount: string) {
  const { body } = await client.get('/rango/blockchains');
  const coins = (body.data as { coins: { id: string }[] }[]).flatMap((chain) => chain.coins);
  const [sell, receive] = [from, to].map((id) => coins.find((coin) => coin.id === id));
  const answer = await client.post('/rango/routes', {
    from: sideOf(sell),
    to: sideOf(receive),
    amount,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.results[0].requestId as string;
}

function sideOf(coin: unknown) {
  const { blockchain, address, symbol } = coin as Record<string, string | null>;
  return { blockchain, address, symbol };
}

/** Goes on as an open page would. */
async function untilEnded(client: Client, requestId: string) {
  for (let attempt = 0; attempt < 90; attempt += 1) {
    await client.post('/rango/swap/continue', {});
    const { body } = await client.get('/rango/history');
    const entry = body.data.find((one: { requestId: string }) => one.requestId === requestId);
    if (entry?.status === 'completed' || entry?.status === 'failed') return entry;
    await new Promise((done) => setTimeout(done, 1_000));
  }
  throw new Error(`Swap ${requestId} stays under way.`);
}

/** The contract on Avalanche that takes the solver's money to deliver: the same code and the same place in the list. */
async function bridgeOf(client: Client, baseURL: string | undefined): Promise<`0x${string}`> {
  const { node } = openChain(baseURL, 'avalanche');
  const usdc = (await client.coin('avalanche-usdc')).address as `0x${string}`;
  const logs = await node.getLogs({
    address: usdc,
    event: parseAbi([
      'event Approval(address indexed owner, address indexed spender, uint256 value)',
    ])[0],
    args: { owner: solver.address },
    fromBlock: 0n,
  });
  const spender = logs[0]?.args.spender;
  if (spender === undefined) throw new Error('The solver lets nobody spend.');
  return spender;
}

async function letSolverSpend(
  baseURL: string | undefined,
  token: `0x${string}`,
  spender: `0x${string}`,
  value: bigint,
): Promise<void> {
  const { node } = openChain(baseURL, 'avalanche');
  const url = new URL(baseURL ?? '');
  url.port = String(Number(url.port) + 2);
  const wallet = createWalletClient({ account: solver, transport: http(url.toString()) });
  const hash = await wallet.writeContract({
    address: token,
    abi: approveAbi,
    functionName: 'approve',
    args: [spender, value],
    chain: null,
    gas: 100_000n,
  });
  await node.waitForTransactionReceipt({ hash });
}
