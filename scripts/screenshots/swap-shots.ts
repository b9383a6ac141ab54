import type { Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';

/** Swap: the pair, its pickers, the routes, the confirmation, the steps and the history. */
export const swapShots: readonly Shot[] = [
  {
    name: 'swap-1-pair',
    user: alice,
    open: async (page) => {
      await openSwap(page);
      await page.getByLabel('Sell amount').fill('50');
    },
  },
  {
    name: 'swap-1-private-mode',
    user: alice,
    open: async (page) => {
      await openSwap(page);
      await page.getByRole('radio', { name: 'Private', exact: true }).click();
      await page.getByText('Swaps are public, even in private mode.').waitFor();
    },
  },
  {
    name: 'swap-1-covered',
    user: alice,
    open: async (page) => {
      await page.goto('/rango-exchange');
      await page.getByRole('button', { name: /Receive token/ }).waitFor();
    },
  },
  {
    name: 'swap-1-tokens',
    user: alice,
    open: async (page) => {
      await openSwap(page);
      await page.getByRole('button', { name: /Sell token/ }).click();
      await page.getByRole('option', { name: /USDC/ }).waitFor();
    },
  },
  {
    name: 'swap-1-no-routes',
    user: alice,
    open: async (page) => {
      await openSwap(page);
      await page.getByLabel('Sell amount').fill('0.0001');
      await page.getByRole('button', { name: 'Find Route' }).click();
      await page.getByText(/No routes found/).waitFor();
    },
  },
  { name: 'swap-2-routes', user: alice, open: findRoutes },
  { name: 'swap-3-confirm', user: alice, open: selectRoute },
  {
    name: 'swap-4-under-way',
    user: alice,
    open: async (page) => {
      await selectRoute(page);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('list', { name: 'Steps of the swap' }).waitFor();
    },
  },
  {
    name: 'swap-5-done',
    user: alice,
    open: async (page) => {
      await selectRoute(page);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Swap Successful' }).waitFor({ timeout: 60_000 });
    },
  },
  {
    name: 'swap-history',
    user: alice,
    open: async (page) => {
      await openSwap(page);
      await page.getByRole('link', { name: 'History' }).click();
      await page.getByRole('listitem').filter({ hasText: 'KAX' }).first().waitFor();
    },
  },
];

async function openSwap(page: Page): Promise<void> {
  await page.goto('/rango-exchange');
  await page.getByRole('button', { name: 'Show amounts' }).click();
  await page.getByRole('button', { name: /Sell token/ }).click();
  await page.getByRole('combobox', { name: 'Search by symbol' }).fill('ka');
  await page.getByRole('option', { name: /KAX/ }).click();
}

async function findRoutes(page: Page): Promise<void> {
  await openSwap(page);
  await page.getByLabel('Sell amount').fill('50');
  await page.getByRole('button', { name: 'Find Route' }).click();
  await page.getByRole('button', { name: 'Select Route' }).first().waitFor();
}

async function selectRoute(page: Page): Promise<void> {
  await findRoutes(page);
  await page.getByRole('button', { name: 'Select Route' }).first().click();
  await page.getByText('Minimum received').waitFor();
}
