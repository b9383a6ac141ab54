import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { alice, openAs } from '../users.ts';

const COUNT = 60;

/** Opens a wallet with many coins, which are complete only near the viewport. */
async function openWithManyCoins(page: Page): Promise<void> {
  await page.route('**/api/wallet/public/coins', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const [chain] = data;
    const [coin] = chain.coins;
    const coins = Array.from({ length: COUNT }, (_, index) => ({
      ...coin,
      id: `${coin.id}-${index}`,
      name: `Coin ${index}`,
      symbol: `C${index}`,
    }));
    await route.fulfill({ response, json: { data: [{ ...chain, coins }] } });
  });
  await openAs(page, alice, '/dashboard');
  await expect(page.getByText('Coin 0', { exact: true })).toBeVisible();
}

test('Tab reaches every one of many coins, in their order', async ({ page }) => {
  await openWithManyCoins(page);
  const more = page.getByRole('button', { name: 'More actions for C0 on Polygon' });
  await more.focus();
  const reached: string[] = [];
  // Each row has three controls at most.
  for (let press = 0; press < COUNT * 4 && reached.at(-1) !== `Coin ${COUNT - 1}`; press += 1) {
    const row = await page.evaluate(
      () =>
        document.activeElement?.closest('.coin-row')?.querySelector('.coin-row__name')
          ?.textContent ?? null,
    );
    if (row !== null && row !== reached.at(-1)) reached.push(row);
    await page.keyboard.press('Tab');
  }
  expect(reached).toEqual(Array.from({ length: COUNT }, (_, index) => `Coin ${index}`));
});

test('a coin that is far away is complete once it is near', async ({ page }) => {
  await openWithManyCoins(page);
  await page.getByText(`Coin ${COUNT - 1}`).scrollIntoViewIfNeeded();
  await expect(
    page.getByRole('button', { name: `More actions for C${COUNT - 1} on Polygon` }),
  ).toBeVisible();
});
