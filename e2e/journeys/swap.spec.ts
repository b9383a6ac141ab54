import type { Locator, Page } from '@playwright/test';
import { maxUint256, parseUnits } from 'viem';
import { openChain } from '../chain.ts';
import { type KaxMarket, openKaxMarket } from '../market.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { type Client, signInClient } from '../server.ts';
import { findRoutes, letSolverDeliver, untilEnded } from '../swaps.ts';
import { expect, test } from '../test.ts';
import { alice, bob, carol, newcomer, openAs, showFigures, signIn, signOut } from '../users.ts';

// Serial: the tests share the pools, and some of them move the price.
test.describe.configure({ mode: 'serial' });

// A wallet whose balances no other test changes.
const mila = newcomer('Mila Novak');

test('alice swaps 50 KAX on Polygon for AVAX on Avalanche and gets what the quote promised', async ({
  page,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, alice);
  const before = await balancesOf(client, baseURL);

  await openAs(page, alice, '/rango-exchange');
  await showFigures(page);
  await chooseKax(page);
  const routes = await seekRoutes(page, '50');
  await expect(routes).toHaveCount(3);
  await expect(routes.first()).toContainText(/Total fee \$\d+\.\d\d/);
  await expect(routes.first()).toContainText(/\d+ seconds/);
  await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
  await expect(page.getByText('Minimum received')).toBeVisible();
  await expect(page.getByText('Source wallet')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();

  await expect(page.getByRole('list', { name: 'Steps of the swap' })).toBeVisible();
  await untilSuccessful(page);
  const [entry] = (await client.get('/rango/history')).body.data;
  expect(entry.progress.at(-1).delivery).toBe('confirmed');
  const after = await balancesOf(client, baseURL);
  expect(before.kax - after.kax).toBe(parseUnits('50', 18));
  expect(after.avax - before.avax).toBe(parseUnits(entry.outputAmount, 18));
  expect(after.avax - before.avax).toBeGreaterThanOrEqual(parseUnits(entry.minimumReceived, 18));

  await page.getByRole('link', { name: 'View in history' }).click();
  const row = page.getByRole('listitem').filter({ hasText: '50.0000 KAX to' }).first();
  await expect(row).toContainText('Success');
  await expect(row.getByText(/^Arrived with/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Swap', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Find Route' })).toBeVisible();
  await expect(page.getByLabel('Sell amount')).toHaveValue('');
});

test('a step on the other chain continues with exactly what the bridge delivered', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', mila);
  const client = await signInClient(request, mila, NEW_PASSWORD);
  // The welcome grant arrives one coin at a time.
  for (const coin of ['kax', 'usdcHere'] as const) {
    await expect.poll(async () => (await balancesOf(client, baseURL))[coin]).toBeGreaterThan(0n);
  }
  await giveAvax(client, baseURL);
  const before = await balancesOf(client, baseURL);
  await openAs(page, mila, '/rango-exchange', NEW_PASSWORD);
  await chooseKax(page);
  await seekRoutes(page, '20');
  await selectRoute(page, /Uniswap V2.*Escrow Bridge.*Uniswap V2/);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await untilSuccessful(page);

  const [entry] = (await client.get('/rango/history')).body.data;
  expect(entry.progress).toHaveLength(3);
  expect(entry.progress.at(-1).delivery).toBe('confirmed');
  const after = await balancesOf(client, baseURL);
  expect(before.kax - after.kax).toBe(parseUnits('20', 18));
  // None of the intermediate dollars remain, and the network fee there was paid with mila's own AVAX.
  expect([after.usdcHere, after.usdcThere]).toEqual([before.usdcHere, before.usdcThere]);
  const fees = parseUnits(entry.outputAmount, 18) - (after.avax - before.avax);
  expect(fees).toBeGreaterThan(0n);
  expect(fees).toBeLessThan(parseUnits('0.01', 18));
  expect(parseUnits(entry.outputAmount, 18)).toBeGreaterThanOrEqual(
    parseUnits(entry.minimumReceived, 18),
  );
});

test('a route whose later step carol cannot pay for on Avalanche is not offered to her', async ({
  request,
}) => {
  const pair = ['polygon-usdc', 'avalanche-avax'] as const;
  const stepsFor = async (client: Client) =>
    (await findRoutes(client, pair, '5')).map(({ swaps }) => swaps.length);
  expect(Math.max(...(await stepsFor(await signInClient(request, carol))))).toBe(1);
  expect(Math.max(...(await stepsFor(await signInClient(request, alice))))).toBe(2);
});

