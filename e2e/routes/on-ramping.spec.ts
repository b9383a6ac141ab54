import { findPartnerPage } from '../ramp.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

test('/on-ramping sends a signed-out visitor to /login (§2)', async ({ page }) => {
  await page.goto('/on-ramping');
  await expect(page).toHaveURL('/login');
});

test('/on-ramping shows the partner’s page in a frame 700 high, and the sidebar names it (§2)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, carol, '/on-ramping');
  await expect(page.getByRole('heading', { level: 1, name: 'Acquire' })).toBeVisible();
  await expect(page).toHaveTitle('Acquire · Kax');
  await findPartnerPage(page, 'Buy USDC');
  const box = await page.locator('iframe').boundingBox();
  expect(box?.height).toBe(700);
  await expect(page.getByRole('link', { name: 'Acquire' })).toHaveAttribute('aria-current', 'page');
});
