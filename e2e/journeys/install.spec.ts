import type { Browser, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { alice, bob, carol, openAs } from '../users.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1';

const offer = (page: Page) => page.getByRole('dialog', { name: 'Add Kax to this device' });

/** Has this browser's last visit begun an hour ago, and opens a tab for the next one. */
async function visitAgain(page: Page): Promise<Page> {
  const visits = () =>
    page.evaluate(() => JSON.parse(localStorage.getItem('kax-settings') ?? '{}').install?.visits);
  await expect.poll(visits).toBe(1);
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem('kax-settings') ?? '{}');
    settings.install.visitedAt -= 3_600_000;
    localStorage.setItem('kax-settings', JSON.stringify(settings));
  });
  const next = await page.context().newPage();
  await page.close();
  await next.goto('/dashboard');
  await expect(next.getByRole('heading', { level: 1 })).toBeVisible();
  return next;
}

/** As Chrome does; the browser of the tests installs nothing. */
async function givePrompt(page: Page): Promise<void> {
  await expect(page.locator('link[rel="manifest"]')).toBeAttached();
  await page.evaluate(() => {
    const prompt = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => window.dispatchEvent(new Event('appinstalled')),
      userChoice: Promise.resolve({ outcome: 'accepted' }),
    });
    window.dispatchEvent(prompt);
  });
}

async function openOnIphone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    userAgent: IPHONE,
    viewport: { width: 390, height: 844 },
  });
  return context.newPage();
}

test('the manifest names pages that exist and icons of the sizes it says', async ({
  page,
  request,
}) => {
  const response = await request.get('/manifest.webmanifest');
  expect(response.headers()['content-type']).toBe('application/manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ name: 'Kax', id: '/', scope: '/', display: 'standalone' });
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    const picture = await icon.body();
    expect(icon.headers()['content-type']).toBe(type);
    // The header of a PNG.
    expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
  }
  expect((await request.get('/icons/apple-touch-icon.png')).status()).toBe(200);
  expect((await request.get('/icons/gone.png')).status()).toBe(404);

  await openAs(page, alice, manifest.start_url);
  const [send, receive, activity] = manifest.shortcuts;
  await page.goto(send.url);
  await expect(page.getByRole('dialog', { name: 'Send Assets' })).toBeVisible();
  await page.goto(receive.url);
  await expect(page.getByRole('dialog', { name: 'Receive Assets' })).toBeVisible();
  await page.goto(activity.url);
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible();
});

test('the second visit offers to install Kax, Not now waits, and Settings still can', async ({
  page: first,
}) => {
  await openAs(first, bob, '/dashboard');
  await givePrompt(first);
  const page = await visitAgain(first);
  await givePrompt(page);
  await expect(offer(page)).toBeVisible();
  await expectAccessible(page, 'the offer');
  await page.setViewportSize({ width: 320, height: 650 });
  await page.evaluate(() => document.documentElement.classList.replace('dark', 'light'));
  await expectAccessibleColours(page, 'the offer, light');
  expect(await offer(page).evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  await offer(page).getByRole('button', { name: 'Not now' }).click();
  await expect(offer(page)).toBeHidden();

  await page.reload();
  await givePrompt(page);
  await page.getByRole('link', { name: 'Activity' }).first().click();
  await page.getByRole('link', { name: 'Home' }).click();
  await page.waitForTimeout(3_000);
  await expect(offer(page)).toBeHidden();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await offer(page).getByRole('button', { name: 'Install Kax' }).click();
  await expect(page.getByRole('button', { name: 'Install', exact: true })).toBeHidden();
});

test('Safari on iOS reads the steps, and the installed app offers nothing', async ({
  browser,
  baseURL,
}) => {
  const first = await openOnIphone(browser, baseURL);
  await openAs(first, carol, '/dashboard');
  const page = await visitAgain(first);
  await expect(offer(page)).toContainText('Tap Share, then Add to Home Screen.');
  await expectAccessible(page, 'the steps');

  const app = await page.context().newPage();
  await app.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: true });
  });
  await app.goto('/dashboard');
  await expect(app.locator('link[rel="manifest"]')).toBeAttached();
  await app.waitForTimeout(3_000);
  await expect(offer(app)).toBeHidden();
  await page.context().close();
});
