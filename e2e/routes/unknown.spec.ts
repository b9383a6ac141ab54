import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

for (const path of ['/', '/no-such-page', '/dashboard/no-such-page', '/ui']) {
  test(`${path} leads a signed-in visitor to /dashboard (§2)`, async ({ page }) => {
    await openAs(page, carol, path);
    await expect(page).toHaveURL('/dashboard');
  });
}

test('an unknown path leads a signed-out visitor to /login (§2)', async ({ page }) => {
  await page.goto('/no-such-page');
  await expect(page).toHaveURL('/login');
});

test('an unknown path below /api is a server response, not a page', async ({ request }) => {
  const response = await request.get('/api/no-such-call');
  expect(response.status()).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'not-found' });
});
