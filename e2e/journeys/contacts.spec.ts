import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openChain } from '../chain.ts';
import { messagesTo, textOf } from '../messages.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { openSend } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { newcomer, openAs, type User } from '../users.ts';

test.describe.configure({ mode: 'serial' });
// Wallets that no other test pays or searches for.
const [nora, omar, petra] = [
  newcomer('Nora Adler'),
  newcomer('Omar Haddad'),
  newcomer('Petra Lind'),
] as const;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  for (const user of [nora, omar, petra]) await createUser(request, baseURL ?? '', user);
  const chain = openChain(baseURL, 'polygon');
  const { publicAddress } = await signInClient(request, nora, NEW_PASSWORD);
  await expect.poll(() => chain.balance(publicAddress, null)).toBeGreaterThan(0n);
  await request.dispose();
});

const phoneOf = ({ phone }: User) => `+1${phone}`;

test('nora pays omar by his email; he becomes a contact, and activity names him', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const { publicAddress } = await signInClient(request, omar, NEW_PASSWORD);
  await expect.poll(() => chain.balance(publicAddress, null)).toBeGreaterThan(0n);
  const before = await chain.balance(publicAddress, null);
  await openAs(page, nora, '/dashboard', NEW_PASSWORD);
  const send = await openSend(page, 'POL on Polygon');
  await send.amount.fill('0.25');
  await send.next();
  await send.recipient.fill(omar.email.toUpperCase());
  await expect(send.dialog.getByText(omar.name)).toBeVisible();
  await expect(send.dialog.getByRole('radio', { name: /^Privately/ })).toBeDisabled();
  await expect(send.dialog.getByRole('radio', { name: /^Publicly/ })).toBeChecked();
  await send.next();
  await expect(send.dialog.getByText('You’ve never sent to Omar’s address.')).toBeVisible();
  await expect(send.dialog.locator('.whole-address')).toHaveText(publicAddress);
  await expect(send.confirm).toBeDisabled();
  await send.dialog.getByText('I checked the whole address.').click();
  await send.confirm.click();
  await expect(send.dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
  await expect
    .poll(() => chain.balance(publicAddress, null))
    .toBe(before + 250_000_000_000_000_000n);
  await send.dialog.getByRole('button', { name: 'Done' }).click();

  await page.goto('/contacts');
  const row = page.getByRole('listitem').filter({ hasText: omar.name });
  await expect(row).toContainText(omar.email);
  await expect(row).toContainText('1 payment');
  await page.goto('/activity/wallet');
  await expect(page.getByRole('listitem').filter({ hasText: omar.name })).toHaveCount(1);
});

test('a contact is found by phone, and Send begins with whoever was chosen', async ({ page }) => {
  await openAs(page, nora, '/contacts', NEW_PASSWORD);
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add contact' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Petra');
  await dialog.getByRole('textbox', { name: 'Email or phone' }).fill(phoneOf(petra));
  await expect(dialog.getByText('On Kax')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Private address' })).toHaveValue(/^0zk1/);
  await dialog.getByRole('button', { name: 'Save contact' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('listitem').filter({ hasText: 'Petra' });
  await row.getByRole('button', { name: 'Send to Petra' }).click();
  await expect(page.getByRole('dialog', { name: 'Send Assets' })).toBeVisible();
  expect(page.url()).not.toMatch(/0x|0zk/);
});

test('an address that was changed is named before it is paid, and its owner gets an email', async ({
  page,
  request,
  baseURL,
}) => {
  const thief = privateKeyToAddress(generatePrivateKey());
  await openAs(page, nora, '/contacts', NEW_PASSWORD);
  await page.getByRole('button', { name: omar.name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit contact' });
  await dialog.getByRole('textbox', { name: 'Public address' }).fill(thief);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/dashboard');
  const send = await openSend(page, 'POL on Polygon');
  await send.amount.fill('0.1');
  await send.next();
  await send.recipient.fill('omar h');
  await send.recipient.press('Enter');
  await send.next();
  await expect(
    send.dialog.getByText(/Omar’s address changed on |finds another address/),
  ).toBeVisible();
  await expect(send.confirm).toBeDisabled();

  const subject = 'An address in your Kax contacts was changed';
  const mails = () => messagesTo(request, baseURL ?? '', nora.email);
  await expect
    .poll(async () => (await mails()).map(({ Subject }) => Subject), { timeout: 60_000 })
    .toContain(subject);
  const mail = (await mails()).find(({ Subject }) => Subject === subject);
  if (mail === undefined) throw new Error('There is no such email.');
  expect(await textOf(request, baseURL ?? '', mail)).not.toContain('Omar');
});

test('whoever does not want to be found looks like someone without an account', async ({
  page,
}) => {
  await openAs(page, petra, '/dashboard/settings', NEW_PASSWORD);
  const found = page.getByRole('switch', { name: 'Let people find me' });
  await expect(found).toBeChecked();
  const saved = page.waitForResponse('**/api/auth/discoverability');
  await found.click();
  await saved;

  await openAs(page, omar, '/dashboard', NEW_PASSWORD);
  const send = await openSend(page, 'POL on Polygon');
  await send.amount.fill('0.1');
  await send.next();
  const sentence = send.dialog.getByText(/^We can’t find anyone with this email\./);
  await send.recipient.fill(petra.email);
  await expect(sentence).toBeVisible();
  const unwilling = await sentence.textContent();
  await send.recipient.fill(`unknown.${petra.email}`);
  await expect(sentence).toBeHidden();
  await expect(sentence).toHaveText(unwilling ?? '');
});
