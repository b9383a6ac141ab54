import type { Locator, Page } from '@playwright/test';
import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';
const SHIELD = '**/api/wallet/shield';
const FORECAST = '**/api/wallet/private/forecast-unshield';
const STRANGER = '0x3c8de51f7b0942a6ce94d3708fba12c5d7e4b06a';

const calm = {
  outlook: 'nothing-stands-out',
  reasons: [],
  mitigations: [],
  otherAmounts: [],
  asOfBlock: '1',
};

const own = { paid: '250000000', at: '2026-01-02T03:04:05.000Z' };
const easy = {
  outlook: 'easy',
  reasons: [
    { kind: 'same-amount', ...own },
    { kind: 'back-to-shielder', ...own },
  ],
  mitigations: ['other-amount', 'other-address'],
  otherAmounts: ['100000000', '200000000'],
  asOfBlock: '1',
};

export const poolShots: readonly Shot[] = [
  {
    name: 'shield-1-amount',
    user: alice,
    open: async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: 'Show amounts' }).click();
      await openShield(page);
    },
  },
  {
    name: 'shield-1-covered',
    user: alice,
    open: async (page) => {
      await page.goto('/dashboard');
      await openShield(page);
    },
  },
  { name: 'shield-2-confirm', user: alice, open: async (page) => void (await toShield(page)) },
  {
    name: 'shield-2-error',
    user: alice,
    open: async (page) => {
      const json = {
        error: 'The network would reject this transaction. Nothing was sent.',
        code: 'transaction-would-fail',
      };
      await page.route(SHIELD, (route) => route.fulfill({ status: 400, json }));
      const dialog = await toShield(page);
      await dialog.getByRole('button', { name: /^Shield / }).click();
      await dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'unshield-1-amount',
    user: alice,
    open: async (page) => {
      const dialog = await openUnshield(page);
      await dialog.getByText('249.375 USDC').waitFor();
    },
  },
  {
    name: 'unshield-2-easy-to-link',
    user: alice,
    open: async (page) => {
      await page.route(FORECAST, (route) => route.fulfill({ json: { data: easy } }));
      const dialog = await openUnshield(page);
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByRole('img', { name: 'Level 3 of 3' }).waitFor();
      await dialog.getByText('249.375 USDC').waitFor();
    },
  },
  {
    name: 'unshield-2-later',
    user: alice,
    open: async (page) => {
      await page.route(FORECAST, (route) => route.fulfill({ json: { data: calm } }));
      const dialog = await openUnshield(page);
      await dialog.getByRole('textbox', { name: 'Amount' }).fill('110');
      await dialog.getByRole('combobox', { name: 'Recipient address' }).fill(STRANGER);
      await dialog.getByText('A public address on Polygon', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await dialog.getByRole('radio', { name: 'Within 6 hours' }).click();
      await dialog.getByText('109.725 USDC').waitFor();
    },
  },
  {
    name: 'internal-transfer-1-details',
    user: alice,
    open: async (page) => {
      const dialog = await openTransfer(page);
      await dialog.getByText('0.000000 USDC').waitFor();
    },
  },
  {
    name: 'internal-transfer-1-wrong-address',
    user: alice,
    open: async (page) => {
      const dialog = await openTransfer(page);
      await dialog.getByRole('combobox', { name: 'Recipient address' }).fill(STRANGER);
      await dialog.getByRole('alert').waitFor();
    },
  },
];

async function openShield(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Shield USDC on Polygon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Shield', exact: true });
  await dialog.getByText(/^Shield fee \(/).waitFor();
  await dialog.getByText(/^≈ [0-9.]+ POL/).waitFor();
  await page.waitForTimeout(600);
  return dialog;
}

async function toShield(page: Page): Promise<Locator> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show amounts' }).click();
  const dialog = await openShield(page);
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('99.750 USDC').waitFor();
  return dialog;
}

async function openPrivate(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show amounts' }).click();
  await page.getByRole('radio', { name: 'Private', exact: true }).click();
}

async function openUnshield(page: Page): Promise<Locator> {
  await openPrivate(page);
  await page.getByRole('button', { name: 'Unshield USDC on Polygon' }).click();
  return page.getByRole('dialog', { name: 'Unshield', exact: true });
}

async function openTransfer(page: Page): Promise<Locator> {
  await openPrivate(page);
  await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
  await page.getByRole('menuitem', { name: 'Internal Transfer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Internal Transfer' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('75');
  return dialog;
}
