import type { Locator, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';
const SEND = '**/api/wallet/public/send-tokens';

export const sendShots: readonly Shot[] = [
  {
    name: 'send-1-amount',
    user: alice,
    open: async (page) => {
      await toAmount(page, '25');
    },
  },
  {
    name: 'send-1-too-much',
    user: alice,
    open: async (page) => {
      await toAmount(page, '999999');
    },
  },
  {
    name: 'send-1-tokens',
    user: alice,
    open: async (page) => {
      const dialog = await toAmount(page, '25');
      await dialog.getByRole('button', { name: /^Token/ }).click();
      await page.getByRole('listbox').waitFor();
    },
  },
  {
    name: 'send-2-recipient',
    user: alice,
    open: async (page) => {
      await toRecipient(page);
    },
  },
  {
    name: 'send-2-review',
    user: alice,
    open: async (page) => {
      await toReview(page);
    },
  },
  {
    name: 'send-2-look-alike',
    user: alice,
    open: async (page) => {
      await page.route('**/api/wallet/public/quote-send', async (route) => {
        const response = await route.fetch();
        const body = await response.json();
        const recipient = body.data?.recipient;
        if (recipient) {
          const { address } = recipient as { address: string };
          recipient.lookAlike = `${address.slice(0, 8)}${'5'.repeat(28)}${address.slice(36)}`;
        }
        await route.fulfill({ response, json: body });
      });
      await toReview(page);
    },
  },
  {
    name: 'send-2-error',
    user: alice,
    open: async (page) => {
      const json = {
        error: 'The network would reject this transaction. Nothing was sent.',
        code: 'transaction-would-fail',
      };
      await page.route(SEND, (route) => route.fulfill({ status: 400, json }));
      const dialog = await toReview(page);
      await confirm(dialog);
      await dialog.getByRole('alert').waitFor();
    },
  },
  {
    name: 'send-3-on-its-way',
    user: alice,
    open: async (page) => {
      const dialog = await toReview(page);
      await confirm(dialog);
      await dialog.getByRole('link', { name: /^0x/ }).waitFor();
    },
  },
  {
    name: 'send-4-under-way-on-dashboard',
    user: alice,
    open: async (page) => {
      const dialog = await toReview(page);
      await confirm(dialog);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('region', { name: 'In progress' }).waitFor();
    },
  },
  {
    name: 'operation',
    user: alice,
    open: async (page) => {
      const dialog = await toReview(page);
      await confirm(dialog);
      await dialog.getByRole('link', { name: /^0x/ }).click();
      await page.getByRole('heading', { name: 'Payment' }).waitFor();
      await page.getByRole('list', { name: 'Steps of this payment' }).waitFor();
    },
  },
];

async function toAmount(page: Page, amount: string): Promise<Locator> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show amounts' }).click();
  await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
  await page.getByRole('menuitem', { name: 'Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await dialog.getByText(/^≈ [0-9.]+ POL/).waitFor();
  return dialog;
}

export async function toRecipient(page: Page): Promise<Locator> {
  const dialog = await toAmount(page, '25');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const recipient = privateKeyToAddress(generatePrivateKey());
  await dialog.getByRole('combobox', { name: 'Recipient address' }).fill(recipient);
  await dialog.getByText(/A public address on/).waitFor();
  await page.waitForTimeout(600);
  return dialog;
}

async function toReview(page: Page): Promise<Locator> {
  const dialog = await toRecipient(page);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Leaves your wallet').waitFor();
  return dialog;
}

async function confirm(dialog: Locator): Promise<void> {
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Confirm and / }).click();
}
