import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { Wallet } from 'ethers';
import { createWalletClient, type Hex, http, parseAbi } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import { expectAccessible } from '../accessible.ts';
import { openChain } from '../chain.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, type User } from '../users.ts';

const nora = newcomer('Nora Lind');
const otto = newcomer('Otto Brandt');

const erc20 = parseAbi(['function transfer(address to, uint256 amount) returns (bool)']);

/** @returns the public address of a new user, signed in on the settings page */
async function openSettings(
  page: Page,
  request: APIRequestContext,
  baseURL: string | undefined,
  user: User,
): Promise<Hex> {
  await createUser(request, baseURL ?? '', user);
  await openAs(page, user, '/dashboard/settings', NEW_PASSWORD);
  const stored = await page.evaluate(() => localStorage.getItem('user') ?? '{}');
  return JSON.parse(stored).wallet.publicWalletAddress;
}

async function givePassword(page: Page, password = NEW_PASSWORD): Promise<void> {
  await page.getByLabel('Your password').fill(password);
  await page.getByLabel('Your password').press('Enter');
}

async function exportKey(page: Page): Promise<Hex> {
  await page.getByRole('button', { name: 'Export Private Key' }).click();
  await givePassword(page);
  await page.getByRole('button', { name: 'Show the key' }).click();
  const key = await page.locator('.exported-key').textContent();
  await page.getByRole('button', { name: 'Done' }).click();
  return (key ?? '') as Hex;
}

test('the exported key, file and words belong to the wallet, and none of them is stored', async ({
  page,
  request,
  baseURL,
}) => {
  const address = await openSettings(page, request, baseURL, nora);

  await page.getByRole('button', { name: 'Export Private Key' }).click();
  await givePassword(page, 'Wrong!Harbor9');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await expectAccessible(page, 'wrong password');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const key = await exportKey(page);
  expect(privateKeyToAccount(key).address).toBe(address);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Backup Wallet' }).click();
  const download = page.waitForEvent('download');
  await givePassword(page);
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^kax-wallet-0x[0-9a-f]{8}\.json$/);
  const wallet = await Wallet.fromEncryptedJson(
    await readFile(await file.path(), 'utf8'),
    NEW_PASSWORD,
  );
  expect([wallet.address, wallet.privateKey]).toEqual([address, key]);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Backup Wallet' }).click();
  await page.getByRole('tab', { name: '12 words' }).click();
  await givePassword(page);
  await page.getByRole('button', { name: 'Show the words' }).click();
  await expectAccessible(page, '12 words');
  const words = await page
    .getByRole('list', { name: 'The 12 words' })
    .locator('b')
    .allTextContents();
  expect(mnemonicToAccount(words.join(' ')).address).toBe(address);
  await page.getByRole('button', { name: 'I wrote them down' }).click();
  await expectAccessible(page, 'word check');
  for (const number of [1, 2, 3]) {
    const query = page.getByRole('group', { name: `Question ${number} of 3` });
    const place = /word (\d+)/.exec((await query.textContent()) ?? '')?.[1] ?? '';
    await query.getByRole('button', { name: words[Number(place) - 1] ?? '', exact: true }).click();
  }
  await expect(page.getByText('Backup verified')).toBeVisible();

  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain(key.slice(2));
  expect(kept).not.toContain(words.slice(0, 3).join(' '));
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Export Private Key' }).click();
  await givePassword(page);
  await expect(page.getByRole('alert')).toContainText(/Try again in \d+ min/);
});

test('a wallet with money is not deleted; an empty one is, with its account and session', async ({
  page,
  request,
  baseURL,
}) => {
  const address = await openSettings(page, request, baseURL, otto);
  const key = await exportKey(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  const coins = await waitForWelcome(page);

  await page.getByRole('button', { name: 'Delete Wallet' }).click();
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await expectAccessible(page, 'delete');
  await givePassword(page);
  await expect(page.getByRole('alert')).toContainText(/money|move it out/i);
  await expect(page.getByRole('link', { name: 'Move it out' })).toBeVisible();
  await expectAccessible(page, 'wallet not empty');

  await moveEverything(baseURL, { address, key, coins });
  await givePassword(page);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('We deleted your wallet and account')).toBeVisible();
  const stored = await page.evaluate(() => Object.keys(localStorage));
  expect(stored.filter((key) => key !== 'railway-theme')).toEqual(['kax-settings']);
  const again = await request.post('/api/auth/login', {
    data: { email: otto.email, password: NEW_PASSWORD },
  });
  expect(again.status()).toBe(401);
});

interface HeldCoin {
  readonly chain: string;
  readonly address: Hex | null;
  readonly balanceBaseUnits: string;
}

/** Waits for the small grant that the sandbox pays new users. */
async function waitForWelcome(page: Page): Promise<readonly HeldCoin[]> {
  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('access_token'))}`;
  let held: HeldCoin[] = [];
  await expect
    .poll(async () => {
      const response = await page.request.get('/api/wallet/public/coins', {
        headers: { authorization },
      });
      const chains: { coins: HeldCoin[] }[] = (await response.json()).data;
      held = chains.flatMap(({ coins }) => coins).filter((coin) => coin.balanceBaseUnits !== '0');
      return (
        held.some((coin) => coin.address !== null) && held.some((coin) => coin.address === null)
      );
    })
    .toBe(true);
  return held;
}

/**
 * Empties the wallet with the exported key, as its owner could in another wallet app. The native coins that paid the
 * fees are set to zero through the node.
 */
async function moveEverything(
  baseURL: string | undefined,
  { address, key, coins }: { address: Hex; key: Hex; coins: readonly HeldCoin[] },
): Promise<void> {
  const elsewhere = '0x000000000000000000000000000000000000dEaD';
  for (const name of ['polygon', 'avalanche'] as const) {
    const { node, balance } = openChain(baseURL, name);
    const id = await node.getChainId();
    const chain = {
      id,
      name,
      nativeCurrency: { name, symbol: name, decimals: 18 },
      rpcUrls: { default: { http: [] } },
    };
    const account = privateKeyToAccount(key);
    const client = createWalletClient({ account, chain, transport: http(node.transport.url) });
    for (const coin of coins) {
      if (coin.address === null || coin.chain.toLowerCase() !== name) continue;
      const amount = await balance(address, coin.address);
      const hash = await client.writeContract({
        address: coin.address,
        abi: erc20,
        functionName: 'transfer',
        args: [elsewhere, amount],
      });
      await node.waitForTransactionReceipt({ hash });
    }
    await node.request({ method: 'anvil_setBalance', params: [address, '0x0'] } as never);
  }
}
