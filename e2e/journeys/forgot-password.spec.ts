import { codesOf, createUser, enterCodes, NEW_PASSWORD, spoilCodes } from '../registration.ts';
import { expect, test } from '../test.ts';
import { newcomer } from '../users.ts';

const hana = newcomer('Hana Silva');

test('wrong codes lead back, correct ones set the password, and only the new password signs in (§4 Reset flow)', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', hana);
  const after = new Date();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(hana.email);
  await page.getByRole('button', { name: 'Verify' }).dblclick();
  const codes = await codesOf(request, baseURL ?? '', hana, after);

  await enterCodes(page, spoilCodes(codes));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Loud!Harbor8');
  await page.getByLabel('Confirm new password').fill('Loud!Harbor8');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toContainText('Verification failed. Please try again.');
  await expect(page.getByLabel('Phone Code')).toHaveValue(codes.phoneCode);

  await page.getByLabel('Email Code').fill(codes.emailCode);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByLabel('Confirm new password')).toHaveValue('Loud!Harbor8');
  await page.getByRole('button', { name: 'Reset Password' }).dblclick();
  await expect(
    page.getByRole('dialog', { name: 'Your password has been reset successfully!' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go to Login' }).click();
  await expect(page).toHaveURL('/login');
  // The address changes first. Behind the dialog, the page that is left has a field for the email too.
  await expect(page.getByRole('heading', { name: 'Kax Wallet Login' })).toBeVisible();

  await page.getByLabel('Email', { exact: true }).fill(hana.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Loud!Harbor8');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});
