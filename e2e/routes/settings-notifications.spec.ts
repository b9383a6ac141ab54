import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

const PATH = '/dashboard/settings/notifications';

testProtectedPage({ path: PATH, title: 'Notifications' });

for (const [theme, expectGood] of [
  ['dark', expectAccessible],
  ['light', expectAccessibleColours],
] as const) {
  test(`fits 1440, 390 and 320 px, and axe finds nothing, ${theme}`, async ({ page }) => {
    await openAs(page, carol, '/privacy.html');
    await page.evaluate((name) => localStorage.setItem('railway-theme', name), theme);
    await page.goto(PATH);
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('checkbox', { name: 'Money arrives, in Kax' })).toBeVisible();
      await expectGood(page, `${width} px`);
      const surplus = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(surplus, `${width} px`).toBe(0);
    }
  });
}

test('each choice can be reached and changed by keyboard, and another session sees it', async ({
  page,
  browser,
}) => {
  await openAs(page, carol, PATH);
  const box = page.getByRole('checkbox', { name: 'Links and requests, push' });
  await page.getByRole('checkbox', { name: 'Links and requests, in Kax' }).focus();
  await page.keyboard.press('Tab');
  await expect(box).toBeFocused();
  const stored = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.keyboard.press('Space');
  await expect(box).not.toBeChecked();
  expect((await stored).status()).toBe(200);

  const other = await browser.newPage();
  await openAs(other, carol, PATH);
  const sameBox = other.getByRole('checkbox', { name: 'Links and requests, push' });
  await expect(sameBox).not.toBeChecked();
  await sameBox.press('Space');
  await expect(sameBox).toBeChecked();
  await other.close();
});
