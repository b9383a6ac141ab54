import type { Page } from '@playwright/test';
import { toRecipient } from './send-shots.ts';
import type { Shot } from './shot.ts';

const alice = 'alice@kax.test';

/** Contacts, and choosing whom to pay. */
export const contactShots: readonly Shot[] = [
  { name: 'contacts', user: alice, open: openContacts },
  {
    name: 'contacts-empty',
    user: alice,
    open: async (page) => {
      await page.goto('/contacts');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  {
    name: 'contact-edit',
    user: alice,
    open: async (page) => {
      await openContacts(page);
      await page.getByRole('button', { name: 'Bob Tanaka', exact: true }).click();
      await page.getByRole('dialog', { name: 'Edit contact' }).waitFor();
    },
  },
  {
    name: 'contact-look-alike',
    user: alice,
    open: async (page) => {
      await openContacts(page);
      await page.getByRole('button', { name: 'Add contact' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add contact' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Robert');
      const twin = `${BOB.slice(0, 6)}${'5'.repeat(32)}${BOB.slice(-4)}`.toLowerCase();
      await dialog.getByRole('textbox', { name: 'Public address' }).fill(twin);
      await dialog.getByRole('button', { name: 'Save contact' }).click();
      await dialog.getByText(/imitates Bob/).waitFor();
    },
  },
  {
    name: 'send-2-contacts',
    user: alice,
    open: async (page) => {
      await fillContacts(page);
      await toRecipient(page);
    },
  },
  {
    name: 'send-2-found',
    user: alice,
    open: async (page) => {
      const dialog = await toRecipient(page);
      await dialog.getByRole('combobox', { name: 'Recipient address' }).fill('carol@kax.test');
      await dialog.getByText('Found on Kax').waitFor();
    },
  },
];

const BOB = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';

async function openContacts(page: Page): Promise<void> {
  await fillContacts(page);
  await page.goto('/contacts');
  await page.getByText('Bob Tanaka').first().waitFor();
}

/** Four contacts, so that the screenshots don't depend on what the server has. */
async function fillContacts(page: Page): Promise<void> {
  const data = [
    { name: 'Bob Tanaka', emailOrPhone: 'bob@kax.test', publicAddress: BOB },
    { name: 'Carol Iversen', emailOrPhone: '+14155550103', publicAddress: addressOf('c') },
    { name: 'City Bakery', emailOrPhone: 'orders@citybakery.test', publicAddress: addressOf('b') },
    { name: 'My Ledger', emailOrPhone: null, publicAddress: addressOf('9') },
  ].map((contact, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    ...{ privateAddress: null, note: null, isOnKax: false, version: 1 },
    ...{ publicAddressChange: null, privateAddressChange: null },
    createdAt: '2026-01-02T03:04:05.000Z',
    ...contact,
  }));
  await page.route('**/api/wallet/contacts', (route) => route.fulfill({ json: { data } }));
}

function addressOf(digit: string): string {
  return `0x${digit.repeat(40)}`;
}
