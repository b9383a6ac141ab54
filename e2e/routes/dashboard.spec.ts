import type { Page } from '@playwright/test';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, openAs, showFigures } from '../users.ts';

const COINS = '**/api/wallet/public/coins';

/** Modifies the real balance response before the page sees it. */
// biome-ignore lint/suspicious/noExplicitAny: a response is modified here in ways its type does not allow
async function changeCoins(page: Page, change: (coin: any) => void): Promise<void> {
  await page.route(COINS, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const chain of body.data) for (const coin of chain.coins) change(coin);
    await route.fulfill({ response, json: body });
  });
}

test('a signed-out visitor is sent to /login (§2)', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('shows the wallet name and the public address, and copies it (§2 Dashboard)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, alice, '/dashboard');
  const card = page.getByRole('region', { name: 'Account' });
  const { wallet } = JSON.parse(
    (await page.evaluate(() => localStorage.getItem('user'))) ?? '{}',
  ) as { wallet: { name: string; publicWalletAddress: string } };
  await expect(card.getByRole('heading', { name: wallet.name })).toBeVisible();
  await expect(card.getByTitle(wallet.publicWalletAddress)).toBeVisible();

  const copy = card.getByRole('button', { name: 'Copy to clipboard' });
  await copy.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Copy to clipboard');
  await copy.click();
  await expect(page.getByRole('tooltip')).toHaveText('Copied!');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    wallet.publicWalletAddress,
  );
  await page.mouse.move(0, 0);
  await expect(card.getByRole('button', { name: 'Copy to clipboard' })).toBeVisible();
});

