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
        error: 'Incorrect email, phone or password.',
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
      await page.getByLabel('Phone', { exact: true }).waitFor();
    },
  },
  {
    name: 'register-filled',
    isWholePage: true,
    open: async (page) => {
      await page.goto('/register');
      await page.getByLabel('Full Name').fill('Alice Moreau');
      await page.getByLabel('Email', { exact: true }).fill('alice@kax.test');
      await page.getByLabel('Phone', { exact: true }).fill('4155550101');
      await page.getByLabel('Confirm Password').fill('Piggybank');
      await page.getByLabel('Password', { exact: true }).fill('Piggybank7');
    },
  },
  {
    name: 'verify-otp',
    open: async (page) => {
      await page.goto('/verify-otp?email=alice%40kax.test');
      await page.getByLabel('Email Code').fill('481206');
      await page.getByLabel('Phone Code').pressSequentially('73');
    },
  },
  {
    name: 'verify-otp-wrong',
    open: async (page) => {
      const json = { error: 'Verification failed. Please try again.', code: 'codes-not-right' };
      await page.route('**/api/auth/verify-otps', (route) => route.fulfill({ status: 400, json }));
      await page.goto('/verify-otp?email=alice%40kax.test');
      await enterCodes(page);
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'forgot-password', open: openForgotPassword },
  { name: 'forgot-password-codes', open: requestCodes },
  {
    name: 'forgot-password-new',
    open: async (page) => {
      await requestCodes(page);
      await enterCodes(page);
      await page.getByLabel('Confirm new password').fill('Quiet!');
      await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor');
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

async function openForgotPassword(page: Page): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Email', { exact: true }).waitFor();
}

async function requestCodes(page: Page): Promise<void> {
  const json = { success: true, message: 'Sent.', resendAfter: 60 };
  await page.route('**/api/auth/send-reset-password-otps', (route) => route.fulfill({ json }));
  await openForgotPassword(page);
  await page.getByLabel('Email', { exact: true }).fill('alice@kax.test');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('Email Code').waitFor();
}

async function enterCodes(page: Page): Promise<void> {
  await page.getByLabel('Email Code').fill('481206');
  await page.getByLabel('Phone Code').fill('730001');
  await page.getByRole('button', { name: 'Verify' }).click();
}
