import type { Browser, Locator, Page } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { expectAccessible } from '../accessible.ts';
import { showToCamera, withFakeCamera } from '../fake-camera.ts';
import { describeModal } from '../pool-modals.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { openSend } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, bob, newcomer, openAs, PASSWORD, showFigures } from '../users.ts';

test.use(withFakeCamera);

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

/** Opens "Ask for an amount" from Receive. */
async function openRequest(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByRole('button', { name: /^Ask for an amount/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for an amount' });
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  return dialog;
}

/** @returns the path of the link on screen, such as `/pay/7Q2M-K9XD-4TPA-82WJ` */
async function linkOn(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Your payment link' });
  const text = await dialog.getByText(/\/pay\//).textContent();
  return text?.slice(text.indexOf('/pay/')) ?? '';
}

/** A page of a visitor with a browser of their own. */
async function openVisitor(browser: Browser, path: string, baseURL: string | undefined) {
  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

test('alice asks, bob signs in and pays from his public balance, and everyone sees that it is paid', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, alice, '/dashboard');
  const form = await openRequest(page);
  await form.getByRole('textbox', { name: 'Amount' }).fill('7.31');
  await form.getByRole('textbox', { name: 'Message' }).fill('Dinner on Friday');
  await page.reload();
  await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('7.31');
  await form.getByRole('button', { name: 'Make the link' }).dblclick();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  const path = await linkOn(page);
  expect(path).toMatch(/^\/pay(?:[/-][0-9A-Z]{4}){4}$/);
  expect(page.url()).not.toContain(path.slice(5));
  await page.reload();
  await expect(page.getByText('Waiting for payment')).toBeVisible();

  const code = page.getByRole('img', { name: 'QR code of the link to pay 7.31 USDC' });
  const picture = PNG.sync.read(await code.screenshot());
  const read = jsqr.default(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  expect(read?.data).toBe(`${baseURL}${path}`);

  const payer = await openVisitor(browser, path, baseURL);
  await expect(payer.getByRole('heading', { level: 1 })).toHaveText(
    'Alice Moreau is asking you for 7.31 USDC',
  );
  await payer.getByRole('link', { name: 'Pay from my Kax wallet' }).click();
  await payer.getByLabel('Email', { exact: true }).fill(bob.email);
  await payer.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await payer.getByRole('button', { name: 'Sign In', exact: true }).click();
  await payer.waitForURL(`**${path}`);
  await payer.getByRole('radio', { name: 'Public balance' }).check();
  await payer.getByRole('button', { name: 'Review payment' }).click();
  const send = payer.getByRole('dialog', { name: 'Send Assets' });
  await expect(send.getByRole('heading', { name: /^You send 7.310 USDC/ })).toBeVisible();
  await expect(send.getByText('Pays Alice’s request · “Dinner on Friday”')).toBeVisible();
  await expectAccessible(payer, 'the review of a request');
  expect(payer.url()).toMatch(/do=send&coin=polygon-usdc&step=review$/);

  await payer.goBack();
  await expect(send.getByRole('combobox', { name: 'Recipient address' })).not.toHaveValue('');
  await payer.goBack();
  await expect(send.getByRole('textbox', { name: 'Amount' })).toHaveValue('7.31');
  await payer.reload();
  await expect(send.getByText(/^Pays Alice’s request/)).toBeVisible();
  await send.getByRole('button', { name: 'Continue' }).click();
  await send.getByRole('button', { name: 'Continue' }).click();
  const tick = send.getByText('I checked the whole address.');
  await expect(send.getByRole('heading', { name: /^You send/ })).toBeVisible();
  if (await tick.isVisible()) await tick.click();
  await send.getByRole('button', { name: 'Confirm and send 7.31 USDC' }).click();
  await expect(send.getByRole('link', { name: /^0x/ })).toBeVisible();

  await expect(page.getByText(/^Paid on /)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByRole('button', { name: /^Your links/ }).click();
  const ended = page.getByRole('region', { name: 'Ended' });
  await expect(ended.getByRole('button', { name: /Dinner on Friday.*Paid on/ })).toBeVisible();

  const second = await openVisitor(browser, path, baseURL);
  await expect(second.getByText('It’s paid')).toBeVisible();
  await expect(second.getByRole('link', { name: 'Pay from my Kax wallet' })).toBeHidden();
});

test('a private request is paid by an internal transfer with a message, and a public one from the private balance arrives whole', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const [payee, payer] = [newcomer('Dora Lund', 'payee'), newcomer('Emil Sand', 'payer')];
  await createUser(request, baseURL ?? '', payee);
  await createUser(request, baseURL ?? '', payer);
  await openAs(page, payee, '/dashboard', NEW_PASSWORD);
  const form = await openRequest(page);
  await form.getByRole('radio', { name: 'Private', exact: true }).click();
  await form.getByRole('textbox', { name: 'Amount' }).fill('2.5');
  await form.getByRole('textbox', { name: 'Message' }).fill('Rent');
  await form.getByRole('switch', { name: 'Show my name' }).click();
  await form.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  const path = await linkOn(page);

  const context = await browser.newContext({ baseURL: baseURL ?? '', reducedMotion: 'reduce' });
  const paying = await context.newPage();
  const client = await signInClient(request, payer, NEW_PASSWORD);
  await expect
    .poll(async () => BigInt((await client.coin('polygon-usdc')).availableBaseUnits))
    .toBeGreaterThan(5_000_000n);
  await openAs(paying, payer, path, NEW_PASSWORD);
  await expect(paying.getByRole('heading', { level: 1 })).toHaveText(
    'Someone is asking you for 2.50 USDC',
  );
  await paying.getByRole('link', { name: 'Shield USDC first' }).click();
  const shield = await describeModal(paying, 'Shield');
  await shield.enter('4');
  await shield.next();
  await shield.submit();
  await expect(shield.dialog.getByRole('listitem').last()).toHaveText(/^Confirmed, done/, MOVED);

  await paying.goto(path);
  await expect(paying.getByRole('radio', { name: 'Private balance' })).toBeChecked(MOVED);
  await paying.getByRole('button', { name: 'Review payment' }).click();
  const transfer = await describeModal(paying, 'Internal Transfer');
  await expect(transfer.dialog.getByText('Pays a request · “Rent”')).toBeVisible();
  await expect(transfer.dialog.getByRole('heading', { name: /^You send 2.500 USDC/ })).toBeVisible(
    MOVED,
  );
  await transfer.dialog.getByRole('button', { name: 'Back' }).click();
  await transfer.dialog.getByRole('textbox', { name: /^Message/ }).fill('For November');
  await transfer.next();
  await transfer.checkAddress();
  await transfer.submit();
  await expect(paying.getByRole('link', { name: /^0x/ }).first()).toBeVisible(MOVED);
  await expect(page.getByText(/^Paid on /)).toBeVisible(MOVED);

  const own = await signInClient(request, payee, NEW_PASSWORD);
  const before = BigInt((await own.coin('polygon-usdc')).balanceBaseUnits);
  const { body } = await own.post(
    '/wallet/payment-requests',
    {
      ...{ tokenId: 'polygon-usdc', amount: '1000000', balance: 'public' },
      ...{ message: '', days: 1, showsName: true },
    },
    crypto.randomUUID(),
  );
  await paying.goto(`/pay/${body.data.code}`);
  await expect(paying.getByRole('radio', { name: 'Private balance' })).toBeChecked(MOVED);
  await paying.getByRole('button', { name: 'Review payment' }).click();
  const unshield = await describeModal(paying, 'Unshield');
  await expect(unshield.dialog.getByText('Pays Dora’s request')).toBeVisible();
  await expect(unshield.dialog.getByText('1.000 USDC')).toBeVisible(MOVED);
  await unshield.checkAddress();
  await unshield.submit();
  await page.goto(`/dashboard?do=receive&step=link&request=${body.data.id}`);
  await expect(page.getByText(/^Paid on /)).toBeVisible(MOVED);
  await expect
    .poll(async () => BigInt((await own.coin('polygon-usdc')).balanceBaseUnits))
    .toBe(before + 1_000_000n);
});

test('a cancelled link can’t be paid, and Back leads through the views of Receive', async ({
  page,
  browser,
  baseURL,
}) => {
  await openAs(page, alice, '/dashboard');
  const form = await openRequest(page);
  await form.getByRole('textbox', { name: 'Amount' }).fill('3');
  await page.goBack();
  const receive = page.getByRole('dialog', { name: 'Receive Assets' });
  await receive.getByRole('button', { name: /^Ask for an amount/ }).click();
  await expect(form.getByRole('textbox', { name: 'Amount' })).toHaveValue('3');
  await form.getByRole('button', { name: 'Make the link' }).click();
  const path = await linkOn(page);
  const visitor = await openVisitor(browser, path, baseURL);
  await expect(visitor.getByRole('link', { name: 'Pay from my Kax wallet' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Pay from another wallet' }).click();
  await expect(visitor.getByRole('dialog', { name: 'Pay from another wallet' })).toBeVisible();
  await visitor.goBack();
  await expect(visitor.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Cancel request' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Cancel this request?' });
  await confirmation.getByRole('button', { name: 'Cancel request' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('This request was cancelled')).toBeVisible();
  await page.goBack();
  await expect(receive).toBeVisible();
  await page.goBack();
  await expect(receive).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
});

test('a payment link that Send scans leads to its page', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, alice);
  const { body } = await client.post(
    '/wallet/payment-requests',
    {
      ...{ tokenId: 'polygon-usdc', amount: '1250000', balance: 'public' },
      ...{ message: 'Coffee', days: 1, showsName: true },
    },
    crypto.randomUUID(),
  );
  await showToCamera(`${baseURL}/pay/${body.data.code}`);
  await context.grantPermissions(['camera']);
  await openAs(page, bob, '/dashboard');
  await showFigures(page);
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('1');
  await send.next();
  await send.dialog.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(page.getByText('Coffee')).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/pay\//);
});
