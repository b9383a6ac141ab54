import { sentenceByCode } from '#wire/errors';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

const PATH = '/verify-otp?email=nobody-yet%40kax.test';

test('shows the email from the URL, both code fields and the link back (§2 Verify code)', async ({
  page,
}) => {
  await page.goto(PATH);
  await expect(page.getByText('nobody-yet@kax.test')).toBeVisible();
  for (const label of ['Email Code', 'Phone Code']) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute('inputmode', 'numeric');
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  }
  await expect(page.getByRole('button', { name: 'Resend' })).toBeVisible();
  await expectAccessible(page, 'the codes of a registration');
  await page.getByRole('link', { name: 'Back to sign In' }).click();
  await expect(page).toHaveURL('/login');
});

test('extracts the code from a pasted message', async ({ page }) => {
  await page.goto(PATH);
  const field = page.getByLabel('Email Code');
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Your Kax code is 481 206. It is valid for 10 minutes.');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await expect(field).toHaveValue('481206');
  await expect(page.getByText('6 digits')).toBeVisible();
});

test('a pressed box receives the next digit', async ({ page }) => {
  await page.goto(PATH);
  const field = page.getByLabel('Email Code');
  await field.pressSequentially('481206');
  const box = await field.boundingBox();
  await field.click({ position: { x: ((box?.width ?? 0) / 6) * 1.5, y: 20 } });
  await page.keyboard.type('93');
  await expect(field).toHaveValue('493206');
});

test('incomplete codes are not sent', async ({ page }) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify-otps')) requests += 1;
  });
  await page.goto(PATH);
  await page.getByLabel('Email Code').fill('481206');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter the six digits from the text message.');
  await expect(page.getByLabel('Phone Code')).toBeFocused();
  expect(requests).toBe(0);
});

test('codes without a registration fail with the same message as wrong codes (§8)', async ({
  page,
}) => {
  await page.goto(PATH);
  await page.getByLabel('Email Code').fill('481206');
  await page.getByLabel('Phone Code').fill('481206');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText(sentenceByCode['codes-not-right']);
  await expect(page.getByLabel('Phone Code')).toHaveValue('481206');
});

test('without an email in the URL it leads to the registration', async ({ page }) => {
  await page.goto('/verify-otp');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register');
});

test('a signed-in visitor is sent to /dashboard (§2)', async ({ page }) => {
  await openAs(page, carol, PATH);
  await expect(page).toHaveURL('/dashboard');
});
