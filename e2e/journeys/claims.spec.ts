import { expectAccessible } from '../accessible.ts';
import { claimPathOn, linkMessageTo, openStranger, reviewLink } from '../claims.ts';
import {
  codesOf,
  createUser,
  enterCodes,
  fillInRegistration,
  NEW_PASSWORD,
} from '../registration.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, bob, newcomer, openAs, showFigures } from '../users.ts';

/** Long enough for a block, and for the worker to see it. */
const MOVED = { timeout: 120_000 };

test('alice pays someone without an account by link, who registers with that email and claims it', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const lena = newcomer('Lena Brandt');
  await openAs(page, alice, '/dashboard');
  await showFigures(page);
  const send = await reviewLink(page, {
    ...{ amount: '3.17', to: lena.email },
    message: 'Happy birthday',
  });
  const { dialog } = send;
  await expect(
    dialog.getByText(`Only someone who can read ${lena.email} can claim it.`),
  ).toBeVisible();
  await expect(dialog.getByText(/ POL of the fee is set aside for it$/)).toBeVisible();
  await expect(dialog.getByText(/^It comes back to you after 30 days/)).toBeVisible();
  await expectAccessible(page, 'the review of a payment by link');
  await send.confirm.dblclick();
  await expect(dialog.getByRole('region', { name: 'Payment link' })).toBeVisible();
  await expect(dialog.getByText(`We’ll email ${lena.email} in a moment.`)).toBeVisible();
  const path = await claimPathOn(page);
  expect(path).toMatch(/^\/claim(?:[/-][0-9A-Z]{4}){4}$/);
  expect(page.url()).not.toContain(path.slice(7));

  const mail = await linkMessageTo(request, baseURL ?? '', lena.email);
  expect(mail).toContain(path);
  expect(mail).not.toContain('Happy birthday');

  const visitor = await openStranger(browser, path, baseURL);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Alice Moreau sent you 3.17 USDC',
  );
  await expect(visitor.getByText('Happy birthday')).toBeVisible();
  await expectAccessible(visitor, 'the page of a claim');
  await visitor.getByRole('link', { name: 'Claim 3.17 USDC' }).click();
  await expect(visitor.getByLabel('Email', { exact: true })).toHaveValue(lena.email);
  expect(new URL(visitor.url()).search).toBe('');
  await fillInRegistration(visitor, lena);
  await visitor.getByRole('button', { name: 'Create Account' }).click();
  await expect(visitor).toHaveURL(/\/verify-otp/);
  await visitor.reload();
  await enterCodes(visitor, await codesOf(request, baseURL ?? '', lena));
  await visitor.getByRole('button', { name: 'Verify' }).click();
  await visitor.waitForURL(`**${path}`);

  await visitor.getByRole('button', { name: 'Claim 3.17 USDC' }).dblclick(MOVED);
  await expect(visitor.getByText(/^(On its way to your public balance|It’s yours)$/)).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('It’s yours')).toBeVisible(MOVED);
  const client = await signInClient(request, lena, NEW_PASSWORD);
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).balanceBaseUnits), MOVED)
    .toBeGreaterThanOrEqual(3_170_000n);
  await visitor.getByRole('link', { name: 'View' }).click();
  await showFigures(visitor);
  const received = visitor.getByRole('listitem').filter({ hasText: 'From Alice Moreau' });
  await expect(received).toContainText('+3.1700', MOVED);
  await expect(received).toContainText('Happy birthday');

  await page.goto('/activity/wallet');
  const row = page.getByRole('listitem').filter({ hasText: lena.email });
  await expect(row).toContainText('Send by email');
  await expect(row).toContainText('Claimed', MOVED);
  await row.getByRole('link').click();
  await expect(page.getByText('They claimed it')).toBeVisible();
  await page.goBack();
  await page.getByRole('searchbox').fill(lena.email);
  await expect(page.getByRole('listitem').filter({ hasText: lena.email })).toHaveCount(1);

  const again = await openStranger(browser, path, baseURL);
  await expect(again.getByText('It’s been claimed')).toBeVisible();
  await expect(again.getByRole('link', { name: /^Claim/ })).toBeHidden();
});

