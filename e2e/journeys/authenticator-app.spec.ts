import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openAuthenticatorApp, spoilCode } from '../app-codes.ts';
import { latestCodes } from '../messages.ts';
import { NEW_PASSWORD, spoilCodes } from '../registration.ts';
import { approvalOf, keepRecoveryCodes, openSecurity, SECURITY } from '../security.ts';
import { expect, test } from '../test.ts';
import { newcomer } from '../users.ts';

const elin = newcomer('Elin Falk');

/** Adds an app on the Security page, and closes the recovery codes. */
async function addApp(page: Page) {
  await page.getByRole('button', { name: 'Add app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const shown = await dialog.locator('.app-secret__letters').textContent();
  const secret = (shown ?? '').replaceAll(/[^A-Z2-7]/g, '');
  expect(secret).toHaveLength(32);
  await expectAccessible(page, 'add an app');

  const app = openAuthenticatorApp(secret);
  const code = await app.nextCode();
  await dialog.getByLabel('Code from the app').fill(spoilCode(code));
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Add app' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Incorrect code/);
  await dialog.getByLabel('Code from the app').fill(code);
  await dialog.getByRole('button', { name: 'Add app' }).click();
  const recoveryCodes = await keepRecoveryCodes(page);
  await expect(page.getByRole('button', { name: 'Remove app' })).toBeVisible();
  return { app, recoveryCodes };
}

async function requestExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export Private Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export Private Key' });
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Export Private Key' }).click();
}

test('an app or a recovery code approves an export, and each code works once', async ({
  page,
  request,
  baseURL,
}) => {
  await openSecurity(page, { request, baseURL }, elin);
  const { app, recoveryCodes } = await addApp(page);
  const [recoveryCode = ''] = recoveryCodes;
  await page.goto('/dashboard/settings');

  await requestExport(page);
  const approval = approvalOf(page, 'Approve the export');
  await expect(approval).toContainText('Anyone who sees your keys can take all your money.');
  await expectAccessible(page, 'approval of an export');
  const code = await app.nextCode();
  const field = approval.getByLabel('Code from your authenticator app');
  await field.fill(spoilCode(code));
  await expect(approval.getByRole('alert')).toBeVisible();
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect(page.locator('.exported-key')).toHaveCount(0);
  await field.fill(code);
  await page.getByRole('button', { name: 'Show the key' }).click();
  await expect(page.locator('.exported-key')).toHaveText(/^0x[0-9a-f]{64}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  const toggle = page.getByRole('switch', { name: 'Transaction Notifications' });
  const alerts = approvalOf(page, 'Turn off payment emails?');
  await toggle.click();
  await alerts.getByLabel('Code from your authenticator app').fill(code);
  await expect(alerts.getByRole('alert')).toBeVisible();
  await alerts.getByRole('button', { name: 'Use a recovery code' }).click();
  await alerts.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  // The dialog is gone before what it approved is stored.
  const stored = page.waitForResponse(
    (response) =>
      response.url().endsWith('/auth/notification-settings') &&
      response.request().method() === 'POST' &&
      response.ok(),
  );
  await alerts.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(alerts).toBeHidden();
  await stored;
  await page.reload();
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(toggle).toBeChecked();

  await toggle.click();
  await alerts.getByRole('button', { name: 'Use a recovery code' }).click();
  await alerts.getByLabel('Recovery code').fill(recoveryCode);
  await alerts.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(alerts.getByRole('alert')).toBeVisible();
  await alerts.getByRole('button', { name: 'Cancel' }).click();
  await expect(toggle).toBeChecked();
  await page.reload();
  await expect(toggle).toBeChecked();

  await page
    .getByRole('link', { name: /Security/ })
    .first()
    .click();
  await expect(page.getByText('9 of 10 left').first()).toBeVisible();
});

test('the deletion of an account needs the app too', async ({ page, request, baseURL }) => {
  const finn = newcomer('Finn Bauer');
  await openSecurity(page, { request, baseURL }, finn);
  await addApp(page);
  await page.goto('/dashboard/settings');
  await page.getByRole('button', { name: 'Delete Wallet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Wallet' });
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Delete Wallet' }).click();
  const approval = approvalOf(page, 'Approve the deletion');
  await expect(approval).toBeVisible();
  await expectAccessible(page, 'approval of a deletion');
  await approval.getByRole('button', { name: 'Cancel' }).click();
  await expect(approval).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Delete Wallet' })).toBeEnabled();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Delete Wallet' })).toBeVisible();
});

test('lost factors are removed a week after the password and both codes, unless their owner keeps them', async ({
  page,
  request,
  baseURL,
}) => {
  const gitte = newcomer('Gitte Holm');
  await openSecurity(page, { request, baseURL }, gitte);
  await addApp(page);
  await page.getByRole('button', { name: 'Lost your passkey and app?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lost your passkey and app?' });
  await expect(dialog).toContainText('Do you still have a recovery code?');
  await expectAccessible(page, 'lost factors');
  const after = new Date();
  await dialog.getByRole('button', { name: 'Send both codes' }).click();
  const owner = { email: gitte.email, phone: `+1${gitte.phone}` };
  const codes = await latestCodes(request, baseURL ?? '', owner, after);
  await dialog.getByLabel('Email Code').fill(spoilCodes(codes).emailCode);
  await dialog.getByLabel('Phone Code').fill(codes.phoneCode);
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Request removal' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('Verification failed.');
  await dialog.getByLabel('Email Code').fill(codes.emailCode);
  await dialog.getByRole('button', { name: 'Request removal' }).click();
  const requested = page.getByRole('dialog', { name: 'Removal requested' });
  await expect(requested.getByRole('status')).toContainText(/We’ll remove them on \d+ \w+ at/);
  await expectAccessible(page, 'removal requested');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();

  const banner = page.getByRole('status').filter({ hasText: /will be removed on/ });
  await page.goto('/dashboard');
  await banner.getByRole('button', { name: 'Keep them' }).click();
  await expect(page.getByText('Your passkeys and app stay')).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goto(SECURITY);
  await expect(page.getByRole('button', { name: 'Remove app' })).toBeVisible();
});
