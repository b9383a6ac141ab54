import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expectAccessible } from '../accessible.ts';
import { openChain } from '../chain.ts';
import { type Authenticators, connectAuthenticator, onLocalhost } from '../passkeys.ts';
import {
  codesOf,
  enterCodes,
  fillInRegistration,
  NEW_PASSWORD,
  skipWelcome,
} from '../registration.ts';
import {
  addPasskey,
  approvalOf,
  expectSent,
  keepRecoveryCodes,
  openSecurity,
  payUsdc,
  SECURITY,
  signInFunded,
} from '../security.ts';
import { expect, test } from '../test.ts';
import { newcomer, signOut } from '../users.ts';

test.use(onLocalhost);

const ada = newcomer('Ada Quist');
const ben = newcomer('Ben Ito');
const cleo = newcomer('Cleo Marin');
const SEND = '**/api/wallet/public/send-tokens';

/** Presses Tab until a control has the focus, as someone without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const control = page.locator(':focus').and(page.getByRole('button', { name }));
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

test('a new user gets a passkey with the keyboard alone, right after registering', async ({
  page,
  request,
  baseURL,
}) => {
  const device = await connectAuthenticator(page);
  await page.goto('/register');
  await fillInRegistration(page, ada);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await enterCodes(page, await codesOf(request, baseURL ?? '', ada));
  await page.getByRole('button', { name: 'Verify' }).click();
  await skipWelcome(page);
  const proposal = page.getByRole('status').filter({ hasText: 'Protect your wallet' });
  await proposal.getByRole('link', { name: 'Add a passkey' }).focus();
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Ada’s laptop');
  await page.keyboard.press('Tab');
  await page.keyboard.type(NEW_PASSWORD);
  await expectAccessible(page, 'add a passkey');
  await page.keyboard.press('Enter');

  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'recovery codes');
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You’ll never see these codes again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to the codes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  await tabTo(page, 'I wrote them down');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();

  await expect(
    page.getByRole('region', { name: 'Passkeys' }).getByText('Ada’s laptop'),
  ).toBeVisible();
  expect(await device.count()).toBe(1);
  // The address no longer opens the dialog, and nothing in the browser keeps the codes.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Security checkup' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a new recipient and a payment above the limit need the passkey; each is sent once', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const device = await connectAuthenticator(page);
  await openSecurity(page, { request, baseURL }, ben);
  await addPasskey(page, 'Laptop');
  const client = await signInFunded(request, ben, { baseURL, usdc: 700n });
  const token = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const to = privateKeyToAddress(generatePrivateKey());
  const received = () => chain.balance(to, token);
  const sent: (string | undefined)[] = [];
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/send-tokens')) {
      sent.push(one.headers()['kax-approval']);
    }
  });
  await page.goto('/dashboard');

  const send = await payUsdc(page, '10', to);
  const approval = approvalOf(page, 'Approve a new recipient');
  await expect(approval).toContainText('10 USDC');
  await expect(approval).toContainText(to);
  await expectAccessible(page, 'approval of a payment');
  await approval.getByRole('button', { name: 'Cancel' }).click();
  await expect(
    send.dialog.getByRole('status').filter({ hasText: 'Nothing was sent' }),
  ).toBeVisible();
  await expect(send.confirm).toBeEnabled();

  await device.confirm(false);
  await send.confirm.click();
  await approval.getByRole('button', { name: /^Approve 10/ }).click();
  await expect(approval.getByText('Waiting for your passkey')).toBeVisible();
  await expect(approval.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await approval.getByRole('button', { name: 'Cancel' }).click();
  await expect(approval.getByRole('alert')).toContainText('Not approved. Nothing was sent.');
  await expect(approval.getByRole('button', { name: 'Try again' })).toBeFocused();
  expect(await received()).toBe(0n);
  await device.confirm(true);
  await approval.getByRole('button', { name: 'Try again' }).dblclick();
  await expectSent(send);
  await expect.poll(received).toBe(10_000_000n);
  expect(sent.filter((header) => header !== undefined)).toHaveLength(1);
  await send.dialog.getByRole('button', { name: 'Close' }).click();

  // Paid before, and below the limit.
  await expectSent(await payUsdc(page, '20', to));
  await expect.poll(received).toBe(30_000_000n);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await payUsdc(page, '500', to);
  const large = approvalOf(page, 'Approve a large payment');
  await expect(large).toContainText('over your daily limit');
  expect(await received()).toBe(30_000_000n);
  await large.getByRole('button', { name: /^Approve 500/ }).click();
  await expect(large).toBeHidden();
  await expect.poll(received).toBe(530_000_000n);
});

test('an approval counts for its own payment and only once', async ({ page, request, baseURL }) => {
  const chain = openChain(baseURL, 'polygon');
  await connectAuthenticator(page);
  const dora = newcomer('Dora Vik');
  await openSecurity(page, { request, baseURL }, dora);
  await addPasskey(page, 'Laptop');
  const client = await signInFunded(request, dora, { baseURL });
  const token = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const [to, thief] = [generatePrivateKey(), generatePrivateKey()].map(privateKeyToAddress);
  let stolen: Record<string, string> = {};
  await page.route(SEND, async (route) => {
    const headers = await route.request().allHeaders();
    if (headers['kax-approval'] === undefined) return route.continue();
    stolen = headers;
    // Malware in the page is faster than the page.
    const other = { tokenId: 'polygon-usdc', amount: '1000000', recipientAddress: thief };
    const forged = await request.post('/api/wallet/public/send-tokens', { headers, data: other });
    expect(forged.status()).toBe(403);
    await route.continue();
  });
  await page.goto('/dashboard');
  const send = await payUsdc(page, '1', to ?? '');
  const approval = approvalOf(page, 'Approve a new recipient');
  await approval.getByRole('button', { name: /^Approve 1/ }).click();
  await expectSent(send);
  await expect.poll(() => chain.balance(to ?? '0x', token)).toBe(1_000_000n);

  const replayed = await request.post('/api/wallet/public/send-tokens', {
    headers: { ...stolen, 'idempotency-key': crypto.randomUUID() },
    data: { tokenId: 'polygon-usdc', amount: '1000000', recipientAddress: thief },
  });
  expect((await replayed.json()).code).toBe('approval-needed');
  expect(await chain.balance(thief ?? '0x', token)).toBe(0n);
});

test('the passkey signs in without a password; a second one is added, renamed and removed', async ({
  page,
  request,
  baseURL,
}) => {
  const device = await connectAuthenticator(page);
  await openSecurity(page, { request, baseURL }, cleo);
  await addPasskey(page, 'Laptop');
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('button', { name: 'Profile menu' })).toContainText(cleo.name);

  await page.goto(SECURITY);
  await addSecond(page, device);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await passkeys.getByRole('button', { name: 'Rename Laptop' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  await rename.getByLabel('Name').fill('Old laptop');
  await rename.getByRole('button', { name: 'Save name' }).click();
  await expect(rename).toBeHidden();
  await passkeys.getByRole('button', { name: 'Remove Old laptop' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove “Old laptop”?' });
  await expect(removal).toContainText('You keep Phone.');
  await expect(removal.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expectAccessible(page, 'remove a passkey');
  await removal.getByRole('button', { name: 'Remove passkey' }).click();
  const approval = approvalOf(page, 'Approve the removal');
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(removal).toBeHidden();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await expect(passkeys.getByText('Phone')).toBeVisible();
});

/** Adds a passkey on another device, which a recovery code approves because the first device is not here. */
async function addSecond(page: Page, device: Authenticators): Promise<void> {
  await page.getByRole('button', { name: 'Replace codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace codes' }).click();
  await approvalOf(page, 'Approve new recovery codes')
    .getByRole('button', { name: 'Approve', exact: true })
    .click();
  const [code = ''] = await keepRecoveryCodes(page);
  await device.replace();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Phone');
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  const approval = approvalOf(page, 'Approve a new passkey or app');
  await approval.getByRole('button', { name: 'Use a recovery code' }).click();
  await approval.getByLabel('Recovery code').fill(code);
  await approval.getByRole('button', { name: 'Approve', exact: true }).click();
  const added = page.getByRole('dialog', { name: 'Passkey added' });
  await expect(added).toContainText('It signs you in without a password.');
  await added.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('9 of 10 left', { exact: false }).first()).toBeVisible();
}
