import type { Page } from '@playwright/test';
import { expect, test } from '../test.ts';
import { carol, openAs, showFigures, signOut } from '../users.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until every part of this build is on the device. */
async function waitForParts(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const [name] = await caches.keys();
      if (name === undefined) return 'everything';
      const cache = await caches.open(name);
      const list = await cache.match(name.split(' ')[1] ?? '');
      if (list === undefined) return 'the list';
      const { core, rest } = await list.json();
      const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
      return Object.keys({ ...core, ...rest }).filter((path) => !kept.includes(path)).length;
    });
  await expect.poll(missing, { timeout: 120_000 }).toBe(0);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Waits until both balances are on the device. */
async function waitForBalances(page: Page): Promise<void> {
  await expect.poll(() => readDevice(page)).toMatch(/public.*\n.*private|private.*\n.*public/);
}

/** @returns all that this device keeps, as text: names, keys and contents */
function readDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const response = await cache.match(url);
        found.push(url, (await response?.text()) ?? '');
      }
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          done(records.getAllKeys()),
          done(records.getAll()),
        ]);
        for (const [index, key] of keys.entries()) {
          const { bytes } = values[index];
          found.push(`${name} ${key} ${bytes ? new TextDecoder('latin1').decode(bytes) : ''}`);
        }
      }
      database.close();
    }
    return found.join('\n');
  });
}

test('offline, Kax opens with the last balances, hidden and with their time, and recovers by itself', async ({
  page,
  context,
}) => {
  await openAs(page, carol, '/dashboard');
  await showFigures(page);
  const account = page.getByRole('region', { name: 'Account' });
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await expect(account.getByRole('radio', { name: /^Private/ })).toContainText('$');
  await waitForParts(page);
  await waitForBalances(page);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('You’re offline.', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/These are your balances as of \d\d:\d\d today\. Receive still works\./),
  ).toBeVisible();
  await expect(account.getByText(/^As of \d\d:\d\d$/)).toBeVisible();
  await account.getByRole('button', { name: 'Click to show' }).click();
  await expect(account.getByRole('radio', { name: /^Private/ })).toContainText('$');
  for (const name of ['Send', 'Make private', 'Swap', 'Buy']) {
    const off = account.getByRole('button', { name, exact: true });
    await expect(off).toHaveAttribute('aria-disabled', 'true');
    await expect(off).toHaveAccessibleDescription('You’re offline. This waits for a connection.');
  }
  await account.getByRole('button', { name: 'Receive', exact: true }).click();
  const receive = page.getByRole('dialog', { name: 'Receive Assets' });
  await expect(receive.getByText(/0x/).first()).toBeVisible();
  await expect(
    receive.locator('svg').and(receive.getByRole('img', { name: /^QR code/ })),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  // Never opened before, as a new page.
  await page.goto('/contacts');
  await expect(page.getByText('You’re offline. Try again once you’re connected.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('You’re offline.', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.', { exact: true })).toHaveCount(0);
  await expect(account.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
});

test('a payment link that is opened offline shows our own sentence, and its path is kept nowhere', async ({
  page,
  context,
}) => {
  await openAs(page, carol, '/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await waitForParts(page);
  await context.setOffline(true);
  await page.goto('/pay/7Q2M-K9XD-4TPA-82WJ');
  await expect(page.getByText('You’re offline. Try again once you’re connected.')).toBeVisible();
  expect(await readDevice(page)).not.toContain('7Q2M');
});

test('nothing about a user is readable on the device, and nothing stays when they sign out', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await waitForParts(page);
  await waitForBalances(page);
  const stored = await page.evaluate(() => localStorage.getItem('user') ?? '');
  const { id, email, wallet } = JSON.parse(stored);
  const secrets = [id, email, wallet.publicWalletAddress, wallet.privateWalletAddress];
  const before = await readDevice(page);
  for (const secret of secrets) expect(before).not.toContain(secret);
  expect(before).not.toContain('balanceBaseUnits":"');
  await signOut(page);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('kax-balances');
});
