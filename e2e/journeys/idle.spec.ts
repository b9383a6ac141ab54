import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { alice, bob, openAs, PASSWORD } from '../users.ts';

const IDLE_MS = 30 * 60_000;
const LOGIN_KEYS = ['access_token', 'isAuthenticated', 'refresh_token', 'user'];
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('after 25 minutes it warns with a countdown; Stay Logged In makes a real request (§4 Idle timer)', async ({
  page,
}) => {
  await page.clock.install();
  await openAs(page, alice, '/user-sessions');
  await expect(page.getByText('Current Session')).toBeVisible();
  await page.clock.runFor(2_000);
  await page.clock.fastForward('24:30');
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward('00:40');
  await page.clock.runFor(1_000);
  await expect(warning(page)).toBeVisible();
  await expect(page.getByText(/^2\d\d seconds left$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stay Logged In' })).toBeFocused();
  await expectAccessible(page, 'idle warning');

  await page.mouse.move(200, 300);
  await page.keyboard.press('Escape');
  await page.clock.runFor(2_000);
  await expect(warning(page)).toBeVisible();

  const isForeground = page.waitForRequest(
    (request) => request.url().includes('/api/') && request.headers()['x-background'] === undefined,
  );
  await page.getByRole('button', { name: 'Stay Logged In' }).click();
  await isForeground;
  await page.clock.runFor(1_000);
  await expect(warning(page)).toBeHidden();
});

test('at zero every tab is signed out with nothing stored, shows why, and returns after signing in', async ({
  context,
}) => {
  await context.clock.install();
  const [one, other] = [await context.newPage(), await context.newPage()];
  await openAs(one, bob, '/user-sessions');
  await other.goto('/dashboard/settings');
  await expect(one.getByText('Current Session')).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Settings' })).toBeVisible();
  const token = await one.evaluate(() => localStorage.getItem('access_token'));
  const now = await one.evaluate(() => Date.now());
  await context.clock.pauseAt(now + 2_000);
  // Both are over before either says so: in a browser they have one clock.
  await context.clock.setSystemTime(now + IDLE_MS + 5_000);
  for (const page of [one, other]) {
    await page.clock.runFor(2_000);
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(/We signed you out after 30 minutes of inactivity/)).toBeVisible();
    expect((await storedKeys(page)).filter((key) => LOGIN_KEYS.includes(key))).toEqual([]);
  }
  const response = await one.request.get('/api/wallet/public/coins', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status()).toBe(401);

  await one.getByLabel('Email', { exact: true }).fill(bob.email);
  await one.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await one.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(one).toHaveURL('/user-sessions');
});

test('activity in one tab keeps the other; a new tab does not end a warning', async ({
  context,
}) => {
  await context.clock.install();
  const [one, other] = [await context.newPage(), await context.newPage()];
  await openAs(one, alice, '/user-sessions');
  await other.goto('/user-sessions');
  for (const page of [one, other]) {
    await expect(page.getByText('Current Session')).toBeVisible();
    await page.clock.runFor(2_000);
  }
  await context.clock.fastForward('20:00');
  await one.mouse.move(300, 300);
  await context.clock.fastForward('20:00');
  await other.clock.runFor(2_000);
  await expect(warning(other)).toBeHidden();

  await context.clock.fastForward('06:00');
  await context.clock.runFor(1_000);
  await expect(warning(one)).toBeVisible();
  const third = await context.newPage();
  await third.goto('/user-sessions');
  // The other tabs have responded before the clock jumps over the time that they have for it.
  await expect(third.getByText('Current Session')).toBeVisible();
  await third.clock.runFor(2_000);
  await expect(warning(third)).toBeVisible();
  await third.getByRole('button', { name: 'Stay Logged In' }).click();
  await context.clock.runFor(2_000);
  await expect(warning(one)).toBeHidden();
});

test('a sign-out clears the storage even if the server does not respond (§8 Logout)', async ({
  page,
}) => {
  await page.clock.install();
  await openAs(page, alice, '/user-sessions');
  await expect(page.getByText('Current Session')).toBeVisible();
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.clock.runFor(2_000);
  await page.clock.fastForward('31:00');
  await page.clock.runFor(6_000);
  await expect(page).toHaveURL('/login');
  expect((await storedKeys(page)).filter((key) => LOGIN_KEYS.includes(key))).toEqual([]);
});
