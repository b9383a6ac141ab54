import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { openOutsideWallet } from './outside-wallet.ts';
import { createUser, NEW_PASSWORD } from './registration.ts';
import { openSend, type SendModal } from './send-modal.ts';
import { type Client, signInClient } from './server.ts';
import { expect } from './test.ts';
import { openAs, type User } from './users.ts';

export const SECURITY = '/dashboard/settings/security';

/** Creates an account, and signs it in on the Security page. */
export async function openSecurity(
  page: Page,
  { request, baseURL }: { request: APIRequestContext; baseURL: string | undefined },
  user: User,
): Promise<void> {
  await createUser(request, baseURL ?? '', user);
  await openAs(page, user, SECURITY, NEW_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Security checkup' })).toBeVisible();
}

/** Adds a passkey on the Security page, and closes the recovery codes that come with the first. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await keepRecoveryCodes(page);
  await expect(passkeys.getByRole('listitem').filter({ hasText: name })).toBeVisible();
}

/** @returns the recovery codes that are shown, once the dialog is closed */
export async function keepRecoveryCodes(page: Page): Promise<readonly string[]> {
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'I wrote them down' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  return codes;
}

/** Pays USDC to a new user on Polygon, and waits for the wallet to have it. */
export async function fundWith(
  client: Client,
  { baseURL, usdc }: { baseURL: string | undefined; usdc: bigint },
): Promise<void> {
  const { address, balanceBaseUnits } = await client.coin('polygon-usdc');
  await openOutsideWallet(baseURL).payToken(
    address as `0x${string}`,
    client.publicAddress,
    usdc * 1_000_000n,
  );
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).balanceBaseUnits))
    .toBeGreaterThanOrEqual(BigInt(balanceBaseUnits) + usdc * 1_000_000n);
}

/** Signs in over the API and waits for the welcome grant, which pays network fees. */
export async function signInFunded(
  request: APIRequestContext,
  user: User,
  { baseURL, usdc = 0n }: { baseURL: string | undefined; usdc?: bigint },
): Promise<Client> {
  const client = await signInClient(request, user, NEW_PASSWORD);
  for (const coin of ['polygon-usdc', 'polygon-pol']) {
    await expect
      .poll(async () => BigInt((await client.coin(coin)).balanceBaseUnits))
      .toBeGreaterThan(0n);
  }
  if (usdc > 0n) await fundWith(client, { baseURL, usdc });
  return client;
}

/** Fills in a payment of USDC on Polygon and presses Confirm; the page is the dashboard. */
export async function payUsdc(page: Page, amount: string, to: string): Promise<SendModal> {
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill(amount);
  await send.next();
  await send.review(to);
  await send.confirm.click();
  return send;
}

/** Waits for the hash of a payment. */
export async function expectSent({ dialog }: SendModal): Promise<void> {
  await expect(dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
}

/** @returns the dialog that asks for a second factor */
export function approvalOf(page: Page, title: string): Locator {
  return page.getByRole('dialog', { name: title, exact: true });
}
