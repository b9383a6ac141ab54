import type { APIRequestContext, Page } from '@playwright/test';
import { messagesTo } from '../messages.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { expect, test } from '../test.ts';
import { newcomer, signOut, type User } from '../users.ts';

const iris = newcomer('Iris Falk');
const theo = newcomer('Theo Brandt');
const wanda = newcomer('Wanda Olsen');
const yusuf = newcomer('Yusuf Demir');
const zoe = newcomer('Zoe Keller');
const nils = newcomer('Nils Aas');

async function signInAs(page: Page, { email }: User): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
}

function storedToken(page: Page, key: 'access_token' | 'refresh_token'): Promise<string> {
  return page.evaluate((name) => localStorage.getItem(name) ?? '', key);
}

/** What the browser keeps as its key, and whether a script can read it. */
function readKey(page: Page) {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kax');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const { privateKey, thumbprint } = await new Promise<{
      privateKey: CryptoKey;
      thumbprint: string;
    }>((resolve) => {
      const request = database.transaction('keys').objectStore('keys').get('device');
      request.onsuccess = () => resolve(request.result);
    });
    database.close();
    const exported = await crypto.subtle.exportKey('jwk', privateKey).then(
      () => 'exported',
      (cause: Error) => cause.name,
    );
    return { thumbprint, isExtractable: privateKey.extractable, exported };
  });
}

async function mailsTo(
  request: APIRequestContext,
  baseURL: string | undefined,
  { email }: User,
  subject: string,
): Promise<number> {
  const messages = await messagesTo(request, baseURL ?? '', email);
  return messages.filter((message) => message.Subject === subject).length;
}

test('a token copied from the browser is worth nothing elsewhere: the session ends, and its owner is told', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', iris);
  await signInAs(page, iris);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  const { thumbprint, ...secrecy } = await readKey(page);
  expect(secrecy).toEqual({ isExtractable: false, exported: 'InvalidAccessError' });
  const token = await storedToken(page, 'access_token');
  expect(token.split('.')[1]).toBe(thumbprint);

  const stolen = await request.get('/api/wallet/public/coins', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(stolen.status()).toBe(401);
  await expect(page).toHaveURL('/login');
  await expect
    .poll(() => mailsTo(request, baseURL, iris, 'We stopped a copy of your Kax session'))
    .toBe(1);
});

test('this device is known when its user returns, and another one is not', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', theo);
  const newDevices = () => mailsTo(request, baseURL, theo, 'New sign-in to Kax');
  await signInAs(page, theo);
  await expect.poll(newDevices).toBe(1);
  const { thumbprint } = await readKey(page);
  await signOut(page);
  await signInAs(page, theo);
  expect((await readKey(page)).thumbprint).toBe(thumbprint);

  const other = await (await browser.newContext()).newPage();
  await signInAs(other, theo);
  await expect.poll(newDevices).toBe(2);
  await other.context().close();
});

test('two tabs that sign in at the same moment have one key', async ({
  context,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', wanda);
  const pages = [await context.newPage(), await context.newPage()];
  // The first to sign in takes the other tab along: neither gets its response before both have one.
  const tokens: string[] = [];
  await context.route('**/api/auth/login', async (route) => {
    const response = await route.fetch();
    tokens.push((await response.json()).access_token);
    await expect.poll(() => tokens.length).toBe(pages.length);
    await route.fulfill({ response });
  });
  await Promise.all(pages.map((page) => signInAs(page, wanda)));
  const [page] = pages;
  if (page === undefined) throw new Error('There is no page.');
  const { thumbprint } = await readKey(page);
  expect(tokens.map((token) => token.split('.')[1])).toEqual([thumbprint, thumbprint]);
  for (const each of pages) {
    await each.reload();
    await expect(each.getByRole('button', { name: 'Profile menu' })).toBeVisible();
  }
});

test('a device whose clock is hours wrong works, and learns the right time once', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', yusuf);
  await page.clock.install({ time: Date.now() - 5 * 60 * 60_000 });
  const late: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 400) late.push(new URL(response.url()).pathname);
  });
  await signInAs(page, yusuf);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  expect(late).toEqual(['/api/auth/login']);
});

test('a browser that lost the key says so without sending the token, and signs in again', async ({
  page,
  request,
  baseURL,
}) => {
  await createUser(request, baseURL ?? '', zoe);
  await signInAs(page, zoe);
  const before = await readKey(page);
  await page.goto('/privacy.html');
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('kax');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );
  const sent: string[] = [];
  page.on('request', (each) => {
    if (each.headers().authorization !== undefined) sent.push(each.url());
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await expect(
    page.getByText('This browser lost the key of your session. Sign in again.'),
  ).toBeVisible();
  expect(sent).toEqual([]);
  await signInAs(page, zoe);
  expect((await readKey(page)).thumbprint).not.toBe(before.thumbprint);
  expect(await mailsTo(request, baseURL, zoe, 'We stopped a copy of your Kax session')).toBe(0);
});

test('a browser without storage for keys signs in all the same, bound to no device', async ({
  page,
  request,
  baseURL,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await createUser(request, baseURL ?? '', nils);
  await signInAs(page, nils);
  expect(await storedToken(page, 'refresh_token')).toMatch(/^kxr_[\w-]{49}$/);
  await page.goto('/user-sessions');
  await expect(page.getByText('Current Session')).toBeVisible();
});
