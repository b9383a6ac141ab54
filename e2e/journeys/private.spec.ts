import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openChain } from '../chain.ts';
import {
  describeModal,
  goPrivate,
  openShield,
  openTransfer,
  openUnshield,
  type PoolModal,
} from '../pool-modals.ts';
import { openSend } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { bob, carol, openAs, showFigures, signIn } from '../users.ts';

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

test.describe.configure({ mode: 'serial' });
const row = (page: Page, symbol: string) =>
  page
    .getByRole('region', { name: 'Polygon' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Refresh ${symbol} on Polygon` }) });

/** Waits for the hash, then for the last step. */
async function untilConfirmed({ dialog }: PoolModal): Promise<`0x${string}`> {
  const link = dialog.getByRole('link', { name: /^0x[0-9a-f]{8}…[0-9a-f]{8}$/ });
  await expect(link).toBeVisible(MOVED);
  const hash = (await link.getAttribute('title')) as `0x${string}`;
  await expect(dialog.getByRole('listitem').last()).toHaveText(/^Confirmed, done/, MOVED);
  await dialog.getByRole('button', { name: 'Done' }).click();
  return hash;
}

test('bob shields 100 USDC and some POL, and private mode shows them', async ({ page }) => {
  await signIn(page, bob);
  await showFigures(page);
  const usdc = await openShield(page, 'USDC on Polygon');
  await expect(usdc.dialog.getByRole('button', { name: 'MAX' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await usdc.enter('100');
  await expect(usdc.dialog.getByText('0.250000 USDC')).toBeVisible();
  await usdc.next();
  await expect(usdc.dialog.getByText('99.750 USDC')).toBeVisible();
  await usdc.submit();
  await untilConfirmed(usdc);

  const pol = await openShield(page, 'POL on Polygon');
  await pol.enter('5');
  await pol.next();
  await pol.submit();
  await untilConfirmed(pol);

  await goPrivate(page);
  await expect(row(page, 'USDC')).toContainText('99.7500 USDC', MOVED);
  await expect(row(page, 'POL')).toContainText('4.9875 POL', MOVED);
});

test('bob privately sends carol 40 USDC, and carol receives them; the chain names neither', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const [from, to] = [await signInClient(request, bob), await signInClient(request, carol)];
  await openAs(page, bob, '/dashboard');
  await showFigures(page);
  await goPrivate(page);
  await expect(row(page, 'USDC')).toContainText('99.7500 USDC', MOVED);

  const transfer = await openTransfer(page, 'USDC on Polygon');
  await transfer.enter('40');
  await transfer.recipient.fill(to.privateAddress);
  await transfer.next();
  await transfer.checkAddress();
  await expect(transfer.dialog.getByText('40.000 USDC').first()).toBeVisible();
  await transfer.submit();
  const hash = await untilConfirmed(transfer);
  await expect(row(page, 'USDC')).toContainText('59.7500 USDC', MOVED);

  const transaction = await openChain(baseURL, 'polygon').node.getTransaction({ hash });
  const text = JSON.stringify(transaction, (_, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  ).toLowerCase();
  for (const { publicAddress } of [from, to]) {
    expect(text).not.toContain(publicAddress.slice(2).toLowerCase());
  }

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await openAs(other, carol, '/dashboard');
  await showFigures(other);
  await goPrivate(other);
  await expect(row(other, 'USDC')).toContainText('40.0000 USDC', MOVED);
  await other.close();
});

test('from public mode, bob pays carol privately by her email, with a message and his name', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, bob, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('5');
  await send.next();
  await send.recipient.fill(carol.email);
  await expect(send.dialog.getByRole('radio', { name: /^Privately/ })).toBeChecked();
  await expect(send.dialog.getByText('Private — hidden on Polygon')).toBeVisible();
  await send.next();
  const transfer = await describeModal(page, 'Internal Transfer');
  await expect(transfer.dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('5');
  expect(page.url()).not.toMatch(/0zk|kax\.test|=5/);
  await transfer.dialog.getByRole('textbox', { name: 'Message (optional)' }).fill('Train tickets');
  await transfer.dialog.getByRole('switch', { name: 'Show my name' }).click();
  await transfer.next();
  await expect(transfer.dialog.getByText('“Train tickets”')).toBeVisible();
  await transfer.submit();
  await untilConfirmed(transfer);

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await openAs(other, carol, '/dashboard');
  await showFigures(other);
  await goPrivate(other);
  await expect(row(other, 'USDC')).toContainText('45.0000 USDC', MOVED);
  await other.goto('/activity/wallet');
  await showFigures(other);
  await goPrivate(other);
  const received = other.getByRole('listitem').filter({ hasText: 'Train tickets' });
  await expect(received).toHaveCount(1);
  await expect(received).toContainText(bob.name);
  await other.close();
});

test('bob unshields 10 USDC to another address, with a warning about what becomes public', async ({
  page,
  baseURL,
  request,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const { address } = await (await signInClient(request, bob)).coin('polygon-usdc');
  const recipient = privateKeyToAddress(generatePrivateKey());
  await openAs(page, bob, '/dashboard');
  await goPrivate(page);
  const unshield = await openUnshield(page, 'USDC on Polygon');
  await unshield.enter('10');
  await unshield.recipient.fill(recipient);
  await unshield.next();
  const forecast = unshield.dialog.getByRole('region', { name: 'Privacy forecast' });
  await expect(forecast.getByRole('img', { name: 'Level 2 of 3' })).toBeVisible();
  await expect(forecast).toContainText('This is soon after your last shield.');
  await expect(unshield.dialog.getByText(/Anyone can see that/)).toBeVisible();
  await expect(unshield.dialog.getByText('You’ve never sent to this address.')).toBeVisible();
  await expect(unshield.confirm).toBeDisabled();
  await unshield.checkAddress();
  await unshield.submit();

  await page.goto('/dashboard');
  // Back leads to the modal, which is over: the page of the unshield takes its place, as after a reload.
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/operations\//);
  await expect(page.getByRole('listitem').last()).toHaveText(/^Confirmed, done/, MOVED);
  expect(await chain.balance(recipient, address as `0x${string}`)).toBe(9_975_000n);
});

test('a double click on Confirm unshields once', async ({ page, baseURL, request }) => {
  const chain = openChain(baseURL, 'polygon');
  const client = await signInClient(request, bob);
  const { address } = await client.coin('polygon-usdc');
  const recipient = privateKeyToAddress(generatePrivateKey());
  await openAs(page, bob, '/dashboard');
  await goPrivate(page);
  const unshield = await openUnshield(page, 'USDC on Polygon');
  await unshield.enter('2');
  await unshield.recipient.fill(recipient);
  await unshield.next();
  await unshield.checkAddress();
  await unshield.submit('dblclick');
  await untilConfirmed(unshield);
  expect(await chain.balance(recipient, address as `0x${string}`)).toBe(1_995_000n);
});
