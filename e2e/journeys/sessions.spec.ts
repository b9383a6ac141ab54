import { expectAccessible } from '../accessible.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs } from '../users.ts';

const lena = newcomer('Lena Costa');
const milo = newcomer('Milo Haas');
const pia = newcomer('Pia Rossi');

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

test('a terminated device is signed out immediately, and this one is not (§4 Session list)', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', lena);
  const other = await (await browser.newContext({ userAgent: FIREFOX })).newPage();
  await openAs(other, lena, `${baseURL}/dashboard`, NEW_PASSWORD);
  await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible();

  await openAs(page, lena, '/user-sessions', NEW_PASSWORD);
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await row.getByRole('button', { name: 'Terminate Firefox on Windows' }).click();
  await expectAccessible(page, 'terminate confirmation');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Terminate', exact: true })
    .click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText('Current Session')).toBeVisible();

  await other.reload();
  await expect(other).toHaveURL(`${baseURL}/login`);
  // What belongs to the browser stays.
  const stored = await other.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => key !== 'kax-settings' && key !== 'railway-theme')).toEqual([]);
  await page.reload();
  await expect(page.getByText('Current Session')).toBeVisible();
  await other.context().close();
});

test("'Terminate All Other Sessions' keeps this one; an unfamiliar device leads to a password change", async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', milo);
  const signInFrom = (userAgent: string) =>
    request.post('/api/auth/login', {
      data: { email: milo.email, password: NEW_PASSWORD },
      headers: { 'user-agent': userAgent },
    });
  await signInFrom(FIREFOX);
  await openAs(page, milo, '/user-sessions', NEW_PASSWORD);
  await expect(page.getByText('Firefox on Windows')).toBeVisible();

  await signInFrom(IPHONE);
  await page.getByRole('button', { name: 'Refresh Sessions' }).click();
  await expect(page.getByText('Safari on iOS')).toBeVisible();
  await page.getByRole('button', { name: 'Terminate All Other Sessions' }).click();
  await page.getByRole('button', { name: 'Terminate All', exact: true }).click();
  const success = page.getByText('All other sessions have been terminated successfully!');
  await expect(success).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await expect(success).toBeHidden();
  await expect(page.getByRole('button', { name: 'Terminate All Other Sessions' })).toBeDisabled();

  await signInFrom(FIREFOX);
  await page.getByRole('button', { name: 'Refresh Sessions' }).click();
  await page.getByRole('button', { name: 'Terminate Firefox on Windows' }).click();
  await page.getByRole('button', { name: 'Terminate it and change my password' }).click();
  await expect(page).toHaveURL('/reset-password');
});

test('a session that ended in the meantime just disappears from the list', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', pia);
  const login = await request.post('/api/auth/login', {
    data: { email: pia.email, password: NEW_PASSWORD },
    headers: { 'user-agent': FIREFOX },
  });
  await openAs(page, pia, '/user-sessions', NEW_PASSWORD);
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox on Windows' });
  await expect(row).toHaveCount(1);
  const { access_token } = await login.json();
  await request.get('/api/auth/logout', { headers: { authorization: `Bearer ${access_token}` } });
  await row.getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Terminate', exact: true })
    .click();
  await expect(row).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
