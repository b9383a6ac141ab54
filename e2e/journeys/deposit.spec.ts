import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { openChain } from '../chain.ts';
import { openOutsideWallet } from '../outside-wallet.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { carol, openAs, showFigures } from '../users.ts';

const USDC = 12_500_000n;
const POL = 3_250_000_000_000_000_000n;

test('a payment from outside appears on open pages without a click, and is listed in the activity', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, carol);
  const usdc = await client.coin('polygon-usdc');
  const token = usdc.address as `0x${string}`;
  const chain = openChain(baseURL, 'polygon');
  const outside = openOutsideWallet(baseURL);
  const lines: string[] = [];
  context.on('request', (sent) => {
    if (sent.url().endsWith('/api/events')) lines.push(sent.url());
  });

  await openAs(page, carol, '/dashboard');
  await showFigures(page);
  const deposit = await context.newPage();
  await deposit.goto('/deposit/usdc');
  await expect(deposit.getByText('Waiting for your deposit')).toBeVisible();
  const showing = deposit.getByRole('button', { name: 'Show amounts' });
  if (await showing.isVisible()) await showing.click();

  const line = deposit.getByRole('region', { name: 'Your deposit' });
  const seen = await rememberTexts(line);
  await outside.payToken(token, client.publicAddress, USDC);
  await expect(line.getByText('Arrived: 12.5 USDC')).toBeVisible({ timeout: 20_000 });
  const texts = (await seen()).join('\n');
  expect(texts).toContain('Detected: 12.5 USDC');
  expect(texts).toMatch(/Finalizing… [0-9]+ of [0-9]+/);
  await outside.payNative(client.publicAddress, POL);

  const rows = page.getByRole('region', { name: 'Polygon' }).getByRole('listitem');
  const held = await chain.balance(client.publicAddress, token);
  const shown = (held / 1_000_000n).toLocaleString('en-US');
  await expect(rows.filter({ hasText: 'USDC' })).toContainText(`${shown}.`);
  // The payment before it may still be on the screen: then one toast names both.
  await expect(page.getByRole('status').filter({ hasText: '3.25 POL' })).toBeVisible();
  expect(lines).toHaveLength(1);

  await line.getByRole('link', { name: 'View activity' }).click();
  const row = deposit.getByRole('region', { name: 'Transactions' }).getByRole('listitem').first();
  await expect(row).toContainText('+12.5000 USDC');
  await expect(row).toContainText('Receive');
  await deposit.close();
});

test('an exported CSV history adds up to the balance on the chain', async ({
  page,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, carol);
  const usdc = await client.coin('polygon-usdc');
  await openAs(page, carol, '/activity/polygon-usdc?balance=public');
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^kax-public-polygon-usdc-[0-9-]{10}\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n');
  const at = head.split(',').indexOf('Amount');
  const sum = lines.reduce((total, each) => total + microUnits(each.split(',')[at] ?? ''), 0n);
  const chain = openChain(baseURL, 'polygon');
  expect(sum).toBe(await chain.balance(client.publicAddress, usdc.address as `0x${string}`));
});

/** Records every text that a region shows, however briefly. @returns how to read them */
async function rememberTexts(region: Locator): Promise<() => Promise<readonly string[]>> {
  const texts = await region.evaluateHandle((element) => {
    const all: string[] = [];
    const remember = () => all.push((element as HTMLElement).innerText);
    new MutationObserver(remember).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return all;
  });
  return () => texts.jsonValue();
}

/** Exact: `-12.5` is -12500000. */
function microUnits(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(6, '0'));
  return text.startsWith('-') ? -units : units;
}
