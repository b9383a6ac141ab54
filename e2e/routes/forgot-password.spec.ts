import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

test('an email without an account continues like any other, and reveals nothing (§2 Forgot password)', async ({
  page,
}) => {
  await page.goto('/forgot-password');
  await expect(
    page.getByText('Enter your verified Email Address and we will send you a password reset link.'),
  ).toBeVisible();
  await expectAccessible(page, 'the request for a new password');
  await page.getByLabel('Email', { exact: true }).fill('nobody-at-all@kax.test');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.locator('main')).toContainText(
    'Check your inbox at nobody-at-all@kax.test to reset your password',
  );
  await expect(page.getByLabel('Email Code')).toBeFocused();
  await expect(page.getByRole('button', { name: /^Resend in (?:1:00|0:[1-5]\d)$/ })).toBeVisible();
  await expectAccessible(page, 'the codes for a new password');
});

test('Back returns one view and keeps what was typed; a reload starts over', async ({ page }) => {
  await page.route('**/api/auth/send-reset-password-otps', (route) =>
    route.fulfill({
      json: { success: true, message: 'Sent.', resendAfter: 60, phoneCode: 'sent' },
    }),
  );
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill('alice@kax.test');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('Email Code').fill('481206');
  await page.getByLabel('Phone Code').fill('730001');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor9');
  await expectAccessible(page, 'the new password');

  await page.goBack();
  await expect(page.getByLabel('Email Code')).toHaveValue('481206');
  await page.goBack();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('alice@kax.test');
  await page.goForward();
  await page.goForward();
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('Quiet!Harbor9');

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
});

test('works by phone, with the US preselected (§2 Forgot password)', async ({ page }) => {
  let requests: unknown;
  await page.route('**/api/auth/send-reset-password-otps', (route) => {
    requests = route.request().postDataJSON();
    return route.fulfill({
      json: { success: true, message: 'Sent.', resendAfter: 60, phoneCode: 'sent' },
    });
  });
  await page.goto('/forgot-password');
  await page.getByRole('radio', { name: 'Use phone' }).click();
  await page.getByLabel('Phone', { exact: true }).fill('4155550199');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.locator('main')).toContainText('Check your inbox at +14155550199 to reset');
  expect(requests).toEqual({ phone: '+14155550199' });
});

test("every view has 'Back to Sign In' to /login", async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL('/login');
});

test('a signed-in visitor is sent to /dashboard (§2)', async ({ page }) => {
  await openAs(page, carol, '/forgot-password');
  await expect(page).toHaveURL('/dashboard');
});
