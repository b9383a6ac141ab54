import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expectAccessible } from '../accessible.ts';
import { messagesTo, textOf } from '../messages.ts';
import { connectAuthenticator, onLocalhost } from '../passkeys.ts';
import { goPrivate, openShield, openUnshield } from '../pool-modals.ts';
import { codesOf, enterCodes, NEW_PASSWORD, spoilCodes } from '../registration.ts';
import {
  addPasskey,
  approvalOf,
  fundWith,
  openSecurity,
  payUsdc,
  SECURITY,
  signInFunded,
} from '../security.ts';
import { expect, test } from '../test.ts';
import { newcomer } from '../users.ts';

test.use(onLocalhost);

const jana = newcomer('Jana Kral');
const kim = newcomer('Kim Larsen');
const liv = newcomer('Liv Moen');

const frozenBanner = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Your account is frozen' });

async function freeze(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Freeze account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Freeze your account?' });
  await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Freeze now' }).click();
  await expect(frozenBanner(page)).toBeVisible();
}

test('a frozen account pays no one and still receives; the password and both codes unfreeze it', async ({
  page,
  request,
  baseURL,
}) => {
  await openSecurity(page, { request, baseURL }, jana);
  const client = await signInFunded(request, jana, { baseURL });
  await freeze(page);
  await expect(page.getByRole('button', { name: 'Freeze account' })).toBeHidden();
  await expectAccessible(page, 'frozen');

  await page.goto('/dashboard');
  await expect(frozenBanner(page)).toBeVisible();
  const send = await payUsdc(page, '1', privateKeyToAddress(generatePrivateKey()));
  const refusal = send.dialog.getByRole('alert');
  await expect(refusal).toContainText('Nothing can leave until you unfreeze it.');
  await fundWith(client, { baseURL, usdc: 3n });
  await refusal.getByRole('link', { name: 'Security' }).click();
  await expect(page).toHaveURL(SECURITY);

  const after = new Date();
  await frozenBanner(page).getByRole('button', { name: 'Unfreeze' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unfreeze your account' });
  await dialog.getByRole('button', { name: 'Send both codes' }).click();
  const codes = await codesOf(request, baseURL ?? '', jana, after);
  await expectAccessible(page, 'unfreeze');
  await enterCodes(page, spoilCodes(codes));
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Unfreeze', exact: true }).click();
  await expect(dialog.getByRole('alert').first()).toContainText('Verification failed.');
  await enterCodes(page, codes);
  await dialog.getByLabel('Your password').fill('Wrong!Harbor9');
  await dialog.getByRole('button', { name: 'Unfreeze', exact: true }).click();
  await expect(dialog.getByText('Incorrect password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Unfreeze', exact: true }).click();
  await expect(frozenBanner(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Freeze account' })).toBeVisible();
});

/** @returns the link with another character in the middle of its last 32, where every bit of it counts */
function spoil(link: string): string {
  const at = link.length - 16;
  return `${link.slice(0, at)}${link[at] === 'A' ? 'B' : 'A'}${link.slice(at + 1)}`;
}

test('the link in a security email freezes with its button and not before; a passkey unfreezes', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  await connectAuthenticator(page);
  await openSecurity(page, { request, baseURL }, kim);
  await addPasskey(page, 'Laptop');
  const link = async () => {
    const mails = await messagesTo(request, baseURL ?? '', kim.email);
    const texts = await Promise.all(mails.map((mail) => textOf(request, baseURL ?? '', mail)));
    return texts.map((text) => /http\S+\/freeze\/\S+/.exec(text)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(link).not.toBe('');
  const found = await link();
  expect(found).toContain(`${baseURL}/freeze/`);

  const stranger = await browser.newPage({ baseURL: baseURL ?? '' });
  await stranger.goto(found);
  await expect(stranger.getByRole('heading', { name: 'Freeze your account' })).toBeVisible();
  await expectAccessible(stranger, 'freeze by link');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Freeze account' })).toBeVisible();
  await expect(frozenBanner(page)).toBeHidden();
  await stranger.getByRole('button', { name: 'Freeze my account' }).dblclick();
  await expect(stranger.getByRole('heading', { name: 'Your account is frozen' })).toBeFocused();
  await expectAccessible(stranger, 'frozen by link');
  await stranger.goto(spoil(found));
  await stranger.getByRole('button', { name: 'Freeze my account' }).click();
  await expect(stranger.getByRole('heading', { name: 'Your account isn’t frozen' })).toBeFocused();
  await stranger.close();

  await page.reload();
  await frozenBanner(page).getByRole('button', { name: 'Unfreeze' }).click();
  await page.getByRole('button', { name: 'Unfreeze with passkey' }).click();
  const approval = approvalOf(page, 'Unfreeze your account');
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(frozenBanner(page)).toBeHidden();
});

test('a freeze cancels an unshield that waits for its moment', async ({
  page,
  request,
  baseURL,
}) => {
  await openSecurity(page, { request, baseURL }, liv);
  await signInFunded(request, liv, { baseURL });
  await page.goto('/dashboard');
  const shield = await openShield(page, 'USDC on Polygon');
  await shield.enter('15');
  await shield.next();
  await shield.submit();
  await expect(shield.dialog.getByRole('listitem').last()).toHaveText(/^Confirmed, done/, {
    timeout: 180_000,
  });
  await shield.dialog.getByRole('button', { name: 'Done' }).click();
  await goPrivate(page);
  const unshield = await openUnshield(page, 'USDC on Polygon');
  await unshield.enter('5');
  await unshield.recipient.fill(privateKeyToAddress(generatePrivateKey()));
  await unshield.next();
  await unshield.checkAddress();
  await unshield.dialog.getByRole('radio', { name: 'Within 24 hours' }).click();
  await unshield.submit();
  await unshield.dialog.getByRole('button', { name: 'Close and keep it running' }).click();
  const strip = page.getByRole('region', { name: 'In progress' }).getByRole('link').first();
  await expect(strip).toContainText('Unshielding');
  await strip.click();
  await expect(page).toHaveURL(/\/dashboard\/operations\//);
  const operation = page.url();

  await page.goto(SECURITY);
  await freeze(page);
  await page.goto(operation);
  await expect(
    page
      .getByText('Your account was frozen before this payment was sent. Nothing was sent.')
      .first(),
  ).toBeVisible();
  await expectAccessible(page, 'a payment that the freeze cancelled');
});
