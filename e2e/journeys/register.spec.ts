import {
  codesOf,
  enterCodes,
  fillInRegistration,
  NEW_PASSWORD,
  skipWelcome,
  spoilCodes,
} from '../registration.ts';
import { expect, test } from '../test.ts';
import { newcomer } from '../users.ts';

const frida = newcomer('Frida Holm');
const gus = newcomer('Gus Tanaka', 'gus+wallet');
const ines = newcomer('Ines Duarte');

const verifyPathOf = ({ email }: { email: string }) =>
  `/verify-otp?email=${encodeURIComponent(email)}`;

test('from the form through both codes to the dashboard, visiting no page twice (§2)', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/privacy.html');
  await page.goto('/register');
  await fillInRegistration(page, frida);
  await page.getByRole('button', { name: 'Create Account' }).dblclick();
  await expect(page).toHaveURL(verifyPathOf(frida));
  await expect(page.getByText(frida.phone.slice(-4), { exact: true })).toBeVisible();

  await enterCodes(page, await codesOf(request, baseURL ?? '', frida));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(`Hello! ${frida.name}, welcome to Kax.`)).toBeVisible();
  await skipWelcome(page);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toContainText(frida.name);

  await page.goBack();
  await expect(page).toHaveURL('/privacy.html');
});

test('wrong codes, a reload and a double press do no harm: the correct codes still sign in, once', async ({
  page,
  request,
  baseURL,
}) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify-otps')) requests += 1;
  });
  await page.goto('/register');
  await fillInRegistration(page, gus);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(verifyPathOf(gus));
  const codes = await codesOf(request, baseURL ?? '', gus);

  await enterCodes(page, spoilCodes(codes));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText('Verification failed. Please try again.');
  await page.getByLabel('Email Code').fill(codes.emailCode);
  await expect(page.getByLabel('Phone Code')).toHaveValue(codes.phoneCode);

  await page.reload();
  await expect(page.getByText(gus.email)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
  await enterCodes(page, codes);
  await page.getByRole('button', { name: 'Verify' }).dblclick();
  await skipWelcome(page);
  await expect(page).toHaveURL('/dashboard');
  expect(requests).toBe(2);
});

test('a common password is refused with a sentence at its field, and another one continues (§5)', async ({
  page,
}) => {
  await page.goto('/register');
  await fillInRegistration(page, { ...ines, password: 'P@ssword1!' });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This password is too common. Choose one that’s harder to guess.',
  );
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page).toHaveURL('/register');

  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(verifyPathOf(ines));
});

test('an email that already has an account gets the same screens (§7 Auth)', async ({ page }) => {
  await page.goto('/register');
  await fillInRegistration(page, {
    name: 'Somebody',
    email: 'alice@kax.test',
    phone: '4155550183',
  });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL('/verify-otp?email=alice%40kax.test');
  await enterCodes(page, { emailCode: '000000', phoneCode: '000000' });
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByRole('alert')).toContainText('Verification failed. Please try again.');
});
