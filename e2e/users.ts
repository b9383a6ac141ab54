import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** A user that the sandbox creates at its first start. */
export interface User {
  readonly name: string;
  readonly email: string;
  /** Digits after the country code. */
  readonly phone: string;
}

export const PASSWORD = 'Piggy!Bank7';

export const alice: User = {
  name: 'Alice Moreau',
  email: 'alice@kax.test',
  phone: '4155550101',
};
export const bob: User = { name: 'Bob Okafor', email: 'bob@kax.test', phone: '4155550102' };
export const carol: User = {
  name: 'Carol Lindqvist',
  email: 'carol@kax.test',
  phone: '4155550103',
};

// Each test process registers its own users: one that retries a failed test starts again.
const ownDigits = randomInt(200, 1000);
let newcomers = randomInt(100) * 100;

/** A user registered by a test. No other test uses their email or phone number. */
export function newcomer(name: string, box = name.split(' ')[0]?.toLowerCase()): User {
  newcomers += 1;
  return {
    name,
    email: `${box}.${ownDigits}-${newcomers}@kax.test`,
    phone: `415${ownDigits}${String(newcomers).padStart(4, '0')}`,
  };
}

/** Signs in on the login screen and waits for the dashboard. */
export async function signIn(page: Page, { email }: User): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
}

/** Opens a page as a signed-in user by storing the session, without using the login screen. */
export async function openAs(
  page: Page,
  { email }: User,
  path: string,
  password = PASSWORD,
): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: { email, password } });
  const { user, access_token, refresh_token } = await response.json();
  await page.goto('/privacy.html');
  const stored = {
    user: JSON.stringify(user),
    access_token,
    refresh_token,
    isAuthenticated: 'true',
  };
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await page.goto(path);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
}

/** Shows the figures, unless this browser shows them already. */
export async function showFigures(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  const show = header.getByRole('button', { name: 'Show amounts' });
  await expect(show.or(header.getByRole('button', { name: 'Hide amounts' }))).toBeVisible();
  if (await show.isVisible()) await show.click();
}
