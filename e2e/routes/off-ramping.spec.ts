import { findPartnerPage } from '../ramp.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

test('/off-ramping sends a signed-out visitor to /login (§2)', async ({ page }) => {
  await page.goto('/off-ramping');
  await expect(page).toHaveURL('/login');
});

test('/off-ramping shows the partner’s page in a frame 700 high, and the sidebar names it (§2)', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, carol, '/off-ramping');
  await expect(page.getByRole('heading', { level: 1, name: 'Withdraw' })).toBeVisible();
  await expect(page).toHaveTitle('Withdraw · Kax');
  await findPartnerPage(page, 'Sell USDC');
  const box = await page.locator('iframe').boundingBox();
  expect(box?.height).toBe(700);
  await expect(page.getByRole('link', { name: 'Withdraw' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});
