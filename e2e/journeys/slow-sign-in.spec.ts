import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { guessPasswords } from '../strangers.ts';
import { expect, test } from '../test.ts';
import { newcomer } from '../users.ts';

const owner = newcomer('Nora Slow');
const CHECKING = 'We’re checking that this isn’t automated. It takes a few seconds.';

test.describe.configure({ mode: 'serial' });

async function enter(page: Page, email: string, password = NEW_PASSWORD) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('while strangers guess, the owner signs in on a new device after a few seconds of work', async ({
  page,
  baseURL,
}) => {
  await createUser(page.request, String(baseURL), owner);
  await guessPasswords(String(baseURL), { email: owner.email, paid: 5 });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.goto('/login');
  await enter(page, owner.email);
  const bar = page.getByRole('progressbar', { name: CHECKING });
  await expect(bar).toBeVisible();
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible();
  await page.waitForURL('**/dashboard');
  expect(workers).toHaveLength(1);
  expect(workers[0]).toContain(String(baseURL));
});

test('a name without an account reads the same, and leaving the page ends the work', async ({
  page,
  baseURL,
}) => {
  const email = `${randomUUID()}@kax.test`;
  await guessPasswords(String(baseURL), { email, paid: 6 });
  await page.goto('/login');
  await enter(page, email);
  await expect(page.getByText(CHECKING)).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.waitForURL('**/register');
  await expect.poll(() => page.workers().length).toBe(0);

  await page.goto('/login');
  await enter(page, email);
  await expect(page.getByText(CHECKING)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email, phone or password.');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
});

test('a browser that runs no worker does the work in the page', async ({ page, baseURL }) => {
  const email = `${randomUUID()}@kax.test`;
  await guessPasswords(String(baseURL), { email, paid: 4 });
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'));
  await page.goto('/login');
  await enter(page, email);
  await expect(page.getByText(CHECKING)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('Incorrect email, phone or password.');
});

test('too many attempts from here count down, and then the form is as before', async ({ page }) => {
  const email = `${randomUUID()}@kax.test`;
  await page.goto('/login');
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const response = page.waitForResponse('**/api/auth/login');
    await enter(page, email, 'Wrong!Guess1');
    await response;
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  }
  await expect(page.getByText(/Try again in 0:0\d\./)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many attempts\. Try again in \d seconds?\.$/,
  );
  await expect(page.getByText(/Try again in/)).toHaveCount(0);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
});
