import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/contacts', title: 'Contacts' });

test('the page and its dialog fit the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openAs(page, carol, '/contacts');
  await page.getByRole('button', { name: 'Add contact' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Add contact' })).toBeVisible();
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(surplus).toBeLessThanOrEqual(0);
});
