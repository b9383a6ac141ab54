import { expect, test } from '../test.ts';
import { bob, carol, openAs } from '../users.ts';

test('/user-sessions sends a signed-out visitor to /login (§2)', async ({ page }) => {
  await page.goto('/user-sessions');
  await expect(page).toHaveURL('/login');
});

test('/user-sessions is reached from the profile menu and lists this device (§2 Layout, Active Sessions)', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'User Sessions' }).click();
  await expect(page).toHaveURL('/user-sessions');
  await expect(page).toHaveTitle('Active Sessions · Kax');
  await expect(page.getByRole('heading', { level: 1, name: 'Active Sessions' })).toBeVisible();
  const current = page.getByRole('listitem').filter({ hasText: 'Current Session' });
  await expect(current).toHaveCount(1);
  await expect(current.getByRole('button')).toHaveCount(0);
  await expect(current).toContainText('127.0.0.1');
  await expect(current).toContainText('Unknown location');
});

test('the whole list fits a narrow phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openAs(page, bob, '/user-sessions');
  await expect(page.getByText('Current Session')).toBeVisible();
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(surplus).toBeLessThanOrEqual(0);
});