test('the form reports one error at a time', async ({ page }) => {
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

  // From here on with the keyboard only.
  await page.getByRole('button', { name: /Receive blockchain/ }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ava');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /Receive token/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: /USDC/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Receive token/ })).toContainText('USDC');
  await expect(page.getByRole('button', { name: /Receive token/ })).toBeFocused();
  await find.click();
  await expect(page.getByRole('alert')).toHaveText('Insufficient balance for the swap');

  await page.getByLabel('Sell amount').fill('0.5');
  await find.click();
  await expect(page.getByRole('alert')).toContainText(
    'No routes available for the selected tokens and amount.',
  );
  await expect(page.getByText('No routes found. Please adjust your swap details.')).toBeVisible();
  await expect(page.getByText(/For this pair, it’s \d/)).toBeVisible();
});

test('the API also swaps within one chain', async ({ request }) => {
  const client = await signInClient(request, bob);
  const [{ requestId }] = await findRoutes(client, ['polygon-kax', 'polygon-usdc'], '3');
  const usdc = BigInt((await client.coin('polygon-usdc')).balanceBaseUnits);
  const reply = await client.post('/rango/swap', { requestId, slippage: '1' }, requestId);
  expect(reply.status).toBe(200);
  const again = await client.post('/rango/swap', { requestId, slippage: '1' }, requestId);
  expect(again.body.data.requestId).toBe(requestId);
  const entry = await untilEnded(client, requestId);
  expect(entry).toMatchObject({ status: 'completed', progress: [{ delivery: 'confirmed' }] });
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).balanceBaseUnits) - usdc)
    .toBe(parseUnits(entry.outputAmount, 6));
});

test("someone else's route, an unknown route and an edited one move nothing", async ({
  request,
}) => {
  const [mine, theirs] = [await signInClient(request, alice), await signInClient(request, bob)];
  const [offer] = await findRoutes(mine, ['polygon-usdc', 'avalanche-usdc'], '5');
  const { requestId, swaps } = offer;
  const stolen = await theirs.post('/rango/swap', { requestId, slippage: '1' }, 'k1');
  expect([stolen.status, stolen.body.code]).toEqual([409, 'route-expired']);
  const unknown = await mine.post('/rango/swap', { requestId: 'none', slippage: '1' }, 'k2');
  expect([unknown.status, unknown.body.code]).toEqual([409, 'route-expired']);
  const loose = await mine.post('/rango/swap', { requestId, slippage: '50' }, 'k3');
  expect([loose.status, loose.body.code]).toEqual([400, 'slippage-not-valid']);
  for (const edit of [
    { outputAmount: '9999' },
    { swaps: swaps.map((hop) => ({ ...hop, toAmount: '9999' })) },
  ]) {
    const edited = { ...offer, ...edit, slippage: '1' };
    const refused = await mine.post('/rango/swap', edited, requestId);
    expect([refused.status, refused.body.code]).toEqual([409, 'route-changed']);
  }
  const whole = { ...offer, slippage: '1' };
  const reply = await mine.post('/rango/swap', whole, requestId);
  expect(reply.body.data.outputAmount).toMatch(/^4\.\d+$/);
  expect((await untilEnded(mine, requestId)).status).toBe('completed');
});

