import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { openChain } from '../chain.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { openSend } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, carol, newcomer, openAs, showFigures } from '../users.ts';

const RATES = '**/api/currency-rates';
const SETTINGS = '/dashboard/settings/currency';
const karim = newcomer('Karim Haddad');

const PER_USD = { EUR: 0.92, GBP: 0.79, JPY: 155.1, BRL: 5.4, INR: 84.2, NGN: 1_600 };

/** Real rates change; these make the amounts of a test known. */
async function fixRates(page: Page): Promise<void> {
  const asOf = new Date().toISOString();
  const rates = Object.entries(PER_USD).map(([currency, perUsd]) => ({ currency, perUsd, asOf }));
  await page.route(RATES, (route) => route.fulfill({ json: { rates } }));
}

test('values are in euros from the choice on, and an amount typed in euros is paid as reviewed', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  await createUser(request, baseURL ?? '', karim);
  const receiver = await signInClient(request, karim, NEW_PASSWORD);
  const usdc = await receiver.coin('polygon-usdc');
  const token = usdc.address as `0x${string}`;
  const received = () => chain.balance(receiver.publicAddress, token);
  await expect.poll(received).toBeGreaterThan(0n);
  const before = await received();

  await fixRates(page);
  await openAs(page, alice, '/dashboard/settings');
  await page.getByRole('link', { name: /^Language and currency/ }).click();
  await page.getByRole('radio', { name: 'Euro' }).check();
  await page.goto('/dashboard');
  await showFigures(page);
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account.getByRole('tab', { name: 'EUR' })).toBeVisible();
  await expect(account).toContainText(/€[\d,]+\.\d\d/);
  await expect(page.getByRole('main')).not.toContainText('$');

  const send = await openSend(page, 'USDC on Polygon');
  await send.dialog.getByRole('button', { name: 'Type in euros' }).click();
  await send.amount.fill('€4.60');
  const label = /^Confirm and send ([\d.]+) USDC$/;
  await send.next();
  await send.review(receiver.publicAddress);
  await expect(send.dialog.getByText('€4.60')).toBeVisible();
  await expect(send.confirm).toHaveText(label);
  const reviewed = label.exec((await send.confirm.textContent()) ?? '')?.[1] ?? '';
  const [whole = '', fraction = ''] = reviewed.split('.');
  const units = BigInt(whole + fraction.padEnd(6, '0'));
  await expect(send.confirm).toBeEnabled();
  await send.confirm.click();
  await expect(send.dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
  await expect.poll(received, { timeout: 60_000 }).toBe(before + units);

  await page.goto('/dashboard');
  await expect(account.getByRole('tab', { name: 'EUR' })).toBeVisible();
});

test('without a rate, values are in US dollars, and the dashboard says so', async ({ page }) => {
  await fixRates(page);
  await openAs(page, carol, SETTINGS);
  await page.getByRole('radio', { name: 'Euro' }).check();
  await page.unroute(RATES);
  await page.route(RATES, (route) => route.abort());
  await page.evaluate(() => localStorage.removeItem('kax-currency-rates'));
  await page.goto('/dashboard');
  await showFigures(page);
  const account = page.getByRole('region', { name: 'Account' });
  await expect(account).toContainText('No euro rate right now. Showing US dollars.');
  await expect(account).toContainText(/\$[\d,]+\.\d\d/);
  await expect(account.getByRole('tab', { name: 'USD' })).toBeVisible();
});

test('whoever sees US dollars requests no rate', async ({ page }) => {
  const requests: string[] = [];
  await page.route(RATES, (route) => {
    requests.push(route.request().url());
    return route.abort();
  });
  await openAs(page, carol, '/dashboard');
  await expect(page.getByRole('listitem').filter({ hasText: 'USDC' }).first()).toBeVisible();
  expect(requests).toEqual([]);
});

for (const [theme, expectGood] of [
  ['dark', expectAccessible],
  ['light', expectAccessibleColours],
] as const) {
  test(`the choice fits 1440, 390 and 320 px, and axe finds nothing, ${theme}`, async ({
    page,
  }) => {
    await fixRates(page);
    await openAs(page, carol, '/privacy.html');
    await page.evaluate((name) => localStorage.setItem('railway-theme', name), theme);
    await page.goto(SETTINGS);
    await showFigures(page);
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByText(/^₦[\d,.]+/)).toBeVisible();
      await expectGood(page, `${width} px`);
      const surplus = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(surplus, `${width} px`).toBe(0);
    }
  });
}
