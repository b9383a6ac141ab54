import { expect, test } from '../test.ts';
import { carol, openAs, showFigures } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/activity/polygon-usdc', title: 'Recent Activity' });
testProtectedPage({ path: '/activity/wallet', title: 'Recent Activity' });

test('the activity of a coin has type, token, status, counterparty, amount and date (§2 Activity)', async ({
  page,
}) => {
  await openAs(page, carol, '/activity/polygon-usdc?type=receive');
  await showFigures(page);
  const row = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem').last();
  await expect(row).toContainText('Receive');
  await expect(row).toContainText(/from 0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/);
  await expect(row).toContainText('Success');
  await expect(row).toContainText(/\+[0-9,]+\.[0-9]{4} USDC/);
  await expect(row).toContainText(/[0-9]{2}:[0-9]{2}/);
});

test('menus filter by coin and by type, and an empty result says what to do', async ({ page }) => {
  await openAs(page, carol, '/activity/polygon-usdc');
  await page.getByRole('button', { name: 'Coin: USDC on Polygon' }).click();
  await page.getByRole('menuitem', { name: 'POL on Polygon' }).click();
  await expect(page).toHaveURL('/activity/polygon-pol');
  await page.getByRole('button', { name: 'Type: All types' }).click();
  await page.getByRole('menuitem', { name: 'Unshield' }).click();
  await expect(page).toHaveURL('/activity/polygon-pol?type=unshield');
  await expect(page.getByText('No activity for “Unshield”')).toBeVisible();
});

test('an unknown coin is reported as unknown', async ({ page }) => {
  await openAs(page, carol, '/activity/polygon-doge');
  await expect(page.getByRole('alert')).toContainText('Kax doesn’t support this coin.');
});