test('a swap survives a reload and a sign-out, and two presses on Confirm make one', async ({
  page,
  request,
}) => {
  const client = await signInClient(request, alice);
  const count = async () => (await client.get('/rango/history')).body.data.length;
  const before = await count();
  await openAs(page, alice, '/rango-exchange');
  await chooseKax(page);
  await seekRoutes(page, '6');
  await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
  await page.getByRole('button', { name: 'Confirm' }).dblclick();
  await expect(page.getByRole('list', { name: 'Steps of the swap' })).toBeVisible();
  await page.reload({ waitUntil: 'commit' });
  const history = await page.waitForResponse('**/api/rango/history*');
  const [swap] = (await history.json()).data;
  expect(swap.amount).toBe('6');
  // On a slow machine it is over before the page is there again, which has nothing to show then.
  if (swap.status !== 'completed') {
    await showFigures(page);
    await expect(page.getByRole('heading', { name: /^Swapping 6.* KAX to AVAX$/ })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Steps of the swap' })).toBeVisible();
  }
  await signOut(page);
  await signIn(page, alice);
  await page.goto('/rango-exchange?view=history');
  await showFigures(page);
  const row = page.getByRole('listitem').filter({ hasText: '6.0000 KAX to' }).first();
  await expect(row).toContainText('Success', { timeout: 180_000 });
  expect(await count()).toBe(before + 1);
});

test('Back and a reload on the way to a swap keep the pair, and Enter confirms nothing', async ({
  page,
}) => {
  const swaps: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rango/swap')) swaps.push(request.method());
  });
  await openAs(page, alice, '/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Swap' }).click();
  await chooseKax(page);
  await seekRoutes(page, '5');
  await expect(page).toHaveURL('/rango-exchange?step=routes');
  await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
  await expect(page).toHaveURL('/rango-exchange?step=confirm');
  await expect(page.getByRole('heading', { name: 'Route details' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Confirm' })).toBeEnabled();
  await page.getByLabel('Sell amount').press('Enter');
  await page.goBack();
  await expect(page).toHaveURL('/rango-exchange');
  await expect(page.getByRole('button', { name: 'Find Route' })).toBeVisible();
  await expect(page.getByLabel('Sell amount')).toHaveValue('5');

  await page.goForward();
  await expect(page).toHaveURL('/rango-exchange');
  await seekRoutes(page, '5');
  await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
  await page.reload();
  await expect(page).toHaveURL('/rango-exchange');
  await expect(page.getByLabel('Sell amount')).toHaveValue('5');
  await expect(page.getByRole('button', { name: /Sell token/ })).toContainText('KAX');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  expect(swaps).toEqual([]);
});

test('on a phone the confirmation has the screen, with Confirm at its end, also in private mode', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(page, alice, '/rango-exchange');
  await page.getByRole('radio', { name: 'Private', exact: true }).click();
  await expect(page.getByText('Swaps are public, even in private mode.')).toBeVisible();
  await chooseKax(page);
  const routes = await seekRoutes(page, '5');
  await expect(routes.first()).toBeInViewport({ ratio: 0.9 });
  await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
  await expect(page.getByLabel('Sell amount')).toBeHidden();
  const title = page.getByRole('heading', { name: 'Route details' });
  await expect(title).toBeInViewport({ ratio: 1 });
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  const confirm = await topOf(page.getByRole('button', { name: 'Confirm' }));
  for (const part of [title, page.getByText('Source wallet'), page.getByText('Escrow Bridge')]) {
    expect(await topOf(part)).toBeLessThan(confirm);
  }
});

test('a rate that changed before the confirmation is shown and needs another confirmation', async ({
  page,
  request,
  baseURL,
}) => {
  const market = await openMarketFor(await signInClient(request, bob), baseURL);
  await openAs(page, bob, '/rango-exchange');
  await chooseKax(page);
  await seekRoutes(page, '20');
  await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
  try {
    const hash = await market.fall();
    await openChain(baseURL, 'polygon').node.waitForTransactionReceipt({ hash });
    await page.getByRole('button', { name: 'Confirm' }).click();
    const changed = page.getByRole('alert').filter({ hasText: 'The rate has changed.' });
    await expect(changed).toContainText(/It was .* AVAX and is now .* AVAX\./);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await untilSuccessful(page);
  } finally {
    await market.recover();
  }
});

test('a swap whose price moved away is reverted: the money stays, and the screen says so', async ({
  page,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, bob);
  const before = await balancesOf(client, baseURL);
  const market = await openMarketFor(client, baseURL);
  try {
    await openAs(page, bob, '/rango-exchange');
    const spent = await swapUntilLeftBehind(page, market);
    const alert = page.getByRole('alert').filter({ hasText: 'The network rejected this step.' });
    await expect(alert).toContainText('Your KAX didn’t move. You only paid the network fee.');
    expect(before.kax - (await balancesOf(client, baseURL)).kax).toBe(spent);
    await page.goto('/rango-exchange?view=history');
    const row = page.getByRole('listitem').filter({ hasText: 'Your KAX didn’t move' }).first();
    await expect(row).toContainText('Failed');
    await expect(row).not.toContainText('Refunded');
  } finally {
    await market.recover();
  }
});

