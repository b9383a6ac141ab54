import type { Page } from '@playwright/test';
import type { Coin } from '#wire/wallet/coin';
import { expect, test } from '../test.ts';
import { alice, openAs, showFigures } from '../users.ts';

const LONG_SYMBOL = 'WRAPPEDSTAKEDSOMETHINGVERYLONG';
const UNITS = `${10n ** 30n + 123_456_789n}`;

const ROUTES = [
  '/dashboard',
  '/dashboard/nfts',
  '/dashboard/dapps',
  '/dashboard/settings',
  '/dashboard/settings/security',
  '/dashboard/deposit-currency',
  '/deposit/polygon-usdc',
  '/activity/wallet',
  '/activity/polygon-usdc',
  '/contacts',
  '/dashboard/inbox',
  '/rango-exchange',
  '/on-ramping',
  '/off-ramping',
  '/reset-password',
  '/user-sessions',
] as const;

/** A coin with a symbol of 30 characters, one of 10^30 units without decimals, and dust, in both balances. */
async function holdLongFigures(page: Page): Promise<void> {
  await page.route(/\/api\/wallet\/(public|private)\/coins$/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const chain of body.data) chain.coins = chain.coins.map(lengthen);
    await route.fulfill({ response, json: body });
  });
}

function lengthen(coin: Coin): Coin {
  const held = { balance: '1', balanceBaseUnits: UNITS, availableBaseUnits: UNITS };
  if (coin.symbol === 'USDC') {
    return {
      ...coin,
      ...held,
      symbol: LONG_SYMBOL,
      name: 'Wrapped Staked Something',
      decimals: 18,
    };
  }
  return coin.symbol === 'KAX' ? { ...coin, ...held, decimals: 0 } : coin;
}

for (const width of [320, 390, 1024, 1440]) {
  test(`long symbols and huge amounts scroll no page sideways at ${width} px`, async ({ page }) => {
    await holdLongFigures(page);
    await page.setViewportSize({ width, height: 700 });
    await openAs(page, alice, '/dashboard');
    await showFigures(page);
    for (const mode of ['Public', 'Private'] as const) {
      for (const path of ROUTES) {
        await page.goto(path);
        await page.getByRole('radio', { name: mode, exact: true }).first().click();
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.locator('.skeleton')).toHaveCount(0);
        const wider = () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
        await expect.poll(wider, `${path} in ${mode}`).toBe(0);
      }
    }
    await page.goto('/dashboard');
    const row = page.getByRole('listitem').filter({ hasText: LONG_SYMBOL }).first();
    await expect(row).toContainText('1,000,000,000,000.000000000123456789');
    await expect.poll(() => page.evaluate(figuresCutOff)).toEqual([]);
    await page.getByRole('button', { name: `More actions for ${LONG_SYMBOL} on Polygon` }).click();
    await page.getByRole('menuitem', { name: 'Internal Transfer' }).click();
    const body = page.getByRole('dialog', { name: 'Internal Transfer' });
    await expect(body.getByRole('textbox', { name: 'Amount' })).toBeVisible();
    const widerBody = () => body.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
    await expect.poll(widerBody, 'the form').toBe(0);
  });
}

/** @returns the figures of the dashboard that reach outside their card */
function figuresCutOff(): readonly string[] {
  return [...document.querySelectorAll('.account-card .amount, .coin-list .amount')]
    .filter((figure) => {
      const card = figure.closest('.card')?.getBoundingClientRect();
      const { left, right } = figure.getBoundingClientRect();
      return card !== undefined && (left < card.left || right > card.right);
    })
    .map((figure) => figure.textContent ?? '');
}
