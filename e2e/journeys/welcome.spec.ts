import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { openStranger } from '../claims.ts';
import { describeModal } from '../pool-modals.ts';
import { codesOf, enterCodes, fillInRegistration, NEW_PASSWORD } from '../registration.ts';
import { signInClient } from '../server.ts';

import { expect, test } from '../test.ts';
import { newcomer, openAs, showFigures, type User } from '../users.ts';

/** Long enough for a shield and a new scan. */
const MOVED = { timeout: 180_000 };

interface Site {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
}

async function register(page: Page, user: User, site: Site): Promise<void> {
  await page.goto('/register');
  await goOnRegistering(page, user, site);
}

async function goOnRegistering(page: Page, user: User, site: Site): Promise<void> {
  const { request, baseURL } = site;
  await fillInRegistration(page, user);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/verify-otp/);
  await enterCodes(page, await codesOf(request, baseURL ?? '', user));
  await page.getByRole('button', { name: 'Verify' }).click();
}

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const greeting = (page: Page) => dialogOf(page, /^Welcome to Kax, /);
const balances = (page: Page) => dialogOf(page, 'One wallet, two balances');
const start = (page: Page) => dialogOf(page, 'Where would you like to start?');

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page
    .getByRole('dialog')
    .evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  expect(excess).toBe(0);
}

test('a new user goes through the welcome with the keyboard, Back and reload, and sees it once', async ({
  page,
  request,
  baseURL,
}) => {
  const vera = newcomer('Vera Quist');
  await register(page, vera, { request, baseURL });

  await expect(greeting(page)).toContainText('Welcome to Kax, Vera');
  await expect(page).toHaveURL('/dashboard?do=welcome');
  await expect(page.getByRole('heading', { name: 'Welcome to Kax, Vera' })).toBeFocused();
  await expectAccessible(page, 'welcome');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome to Kax, Vera' })).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(greeting(page).getByRole('button', { name: 'Show me how it works' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(balances(page).getByRole('heading', { level: 3 })).toHaveText([
    'Public',
    'Private',
    'Moving between them',
  ]);
  await expect(page.getByRole('heading', { name: 'One wallet, two balances' })).toBeFocused();
  await expectAccessible(page, 'the two balances');
  await page.reload();
  await expect(balances(page)).toBeVisible();
  await page.goBack();
  await expect(greeting(page)).toBeVisible();
  await page.goForward();
  await balances(page).getByRole('button', { name: 'Choose where to start' }).click();
  await expect(start(page)).toBeVisible();
  await page.reload();
  await expect(start(page).getByRole('button', { name: 'Add money' })).toBeVisible();
  await expectAccessible(page, 'where to start');

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 650 });
    await expectNoSidewaysScroll(page);
  }
  await page.evaluate(() => document.documentElement.classList.replace('dark', 'light'));
  await expectAccessibleColours(page, 'where to start, light');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goBack();
  await page.goBack();
  await expect(greeting(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Three steps to get going')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Three steps to get going')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();

  // It can be read again.
  await page.goto('/dashboard/settings');
  await page.getByRole('link', { name: 'How your two balances work' }).click();
  await expect(balances(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/dashboard');
});

test('a new user skips the welcome, and whoever signs in again has none', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const milo = newcomer('Milo Brandt');
  await register(page, milo, { request, baseURL });
  await greeting(page).getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('Three steps to get going')).toBeVisible();
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');

  for (const again of [page, await openStranger(browser, '/login', baseURL)]) {
    await again.goto('/login');
    await again.getByLabel('Email', { exact: true }).fill(milo.email);
    await again.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await again.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(again.getByRole('radiogroup', { name: 'Wallet mode' })).toBeVisible();
    await expect(again.getByText(/Welcome back!/)).toBeVisible();
    await expect(again.getByRole('dialog')).toBeHidden();
    await expect(again).toHaveURL('/dashboard');
  }
});

test('whoever registers on the way to another page goes there first', async ({
  page,
  request,
  baseURL,
}) => {
  const ivo = newcomer('Ivo Sandberg');
  await page.goto('/contacts');
  await page.waitForURL('**/login');
  await page.locator('a[href="/register"]').click();
  await goOnRegistering(page, ivo, { request, baseURL });
  await page.waitForURL('**/contacts');
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No contacts yet')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('link', { name: /^(PiggyBank|Home)$/ }).click();
  await expect(greeting(page)).toBeVisible();
});

test('a new user with money makes 5 USDC private, and the page says what’s left', async ({
  page,
  request,
  baseURL,
}) => {
  const nia = newcomer('Nia Castell');
  await register(page, nia, { request, baseURL });
  await expect(greeting(page)).toBeVisible();
  const client = await signInClient(request, nia, NEW_PASSWORD);
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).availableBaseUnits), MOVED)
    .toBeGreaterThan(5_000_000n);
  await greeting(page).getByRole('button', { name: 'Show me how it works' }).click();
  await balances(page).getByRole('button', { name: 'Choose where to start' }).click();
  await start(page).getByRole('button', { name: 'Make some private' }).click();

  const { dialog, confirm, submit } = await describeModal(page, 'Shield');
  const amount = dialog.getByRole('textbox', { name: 'Amount' });
  await expect(amount).toHaveValue('5');
  await expect(dialog.getByText('Your first private move.')).toBeVisible();
  await expectAccessible(page, 'a guided shield');
  await page.reload();
  await expect(amount).toHaveValue('5');
  await expect(dialog.getByText('Who can see it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('region', { name: 'Shield 5 USDC' })).toContainText('4.9875 USDC');
  await page.goBack();
  await expect(amount).toHaveValue('5');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(confirm).toHaveText('Shield 5 USDC');
  await submit();

  const left = dialog.getByRole('region', { name: 'What’s left' });
  await expect(left.getByText('Done. Switch to Private to see it.')).toBeVisible(MOVED);
  await expectAccessible(page, 'what is left');
  await left.getByRole('link', { name: 'Back up' }).click();
  await expect(page).toHaveURL('/dashboard/settings');

  await openAs(page, nia, '/dashboard', NEW_PASSWORD);
  await showFigures(page);
  await expect(page.getByText('2 of 3 done')).toBeVisible(MOVED);
});
