import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import type { Coin } from '#wire/wallet/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { alice, carol, openAs, showFigures } from '../users.ts';

const PRIVATE_COINS = '**/api/wallet/private/coins';

/** Modifies the real private balance response before the page sees it. */
async function changePrivateCoins(
  page: Page,
  bend: (coin: Coin) => Partial<Coin>,
  privateState: PrivateState = { status: 'ready', asOf: new Date().toISOString() },
): Promise<void> {
  await page.route(PRIVATE_COINS, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const chain of body.data) {
      chain.coins = chain.coins.map((coin: Coin) => ({ ...coin, ...bend(coin) }));
    }
    await route.fulfill({ response, json: { ...body, privateState } });
  });
}

async function openPrivate(page: Page, user = alice): Promise<void> {
  await openAs(page, user, '/dashboard');
  await page.getByRole('radio', { name: 'Private', exact: true }).click();
}

const asUsdc = (change: Partial<Coin>) => (coin: Coin) =>
  coin.id === 'polygon-usdc' ? change : {};

test("the user's own private balance is shown, and no public figure is mistaken for it", async ({
  page,
}) => {
  await openPrivate(page);
  await showFigures(page);
  const polygon = page.getByRole('region', { name: 'Polygon' });
  await expect(polygon.getByText('250.0000 USDC')).toBeVisible({ timeout: 180_000 });
  await expect(polygon.getByText('100.0000 KAX')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Avalanche' })).toHaveCount(0);
  const card = page.getByRole('region', { name: 'Account' });
  await expect(card.getByTitle(/^0zk1[a-z0-9]{123}$/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Private', exact: true })).toBeChecked();
});

test('a private row has Unshield, Refresh, and a menu with Internal Transfer, Receive and History (§2)', async ({
  page,
}) => {
  await changePrivateCoins(page, asUsdc({ balanceBaseUnits: '1000000', isShieldable: true }));
  await openPrivate(page);
  await page.getByRole('button', { name: 'Unshield USDC on Polygon' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Unshield');
  await expect(page.getByRole('button', { name: 'Refresh USDC on Polygon' })).toBeEnabled();
  await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Internal Transfer', 'Receive', 'History']);
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expect(page).toHaveURL('/activity/polygon-usdc');
});

test('a public row has a shield icon only where the coin is shieldable (§2)', async ({ page }) => {
  await openAs(page, alice, '/dashboard');
  await page.getByRole('button', { name: 'Shield USDC on Polygon' }).hover();
  await expect(page.getByRole('tooltip')).toHaveText('Shield');
  await expect(page.getByRole('button', { name: 'Refresh AVAX on Avalanche' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Shield AVAX on Avalanche' })).toHaveCount(0);
});

test('shield, unshield and transfer open from their row', async ({ page }) => {
  await changePrivateCoins(
    page,
    asUsdc({ balanceBaseUnits: '9000000', availableBaseUnits: '9000000' }),
  );
  await openPrivate(page);
  const isOpenAs = (name: string) => expect(page.getByRole('dialog', { name })).toBeVisible();
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Unshield USDC on Polygon' }).click();
  await isOpenAs('Unshield');
  await close();
  await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
  await page.getByRole('menuitem', { name: 'Internal Transfer' }).click();
  await isOpenAs('Internal Transfer');
  await close();
  await page.getByRole('radio', { name: 'Public', exact: true }).click();
  await page.getByRole('button', { name: 'Shield USDC on Polygon' }).click();
  await isOpenAs('Shield');
});

test('pending money is separate from spendable money, with the reason and the time', async ({
  page,
}) => {
  const pending = { reason: 'arriving', until: null, operationId: null } as const;
  await changePrivateCoins(
    page,
    asUsdc({
      balanceBaseUnits: '9000000',
      availableBaseUnits: '2000000',
      pending: [{ ...pending, baseUnits: '7000000' }],
    }),
  );
  await openPrivate(page);
  await showFigures(page);
  await expect(page.getByText('9.0000 USDC')).toBeVisible();
  await expect(page.getByText('2.0000 USDC spendable now')).toBeVisible();
  await expect(page.getByText('7.0000 USDC pending: arriving')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Account' }).getByText(/\$7\.\d+ pending/),
  ).toBeVisible();
});

test('while the balance is opening, loading or unavailable, a message says so', async ({
  page,
}) => {
  const asOf = new Date(Date.now() - 600_000).toISOString();
  const has = asUsdc({ balanceBaseUnits: '9000000' });
  await changePrivateCoins(page, has, { status: 'starting', asOf: null });
  await openPrivate(page);
  await expect(page.getByText(/^We’re opening your private balance/)).toBeVisible();
  await expect(page.getByTestId('coin-skeleton')).toHaveCount(9);

  await page.unroute(PRIVATE_COINS);
  await changePrivateCoins(page, has, { status: 'looking', asOf });
  await expect(page.getByRole('status').getByText('Checking for updates')).toBeVisible();

  await page.unroute(PRIVATE_COINS);
  await changePrivateCoins(page, has, { status: 'away', asOf });
  await expect(page.getByText(/can’t reach the private pool/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send privately' })).toBeDisabled();
});

test('an empty private balance explains how to shield and links there', async ({ page }) => {
  await changePrivateCoins(page, () => ({
    balance: '0',
    balanceBaseUnits: '0',
    availableBaseUnits: '0',
    pending: [],
  }));
  await openPrivate(page, carol);
  await expect(page.getByText('No private balance yet')).toBeVisible();
  await page.getByRole('button', { name: 'Go to public balance' }).click();
  await expect(page.getByRole('button', { name: 'Shield USDC on Polygon' })).toBeVisible();
});

test('Receive Assets shows the full private address and a QR code that decodes to it', async ({
  page,
  request,
}) => {
  await openPrivate(page);
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Receive Assets' });
  const image = dialog.getByRole('img', { name: /^QR code for the address 0zk1/ });
  await expect(image).toHaveJSProperty('naturalWidth', 270);
  const picture = PNG.sync.read(
    await (await request.get((await image.getAttribute('src')) ?? '')).body(),
  );
  const read = jsqr.default(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  expect(read?.data).toMatch(/^0zk1[a-z0-9]{123}$/);
  await expect(dialog.locator('.whole-address')).toHaveText(read?.data ?? '');
  await expect(dialog.getByText('For private payments only.')).toBeVisible();
});

for (const theme of ['dark', 'light'] as const) {
  test(`axe finds nothing in private mode with pending money, ${theme}`, async ({ page }) => {
    await page.goto('/privacy.html');
    await page.evaluate((name) => localStorage.setItem('railway-theme', name), theme);
    const part = { baseUnits: '7000000', reason: 'checking', until: null, operationId: null };
    await changePrivateCoins(
      page,
      asUsdc({ balanceBaseUnits: '9000000', pending: [{ ...part, reason: 'checking' }] }),
    );
    await openPrivate(page);
    await expect(page.getByText(/pending: being checked for stolen money/)).toBeVisible();
    await expectAccessible(page, 'covered');
    await showFigures(page);
    await expectAccessible(page, 'not covered');
    await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
    await expectAccessible(page, 'menu of a private row');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Receive', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Receive Assets' })).toBeVisible();
    await expectAccessible(page, 'private receive');
  });
}
