import type { APIRequestContext, FrameLocator, Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openChain } from '../chain.ts';
import { openOutsideWallet } from '../outside-wallet.ts';
import { connectAuthenticator, onLocalhost } from '../passkeys.ts';
import {
  goPrivate,
  openShield,
  openTransfer,
  openUnshield,
  type PoolModal,
} from '../pool-modals.ts';
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

/** Shows the 12 words of a wallet whose keys Kax has, and checks three of them. */
async function readWords(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Show my 12 words' }).click();
  const dialog = page.getByRole('dialog', { name: 'Backup Wallet' });
  await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
  await dialog.getByRole('button', { name: 'Get the 12 words' }).click();
  await dialog.getByRole('button', { name: 'Show the words' }).click();
  const words = await dialog
    .getByRole('list', { name: 'The 12 words' })
    .locator('b')
    .allTextContents();
  await dialog.getByRole('button', { name: 'Close' }).click();
  return words;
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

/** Submits a private payment, and approves it once the signer shows it. */
async function approve(page: Page, modal: PoolModal, shown: readonly string[]): Promise<void> {
  const submitted = modal.submit();
  for (const text of shown) {
    await expect(signerOf(page).getByText(text, { exact: true }).first()).toBeVisible(MOVED);
  }
  await signerOf(page).getByRole('button', { name: 'Approve with passkey' }).click();
  await submitted;
}

async function finish({ dialog }: PoolModal): Promise<void> {
  await expect(dialog.getByRole('listitem').last()).toHaveText(/^Confirmed, done/, MOVED);
  await dialog.getByRole('button', { name: 'Done' }).click();
}

/** Long enough for a proof, its submission and a new scan. */
const MOVED = { timeout: 180_000 };

interface EnrolParts {
  readonly request: APIRequestContext;
  readonly baseURL: string | undefined;
  readonly user: ReturnType<typeof newcomer>;
}

test('a user takes over the keys of a wallet with money in it, whose addresses stay', async ({
  page,
  request,
  baseURL,
}) => {
  const user = newcomer('Noah Sand');
  await createUser(request, baseURL ?? '', user);
  const before = await signInFunded(request, user, { baseURL });
  await connectAuthenticator(page);
  await openAs(page, user, PROTECT, NEW_PASSWORD);
  await page.getByRole('radio', { name: /^Only me/ }).check();
  await page.getByRole('button', { name: 'Continue with Only me' }).click();
  await expect(page.getByRole('heading', { name: 'Take over your keys' })).toBeVisible();
  const words = await readWords(page);

  await page.getByRole('button', { name: 'I have my 12 words' }).click();
  const signer = signerOf(page);
  for (const [index, word] of words.entries()) {
    await signer.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
  }
  await signer.getByRole('button', { name: 'Continue' }).click();
  await signer.getByRole('button', { name: 'Create passkey' }).click();
  await signer.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Delete the copy' }).click();
  await expect(page.getByRole('heading', { name: 'You have your keys now' })).toBeVisible();

  const after = await signInClient(request, user, NEW_PASSWORD);
  expect(after.publicAddress).toBe(before.publicAddress);
  expect(after.privateAddress).toBe(before.privateAddress);
  await page.goto('/dashboard');
  const send = await payUsdc(page, '2', privateKeyToAddress(generatePrivateKey()));
  await signer.getByRole('button', { name: 'Approve with passkey' }).click();
  await expectSent(send);
});

test('a wallet gets keys that only its user has, and pays with them from both balances', async ({
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
  await approve(page, shield, ['Your own private balance', '20.000 USDC']);
  await finish(shield);
  await goPrivate(page);
  const held = page.getByRole('region', { name: 'Polygon' }).getByText('19.9500 USDC');
  await expect(held.first()).toBeVisible(MOVED);

  // No other test counts what is there: their address of before.
  const { privateAddress: receiver } = before;
  const transfer = await openTransfer(page, 'USDC on Polygon');
  await transfer.enter('5');
  await transfer.recipient.fill(receiver);
  await transfer.dialog.getByRole('textbox', { name: /^Message/ }).fill('For lunch');
  await transfer.next();
  await transfer.checkAddress();
  await approve(page, transfer, ['5.000 USDC', 'For lunch']);
  await finish(transfer);

  const unshield = await openUnshield(page, 'USDC on Polygon');
  await unshield.enter('4');
  await unshield.next();
  await approve(page, unshield, ['4.000 USDC', 'Your own public address']);
  await finish(unshield);
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
