import type { Page } from '@playwright/test';
import { goPrivate, openShield, openTransfer, type PoolModal } from './pool-modals.ts';
import type { Client } from './server.ts';
import { expect } from './test.ts';

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

/** Moves USDC to the private balance and waits until it can be spent there. The page is the dashboard. */
export async function shieldUsdc(page: Page, client: Client, amount: string): Promise<void> {
  const shield = await openShield(page, 'USDC on Polygon');
  await shield.enter(amount);
  await shield.next();
  await shield.submit();
  await shield.dialog.getByRole('button', { name: 'Done' }).click(MOVED);
  await expect.poll(() => privateUsdc(client), MOVED).toBeGreaterThan(0n);
}

interface Held {
  readonly id: string;
  readonly availableBaseUnits: string;
}

/** What can be spent of the private USDC, base units. */
export async function privateUsdc(client: Client): Promise<bigint> {
  const { body } = await client.get('/wallet/private/coins');
  const chains: readonly { readonly coins: readonly Held[] }[] = body.data;
  const usdc = chains.flatMap(({ coins }) => coins).find(({ id }) => id === 'polygon-usdc');
  return BigInt(usdc?.availableBaseUnits ?? '0');
}

/** Opens Internal Transfer, enters an email or phone that no one can be found by, and goes on to the review. */
export async function reviewPrivateLink(
  page: Page,
  {
    amount,
    to,
    message,
  }: { readonly amount: string; readonly to: string; readonly message?: string },
): Promise<PoolModal> {
  await goPrivate(page);
  const transfer = await openTransfer(page, 'USDC on Polygon');
  const { dialog } = transfer;
  await transfer.enter(amount);
  await transfer.recipient.fill(to);
  await dialog.getByRole('button', { name: /^Send a link instead/ }).click();
  if (message !== undefined) await dialog.getByRole('textbox', { name: 'Message' }).fill(message);
  await transfer.next();
  await expect(dialog.getByRole('heading', { name: /^You send / })).toBeVisible();
  return transfer;
}
