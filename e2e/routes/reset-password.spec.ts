import { sentenceByCode } from '#wire/errors';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { carol, openAs, PASSWORD } from '../users.ts';

test('/reset-password sends a signed-out visitor to /login (§2)', async ({ page }) => {
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/login');
});

test('is inside the layout, with a button that needs a strong password (§5 Change password)', async ({
  page,
}) => {
  await openAs(page, carol, '/reset-password');
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  await expect(page).toHaveTitle('Reset your password · Kax');
  const submit = page.getByRole('button', { name: 'Update Password' });
  await expect(submit).toBeDisabled();

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor');
  await page.getByLabel('Confirm new password').fill('Quiet!Harbor');
  await expect(page.getByText('Password strength: Good')).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor9');
  await expect(page.getByText('Password strength: Strong')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.getByLabel('Confirm new password').fill('Quiet!Harbor9');
  await expect(page.getByText('Passwords match', { exact: true })).toBeVisible();
  await expect(submit).toBeEnabled();
  await expectAccessible(page, 'the change of a password');
});

test('reusing the current password is refused (§5 Change password)', async ({ page }) => {
  await openAs(page, carol, '/reset-password');
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  }
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'New password must be different from current password',
  );
});

test('a wrong current password is reported at its field', async ({ page }) => {
  await openAs(page, carol, '/reset-password');
  await page.getByLabel('Current password').fill('Wrong!Pass1');
  await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor9');
  await page.getByLabel('Confirm new password').fill('Quiet!Harbor9');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('alert')).toHaveText(sentenceByCode['password-wrong']);
  await expect(page.getByLabel('Current password')).toBeFocused();
});