test('a swap that cannot be delivered is refunded, and the history says so', async ({
  page,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, carol);
  const before = await balancesOf(client, baseURL);
  await letSolverDeliver(client, baseURL, 0n);
  try {
    const [{ requestId }] = await findRoutes(client, ['polygon-usdc', 'avalanche-avax'], '20');
    const reply = await client.post('/rango/swap', { requestId, slippage: '1' }, requestId);
    expect(reply.status).toBe(200);
    const entry = await untilEnded(client, requestId);
    expect(entry).toMatchObject({ status: 'failed', isRefunded: true });
    expect((await balancesOf(client, baseURL)).usdcHere).toBe(before.usdcHere);
  } finally {
    await letSolverDeliver(client, baseURL, maxUint256);
  }
  await openAs(page, carol, '/rango-exchange?view=history');
  const row = page.getByRole('listitem').filter({ hasText: 'You have 20 USDC back.' }).first();
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('Refunded');
});

async function chooseKax(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Sell token/ }).click();
  await page.getByRole('combobox', { name: 'Search by symbol' }).fill('ka');
  await page.getByRole('option', { name: /KAX/ }).click();
}

async function seekRoutes(page: Page, amount: string) {
  await page.getByLabel('Sell amount').fill(amount);
  await page.getByRole('button', { name: 'Find Route' }).click();
  const routes = page.getByRole('region', { name: 'Routes' }).getByRole('article');
  await expect(routes.first()).toBeVisible();
  return routes;
}

async function selectRoute(page: Page, swappers: RegExp): Promise<void> {
  const card = page.getByRole('article').filter({ hasText: swappers });
  await card.first().getByRole('button', { name: 'Select Route' }).click();
}

async function untilSuccessful(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Swap Successful' });
  await expect(heading).toBeVisible({ timeout: 180_000 });
}

/**
 * Swaps 7 KAX and lowers the price between the signature and the block. Repeats when the swap is mined before the
 * price falls.
 * @returns base units of KAX spent by the swaps that were mined too early
 */
async function swapUntilLeftBehind(page: Page, market: KaxMarket): Promise<bigint> {
  for (let taken = 0n; taken < 5n; taken += 1n) {
    await page.goto('/rango-exchange');
    await chooseKax(page);
    await seekRoutes(page, '7');
    await selectRoute(page, /Uniswap V3.*Escrow Bridge/);
    await market.untilFreshBlock();
    const responded = page.waitForResponse((response) => response.url().endsWith('/rango/swap'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await responded;
    await market.fall();
    const success = page.getByRole('heading', { name: 'Swap Successful' });
    const failure = page.getByRole('alert').filter({ hasText: 'Your KAX didn’t move' });
    await expect(success.or(failure)).toBeVisible({ timeout: 180_000 });
    if (await failure.isVisible()) return taken * parseUnits('7', 18);
    await market.recover();
  }
  throw new Error('Every swap was mined before the price fell.');
}

/** Gives the wallet enough AVAX for the network fee of a later step on Avalanche. */
async function giveAvax({ publicAddress }: Client, baseURL: string | undefined): Promise<void> {
  const { node } = openChain(baseURL, 'avalanche');
  const oneAvax = `0x${(10n ** 18n).toString(16)}`;
  await node.request({ method: 'anvil_setBalance', params: [publicAddress, oneAvax] } as never);
}

/** @returns base units on both chains, according to the nodes */
async function balancesOf(client: Client, baseURL: string | undefined) {
  const [polygon, avalanche] = [openChain(baseURL, 'polygon'), openChain(baseURL, 'avalanche')];
  const owner = client.publicAddress;
  const addressOf = async (id: string) => (await client.coin(id)).address as `0x${string}`;
  const [kax, here, there] = await Promise.all(
    ['polygon-kax', 'polygon-usdc', 'avalanche-usdc'].map(addressOf),
  );
  return {
    kax: await polygon.balance(owner, kax ?? null),
    usdcHere: await polygon.balance(owner, here ?? null),
    usdcThere: await avalanche.balance(owner, there ?? null),
    avax: await avalanche.balance(owner, null),
  };
}

async function openMarketFor(client: Client, baseURL: string | undefined) {
  const [kax, usdc] = await Promise.all(
    ['polygon-kax', 'polygon-usdc'].map(async (id) => (await client.coin(id)).address),
  );
  return openKaxMarket(baseURL, { kax: kax as `0x${string}`, usdc: usdc as `0x${string}` });
}
