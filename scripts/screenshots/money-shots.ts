import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';

/** Deposits, the payment partner, Recent Activity and the samples. */
export const moneyShots: readonly Shot[] = [
  {
    name: 'deposit-currency',
    user: alice,
    open: (page) => at(page, '/dashboard/deposit-currency'),
  },
  { name: 'deposit', user: alice, open: (page) => at(page, '/deposit/usdc') },
  {
    name: 'deposit-whole',
    user: alice,
    isWholePage: true,
    open: (page) => at(page, '/deposit/polygon'),
  },
  { name: 'buy', user: alice, open: (page) => at(page, '/on-ramping') },
  {
    name: 'buy-private-mode',
    user: alice,
    open: async (page) => {
      await at(page, '/on-ramping');
      await page.getByRole('radio', { name: 'Private', exact: true }).click();
    },
  },
  { name: 'sell', user: alice, open: (page) => at(page, '/off-ramping') },
  { name: 'activity', user: alice, open: openActivity },
  {
    name: 'activity-private',
    user: alice,
    open: async (page) => {
      await openActivity(page);
      await page
        .getByRole('radiogroup', { name: 'Which balance' })
        .getByRole('radio', { name: 'Private', exact: true })
        .click();
      await page.waitForLoadState('networkidle').catch(() => undefined);
    },
  },
  { name: 'activity-coin', user: alice, open: (page) => at(page, '/activity/polygon-usdc') },
  { name: 'nfts', user: alice, open: (page) => at(page, '/dashboard/nfts') },
  { name: 'dapps', user: alice, open: (page) => at(page, '/dashboard/dapps') },
];

async function at(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The partner's frame and images load after the heading.
  await page.waitForTimeout(2000);
}

async function openActivity(page: Page): Promise<void> {
  await at(page, '/activity/wallet');
  await page.getByRole('button', { name: 'Show amounts' }).click();
}
