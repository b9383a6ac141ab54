import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { latestCodes, messagesTo } from '../messages.ts';
import { NEW_PASSWORD, spoilCodes } from '../registration.ts';
import { openSecurity, SECURITY } from '../security.ts';
import { expect, test } from '../test.ts';
import { newcomer, signOut } from '../users.ts';

const greta = newcomer('Greta Oberg');

/** Requests both codes for a new email. @returns the dialog, which wants them */
async function requestChange(page: Page, email: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(email);
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Send both codes' }).click();
  await expect(dialog.getByLabel('Email Code')).toBeFocused();
  return dialog;
}

test('a new email needs the password, a code to it and one to the phone, and a day that can be cancelled', async ({
  page,
  request,
  baseURL,
}) => {
  const moved = { email: newcomer('Greta New').email, phone: `+1${greta.phone}` };
  await openSecurity(page, { request, baseURL }, greta);

  await page.getByRole('button', { name: 'Change email' }).click();
  const first = page.getByRole('dialog', { name: 'Change email' });
  await expect(first.getByLabel('New email')).toBeFocused();
  await first.getByLabel('New email').fill(greta.email);
  await first.getByLabel('Your password').fill(NEW_PASSWORD);
  await expectAccessible(page, 'change the email');
  await first.getByRole('button', { name: 'Send both codes' }).click();
  await expect(first.getByRole('alert')).toHaveText('This is the one you already use.');
  await first.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  const after = new Date();
  const dialog = await requestChange(page, moved.email);
  const codes = await latestCodes(request, baseURL ?? '', moved, after);
  const wrong = spoilCodes(codes);
  await dialog.getByLabel('Email Code').fill(wrong.emailCode);
  await dialog.getByLabel('Phone Code').fill(wrong.phoneCode);
  await dialog.getByRole('button', { name: 'Confirm new email' }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('Verification failed.');
  await expectAccessible(page, 'wrong codes of a contact change');
  await dialog.getByLabel('Email Code').fill(codes.emailCode);
  await dialog.getByRole('button', { name: 'Confirm new email' }).click();
  await expect(dialog.getByText(/changes to .+ tomorrow at \d\d:\d\d/)).toBeVisible();
  await expectAccessible(page, 'a contact change that waits');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();

  const banner = page.getByRole('status').filter({ hasText: /Your email changes tomorrow at/ });
  await expect(banner).toContainText(moved.email);
  await expect(page.getByRole('button', { name: 'Change phone' })).toBeHidden();
  // The old email, which got no code, is notified and can stop it.
  await expect
    .poll(async () =>
      (await messagesTo(request, baseURL ?? '', greta.email)).some(({ Subject }) =>
        /email/i.test(Subject),
      ),
    )
    .toBe(true);

  // Until then the old one signs in, on any page the banner is there, and the new one does not.
  await signOut(page);
  const tooEarly = await request.post('/api/auth/login', {
    data: { email: moved.email, password: NEW_PASSWORD },
  });
  expect(tooEarly.status()).toBe(401);
  await page.getByLabel('Email', { exact: true }).fill(greta.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  await banner.getByRole('button', { name: 'Cancel change' }).click();
  await expect(page.getByText('Your email stays the same')).toBeVisible();
  await expect(banner).toBeHidden();
  await page.goto(SECURITY);
  await expect(page.getByRole('button', { name: 'Change phone' })).toBeVisible();
});

test('a new phone number is changed by keyboard, and the old one still gets the codes of a reset', async ({
  page,
  request,
  baseURL,
}) => {
  const hans = newcomer('Hans Brandt');
  const next = `+1${newcomer('Hans New').phone}`;
  await openSecurity(page, { request, baseURL }, hans);
  await page.getByRole('button', { name: 'Change phone' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change phone' });
  await dialog.getByLabel('New phone').focus();
  await page.keyboard.type('41555');
  await dialog.getByLabel('Your password').focus();
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(
    dialog.getByText('Enter a valid phone number. Check the country and the digits.'),
  ).toBeVisible();
  await dialog.getByLabel('New phone').fill(next);
  await expectAccessible(page, 'change the phone');

  const after = new Date();
  await dialog.getByLabel('Your password').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email Code')).toBeFocused();
  const codes = await latestCodes(request, baseURL ?? '', { ...hans, phone: next }, after);
  await page.keyboard.type(codes.emailCode);
  await dialog.getByLabel('Phone Code').focus();
  await page.keyboard.type(codes.phoneCode);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/changes to .+ tomorrow at \d\d:\d\d/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const banner = page.getByRole('status').filter({ hasText: /Your phone number changes tomorrow/ });
  await expect(banner).toBeVisible();

  const old = `+1${hans.phone}`;
  await expect
    .poll(async () => (await messagesTo(request, baseURL ?? '', old)).map(({ Snippet }) => Snippet))
    .toContainEqual(expect.stringMatching(/phone number/));
  const resetAfter = new Date();
  await request.post('/api/auth/send-reset-password-otps', { data: { email: hans.email } });
  await latestCodes(request, baseURL ?? '', { ...hans, phone: old }, resetAfter);
});
