import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

test('/dashboard/settings sends a signed-out visitor to /login (§2)', async ({ page }) => {
  await page.goto('/dashboard/settings');
  await expect(page).toHaveURL('/login');
});

test('/dashboard/settings has the toggles and buttons of §2, and says who can move the money', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard/settings');
  await expect(page).toHaveTitle('Settings · Kax');
  for (const name of ['Private Mode', 'Transaction Notifications', 'Auto-connect to Relayers']) {
    await expect(page.getByRole('switch', { name })).toBeVisible();
  }
  for (const name of ['Export Private Key', 'Backup Wallet', 'Delete Wallet']) {
    await expect(page.getByRole('button', { name })).toBeEnabled();
  }
  await expect(page.getByText('That key is a file on the server', { exact: false })).toBeVisible();
  await expect(page.getByText(/^Your \d+ signed-in devices?$/)).toBeVisible();
});

test('settings are kept in this browser across a reload and a sign-out', async ({ page }) => {
  await openAs(page, carol, '/dashboard/settings');
  const stored = page.waitForResponse(
    (response) =>
      response.url().endsWith('/auth/notification-settings') &&
      response.request().method() === 'POST',
  );
  await page.getByRole('switch', { name: 'Transaction Notifications' }).click();
  expect((await stored).status()).toBe(200);
  await page.getByRole('switch', { name: 'Private Mode' }).click();
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Private Mode' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Transaction Notifications' })).not.toBeChecked();
  await expect(page.getByRole('radio', { name: 'Private', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key !== 'railway-theme')).toEqual(['kax-settings']);
});

test('whether people can find the user is kept on the server', async ({ page }) => {
  await openAs(page, carol, '/dashboard/settings');
  const toggle = page.getByRole('switch', { name: 'Let people find me' });
  await expect(toggle).toBeChecked();
  for (const isOn of [false, true]) {
    const stored = page.waitForResponse('**/api/auth/discoverability');
    await toggle.click();
    expect((await stored).status()).toBe(200);
    await page.reload();
    await expect(toggle).toBeChecked({ checked: isOn });
  }
});

test('the page and its modals fit a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openAs(page, carol, '/dashboard/settings');
  for (const name of ['Export Private Key', 'Backup Wallet', 'Delete Wallet']) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(surplus).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog', { name })).toBeHidden();
    await expect(page.getByRole('button', { name })).toBeFocused();
  }
});
