import { sentenceByCode } from '#wire/errors';
import { expect, test } from '../test.ts';
import { alice, bob, carol, openAs, PASSWORD, signIn } from '../users.ts';

test('signs in by email, welcomes by name and goes to /dashboard (§2 Login)', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Kax Wallet Login' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(alice.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText(`Hello! ${alice.name}, Welcome back!`)).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText(`Hello! ${alice.name}, Welcome back!`)).toBeHidden();
});

test('replaces the login in the history, so that Back does not return to it (§2 Login)', async ({
  page,
}) => {
  await page.goto('/privacy.html');
  await signIn(page, carol);
  await page.goBack();
  await expect(page).toHaveURL('/privacy.html');
});

test('signs in by phone, with the US preselected (§2 Login)', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('radio', { name: 'Use phone' }).click();
  await expect(page.getByRole('button', { name: 'Country: United States' })).toHaveText(/US \+1/);
  await page.getByLabel('Phone', { exact: true }).fill(bob.phone);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toContainText(bob.name);
});

test('accepts at most 15 digits of a phone number (§5 Phone input)', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('radio', { name: 'Use phone' }).click();
  const phone = page.getByLabel('Phone', { exact: true });
  await expect(phone).toBeEnabled();
  await phone.pressSequentially('12345678901234567890');
  const digits = (await phone.inputValue()).replace(/\D/g, '');
  expect(digits.length).toBeLessThanOrEqual(15);
});

test('finds a country by typing (§5 Phone input)', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('radio', { name: 'Use phone' }).click();
  await page.getByRole('button', { name: 'Country: United States' }).click();
  await page.getByRole('combobox', { name: 'Search by country' }).fill('swe');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.getByRole('option', { name: /Sweden/ }).click();
  await expect(page.getByRole('button', { name: 'Country: Sweden' })).toHaveText(/SE \+46/);
});

test('a wrong password says so and keeps what was typed', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(carol.email);
  await page.getByLabel('Password', { exact: true }).fill('Wrong!Pass1');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(sentenceByCode['wrong-credentials']);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(carol.email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Wrong!Pass1');
  await expect(page).toHaveURL('/login');
});

test('an unknown email gets the same message as a wrong password', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('nobody@kax.test');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(sentenceByCode['wrong-credentials']);
});

test("shows 'Signing In...' while busy, and a double press sends one request (§2 Login)", async ({
  page,
}) => {
  let requests = 0;
  await page.route('**/api/auth/login', async (route) => {
    requests += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(carol.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).dblclick();
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  expect(requests).toBe(1);
});

test('requires both fields before anything is sent (§5 Login)', async ({ page }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) requests += 1;
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/login');
  expect(requests).toBe(0);
});

test('when the server does not respond, a message says so and what was typed stays (§8)', async ({
  page,
}) => {
  await page.route('**/api/auth/login', (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(carol.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Network Error');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(carol.email);
});

test('shows and hides the password (§2 Login)', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('secret');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('leads to the other guest pages, the terms and the privacy page (§2 Auth screen)', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  const register = page.getByText('New to Kax wallet?').getByRole('link');
  await expect(register).toHaveAttribute('href', '/register');
  await expect(page.getByText(/^Powered by /)).toBeVisible();
  for (const name of ['Terms', 'Privacy']) {
    await page.goto('/login');
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

test('a signed-in visitor is sent to /dashboard (§2)', async ({ page }) => {
  await openAs(page, carol, '/login');
  await expect(page).toHaveURL('/dashboard');
});

test('signing in leads to the page that was requested', async ({ page }) => {
  await page.goto('/user-sessions');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email', { exact: true }).fill(carol.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/user-sessions');
});

test('is readable before its scripts load, but not usable until then (decision 0025)', async ({
  page,
}) => {
  let letScriptsThrough = () => {};
  const waiting = new Promise<void>((resolve) => {
    letScriptsThrough = resolve;
  });
  // Visitors with the light theme see it only with its scripts.
  await page.addInitScript(() => localStorage.removeItem('railway-theme'));
  await page.route('**/assets/*.js', async (route) => {
    await waiting;
    await route.continue();
  });
  const opened = page.goto('/login');
  await expect(page.getByText('Kax Wallet Login', { exact: true })).toBeVisible();
  expect(await page.locator('#root').evaluate((root) => root.hasAttribute('inert'))).toBe(true);
  letScriptsThrough();
  await opened;
  await page.getByLabel('Email', { exact: true }).fill('alice@kax.test');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('alice@kax.test');
  expect(await page.locator('#root').evaluate((root) => root.hasAttribute('inert'))).toBe(false);
});
