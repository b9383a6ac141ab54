import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openChain } from '../chain.ts';
import { describeModal, goPrivate, openShield, openTransfer } from '../pool-modals.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { type Client, signInClient } from '../server.ts';
import { findRoutes } from '../swaps.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, showFigures } from '../users.ts';

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

test.describe.configure({ mode: 'serial' });
// Wallets that no other test pays or searches for.
const [nina, otto] = [newcomer('Nina Berg'), newcomer('Otto Weiss')] as const;
let from: Client;
let to: Client;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  for (const user of [nina, otto]) await createUser(request, baseURL ?? '', user);
  [from, to] = [
    await signInClient(request, nina, NEW_PASSWORD),
    await signInClient(request, otto, NEW_PASSWORD),
  ];
  const chain = openChain(baseURL, 'polygon');
  // The welcome grant arrives one coin at a time.
  for (const id of ['polygon-pol', 'polygon-usdc', 'polygon-kax']) {
    const { address } = await from.coin(id);
    const token = address as `0x${string}` | null;
    await expect.poll(() => chain.balance(from.publicAddress, token)).toBeGreaterThan(0n);
  }
  const { publicAddress, privateAddress } = to;
  const rest = { emailOrPhone: null, note: null, isOnKax: false };
  const contact = { name: otto.name, publicAddress, privateAddress, ...rest };
  expect((await from.post('/wallet/contacts', contact)).status).toBe(200);
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a payment to a contact opens from the list, keeps a note, and is sent again', async ({
  page,
}) => {
  const payment = {
    tokenId: 'polygon-usdc',
    amount: '2500000',
    recipientAddress: to.publicAddress,
  };
  expect((await from.post('/wallet/public/send-tokens', payment, randomUUID())).status).toBe(200);
  await openAs(page, nina, '/activity/wallet', NEW_PASSWORD);
  await page.getByRole('listitem').filter({ hasText: otto.name }).getByRole('link').click();
  await expect(heading(page)).toHaveText(/Otto Weiss USDC$/);
  await showFigures(page);
  await expect(heading(page)).toHaveText('You sent Otto Weiss 2.5 USDC');
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(to.publicAddress);
  await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible();
  await expectAccessible(page, 'a payment');
  await page.getByRole('textbox', { name: 'Your note' }).fill('Concert tickets');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  // This browser remembers that figures are shown.
  await expect(heading(page)).toHaveText('You sent Otto Weiss 2.5 USDC');
  await showFigures(page);
  await expect(page.getByRole('textbox', { name: 'Your note' })).toHaveValue('Concert tickets');
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('2.5');
  expect(page.url()).not.toMatch(/0x|2\.5/);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText(otto.name).first()).toBeVisible();
});

test('its recipient sees who sent it, and an id of someone else leads nowhere', async ({
  page,
}) => {
  const [theirs] = await rowsOf(from, 'public', 'polygon-usdc');
  const entry = `transaction-${theirs.chainId}-${theirs.transactionHash}`;
  await openAs(page, otto, `/activity/wallet/${entry}`, NEW_PASSWORD);
  await showFigures(page);
  await expect(heading(page)).toHaveText(/^0x.* sent you 2\.5 USDC$/);
  await expect(page.getByRole('button', { name: 'Add name' })).toBeVisible();
  await page.goto(`/activity/wallet/operation-${theirs.operationId}`);
  await expect(page.getByText('We can’t find this in your activity')).toBeVisible();
  await page.getByRole('link', { name: 'See all activity' }).click();
  await expect(heading(page)).toHaveText('Recent Activity');
});

test('a swap shows its steps until it is done', async ({ page }) => {
  const [{ requestId }] = await findRoutes(from, ['polygon-kax', 'avalanche-avax'], '20');
  const swapped = await from.post('/rango/swap', { requestId, slippage: '1' }, requestId);
  expect(swapped.status).toBe(200);
  await openAs(page, nina, `/activity/wallet/swap-${requestId}`, NEW_PASSWORD);
  await expect(heading(page)).toHaveText('Swap KAX to AVAX');
  await expect(page.getByRole('list', { name: 'Steps of the swap' })).toBeVisible();
  await expect(page.getByText('Success')).toBeVisible(MOVED);
  const { transactions } = (await from.get(`/wallet/public/history/wallet?entry=swap-${requestId}`))
    .body.data;
  const kinds = transactions.map((row: Row) => `${row.type} ${row.direction} ${row.chainId}`);
  expect(new Set(kinds).size).toBeGreaterThanOrEqual(3);
});

test('a private payment is the same entry for both sides, each with its own words', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, nina, '/dashboard', NEW_PASSWORD);
  await showFigures(page);
  const shield = await openShield(page, 'USDC on Polygon');
  await shield.enter('12');
  await shield.next();
  await shield.submit();
  const [shielded] = await rowsOf(from, 'public', 'polygon-usdc');
  await page.goto(`/activity/wallet/operation-${shielded.operationId}`);
  await expect(page.getByText('Public to private')).toBeVisible();
  await showFigures(page);
  await expect(heading(page)).toHaveText('You made 12 USDC private', MOVED);
  await expect(page.getByText('11.97 USDC').first()).toBeVisible(MOVED);

  await page.goto('/dashboard');
  await goPrivate(page);
  const transfer = await openTransfer(page, 'USDC on Polygon');
  await transfer.enter('5');
  await transfer.recipient.fill(to.privateAddress);
  await transfer.dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('Dinner');
  await transfer.dialog.getByRole('switch', { name: 'Show my name' }).click();
  await transfer.next();
  await transfer.checkAddress();
  await transfer.submit();
  const [sent] = await rowsOf(from, 'private', 'polygon-usdc');
  await page.goto(`/activity/wallet/operation-${sent.operationId}`);
  await expect(page.getByRole('list', { name: 'Steps of this internal transfer' })).toBeVisible();
  await showFigures(page);
  await expect(heading(page)).toHaveText('You sent Otto Weiss 5 USDC', MOVED);

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await openAs(other, otto, '/activity/wallet', NEW_PASSWORD);
  await showFigures(other);
  await other.getByRole('listitem').filter({ hasText: 'Dinner' }).getByRole('link').click(MOVED);
  await expect(heading(other)).toHaveText('Nina Berg sent you 5 USDC');
  await expect(other.getByText('Nina chose to share this name')).toBeVisible();
  await expectAccessible(other, 'a received payment');
  await other.getByRole('button', { name: 'Send back' }).click();
  const back = await describeModal(other, 'Internal Transfer');
  await expect(back.dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('');
  await expect(back.recipient).toHaveValue(from.privateAddress);
  await other.close();
});

interface Row {
  readonly type: string;
  readonly direction: string;
  readonly chainId: number;
  readonly transactionHash: string | null;
  readonly operationId: string | null;
}

async function rowsOf(
  client: Client,
  mode: string,
  coin: string,
): Promise<readonly [Row, ...Row[]]> {
  const { body } = await client.get(`/wallet/${mode}/history/${coin}`);
  return body.data.transactions;
}
