import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openChain } from '../chain.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { openSend } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, showFigures } from '../users.ts';

test.describe.configure({ mode: 'serial' });
// Wallets that no other test pays.
const [runa, silas] = [newcomer('Runa Falk'), newcomer('Silas Brandt')] as const;
const PHONE = { width: 390, height: 844 } as const;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  for (const user of [runa, silas]) await createUser(request, baseURL ?? '', user);
  const chain = openChain(baseURL, 'polygon');
  const { publicAddress } = await signInClient(request, runa, NEW_PASSWORD);
  await expect.poll(() => chain.balance(publicAddress, null)).toBeGreaterThan(0n);
  await request.dispose();
});

const rowsOf = (page: Page) =>
  page.getByRole('region', { name: 'Transactions' }).getByRole('listitem');
const searchOf = (page: Page) => page.getByRole('searchbox', { name: 'Search activity' });

test('runa pays silas, and finds the payment by his name, its amount and a filter', async ({
  page,
}) => {
  await openAs(page, runa, '/dashboard', NEW_PASSWORD);
  const send = await openSend(page, 'POL on Polygon');
  await send.amount.fill('0.4375');
  await send.next();
  await send.review(silas.email);
  await send.confirm.click();
  await expect(send.dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await send.dialog.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('link', { name: 'Activity', exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/activity/wallet');
  await showFigures(page);
  const paid = rowsOf(page).filter({ hasText: silas.name });
  await expect(paid).toHaveCount(1);
  await expect(paid).toContainText('−0.4375 POL');
  await expect(paid).toContainText('Success');
  await expect(paid.getByRole('link')).toHaveAttribute(
    'href',
    /^\/activity\/wallet\/operation-[0-9a-f-]{36}$/,
  );
  // What the sandbox gave a new wallet is there too.
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(1);

  for (const query of ['silas', '0.4375', '−0.4375 pol']) {
    await searchOf(page).fill(query);
    await expect(page.getByRole('heading', { name: `1 result for “${query}”` })).toBeVisible();
    await expect(rowsOf(page)).toHaveCount(1);
  }
  await expect(page).toHaveURL('/activity/wallet');
  await expectAccessible(page, 'results');
  await searchOf(page).fill('silsa');
  await expect(page.getByText('Nothing matches “silsa”')).toBeVisible();
  await page.getByRole('region').getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: 'Received' }).click();
  await expect(paid).toHaveCount(0);
  await page.getByRole('button', { name: 'Sent' }).click();
  await expect(paid).toHaveCount(1);
  await expect(page).toHaveURL('/activity/wallet?type=sent');
  await page.reload();
  await expect(paid).toHaveCount(1);
});

test('with the keyboard alone, a search finds a payment and Enter opens it; Back finds the search again', async ({
  page,
}) => {
  await openAs(page, runa, '/activity/wallet', NEW_PASSWORD);
  await expect(rowsOf(page).filter({ hasText: silas.name })).toHaveCount(1);
  await page.keyboard.press('/');
  await expect(searchOf(page)).toBeFocused();
  await page.keyboard.type('silas');
  await expect(rowsOf(page)).toHaveCount(1);
  const link = rowsOf(page).getByRole('link');
  for (let press = 0; press < 20; press += 1) {
    if (await link.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL('/activity/wallet');
  await page.goBack();
  await expect(searchOf(page)).toHaveValue('silas');
  await searchOf(page).press('Escape');
  await expect(searchOf(page)).toHaveValue('');
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(1);
});

test('on a phone, the tab bar leads to the main places and covers neither rows nor toasts', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openAs(page, runa, '/dashboard', NEW_PASSWORD);
  const bar = page.getByRole('navigation', { name: 'Tab bar' });
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Activity', 'Swap', 'Contacts', 'Inbox']);
  for (const [name, path] of [
    ['Swap', '/rango-exchange'],
    ['Contacts', '/contacts'],
    ['Activity', '/activity/wallet'],
  ] as const) {
    await bar.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(bar.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  }
  const last = rowsOf(page).last();
  await last.getByRole('link').focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  const top = async () => (await bar.boundingBox())?.y ?? 0;
  const bottomOf = async (box: Awaited<ReturnType<typeof last.boundingBox>>) =>
    (box?.y ?? 0) + (box?.height ?? 0);
  expect(await bottomOf(await last.boundingBox())).toBeLessThanOrEqual(await top());

  await page.getByRole('button', { name: 'Export CSV' }).click();
  const toast = page.getByText(/^Saved \d+ rows\.$/);
  await expect(toast).toBeVisible();
  expect(await bottomOf(await toast.boundingBox())).toBeLessThanOrEqual(await top());

  await page
    .getByRole('radiogroup', { name: 'Wallet mode' })
    .getByRole('radio', { name: 'Private', exact: true })
    .click();
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Activity', 'Contacts', 'Inbox']);
  await bar.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Receive Assets' })).toBeVisible();
  await expect(bar).toBeHidden();
});

test('a row’s three lines fit at 320 px, with long figures too', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 650 });
  await page.route('**/api/wallet/public/history/wallet', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const transaction of body.data.transactions) {
      transaction.amountBaseUnits = `1${'0'.repeat(transaction.decimals + 9)}`;
    }
    await route.fulfill({ response, json: body });
  });
  await openAs(page, runa, '/activity/wallet', NEW_PASSWORD);
  await showFigures(page);
  await expect(rowsOf(page).filter({ hasText: silas.name })).toContainText(
    '−1,000,000,000.0000 POL',
  );
  const wider = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wider).toBe(0);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('.activity-row *')]
      .map((element) => element.getBoundingClientRect())
      .filter(({ left, right, width }) => width > 1 && (left < 0 || right > innerWidth)),
  );
  expect(cut).toEqual([]);
});
