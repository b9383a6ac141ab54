import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { goPrivate, openShield, openTransfer, openUnshield } from '../pool-modals.ts';
import { openSend } from '../send-modal.ts';
import { expect, test } from '../test.ts';
import { alice, bob, carol, openAs, showFigures } from '../users.ts';

const GUEST_PAGES = ['/login', '/register', '/forgot-password', '/verify-otp?email=new%40kax.test'];
const PAGES = [
  '/activity/polygon-usdc',
  '/dashboard/nfts',
  '/dashboard/dapps',
  '/dashboard/settings',
  '/rango-exchange',
  '/reset-password',
  '/user-sessions',
  '/on-ramping',
  '/off-ramping',
  '/dashboard/deposit-currency',
  '/deposit/polygon',
  '/contacts',
  '/dashboard/inbox',
];

const FORECAST = '**/api/wallet/private/forecast-unshield';
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

for (const [theme, expectGood] of [
  ['dark', expectAccessible],
  ['light', expectAccessibleColours],
] as const) {
  test.describe(`in the ${theme} theme axe finds nothing`, () => {
    test.beforeEach(async ({ page }) => {
      await page.goto('/privacy.html');
      await page.evaluate((name) => localStorage.setItem('railway-theme', name), theme);
    });

    test('on the guest pages', async ({ page }) => {
      for (const path of GUEST_PAGES) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectGood(page, path);
      }
      await page.goto('/login');
      await page.getByRole('radio', { name: 'Use phone' }).click();
      await expect(page.getByLabel('Phone', { exact: true })).toBeEnabled();
      await expectGood(page, 'sign-in by phone');
      await page.getByRole('button', { name: /^Country/ }).click();
      await expectGood(page, 'countries');
    });

    test('on the protected pages', async ({ page }) => {
      await openAs(page, carol, PAGES[0] ?? '');
      for (const path of PAGES) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectGood(page, path);
      }
    });

    test('on the dashboard, in both modes, with figures hidden and shown', async ({ page }) => {
      await openAs(page, alice, '/dashboard');
      await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
      await expectGood(page, 'covered');
      await showFigures(page);
      await expectGood(page, 'not covered');
      await page.getByRole('button', { name: 'More actions for KAX on Polygon' }).click();
      await expectGood(page, 'menu of a row');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Profile menu' }).click();
      await expectGood(page, 'profile menu');
      await page.keyboard.press('Escape');
      await page.getByRole('radio', { name: 'Private', exact: true }).click();
      await expectGood(page, 'private mode');
    });

    test('in the steps of Send Assets and in Receive Assets', async ({ page }) => {
      await openAs(page, bob, '/dashboard');
      const send = await openSend(page, 'USDC on Polygon');
      await send.amount.fill('-1');
      await expectGood(page, 'wrong amount');
      await send.amount.fill('0.1');
      await send.dialog.getByRole('button', { name: /^Token/ }).click();
      await expectGood(page, 'token picker');
      await page.keyboard.press('Escape');
      await send.next();
      const to = privateKeyToAddress(generatePrivateKey());
      await send.recipient.fill(to);
      await expectGood(page, 'recipient');
      await send.review(to);
      await expect(send.confirm).toBeEnabled();
      await expectGood(page, 'review');
      await send.confirm.click();
      await expect(send.dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
      await expectGood(page, 'hash');
      await send.dialog.getByRole('link', { name: /^0x/ }).click();
      await expect(page.getByRole('heading', { name: 'Payment' })).toBeVisible();
      await expectGood(page, 'operation');
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Receive', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Receive Assets' })).toBeVisible();
      await expectGood(page, 'receive');
      await page.getByRole('button', { name: /^Ask for an amount/ }).click();
      await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
      await expectGood(page, 'an amount to ask for');
      await page.keyboard.type('25');
      await page.keyboard.press('Enter');
      const link = page.getByRole('dialog', { name: 'Your payment link' });
      await expect(link.getByText('Waiting for payment')).toBeVisible();
      await expectGood(page, 'a payment link');
      const code = (await link.getByText(/\/pay\//).textContent())?.split('/pay/')[1] ?? '';
      await link.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('button', { name: /^Your links/ }).click();
      await expect(page.getByRole('region', { name: 'Waiting' })).toBeVisible();
      await expectGood(page, 'payment links');
      await openAs(page, carol, `/pay/${code}`);
      await expect(page.getByRole('button', { name: 'Review payment' })).toBeEnabled();
      await expectGood(page, 'a payment request');
      await page.evaluate(() => localStorage.removeItem('access_token'));
      await page.reload();
      await page.getByRole('button', { name: 'Pay from another wallet' }).click();
      await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
      await expectGood(page, 'another wallet');
    });

    test('in the forms of private money', async ({ page }) => {
      await openAs(page, alice, '/dashboard');
      const shield = await openShield(page, 'USDC on Polygon');
      await expect(shield.dialog.getByText(/^Shield fee \(/)).toBeVisible();
      await expectGood(page, 'shield, everything, covered');
      await shield.enter('1');
      await shield.next();
      await expect(shield.confirm).toBeEnabled();
      await expectGood(page, 'confirm a shield');
      await shield.dialog.getByRole('button', { name: 'Close' }).click();
      const confirmation = page.getByRole('alertdialog', { name: 'Close this form?' });
      await expect(confirmation).toBeVisible();
      await expectGood(page, 'closing a form');
      await confirmation.getByRole('button', { name: 'Close' }).click();

      await page.route(FORECAST, (route) => route.fulfill({ json: { data: easyToLink } }));
      await goPrivate(page);
      const unshield = await openUnshield(page, 'USDC on Polygon');
      await unshield.next();
      const forecast = unshield.dialog.getByRole('region', { name: 'Privacy forecast' });
      await expect(forecast.getByRole('button').first()).toBeVisible();
      await expectGood(page, 'confirm an unshield');
      await unshield.dialog.getByRole('button', { name: 'Close' }).click();

      const transfer = await openTransfer(page, 'USDC on Polygon');
      await transfer.recipient.fill('0zk1');
      await expect(transfer.dialog.getByRole('alert')).toBeVisible();
      await expectGood(page, 'internal transfer');
    });
  });
}
