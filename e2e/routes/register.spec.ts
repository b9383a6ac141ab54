import { sentenceByCode } from '#wire/errors';
import { expectAccessible } from '../accessible.ts';
import { fillInRegistration } from '../registration.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

const erin = { name: 'Erin Nowak', email: 'erin-route@kax.test', phone: '4155550171' };

test('requires name, email and phone before anything is sent (§5 Register submit)', async ({
  page,
}) => {
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) requests += 1;
  });
  await page.goto('/register');
  await expect(page.getByLabel('Phone', { exact: true })).toBeEnabled();
  const submit = page.getByRole('button', { name: 'Create Account' });
  await submit.click();
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await page.getByLabel('Full Name').fill(erin.name);
  await page.getByLabel('Email', { exact: true }).fill('not an address');
  await submit.click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  expect(requests).toBe(0);
});

test('reports errors in order: rule, match, terms (§5 Register submit)', async ({ page }) => {
  await page.goto('/register');
  await fillInRegistration(page, { ...erin, password: 'Nowak!bank', accepts: false });
  const submit = page.getByRole('button', { name: 'Create Account' });
  await page.getByLabel('Confirm Password').fill('Other');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(
    'Password must include at least one digit (0-9)',
  );
  await page.getByLabel('Password', { exact: true }).fill('Quiet!Harbor9');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Passwords do not match');
  await page.getByLabel('Confirm Password').fill('Quiet!Harbor9');
  await expect(page.getByText('Passwords match', { exact: true })).toBeVisible();
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('Please accept the terms and conditions');
  await expectAccessible(page, 'the registration with an error');
});

test('the checklist shows while the password is focused or non-empty (§2 Register)', async ({
  page,
}) => {
  await page.goto('/register');
  const list = page.getByRole('list', { name: 'Password requirements' });
  await expect(list).toBeHidden();
  await page.getByLabel('Password', { exact: true }).focus();
  await expect(list).toBeVisible();
  await page.getByLabel('Full Name').focus();
  await expect(list).toBeHidden();
  await page.getByLabel('Password', { exact: true }).fill('Piggybank7');
  await expect(page.getByText('Password strength: Good')).toBeVisible();
  await expect(list.getByText('One special character, not met yet')).toBeVisible();
});

test('an invalid number is reported at the phone field, and everything typed stays', async ({
  page,
}) => {
  await page.goto('/register');
  await fillInRegistration(page, { ...erin, phone: '12' });
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText(sentenceByCode['phone-not-valid']);
  await expect(page.getByLabel('Phone', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('Quiet!Harbor9');
});

test('when the server does not respond, a message says so and everything typed stays (§8)', async ({
  page,
}) => {
  await page.route('**/api/auth/register', (route) => route.abort());
  await page.goto('/register');
  await fillInRegistration(page, erin);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText('Registration failed. Please try again.');
  await expect(page.getByLabel('Full Name')).toHaveValue(erin.name);
  await expect(page.getByRole('checkbox')).toBeChecked();
});

test('terms and privacy open in a new tab; Sign in leads to /login (§2 Register)', async ({
  page,
  context,
}) => {
  await page.goto('/register');
  for (const [link, title] of [
    [/^terms/, 'Terms'],
    [/^privacy policy/, 'Privacy'],
  ] as const) {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: link }).click();
    const beside = await opened;
    await expect(beside.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await beside.close();
  }
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('a signed-in visitor is sent to /dashboard (§2)', async ({ page }) => {
  await openAs(page, carol, '/register');
  await expect(page).toHaveURL('/dashboard');
});
