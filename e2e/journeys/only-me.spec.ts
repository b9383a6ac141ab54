import type { APIRequestContext, FrameLocator, Page } from '@playwright/test';
import { openChain } from '../chain.ts';
import { openOutsideWallet } from '../outside-wallet.ts';
import { connectAuthenticator, onLocalhost } from '../passkeys.ts';
import { goPrivate, openShield } from '../pool-modals.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { expectSent, fundWith, payUsdc, signInFunded } from '../security.ts';
import { type Client, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { bob, newcomer, openAs, showFigures } from '../users.ts';

test.use(onLocalhost);

const PROTECT = '/dashboard/settings/protect';

const signerOf = (page: Page) => page.frameLocator('iframe[title="Your keys"]');

/** Moves everything out, as the wallet has to be empty. */
async function empty(client: Client, to: string): Promise<void> {
  for (const tokenId of ['polygon-kax', 'polygon-usdc', 'polygon-pol']) {
    const { balanceBaseUnits } = await client.coin(tokenId);
    const kept = tokenId === 'polygon-pol' ? 10n ** 17n : 0n;
    const amount = `${BigInt(balanceBaseUnits) - kept}`;
    const body = { tokenId, amount, recipientAddress: to };
    const sent = await client.post('/wallet/public/send-tokens', body, crypto.randomUUID());
    expect(sent.status).toBe(200);
    const { id } = sent.body.operation;
    await expect.poll(async () => (await client.operation(id)).status).toBe('confirmed');
  }
}

/** Goes through the signer: a passkey, and 12 words of which three are typed in. */
async function createKeys(signer: FrameLocator): Promise<void> {
  await signer.getByRole('button', { name: 'Create passkey' }).click();
  await signer.getByRole('button', { name: 'Show my 12 words' }).click();
  await expect(signer.getByRole('button', { name: 'Hide now' })).toBeVisible();
  const words = await signer.locator('.words b').allTextContents();
  await signer.getByRole('button', { name: 'I’ve written them down' }).click();
  for (const field of await signer.getByLabel(/^Word \d+$/).all()) {
    const place = Number((await field.getAttribute('id'))?.slice('word-'.length));
    await field.fill(words[place - 1] ?? '');
  }
  await signer.getByRole('button', { name: 'Finish' }).click();
  await signer.getByRole('button', { name: 'Continue' }).click();
}

/** Makes keys of their own for a user whose wallet is empty. @returns the client of the wallet of before */
async function enrol(page: Page, { request, baseURL, user }: EnrolParts): Promise<Client> {
  await createUser(request, baseURL ?? '', user);
  const before = await signInFunded(request, user, { baseURL });
  await empty(before, (await signInClient(request, bob)).publicAddress);
  await connectAuthenticator(page);
  await openAs(page, user, PROTECT, NEW_PASSWORD);
  await page.getByRole('radio', { name: /^Only me/ }).check();
  await page.getByRole('button', { name: 'Continue with Only me' }).click();
  await createKeys(signerOf(page));
  await page.getByLabel('Your password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Use this wallet' }).click();
  await expect(page.getByRole('heading', { name: 'Only you can move your money' })).toBeVisible();
  return before;
}

interface EnrolParts {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
  readonly user: ReturnType<typeof newcomer>;
}

test('no keys are made for a wallet that still has money in it', async ({
  page,
  request,
  baseURL,
}) => {
  const user = newcomer('Noah Sand');
  await createUser(request, baseURL ?? '', user);
  await signInFunded(request, user, { baseURL });
  await openAs(page, user, PROTECT, NEW_PASSWORD);
  await page.getByRole('radio', { name: /^Only me/ }).check();
  await page.getByRole('button', { name: 'Continue with Only me' }).click();
  await expect(page.getByRole('alert')).toContainText('This wallet still has money in it');
  await page.getByRole('radio', { name: /^Assisted/ }).check();
  await page.getByRole('button', { name: 'Keep Assisted' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a wallet gets keys that only its user has, pays with them and shields', async ({
  page,
  request,
  baseURL,
}) => {
  const user = newcomer('Mia Sand');
  const before = await enrol(page, { request, baseURL, user });
  const after = await signInClient(request, user, NEW_PASSWORD);
  expect(after.publicAddress).not.toBe(before.publicAddress);
  await openOutsideWallet(baseURL).payNative(after.publicAddress, 5n * 10n ** 18n);
  await fundWith(after, { baseURL, usdc: 100n });
  const { publicAddress: to } = await signInClient(request, bob);
  const { address } = await after.coin('polygon-usdc');
  const chain = openChain(baseURL, 'polygon');
  const balance = () => chain.balance(to, address as `0x${string}`);
  const funds = await balance();
  await page.goto('/dashboard');
  const send = await payUsdc(page, '7', to);
  await signerOf(page).getByRole('button', { name: 'Approve with passkey' }).click();
  await expectSent(send);
  await expect.poll(balance).toBe(funds + 7_000_000n);

  await page.goto('/dashboard');
  await showFigures(page);
  const shield = await openShield(page, 'USDC on Polygon');
  await shield.enter('20');
  await shield.next();
  const submitted = shield.submit();
  await expect(signerOf(page).getByText('Your own private balance')).toBeVisible();
  await expect(signerOf(page).getByText('20.000 USDC', { exact: true })).toBeVisible();
  await signerOf(page).getByRole('button', { name: 'Approve with passkey' }).click();
  await submitted;
  const confirmed = shield.dialog.getByRole('listitem').last();
  await expect(confirmed).toHaveText(/^Confirmed, done/, { timeout: 180_000 });
  await shield.dialog.getByRole('button', { name: 'Done' }).click();
  await goPrivate(page);
  const held = page.getByRole('region', { name: 'Polygon' }).getByText('19.9500 USDC');
  await expect(held.first()).toBeVisible({ timeout: 180_000 });
});

test('its user adds six words, removes the passkey, and opens the keys with them', async ({
  page,
  request,
  baseURL,
}) => {
  await enrol(page, { request, baseURL, user: newcomer('Lena Sand') });
  await page.goto('/dashboard/settings');
  const keys = page.getByRole('region', { name: 'Keys and backup' });
  const signer = signerOf(page);
  await expect(keys.getByText('Add a second way')).toBeVisible();

  await keys.getByRole('button', { name: 'Add six words' }).click();
  await expect(signer.getByRole('heading', { name: 'Your six words' })).toBeVisible();
  const words = await signer.locator('.words b').allTextContents();
  expect(words).toHaveLength(6);
  await signer.getByRole('button', { name: 'I’ve saved them' }).click();
  const naming = page.getByRole('dialog', { name: 'Name your six words' });
  await naming.getByLabel('Your password').fill(NEW_PASSWORD);
  await naming.getByRole('button', { name: 'Add' }).click();
  await expect(keys.getByText('Six words', { exact: true })).toBeVisible();

  await keys
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(keys.getByText('Add a second way')).toBeVisible();
  await expect(keys.getByRole('button', { name: /^Remove/ })).toHaveCount(0);

  await keys.getByRole('button', { name: 'Show my 12 words' }).click();
  await signer.getByRole('button', { name: 'Continue' }).click();
  for (const [index, word] of words.entries()) {
    await signer.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
  }
  await signer.getByRole('button', { name: 'Continue' }).click();
  await signer.getByRole('button', { name: 'Show my 12 words' }).click();
  await expect(signer.locator('.words b')).toHaveCount(12);
});