test('figures are hidden by default and absent from the page (§2 Dashboard)', async ({
  page,
  request,
}) => {
  const { balance } = await (await signInClient(request, alice)).coin('polygon-kax');
  await openAs(page, alice, '/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  const shown = Number.parseInt(balance, 10).toLocaleString('en-US');
  expect(await page.content()).not.toContain(shown);
  await showFigures(page);
  await expect(
    page.getByRole('region', { name: 'Polygon' }).getByText(`${shown}`).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Hide amounts' }).click();
  // The pressed button is drawn first, the rest of the page a moment later.
  await expect.poll(() => page.content()).not.toContain(shown);
});

test('totals are Σ balance × price in USD and the sum of KAX in KAX (§9)', async ({
  page,
  request,
}) => {
  const { body } = await (await signInClient(request, alice)).get('/wallet/public/coins');
  await page.route(COINS, (route) => route.fulfill({ json: body }));
  // Both balances hold the same coins.
  const privateState = { status: 'ready', asOf: new Date().toISOString() };
  await page.route('**/api/wallet/private/coins', (route) =>
    route.fulfill({ json: { data: body.data, privateState } }),
  );
  await openAs(page, alice, '/dashboard');
  await showFigures(page);
  const coins: { symbol: string; balance: string; price: { price: number | null } }[] =
    body.data.flatMap((chain: { coins: unknown[] }) => chain.coins);
  const usd = coins.reduce(
    (sum, coin) => sum + 2 * Number.parseFloat(coin.balance) * (coin.price.price ?? 0),
    0,
  );
  const card = page.getByRole('region', { name: 'Account' });
  await expect(card.getByText(/^Hidden on Polygon · /)).toBeVisible();
  const total = await card.locator('.account-card__figure').innerText();
  expect(Math.abs(Number.parseFloat(total.replace(/[$,]/g, '')) - usd)).toBeLessThan(0.02);

  await card.getByRole('tab', { name: 'KAX' }).click();
  const kax = coins.filter((coin) => coin.symbol === 'KAX').map((coin) => coin.balance);
  expect(kax).toHaveLength(1);
  const text = await card.locator('.account-card__figure').innerText();
  const expected = 2 * Number.parseFloat(kax[0] ?? '');
  expect(text).toMatch(/^[\d,.]+ KAX$/);
  expect(Number.parseFloat(text.replaceAll(',', ''))).toBeCloseTo(expected, 6);
});

test('a row has name, chain, price with 2 decimals, change, address, balance and value with 4 (§2)', async ({
  page,
}) => {
  await openAs(page, alice, '/dashboard');
  await showFigures(page);
  const polygon = page.getByRole('region', { name: 'Polygon' });
  await expect(polygon.getByRole('heading', { name: 'Polygon' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Avalanche' }).getByText('AVAX').first(),
  ).toBeVisible();
  const row = polygon.getByRole('listitem').filter({ hasText: 'KAX' });
  const shown = { visible: true } as const;
  await expect(row.getByText(/^\$\d+\.\d{2}$/).filter(shown)).toHaveCount(1);
  await expect(row.locator('.change').filter(shown)).toHaveText(/(up|down) \d+\.\d{2}%/);
  await expect(row.getByText(/^[\d,]+(\.\d+)? KAX$/)).toBeVisible();
  await expect(row.getByText(/^≈ \$[\d,]+\.\d{4}$/)).toBeVisible();
  await expect(row.getByTitle(/^0x[0-9a-fA-F]{40}$/)).toBeVisible();
});

test('a change of 0 or more points up, a negative one down (§2)', async ({ page }) => {
  await changeCoins(page, (coin) => {
    if (coin.id === 'polygon-pol') coin.price.change = 0;
    if (coin.id === 'polygon-kax') coin.price.change = -1.5;
  });
  await openAs(page, alice, '/dashboard');
  const polygon = page.getByRole('region', { name: 'Polygon' });
  const changeOf = (symbol: string) =>
    polygon.getByRole('listitem').filter({ hasText: symbol }).locator('.change').first();
  await expect(changeOf('POL')).toHaveText('up 0.00%');
  await expect(changeOf('KAX')).toHaveText('down 1.50%');
});

test('shows 9 skeletons while the coins load (§9)', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(COINS, async (route) => {
    await held;
    await route.continue();
  });
  await openAs(page, alice, '/dashboard');
  await expect(page.getByTestId('coin-skeleton')).toHaveCount(9);
  release();
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await expect(page.getByTestId('coin-skeleton')).toHaveCount(0);
});

test('refreshing one coin disables only its button, and merges the response into that coin (§4)', async ({
  page,
}) => {
  // Holds the response until both buttons have been checked, however slow the machine is.
  const looked = Promise.withResolvers<void>();
  await page.route('**/api/wallet/public/coins/polygon-usdc/refresh', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.data.balance = '4321.5';
    body.data.balanceBaseUnits = '4321500000';
    await looked.promise;
    await route.fulfill({ response, json: body });
  });
  await openAs(page, alice, '/dashboard');
  await showFigures(page);
  const refresh = page.getByRole('button', { name: 'Refresh USDC on Polygon' });
  const other = page.getByRole('button', { name: 'Refresh KAX on Polygon' });
  await refresh.click();
  await expect(refresh).toBeDisabled();
  await expect(other).toBeEnabled();
  looked.resolve();
  await expect(page.getByText(/^4,321\.50* USDC$/).first()).toBeVisible();
  await expect(refresh).toBeEnabled();
});

test('the menu of a row has Deposit, Send, Receive and History of that coin (§2)', async ({
  page,
}) => {
  await openAs(page, alice, '/dashboard');
  const more = page.getByRole('button', { name: 'More actions for KAX on Polygon' });
  await more.click();
  await expect(page.getByRole('menuitem')).toHaveText(['Deposit', 'Send', 'Receive', 'History']);
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page).toHaveURL('/activity/polygon-kax');
  await page.goBack();
  await more.click();
  await page.getByRole('menuitem', { name: 'Deposit' }).click();
  await expect(page).toHaveURL('/dashboard/deposit-currency');
});

test('a failed read says so, that the money is safe, and offers to try again', async ({ page }) => {
  await page.route(COINS, (route) =>
    route.fulfill({
      status: 503,
      json: { error: 'The network sleeps.', code: 'chain-unavailable' },
    }),
  );
  await openAs(page, alice, '/dashboard');
  await expect(page.getByText('Couldn’t load your balances')).toBeVisible();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  const [reading] = await Promise.all([page.waitForRequest(COINS), tryAgain.click()]);
  expect(reading.method()).toBe('GET');
  await page.unroute(COINS);
  // The page may have read again by itself, after an event.
  const polygon = page.getByRole('region', { name: 'Polygon' });
  await tryAgain
    .or(polygon)
    .first()
    .click({ position: { x: 1, y: 1 } });
  await expect(polygon).toBeVisible();
});

test('outdated balances are marked as outdated, with their time', async ({ page }) => {
  await changeCoins(page, (coin) => {
    coin.isStale = coin.chain === 'Avalanche';
  });
  await openAs(page, alice, '/dashboard');
  await expect(page.getByText(/Showing balances from \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText(/Avalanche isn’t responding/)).toBeVisible();
});

test('a missing price is a dash, and the total says which coin it excludes', async ({ page }) => {
  await changeCoins(page, (coin) => {
    if (coin.id === 'polygon-kax')
      coin.price = { price: null, change: null, asOf: null, samples: [] };
  });
  await openAs(page, alice, '/dashboard');
  await expect(page.getByText('Excludes KAX (no price)')).toBeVisible();
});

test('an empty wallet says so and offers ways to add money', async ({ page }) => {
  await changeCoins(page, (coin) => {
    coin.balance = '0';
    coin.balanceBaseUnits = '0';
    coin.availableBaseUnits = '0';
  });
  await openAs(page, alice, '/dashboard');
  await expect(page.getByText('No coins yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
});

test('private mode shows the private address, and only PiggyBank, Activity and Contacts in the sidebar (§2 Layout)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, alice, '/dashboard');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText([
    'PiggyBank',
    'Activity',
    'Contacts',
    'Exchange',
    'Acquire',
    'Withdraw',
  ]);
  await page.getByRole('radio', { name: 'Private', exact: true }).click();
  await expect(nav.getByRole('link')).toHaveText(['PiggyBank', 'Activity', 'Contacts']);
  await expect(page.getByText('Private mode', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Account' }).getByTitle(/^0zk1[a-z0-9]{123}$/),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Public', exact: true }).click();
  await expect(nav.getByRole('link')).toHaveCount(6);
});