test('the wrong account can’t claim, the sender takes it back, and the link is over', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const sender = newcomer('Nora Vance');
  const stranger = newcomer('Otto Behn');
  await createUser(request, baseURL ?? '', sender);
  const client = await signInClient(request, sender, NEW_PASSWORD);
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).availableBaseUnits), MOVED)
    .toBeGreaterThan(3_000_000n);
  await openAs(page, sender, '/dashboard', NEW_PASSWORD);
  await showFigures(page);
  const before = BigInt((await client.coin('polygon-usdc')).balanceBaseUnits);
  const send = await reviewLink(page, { amount: '2.25', to: `+1${stranger.phone}` });
  await expect(
    send.dialog.getByText(`Only someone who gets texts at +1${stranger.phone} can claim it.`),
  ).toBeVisible();
  await send.confirm.click();
  await expect(send.dialog.getByRole('region', { name: 'Payment link' })).toBeVisible();
  const path = await claimPathOn(page);
  await send.dialog.getByRole('button', { name: 'Done' }).click();

  const other = await openStranger(browser, '/privacy.html', baseURL);
  await openAs(other, bob, path);
  await expect(other.getByText(`This is for +1${stranger.phone}`)).toBeVisible();
  await expect(other.getByRole('button', { name: /^Claim/ })).toBeHidden();
  await expectAccessible(other, 'a claim for someone else');
  await other.getByRole('button', { name: 'Sign out and switch account' }).click();
  await expect(other.getByRole('link', { name: 'I already have an account' })).toBeVisible();
  expect(new URL(other.url()).pathname).toBe(path);

  await page.goto('/activity/wallet');
  const row = page.getByRole('listitem').filter({ hasText: stranger.phone });
  await expect(row).toContainText('Unclaimed', MOVED);
  await row.getByRole('link').click();
  await expect(page.getByText('Hasn’t claimed it yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send a reminder' })).toBeDisabled();
  await expectAccessible(page, 'an unclaimed payment');
  await page.getByRole('button', { name: 'Take it back' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Take back 2.25 USDC?' });
  await expect(confirmation).toContainText('This costs nothing more');
  await confirmation.getByRole('button', { name: 'Take it back' }).dblclick();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible(MOVED);
  await expectAccessible(page, 'a payment that was taken back');
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).balanceBaseUnits), MOVED)
    .toBe(before);

  await page.goto('/activity/wallet');
  await expect(page.getByRole('listitem').filter({ hasText: stranger.phone })).toHaveCount(1);
  await other.goto(path);
  await expect(other.getByText('It went back to Nora')).toBeVisible();
});

test('a link is made, opened and taken back by keyboard alone at 320 pixels', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 650 });
  await openAs(page, alice, '/dashboard');
  const to = newcomer('Paula Rey', `paula.${'long'.repeat(10)}`).email;
  const press = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name }).last();
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
  };
  await press('Send');
  await page.getByRole('textbox', { name: 'Amount' }).fill('1.5');
  await page.keyboard.press('Enter');
  await page.keyboard.type(to);
  await expect(page.getByRole('button', { name: /^Send a link instead/ })).toBeVisible();
  await press(/^Send a link instead/);
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^You send/ })).toBeFocused();
  await expectNarrow(page);
  await press(/^Confirm and send/);
  await expect(page.getByRole('region', { name: 'Payment link' })).toBeVisible();
  await expectNarrow(page);
  await expectAccessible(page, 'a link that was just made, at 320 pixels');
  const path = await claimPathOn(page);

  const visitor = await openStranger(browser, path, baseURL);
  await visitor.setViewportSize({ width: 320, height: 650 });
  await expect(visitor.getByRole('link', { name: /^Claim/ })).toBeVisible(MOVED);
  await expectNarrow(visitor);
  await expectAccessible(visitor, 'a claim at 320 pixels');
  await visitor.getByRole('link', { name: 'I already have an account' }).focus();
  await visitor.keyboard.press('Enter');
  await expect(visitor).toHaveURL('/login');

  await page.goto('/activity/wallet');
  const row = page.getByRole('listitem').filter({ hasText: to });
  await expect(row).toContainText('Unclaimed', MOVED);
  await expectNarrow(page);
  await row.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Take it back' })).toBeVisible();
  await expectNarrow(page);
  await press('Take it back');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await press('Take it back');
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible(MOVED);
});

async function expectNarrow(page: import('@playwright/test').Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}
