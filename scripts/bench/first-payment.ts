import type { Browser } from '@playwright/test';
import type { BenchContext } from './bench-line.ts';
import { signIn } from './user.ts';

/**
 * Signs in and sends a token, as a user who does it for the first time.
 * @returns the addresses of all that was loaded, without what loads when the page has nothing else to do
 */
export async function loadForPayment(
  browser: Browser,
  { appUrl }: BenchContext,
): Promise<readonly string[]> {
  const { publicAddress } = await signIn(appUrl, 'bob@kax.test');
  const visit = await browser.newContext({ serviceWorkers: 'block' });
  const page = await visit.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
  await page.goto(`${appUrl}/login`, { waitUntil: 'networkidle' });
  await page.getByLabel('Email', { exact: true }).fill('carol@kax.test');
  await page.getByLabel('Password', { exact: true }).fill('Piggy!Bank7');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'More actions for USDC on Polygon' }).click();
  await page.getByRole('menuitem', { name: 'Send' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('combobox', { name: 'Recipient address' }).fill(publicAddress);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('heading', { name: /^You send / }).waitFor();
  const tick = dialog.getByRole('checkbox');
  if (await tick.isVisible()) await tick.check();
  await dialog.getByRole('button', { name: /^Confirm and send / }).click();
  await dialog.getByRole('link', { name: /^0x/ }).waitFor();
  await visit.close();
  return requests;
}
