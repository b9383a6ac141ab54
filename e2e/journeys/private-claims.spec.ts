import { expectAccessible } from '../accessible.ts';
import { claimPathOn, linkMessageTo, openStranger } from '../claims.ts';
import { privateUsdc, reviewPrivateLink, shieldUsdc } from '../private-claims.ts';
import {
  codesOf,
  createUser,
  enterCodes,
  fillInRegistration,
  NEW_PASSWORD,
} from '../registration.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, showFigures } from '../users.ts';

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

test('a user pays privately by link, and whoever gets the email registers and claims it to the private balance; then another one is taken back', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(900_000);
  const sender = newcomer('Nora Vance');
  const lena = newcomer('Lena Brandt');
  await createUser(request, baseURL ?? '', sender);
  const client = await signInClient(request, sender, NEW_PASSWORD);
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).availableBaseUnits), MOVED)
    .toBeGreaterThan(10_000_000n);
  await openAs(page, sender, '/dashboard', NEW_PASSWORD);
  await showFigures(page);
  await shieldUsdc(page, client, '10');

  const { dialog, submit } = await reviewPrivateLink(page, {
    ...{ amount: '3.17', to: lena.email },
    message: 'Happy birthday',
  });
  await expect(
    dialog.getByText(`Only someone who can read ${lena.email} can claim it.`),
  ).toBeVisible();
  await expect(dialog.getByText('Claiming is free')).toBeVisible();
  await expect(dialog.getByText('Hidden on Polygon.')).toBeVisible();
  await expectAccessible(page, 'the review of a private payment by link');
  await submit('dblclick');
  await expect(dialog.getByRole('region', { name: 'Payment link' })).toBeVisible();
  await expect(dialog.getByText('3.17 USDC').first()).toBeVisible();
  const path = await claimPathOn(page);
  expect(path).toMatch(/^\/claim(?:[/-][0-9A-Z]{4}){4}$/);
  expect(page.url()).not.toContain(path.slice(7));
  await expectAccessible(page, 'a private link that was just made');

  const mail = await linkMessageTo(request, baseURL ?? '', lena.email);
  expect(mail).toContain(path);

  const visitor = await openStranger(browser, path, baseURL);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Nora Vance sent you 3.17 USDC',
  );
  await expect(visitor.getByText(/^It’s private: Polygon doesn’t show/)).toBeVisible();
  await expectAccessible(visitor, 'the page of a private claim');
  await visitor.getByRole('link', { name: 'Claim 3.17 USDC' }).click();
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue(lena.email);
  await fillInRegistration(visitor, lena);
  await visitor.getByRole('button', { name: 'Create Account' }).click();
  await enterCodes(visitor, await codesOf(request, baseURL ?? '', lena));
  await visitor.getByRole('button', { name: 'Verify' }).click();
  await visitor.waitForURL(`**${path}`);
  await expect(visitor.getByText(/^It goes to your private balance\./)).toBeVisible(MOVED);
  await visitor.getByRole('button', { name: 'Claim 3.17 USDC' }).dblclick(MOVED);
  await expect(visitor.getByText(/^(On its way to your private balance|It’s yours)$/)).toBeVisible(
    MOVED,
  );
  await expectAccessible(visitor, 'a private claim in progress');
  await visitor.reload();
  await expect(visitor.getByText('It’s yours')).toBeVisible(MOVED);
  const recipient = await signInClient(request, lena, NEW_PASSWORD);
  await expect.poll(() => privateUsdc(recipient), MOVED).toBe(3_170_000n);
  await visitor.getByRole('link', { name: 'View' }).click();
  await expect(visitor).toHaveURL(/\/activity\/wallet\?balance=private$/);
  await showFigures(visitor);
  const received = visitor.getByRole('listitem').filter({ hasText: 'From Nora Vance' });
  await expect(received).toContainText('+3.1700', MOVED);
  await expect(received).toContainText('Happy birthday');

  await dialog.getByRole('button', { name: /^(Done|Close and keep it running)$/ }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/activity/wallet');
  await showFigures(page);
  const row = page.getByRole('listitem').filter({ hasText: lena.email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Send by email');
  await expect(row).toContainText('Claimed', MOVED);
  await expect(row).toContainText('−3.1700');
  await row.getByRole('link').click();
  await expect(page.getByText('They claimed it')).toBeVisible();
  await expectAccessible(page, 'a private payment that was claimed');

  const before = await privateUsdc(client);
  const otto = newcomer('Otto Behn', `otto.${'long'.repeat(10)}`).email;
  await page.setViewportSize({ width: 320, height: 650 });
  await page.goto('/dashboard');
  await showFigures(page);
  const second = await reviewPrivateLink(page, { amount: '2.25', to: otto });
  await expectNarrow(page);
  await expect(second.dialog.getByRole('heading', { name: /^You send/ })).toBeFocused();
  await expect(second.confirm).toBeEnabled();
  await second.confirm.focus();
  await page.keyboard.press('Enter');
  await expect(second.dialog.getByRole('region', { name: 'Payment link' })).toBeVisible(MOVED);
  await expectNarrow(page);
  await expectAccessible(page, 'a private link at 320 pixels');
  await page.goto('/activity/wallet');
  await showFigures(page);
  const unclaimed = page.getByRole('listitem').filter({ hasText: otto });
  await expect(unclaimed).toContainText('Unclaimed', MOVED);
  await expectNarrow(page);
  await unclaimed.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Hasn’t claimed it yet')).toBeVisible();
  await expectNarrow(page);
  await expectAccessible(page, 'an unclaimed private payment at 320 pixels');
  await page.getByRole('button', { name: 'Take it back' }).focus();
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('alertdialog', { name: 'Take back 2.25 USDC?' });
  await expect(confirmation).toContainText('It goes back to your private balance');
  await confirmation.getByRole('button', { name: 'Take it back' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible(MOVED);
  await expect.poll(() => privateUsdc(client), MOVED).toBe(before);
  await page.goto('/activity/wallet');
  await expect(page.getByRole('listitem').filter({ hasText: otto })).toHaveCount(1);
});

async function expectNarrow(page: import('@playwright/test').Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}
