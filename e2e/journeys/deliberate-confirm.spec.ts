import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import {
  goPrivate,
  openShield,
  openTransfer,
  openUnshield,
  type PoolModal,
} from '../pool-modals.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, carol, openAs } from '../users.ts';

const own = { paid: '250000000', at: '2026-01-02T03:04:05.000Z' };
const easyToLink = {
  outlook: 'easy',
  reasons: [
    { kind: 'same-amount', ...own },
    { kind: 'back-to-shielder', ...own },
    { kind: 'soon-after', ...own, minutes: 5 },
    { kind: 'few-others', others: 2 },
  ],
  mitigations: ['other-amount', 'other-address', 'wait', 'use-later-when-others-came'],
  otherAmounts: ['100000000', '200000000'],
  asOfBlock: null,
};

/** @returns the submissions of the page so far; none of them reaches the server */
async function catchSubmissions(page: Page): Promise<readonly string[]> {
  const submissions: string[] = [];
  await page.route(/\/api\/wallet\/(shield|unshield|private\/internal-transfer)$/, (route) => {
    submissions.push(route.request().url());
    return route.fulfill({
      status: 400,
      json: { error: 'Not in this test.', code: 'transaction-would-fail' },
    });
  });
  return submissions;
}

/** An address that was paid before has to be checked no more. */
async function markAsPaid(page: Page, address: string): Promise<void> {
  const paid = { address, payments: 1, lastPaidAt: own.at };
  await page.route('**/api/wallet/recipients', (route) =>
    route.fulfill({ json: { data: [paid] } }),
  );
}

const hold = (page: Page) => page.keyboard.down('Enter');

/** Holds Enter down from the last field of the form until Confirm can be pressed, and on it. */
async function holdEnterThrough(page: Page, modal: PoolModal): Promise<void> {
  await expect(modal.dialog.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(async () => {
    await hold(page);
    await expect(modal.confirm).toBeEnabled({ timeout: 50 });
  }).toPass();
  await modal.confirm.focus();
  for (let press = 0; press < 10; press += 1) await hold(page);
  await page.keyboard.up('Enter');
}

/** Presses Enter once more on the title of the review. */
async function pressOnTitle(page: Page, { dialog, confirm }: PoolModal): Promise<void> {
  await expect(confirm).toBeEnabled();
  await dialog.locator('[tabindex="-1"]').first().focus();
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('Enter');
}

test.describe('Enter, pressed and held down, submits nothing in', () => {
  test('Shield', async ({ page }) => {
    await openAs(page, alice, '/dashboard');
    const submissions = await catchSubmissions(page);
    const shield = await openShield(page, 'USDC on Polygon');
    await shield.enter('1');
    await holdEnterThrough(page, shield);
    await pressOnTitle(page, shield);
    expect(submissions).toEqual([]);
    await shield.confirm.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => submissions.length).toBe(1);
  });

  test('Unshield, also after the recipient was changed', async ({ page }) => {
    await page.route('**/api/wallet/private/forecast-unshield', (route) =>
      route.fulfill({ json: { data: easyToLink } }),
    );
    await openAs(page, alice, '/dashboard');
    await goPrivate(page);
    const submissions = await catchSubmissions(page);
    const unshield = await openUnshield(page, 'USDC on Polygon');
    await unshield.enter('1');
    await holdEnterThrough(page, unshield);
    await unshield.dialog.getByRole('button', { name: 'Use another address' }).click();
    await expect(unshield.recipient).toBeFocused();
    await page.keyboard.type(privateKeyToAddress(generatePrivateKey()));
    for (let press = 0; press < 10; press += 1) await hold(page);
    await page.keyboard.up('Enter');
    await expect(unshield.dialog.getByText('A public address on Polygon')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(unshield.dialog.getByRole('region', { name: 'Unshield 1 USDC' })).toBeFocused();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Enter');
    await unshield.checkAddress();
    await pressOnTitle(page, unshield);
    expect(submissions).toEqual([]);
  });

  test('Internal Transfer', async ({ page, request }) => {
    const { privateAddress } = await signInClient(request, carol);
    await markAsPaid(page, privateAddress);
    await openAs(page, alice, '/dashboard');
    await goPrivate(page);
    const submissions = await catchSubmissions(page);
    const transfer = await openTransfer(page, 'USDC on Polygon');
    await transfer.enter('1');
    for (let press = 0; press < 10; press += 1) await hold(page);
    await page.keyboard.up('Enter');
    await transfer.recipient.fill(privateAddress);
    await holdEnterThrough(page, transfer);
    await pressOnTitle(page, transfer);
    expect(submissions).toEqual([]);
  });
});

test('a review that is longer than the window is scrolled with the keyboard', async ({
  page,
  request,
}) => {
  const { privateAddress } = await signInClient(request, carol);
  await markAsPaid(page, privateAddress);
  await openAs(page, alice, '/dashboard');
  await goPrivate(page);
  await page.setViewportSize({ width: 320, height: 568 });
  const transfer = await openTransfer(page, 'USDC on Polygon');
  await transfer.enter('1');
  await transfer.recipient.fill(privateAddress);
  await transfer.next();
  const scroll = transfer.dialog.locator('.modal__scroll');
  await expect(scroll).toHaveAttribute('data-below');
  await scroll.getByRole('button', { name: /^Help/ }).first().focus();
  await page.keyboard.press('End');
  await expect(scroll).not.toHaveAttribute('data-below');
});

test('Confirm is always visible, below everything that it confirms', async ({ page }) => {
  await page.route('**/api/wallet/private/forecast-unshield', (route) =>
    route.fulfill({ json: { data: easyToLink } }),
  );
  await openAs(page, alice, '/dashboard');
  await goPrivate(page);
  await catchSubmissions(page);
  const { dialog, ...unshield } = await openUnshield(page, 'USDC on Polygon');
  await unshield.recipient.fill(privateKeyToAddress(generatePrivateKey()));
  await unshield.next();

  const expectVisible = async (state: string) => {
    for (const [width, height] of [
      [1440, 650],
      [390, 650],
      [320, 568],
    ] as const) {
      await page.setViewportSize({ width, height });
      const where = `${state} at ${width} by ${height}`;
      await expect(unshield.confirm, where).toBeInViewport({ ratio: 1 });
      await expect(dialog.getByRole('heading', { name: 'Unshield' }), where).toBeInViewport();
      const scroll = dialog.locator('.modal__scroll');
      const content = await scroll.boundingBox();
      const button = await unshield.confirm.boundingBox();
      const end = (content?.y ?? Number.NaN) + (content?.height ?? Number.NaN);
      expect(end, where).toBeLessThanOrEqual(button?.y ?? 0);
    }
  };
  await expect(dialog.getByRole('button', { name: 'Use another address' })).toBeVisible();
  await expectVisible('a long forecast and a new address');
  const scroll = dialog.locator('.modal__scroll');
  await expect(scroll, 'a line shows that it continues').toHaveAttribute('data-below');
  await scroll.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(scroll).not.toHaveAttribute('data-below');
  await expect(scroll).toHaveAttribute('data-above');
  await dialog.getByText('Within 24 hours').click();
  await expectVisible('sent later');
  await unshield.checkAddress();
  await unshield.confirm.click();
  const error = dialog.getByRole('alert').filter({ hasText: 'Error:' });
  await expect(error).toBeInViewport();
  await expectVisible('an error');
});
