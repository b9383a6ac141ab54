import { createUser, NEW_PASSWORD } from '../registration.ts';
import { expect, test } from '../test.ts';
import { newcomer } from '../users.ts';

const ivan = newcomer('Ivan Petit');

test('changes the password and stays signed in; the next login needs the new one (§4 Password change)', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', ivan);
  const signIn = (password: string) =>
    request.post('/api/auth/login', { data: { email: ivan.email, password } });
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(ivan.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.goto('/reset-password');

  await page.getByLabel('Current password').fill(NEW_PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill('Loud!Harbor8');
  await page.getByLabel('Confirm new password').fill('Loud!Harbor8');
  await page.getByRole('button', { name: 'Update Password' }).dblclick();
  await expect(page.getByRole('dialog', { name: 'Your password has been updated!' })).toBeVisible();
  await page.getByRole('button', { name: 'Change Another Password' }).click();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(page.getByLabel('Current password')).toBeFocused();

  expect((await signIn(NEW_PASSWORD)).status()).toBe(401);
  expect((await signIn('Loud!Harbor8')).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Profile menu' })).toContainText(ivan.name);
});
