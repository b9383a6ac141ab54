import type { Page } from '@playwright/test';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { openSend } from '../send-modal.ts';
import { expect, test } from '../test.ts';
import { alice, carol, openAs } from '../users.ts';

const WIDTHS = [320, 390, 1024, 1440] as const;

test('visitors find help from the sign-in page, and what to write to whom', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Help', exact: true }).click();
  await expect(page).toHaveURL('/help');
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();
  const mail = await page.getByRole('link', { name: 'Email us' }).getAttribute('href');
  expect(mail).toMatch(/^mailto:help@kax\.test\?subject=Help%20with%20Kax&body=.*Kax%20\d/);

  await page.getByRole('searchbox', { name: 'Search questions' }).fill('frozen xylophone');
  await expect(page.getByRole('heading', { name: /^Nothing found for/ })).toBeVisible();
  await page.getByRole('searchbox').fill('12 words paper');
  await page.getByText('What are the 12 words?').click();
  await expect(page.getByText(/^They are your wallet/)).toBeVisible();
});

test('an anchor opens its question and scrolls to it, again when it is followed again', async ({
  page,
}) => {
  await page.goto('/help#final');
  const title = page.locator('details#final');
  await expect(title).toHaveAttribute('open', '');
  await expect(title.locator('summary')).toBeFocused();
  await expect(title.locator('summary')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(title).not.toHaveAttribute('open', '');

  const topics = page.getByRole('navigation', { name: 'Topics' });
  for (const time of ['first', 'second']) {
    await topics.getByRole('link', { name: 'Swaps' }).click();
    await expect(page.getByRole('heading', { name: 'Swaps' }), time).toBeInViewport();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole('heading', { name: 'Swaps' }), time).not.toBeInViewport();
  }
});

test('inside the wallet, help is in the profile menu, and signing out on it leads to the sign-in page', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard');
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await expect(page).toHaveURL('/help');
  // The address changes before the page does, and the page has a menu of its own.
  await expect(page.getByRole('heading', { name: 'Help', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
});

test('a question mark on the dashboard answers by keyboard and leads to the whole answer', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard');
  const mark = page.getByRole('button', { name: 'Help: Total balance' });
  await mark.focus();
  await page.keyboard.press('Enter');
  const text = page.getByRole('dialog', { name: 'What does my total include?' });
  await expect(text).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toBeHidden();
  await expect(mark).toBeFocused();

  await mark.click();
  await expectAccessible(page, 'an open answer');
  await text.getByRole('link', { name: 'More in Help' }).click();
  await expect(page).toHaveURL('/help#total-balance');
  await expect(page.locator('details#total-balance')).toHaveAttribute('open', '');
});

test('in a form, the whole answer opens in another tab, and the form stays', async ({ page }) => {
  await openAs(page, alice, '/dashboard');
  const modal = await openSend(page, 'USDC on Polygon');
  await modal.amount.fill('1');
  await modal.dialog.getByRole('button', { name: 'Help: Network fee' }).click();
  const text = page.getByRole('dialog', { name: 'Which fees do I pay?' });
  const opened = page.waitForEvent('popup');
  await text.getByRole('link', { name: /^More in Help/ }).click();
  const tab = await opened;
  await expect(tab.locator('details#fees')).toHaveAttribute('open', '');
  await expect(tab.getByRole('button', { name: 'Profile menu' })).toBeVisible();

  await text.press('Escape');
  await expect(text).toBeHidden();
  await expect(modal.amount).toHaveValue('1');
});

for (const [theme, expectGood] of [
  ['dark', expectAccessible],
  ['light', expectAccessibleColours],
] as const) {
  test(`help fits every width and axe finds nothing, outside and inside, in the ${theme} theme`, async ({
    page,
  }) => {
    await page.goto('/privacy.html');
    await page.evaluate((name) => localStorage.setItem('railway-theme', name), theme);
    await page.goto('/help#fees');
    await expectGoodAtEachWidth(page, 'outside');
    await openAs(page, carol, '/help#fees');
    await expectGoodAtEachWidth(page, 'inside');
  });

  async function expectGoodAtEachWidth(page: Page, where: string) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole('link', { name: 'Email us' })).toBeVisible();
      const surplus = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(surplus, `${where}, ${width}`).toBeLessThanOrEqual(0);
      await expectGood(page, `${where}, ${width}`);
    }
  }
}
