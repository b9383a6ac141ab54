import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { alice, bob, carol, openAs, signIn, signOut } from '../users.ts';

const LOGIN_KEYS = ['access_token', 'isAuthenticated', 'refresh_token', 'user'];

function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).sort());
}

/** Leaves the app, which would use or renew the session while a test changes it. */
async function leaveApp(page: Page): Promise<void> {
  await page.goto('/privacy.html');
}

/** Replaces the valid token with one that the server will refuse. */
async function spoilAccessToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const token = localStorage.getItem('access_token') ?? '';
    localStorage.setItem('access_token', `${token.slice(0, -8)}00000000`);
  });
}

function countPosts(page: Page, path: string): () => number {
  let count = 0;
  // Counts completed requests only: a reload aborts what a tab had just requested.
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(path)) count += 1;
  });
  return () => count;
}

test('the storage has the keys of the specification and no others (§3)', async ({ page }) => {
  await signIn(page, alice);
  await page.getByRole('button', { name: /^Switch to \w+ theme$/ }).click();
  // The visit is counted when the page has nothing else to do.
  await expect
    .poll(() => storedKeys(page))
    .toEqual([
      'access_token',
      'isAuthenticated',
      'kax-settings',
      'railway-theme',
      'refresh_token',
      'user',
    ]);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['kax-visit-counted']);
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('signing out leads to /login and leaves none of the four login keys (§4)', async ({
  page,
}) => {
  await openAs(page, bob, '/dashboard');
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await signOut(page);
  const left = await storedKeys(page);
  expect(left.filter((key) => LOGIN_KEYS.includes(key))).toEqual([]);
  const response = await page.request.get('/api/wallet/public/coins', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status()).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
});

test('a sign-out takes effect in the browser even if the server does not respond (§8)', async ({
  page,
}) => {
  await openAs(page, bob, '/dashboard');
  await page.route('**/api/auth/logout', (route) => route.abort());
  await signOut(page);
  expect((await storedKeys(page)).filter((key) => LOGIN_KEYS.includes(key))).toEqual([]);
});

test('a refused access token is renewed once, and the call is retried once (§4)', async ({
  page,
}) => {
  await openAs(page, alice, '/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  const before = await page.evaluate(() => localStorage.getItem('refresh_token'));
  await leaveApp(page);
  await spoilAccessToken(page);
  const refreshes = countPosts(page, '/api/auth/refresh');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  const token = () => page.evaluate(() => localStorage.getItem('refresh_token'));
  await expect.poll(token).not.toBe(before);
  expect(refreshes()).toBe(1);
});

test('two tabs with a refused token renew it once between them', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await openAs(one, alice, '/dashboard');
  await other.goto('/dashboard');
  await expect(other.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await Promise.all([leaveApp(one), leaveApp(other)]);
  await spoilAccessToken(one);
  const counts = [one, other].map((page) => countPosts(page, '/api/auth/refresh'));
  await Promise.all([one.goto('/dashboard'), other.goto('/dashboard')]);
  for (const page of [one, other]) {
    await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  }
  expect(counts.reduce((sum, count) => sum + count(), 0)).toBe(1);
});

test('a session that cannot be renewed ends at /login with nothing stored (§4)', async ({
  page,
}) => {
  await openAs(page, alice, '/dashboard');
  await leaveApp(page);
  await spoilAccessToken(page);
  await page.evaluate(() => localStorage.removeItem('refresh_token'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  expect((await storedKeys(page)).filter((key) => LOGIN_KEYS.includes(key))).toEqual([]);
});

test('a saved user that does not parse is removed (§4)', async ({ page }) => {
  await openAs(page, alice, '/dashboard');
  await leaveApp(page);
  await page.evaluate(() => localStorage.setItem('user', '{"id": 7'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  expect(await storedKeys(page)).not.toContain('user');
});

test('signing out in one tab signs out the other', async ({ context }) => {
  const [one, other] = [await context.newPage(), await context.newPage()];
  await openAs(one, carol, '/dashboard');
  await other.goto('/dashboard');
  await expect(other.getByRole('region', { name: 'Account' })).toBeVisible();
  await signOut(one);
  await expect(other).toHaveURL('/login');
});

test('a reload keeps the session', async ({ page }) => {
  await signIn(page, carol);
  await page.reload();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toContainText(carol.name);
});
