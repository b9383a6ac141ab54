import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

export const guestShots: readonly Shot[] = [
  { name: 'login', open: openLogin },
  {
    name: 'login-phone',
    open: async (page) => {
      await openLogin(page);
      await page.getByRole('radio', { name: 'Use phone' }).click();
      await page.getByRole('button', { name: /^Country/ }).waitFor();
    },
  },
  {
    name: 'login-countries',
    open: async (page) => {
      await openLogin(page);
      await page.getByRole('radio', { name: 'Use phone' }).click();
      await page.getByRole('button', { name: /^Country/ }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'login-wrong',
    open: async (page) => {
      const json = {
        error: 'The sign-in details or the password are not right.',
        code: 'wrong-credentials',
      };
      await page.route('**/api/auth/login', (route) => route.fulfill({ status: 401, json }));
      await submitLogin(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'login-busy',
    open: async (page) => {
      await page.route('**/api/auth/login', () => undefined);
      await submitLogin(page);
      await page.getByRole('button', { name: 'Signing In...' }).waitFor();
    },
  },
  {
    name: 'register',
    open: async (page) => {
      await page.goto('/register');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'terms',
    open: async (page) => {
      await page.goto('/terms.html');
    },
  },
];

async function openLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('heading', { name: 'Kax Wallet Login' }).waitFor();
}

async function submitLogin(page: Page): Promise<void> {
  await openLogin(page);
  await page.getByLabel('Email', { exact: true }).fill('alice@kax.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
