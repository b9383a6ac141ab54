import { expect, test } from '../test.ts';
import { carol, openAs, showFigures } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/activity/polygon-usdc', title: 'Recent Activity' });
testProtectedPage({ path: '/activity/wallet', title: 'Recent Activity' });

test('the activity of a coin has type, token, status, counterparty, amount and date (§2 Activity)', async ({
  page,
}) => {
  await openAs(page, carol, '/activity/polygon-usdc?type=received');
  await showFigures(page);
  const row = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem').last();
  await expect(row).toContainText('Receive');
  await expect(row).toContainText(/0x[0-9a-fA-F]{4}…[0-9a-fA-F]{4}/);
  await expect(row).toContainText('Success');
  await expect(row).toContainText(/\+[0-9,]+\.[0-9]{4} USDC/);
  await expect(row).toContainText(/[0-9]{2}:[0-9]{2}/);
});

test('a coin, a balance and a filter narrow the list, and an empty result leads back', async ({
  page,
}) => {
  await openAs(page, carol, '/activity/polygon-usdc');
  await page.getByRole('button', { name: 'Coin: USDC on Polygon' }).click();
  await page.getByRole('menuitem', { name: 'POL on Polygon' }).click();
  await expect(page).toHaveURL('/activity/polygon-pol');
  const balances = page.getByRole('radiogroup', { name: 'Which balance' });
  await expect(balances.getByRole('radio', { name: 'Both' })).toBeChecked();
  await balances.getByRole('radio', { name: 'Private', exact: true }).click();
  await page.getByRole('button', { name: 'Private moves' }).click();
  await expect(page).toHaveURL('/activity/polygon-pol?balance=private&type=private-moves');
  await expect(page.getByText('No activity for “Private moves”')).toBeVisible();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await expect(page).toHaveURL('/activity/polygon-pol?balance=private');
});

test('an address with an old type means the filter that took its place', async ({ page }) => {
  await openAs(page, carol, '/activity/polygon-pol?type=unshield');
  await expect(page.getByText('No activity for “Private moves”')).toBeVisible();
});

test('a coin that can’t be private has only its public activity', async ({ page }) => {
  await openAs(page, carol, '/activity/avalanche-avax');
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: 'Which balance' })).toHaveCount(0);
});

test('an unknown coin is reported as unknown', async ({ page }) => {
  await openAs(page, carol, '/activity/polygon-doge');
  await expect(page.getByRole('alert')).toContainText('Kax doesn’t support this coin.');
});
