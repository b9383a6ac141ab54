import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { expect, test } from '../test.ts';
import { alice, bob, carol, openAs } from '../users.ts';

const SCRIPT = /\/assets\/[^?]+\.js$/;

/** Opens the dashboard as someone who comes back, in a mode and a theme of theirs. */
async function openWithoutScripts(page: Page, { isPrivate }: { isPrivate: boolean }) {
  await openAs(page, alice, '/privacy.html');
  await page.evaluate((mode) => {
    const settings = { isPrivate: mode, hasPaymentNotes: true, usesRelayers: true };
    localStorage.setItem('kax-settings', JSON.stringify(settings));
    localStorage.setItem('railway-theme', mode ? 'light' : 'dark');
  }, isPrivate);
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.locator('.opening')).toBeVisible();
}

/** Where the parts of the dashboard are, in the skeleton or in the app. */
function placesIn(page: Page, root: '.opening' | '#root') {
  return page.evaluate((selector) => {
    const parts =
      '.header, .sidebar, .tab-bar, .account-card, .balance-tiles, .coin-row, .account-action';
    return [...document.querySelectorAll(`${selector} :is(${parts})`)].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.classList[0], x, y, width, height].join(' ');
    });
  }, root);
}

for (const isPrivate of [false, true]) {
  test(`a signed-in user sees a skeleton of the ${isPrivate ? 'private' : 'public'} dashboard before the scripts run`, async ({
    page,
  }) => {
    await page.setViewportSize(
      isPrivate ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    );
    await openWithoutScripts(page, { isPrivate });
    await expect(page.getByRole('status')).toHaveText('Loading');
    await expectAccessible(page, 'the skeleton');
    const places = await placesIn(page, '.opening');
    expect(places.length).toBeGreaterThan(15);

    await page.unroute(SCRIPT);
    await page.route('**/api/wallet/*/coins', () => {});
    await page.reload();
    await expect(page.locator('#root .account-card')).toBeVisible();
    await expect(page.locator('.opening')).toHaveCount(0);
    expect(await placesIn(page, '#root')).toEqual(places);
    await expectAccessibleColours(page, 'the dashboard');
  });
}

/** What moved on a page, and by how much. */
interface Shift {
  readonly value: number;
  readonly sources: readonly { readonly node: Element | null }[];
}

test('nothing moves when the app takes the place of the skeleton', async ({ page }) => {
  // A word that grows by a letter moves the one after it by less than a ten-thousandth of the page.
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        if (value < 0.0001) continue;
        moved.push(`${value}: ${sources.map(({ node }) => node?.className ?? node).join(', ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await openAs(page, carol, '/dashboard');
  await expect(page.getByRole('button', { name: /^More actions for / }).first()).toBeVisible();
  await page.waitForTimeout(1_000);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});

test('the idle dashboard has what Send and Receive need, and fetches it once', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (SCRIPT.test(request.url())) scripts.push(request.url());
  });
  await openAs(page, bob, '/dashboard');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeEnabled();
  const count = () => scripts.length;
  await expectToSettle(page, count);
  const before = count();
  await send.click();
  await expect(page.getByRole('dialog', { name: 'Send Assets' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Receive Assets' })).toBeVisible();
  expect(scripts.slice(before)).toEqual([]);
  expect(new Set(scripts).size).toBe(scripts.length);
});

test('the pointer on a link or a button fetches what it opens; a failure is silent and tried again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, bob, '/dashboard');
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (SCRIPT.test(request.url())) scripts.push(request.url());
  });
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await expectToSettle(page, () => scripts.length);

  await page.route(SCRIPT, (route) => route.abort());
  const contacts = page.getByRole('link', { name: 'Contacts' });
  const failed = page.waitForEvent('requestfailed');
  await contacts.hover();
  await failed;
  await page.unroute(SCRIPT);
  await contacts.click();
  await expect(page.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'PiggyBank' }).click();
  const shield = page.getByRole('button', { name: 'Make private', exact: true });
  await expect(shield).toBeEnabled();
  await expectToSettle(page, () => scripts.length);
  const before = scripts.length;
  await shield.hover();
  await expect.poll(() => scripts.length).toBeGreaterThan(before);
  await expectToSettle(page, () => scripts.length);
  const after = scripts.length;
  await shield.click();
  await expect(page.getByRole('dialog', { name: 'Shield' })).toBeVisible();
  expect(scripts.slice(after)).toEqual([]);
});

/** Waits until a count stays the same. */
async function expectToSettle(page: Page, count: () => number): Promise<void> {
  let last = -1;
  while (last !== count()) {
    last = count();
    await page.waitForTimeout(3_500);
  }
}
