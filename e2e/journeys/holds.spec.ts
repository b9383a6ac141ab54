import type { APIRequestContext, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expectAccessible } from '../accessible.ts';
import { openChain } from '../chain.ts';
import { connectAuthenticator, onLocalhost } from '../passkeys.ts';
import { codesOf, createUser } from '../registration.ts';
import {
  addPasskey,
  approvalOf,
  expectSent,
  fundWith,
  openSecurity,
  payUsdc,
  SECURITY,
  signInFunded,
} from '../security.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, showFigures, type User } from '../users.ts';

test.use(onLocalhost);

const RESET_PASSWORD = 'Loud!Harbor8';
const heidi = newcomer('Heidi Wolf');
const ivo = newcomer('Ivo Novak');

/** Resets the password with both codes, as whoever lost it does. */
async function resetPassword(page: Page, baseURL: string | undefined, user: User): Promise<void> {
  await page.goto('/privacy.html');
  await page.evaluate(() => localStorage.clear());
  const after = new Date();
  await page.goto('/forgot-password');
  await page.getByLabel('Email', { exact: true }).fill(user.email);
  await page.getByRole('button', { name: 'Verify' }).click();
  const codes = await codesOf(page.request, baseURL ?? '', user, after);
  await page.getByLabel('Email Code').fill(codes.emailCode);
  await page.getByLabel('Phone Code').fill(codes.phoneCode);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('New password', { exact: true }).fill(RESET_PASSWORD);
  await page.getByLabel('Confirm new password').fill(RESET_PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Your password has been reset successfully!' }),
  ).toBeVisible();
}

/** @returns how much of a user's USDC an address has, base units */
async function receivedBy(
  request: APIRequestContext,
  { baseURL, user, to }: { baseURL: string | undefined; user: User; to: `0x${string}` },
): Promise<() => Promise<bigint>> {
  const client = await signInClient(request, user, RESET_PASSWORD);
  const { address } = await client.coin('polygon-usdc');
  return () => openChain(baseURL, 'polygon').balance(to, address as `0x${string}`);
}

test('after a reset, little leaves for a day, exports wait, and no first passkey is added', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', heidi);
  await fundWith(await signInFunded(request, heidi, { baseURL }), { baseURL, usdc: 100n });
  await resetPassword(page, baseURL, heidi);
  await openAs(page, heidi, '/dashboard', RESET_PASSWORD);
  await showFigures(page);
  const banner = page.getByRole('status').filter({ hasText: /Large payments wait until/ });
  await expect(banner).toContainText(/wait until tomorrow at \d\d:\d\d/);
  await expect(banner).toContainText('up to $50 a day');
  await expect(banner.getByRole('button')).toHaveCount(0);
  await expectAccessible(page, 'dashboard on hold');

  const to = privateKeyToAddress(generatePrivateKey());
  const received = await receivedBy(request, { baseURL, user: heidi, to });
  await expectSent(await payUsdc(page, '40', to));
  await expect.poll(received).toBe(40_000_000n);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const second = await payUsdc(page, '11', to);
  const refusal = second.dialog.getByRole('alert');
  await expect(refusal).toContainText('You reset your password recently.');
  await expectAccessible(page, 'a payment on hold');
  await refusal.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(SECURITY);

  // Whoever reset the password may not add what would keep the owner out.
  const device = await connectAuthenticator(page);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Your password').fill(RESET_PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByRole('alert')).toContainText('can’t add your first second factor yet');
  expect(await device.count()).toBe(0);

  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Export Private Key' }).click();
  await page.getByLabel('Your password').fill(RESET_PASSWORD);
  await page.getByLabel('Your password').press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('can’t export keys');
  expect(await received()).toBe(40_000_000n);
});

test('a passkey from before the reset ends the hold', async ({ page, request, baseURL }) => {
  await connectAuthenticator(page);
  await openSecurity(page, { request, baseURL }, ivo);
  await addPasskey(page, 'Laptop');
  await signInFunded(request, ivo, { baseURL, usdc: 100n });
  await resetPassword(page, baseURL, ivo);
  await openAs(page, ivo, SECURITY, RESET_PASSWORD);

  const banner = page.getByRole('status').filter({ hasText: /Large payments wait until/ });
  await expect(banner).toBeVisible();
  await expectAccessible(page, 'security on hold');
  await banner.getByRole('button', { name: 'End it with a passkey' }).click();
  const approval = approvalOf(page, 'End the hold');
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('The hold has ended')).toBeVisible();
  await expect(banner).toBeHidden();

  await page.goto('/dashboard');
  const to = privateKeyToAddress(generatePrivateKey());
  const received = await receivedBy(request, { baseURL, user: ivo, to });
  const send = await payUsdc(page, '60', to);
  await approvalOf(page, 'Approve a new recipient')
    .getByRole('button', { name: /^Approve 60/ })
    .click();
  await expectSent(send);
  await expect.poll(received).toBe(60_000_000n);
});
