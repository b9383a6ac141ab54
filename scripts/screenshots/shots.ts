import type { Locator, Page } from '@playwright/test';
import { contactShots } from './contact-shots.ts';
import { guestShots } from './guest-shots.ts';
import { moneyShots } from './money-shots.ts';
import { poolShots } from './pool-shots.ts';
import { sendShots } from './send-shots.ts';
import { settingsShots } from './settings-shots.ts';
import type { Shot } from './shot.ts';
import { swapShots } from './swap-shots.ts';
import { welcomeShots } from './welcome-shots.ts';

const COINS = '**/api/wallet/public/coins';
const alice = 'alice@kax.test';

const dashboardShots: readonly Shot[] = [
  {
    name: 'dashboard',
    user: alice,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Show amounts' }).click();
    },
  },
  { name: 'dashboard-covered', user: alice, open: openDashboard },
  {
    name: 'dashboard-whole',
    user: alice,
    isWholePage: true,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Show amounts' }).click();
    },
  },
  {
    name: 'dashboard-loading',
    user: alice,
    open: async (page) => {
      await page.route(COINS, () => undefined);
      await page.goto('/dashboard');
      await page.getByTestId('coin-skeleton').first().waitFor();
    },
  },
  {
    name: 'dashboard-error',
    user: alice,
    open: async (page) => {
      const json = { error: 'The network isn’t responding.', code: 'chain-unavailable' };
      await page.route(COINS, (route) => route.fulfill({ status: 503, json }));
      await page.goto('/dashboard');
      await page.getByText('Couldn’t load your balances').waitFor();
    },
  },
  {
    name: 'dashboard-stale',
    user: alice,
    open: async (page) => {
      await changeCoins(page, {
        isStale: true,
        asOf: new Date(Date.now() - 240_000).toISOString(),
      });
      await page.goto('/dashboard');
      await page.getByText(/Showing balances from/).waitFor();
    },
  },
  {
    name: 'dashboard-empty',
    user: alice,
    open: async (page) => {
      await changeCoins(page, { balance: '0', balanceBaseUnits: '0', availableBaseUnits: '0' });
      await page.goto('/dashboard');
      await page.getByText('No coins yet').waitFor();
    },
  },
  {
    name: 'dashboard-no-price',
    user: alice,
    open: async (page) => {
      await changeCoins(page, { price: { price: null, change: null, asOf: null, samples: [] } });
      await page.goto('/dashboard');
      await page.getByRole('region', { name: 'Polygon' }).waitFor();
    },
  },
  {
    name: 'dashboard-row-menu',
    user: alice,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'More actions for KAX on Polygon' }).click();
    },
  },
  {
    name: 'dashboard-private',
    user: alice,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Show amounts' }).click();
      await page.getByRole('radio', { name: 'Private', exact: true }).click();
      await page.getByRole('button', { name: 'Unshield USDC on Polygon' }).waitFor();
    },
  },
  {
    name: 'profile-menu',
    user: alice,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Profile menu' }).click();
    },
  },
  {
    name: 'drawer',
    user: alice,
    only: 'phone',
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  {
    name: 'receive',
    user: alice,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Receive', exact: true }).click();
      await untilDrawn(page.getByRole('img', { name: /^QR code/ }));
    },
  },
  {
    name: 'receive-amount',
    user: alice,
    open: async (page) => {
      await openDashboard(page);
      await page.getByRole('button', { name: 'Receive', exact: true }).click();
      await page.getByRole('button', { name: /^Ask for an amount/ }).click();
      await page.getByRole('textbox', { name: 'Amount' }).fill('25');
      await page.getByRole('textbox', { name: 'Message' }).fill('Dinner on Friday');
    },
  },
  {
    name: 'receive-failed',
    user: alice,
    open: async (page) => {
      await page.route('**/v1/create-qr-code/**', (route) => route.abort());
      await openDashboard(page);
      await page.getByRole('button', { name: 'Receive', exact: true }).click();
      await page.getByText('We couldn’t load the QR code.').waitFor();
    },
  },
  {
    name: 'change-password',
    user: alice,
    open: async (page) => {
      await page.goto('/reset-password');
      await page.getByLabel('Current password').fill('Piggy!Bank7');
      await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor9');
      await page.getByLabel('Confirm new password').fill('Quiet!Harbor');
    },
  },
  {
    name: 'change-password-done',
    user: alice,
    open: async (page) => {
      const json = { success: true, message: 'Your password has been updated!' };
      await page.route('**/api/auth/change-password', (route) => route.fulfill({ json }));
      await page.goto('/reset-password');
      await page.getByLabel('Current password').fill('Piggy!Bank7');
      await page.getByLabel('New password', { exact: true }).fill('Quiet!Harbor9');
      await page.getByLabel('Confirm new password').fill('Quiet!Harbor9');
      await page.getByRole('button', { name: 'Update Password' }).click();
      await page.getByRole('dialog', { name: 'Your password has been updated!' }).waitFor();
    },
  },
];

/** Every screen and state that exists, in the order a user sees them. */
export const shots: readonly Shot[] = [
  ...guestShots,
  ...dashboardShots,
  ...welcomeShots,
  ...sendShots,
  ...contactShots,
  ...poolShots,
  ...moneyShots,
  ...swapShots,
  ...settingsShots,
];

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('region', { name: 'Polygon' }).waitFor();
}

/** Changes fields of every coin in the real server response. */
async function changeCoins(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.route(COINS, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { coins: object[] }[] };
    for (const chain of body.data) for (const coin of chain.coins) Object.assign(coin, change);
    await route.fulfill({ response, json: body });
  });
}

async function untilDrawn(image: Locator): Promise<void> {
  await image.waitFor();
  await image.evaluate((element) => (element as HTMLImageElement).decode());
}
