import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { goPrivate, openShield, openTransfer } from '../pool-modals.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { type Client, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, showFigures } from '../users.ts';

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

test.describe.configure({ mode: 'serial' });
const [ines, bram] = [newcomer('Ines Faro'), newcomer('Bram Vos')] as const;
let from: Client;
let to: Client;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  for (const user of [ines, bram]) await createUser(request, baseURL ?? '', user);
  [to, from] = [
    await signInClient(request, ines, NEW_PASSWORD),
    await signInClient(request, bram, NEW_PASSWORD),
  ];
  for (const client of [from, to]) {
    // What everyone gets at first arrives one coin at a time, and is in the inbox once it is final.
    for (const symbol of ['POL', 'USDC', 'KAX']) {
      await expect.poll(() => arrivedOf(client, symbol), MOVED).toContain('success');
    }
  }
  const { publicAddress, privateAddress } = from;
  const rest = { emailOrPhone: null, note: null, isOnKax: false };
  const contact = { name: bram.name, publicAddress, privateAddress, ...rest };
  expect((await to.post('/wallet/contacts', contact)).status).toBe(200);
});

interface Row {
  readonly type: string;
  readonly token: string;
  readonly status: string;
  readonly date: string;
}

/** @returns what moved in the public balance, newest first. */
async function rowsOf(client: Client): Promise<readonly Row[]> {
  return (await client.get('/wallet/public/history/wallet')).body.data.transactions;
}

/** @returns the statuses of what arrived in the public balance of a token. */
async function arrivedOf(client: Client, symbol: string): Promise<readonly string[]> {
  return (await rowsOf(client))
    .filter(({ type, token }) => type === 'receive' && token === symbol)
    .map(({ status }) => status);
}

const bell = (page: Page) =>
  page
    .getByRole('banner')
    .or(page.getByRole('navigation', { name: 'Tab bar' }))
    .getByRole('link', { name: /^Inbox/ });
const inbox = (page: Page) => page.getByRole('region', { name: 'Inbox' });
const rowOf = (page: Page, text: string) =>
  inbox(page).getByRole('listitem').filter({ hasText: text });

/** Marks what is there as read, so that a test begins with nothing new. */
async function readEverything(client: Client): Promise<void> {
  const until = (await rowsOf(client))[0]?.date;
  expect((await client.post('/auth/inbox', { until })).status).toBe(200);
}

test('money that arrives while the dashboard is open is announced, and is in the inbox on every device', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, ines, '/dashboard', NEW_PASSWORD);
  await readEverything(to);
  await page.reload();
  await showFigures(page);
  await expect(page.getByRole('region', { name: 'Polygon' })).toContainText('USDC');
  await expect(bell(page)).toHaveAccessibleName('Inbox');

  const payment = {
    tokenId: 'polygon-usdc',
    amount: '2500000',
    recipientAddress: to.publicAddress,
  };
  expect((await from.post('/wallet/public/send-tokens', payment, randomUUID())).status).toBe(200);
  const toast = page.getByRole('status').filter({ hasText: 'Bram Vos sent you 2.5 USDC' });
  await expect(toast).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Inbox, 1 new');
  await toast.getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bram Vos sent you 2.5 USDC');

  await bell(page).click();
  await expect(page).toHaveURL('/dashboard/inbox');
  await expect(inbox(page).getByRole('heading', { name: 'New' })).toBeVisible();
  const row = rowOf(page, 'Bram Vos sent you 2.5 USDC');
  await expect(row).toContainText('It’s in your public balance.');
  await expect(row.getByRole('img', { name: 'New' })).toBeVisible();
  await expectAccessible(page, 'the inbox');
  // Read after a moment, and still tinted while it is open.
  await expect(bell(page)).toHaveAccessibleName('Inbox');
  await expect(row.getByRole('img', { name: 'New' })).toBeVisible();

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await openAs(other, ines, '/dashboard/inbox', NEW_PASSWORD);
  await expect(rowOf(other, 'Bram Vos sent you money')).toBeVisible();
  await expect(inbox(other).getByRole('heading', { name: 'Earlier' })).toBeVisible();
  await expect(inbox(other).getByRole('heading', { name: 'New' })).toBeHidden();
  await other.close();
});

test('the keyboard opens a row, and all of it fits a phone of 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 650 });
  await openAs(page, ines, '/dashboard/inbox', NEW_PASSWORD);
  await showFigures(page);
  const row = rowOf(page, 'Bram Vos sent you 2.5 USDC');
  await expect(row).toBeVisible();
  const tab = page.getByRole('navigation', { name: 'Tab bar' });
  await expect(tab.locator('[aria-current="page"]')).toHaveAccessibleName('Inbox');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(320);
  await expectAccessible(page, 'the inbox on a phone');
  await page.getByRole('link', { name: 'Settings', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(row.getByRole('link')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bram Vos sent you 2.5 USDC');
});

test('a private payment is announced with its message, without an amount while figures are hidden', async ({
  page,
  browser,
  baseURL,
}) => {
  const sender = await browser.newPage({ baseURL: baseURL ?? '' });
  await openAs(sender, bram, '/dashboard', NEW_PASSWORD);
  await showFigures(sender);
  const shield = await openShield(sender, 'USDC on Polygon');
  await shield.enter('12');
  await shield.next();
  await shield.submit();
  await sender.goto('/dashboard');
  await goPrivate(sender);
  await expect(sender.getByRole('region', { name: 'Polygon' })).toContainText('11.97', MOVED);

  await openAs(page, ines, '/dashboard', NEW_PASSWORD);
  await readEverything(to);
  await page.reload();
  await goPrivate(page);
  const transfer = await openTransfer(sender, 'USDC on Polygon');
  await transfer.enter('5');
  await transfer.recipient.fill(to.privateAddress);
  await transfer.dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('Dinner');
  await transfer.dialog.getByRole('switch', { name: 'Show my name' }).click();
  await transfer.next();
  await transfer.checkAddress();
  await transfer.submit();

  const toast = page.getByRole('status').filter({ hasText: 'Bram Vos sent you money' });
  await expect(toast).toBeVisible(MOVED);
  await expect(toast).not.toContainText('Dinner');
  await showFigures(page);
  await page.goto('/dashboard/inbox');
  const row = rowOf(page, 'Bram Vos sent you 5 USDC');
  await expect(row).toContainText('“Dinner”. It’s in your private balance.');
  await sender.close();
});
