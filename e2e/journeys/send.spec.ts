import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openChain } from '../chain.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { openSend, type SendModal } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, bob, newcomer, openAs, showFigures, signIn } from '../users.ts';

const SEND = '**/api/wallet/public/send-tokens';
// Wallets whose balance no other test changes.
const [iris, jonas] = [newcomer('Iris Vance'), newcomer('Jonas Weber')] as const;

function newAddress(): `0x${string}` {
  return privateKeyToAddress(generatePrivateKey());
}

test('alice sends 25 USDC to jonas; it is on the chain and on his dashboard', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  await createUser(request, baseURL ?? '', jonas);
  const receiver = await signInClient(request, jonas, NEW_PASSWORD);
  const sender = await signInClient(request, alice);
  const usdc = await sender.coin('polygon-usdc');
  const token = usdc.address as `0x${string}`;
  const received = () => chain.balance(receiver.publicAddress, token);
  await expect.poll(received).toBeGreaterThan(0n);
  const before = {
    alice: await chain.balance(sender.publicAddress, token),
    jonas: await received(),
  };

  await signIn(page, alice);
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('25');
  await expect(send.dialog.getByText(/Network fee/)).toBeVisible();
  await send.next();
  await send.review(receiver.publicAddress);
  await expect(send.dialog.getByText('You’ve never sent to this address.')).toBeVisible();
  await expect(send.confirm).toHaveText('Confirm and send 25 USDC');
  await send.confirm.click();

  const link = send.dialog.getByRole('link', { name: /^0x[0-9a-f]{8}…[0-9a-f]{8}$/ });
  await expect(link).toBeVisible();
  const hash = (await link.getAttribute('title')) as `0x${string}`;
  const receipt = await chain.node.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe('success');
  expect(await chain.balance(sender.publicAddress, token)).toBe(before.alice - 25_000_000n);
  expect(await received()).toBe(before.jonas + 25_000_000n);

  const steps = send.dialog.getByRole('list', { name: 'Steps of this payment' });
  await expect(steps.getByRole('listitem')).toHaveText(
    [/^Signed, done/, /^On its way, done/, /^Finalizing, done/, /^Final, done/],
    { timeout: 60_000 },
  );
  await send.dialog.getByRole('button', { name: 'Done' }).click();

  const other = await browser.newPage({ baseURL: baseURL ?? '' });
  await openAs(other, jonas, '/dashboard', NEW_PASSWORD);
  await showFigures(other);
  const row = other.getByRole('region', { name: 'Polygon' }).getByRole('listitem');
  const shown = ((before.jonas + 25_000_000n) / 1_000_000n).toLocaleString('en-US');
  await expect(row.filter({ hasText: 'USDC' })).toContainText(shown);
  await other.close();
});

test('the hash links to the operation, whose steps end with final, with the note that only its user sees', async ({
  page,
  request,
}) => {
  const { publicAddress } = await signInClient(request, bob);
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'KAX on Polygon');
  await send.amount.fill('1.5');
  await send.next();
  await send.review(publicAddress);
  await send.dialog.getByRole('button', { name: 'Add a note' }).click();
  await page.keyboard.type('Concert tickets');
  await send.confirm.click();
  await send.dialog.getByRole('link', { name: /^0x/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/operations\//);
  const steps = page.getByRole('list', { name: 'Steps of this payment' });
  await expect(steps.getByText('On its way')).toBeVisible();
  await expect(steps.getByRole('listitem').last()).toHaveText(/^Final, done/);

  await expect(page.getByText('Concert tickets')).toHaveCount(0);
  await showFigures(page);
  const note = page.getByRole('textbox', { name: 'Your note' });
  await expect(note).toHaveValue('Concert tickets');
  await note.fill('Concert tickets, two of three');
  await note.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await showFigures(page);
  await expect(note).toHaveValue('Concert tickets, two of three');
});

test('MAX of the native coin reserves the fee, and exactly that remains afterwards', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  await createUser(request, baseURL ?? '', iris);
  const sender = await signInClient(request, iris, NEW_PASSWORD);
  const to = newAddress();
  const balance = () => chain.balance(sender.publicAddress, null);
  await expect.poll(balance).toBeGreaterThan(0n);
  const before = await balance();
  await openAs(page, iris, '/dashboard', NEW_PASSWORD);
  const send = await openSend(page, 'POL on Polygon');
  await send.dialog.getByRole('button', { name: 'MAX' }).click();
  await expect(send.dialog.getByText(/POL is reserved for the network fee\./)).toBeVisible();
  await expect(send.amount).not.toHaveValue('');
  await send.next();
  await send.review(to);
  await send.confirm.click();
  const link = send.dialog.getByRole('link', { name: /^0x/ });
  const hash = (await link.getAttribute('title')) as `0x${string}`;
  const receipt = await chain.node.waitForTransactionReceipt({ hash });
  expect(receipt.status).toBe('success');
  const sent = await chain.balance(to, null);
  const left = await chain.balance(sender.publicAddress, null);
  expect(sent).toBeGreaterThan((before * 99n) / 100n);
  expect(sent + left + receipt.gasUsed * receipt.effectiveGasPrice).toBe(before);
});

test('an amount is read as it is written in any country, and typed in the coin or in dollars', async ({
  page,
}) => {
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  const read = (amount: string) => send.dialog.getByText(`${amount} USDC`);
  for (const [written, amount] of [
    ['1,5', '1.500'],
    ['.5', '0.500'],
    ['1.234,56', '1,234.560'],
    ['٢٥', '25.000'],
  ] as const) {
    await send.amount.fill(written);
    await send.next();
    await expect(read(amount)).toBeVisible();
    await send.dialog.getByRole('button', { name: 'Back' }).click();
    await expect(send.amount).toHaveValue(written);
  }
  await send.dialog.getByRole('button', { name: 'Type in dollars' }).click();
  await expect(send.amount).toBeFocused();
  await expect(send.amount).toHaveValue(/^\d+\.\d\d$/);
  await send.next();
  await expect(read('25.000')).toBeVisible();
});

test('wrong amounts each get their own message, and none can be continued with (§5)', async ({
  page,
}) => {
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  const wrong: readonly (readonly [string, string])[] = [
    ['-1', 'Amount cannot be negative'],
    ['999999999', 'Amount exceeds available balance'],
    ['0', 'Enter an amount greater than zero'],
    ['1.2345678', 'This token doesn’t have that many decimal places'],
    ['1e3', 'Enter the amount as a number, like 12.5'],
    ['1.2,3', 'Enter the amount as a number, like 12.5'],
    ['1,234', 'Did you mean 1234 or 1.234? Type it one of these ways.'],
  ];
  for (const [amount, sentence] of wrong) {
    // So that a message of the amount before is not taken for its own.
    await send.amount.fill('1');
    await expect(send.dialog.getByRole('alert')).toBeHidden();
    await send.amount.fill(amount);
    await expect(send.dialog.getByRole('alert')).toHaveText(sentence);
    await expect(send.dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  }
});

test('invalid recipients each get their own message, and none can be confirmed', async ({
  page,
  request,
}) => {
  const client = await signInClient(request, alice);
  const usdc = await client.coin('polygon-usdc');
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('1');
  await send.next();
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['0xhello', /This isn’t a public address/],
    [client.publicAddress, /This is your own address/],
    [`0x${'0'.repeat(40)}`, /No one owns this address/],
    [usdc.address ?? '', /This address belongs to a token/],
    [`0zk1${'q'.repeat(123)}`, /This is a private address/],
    ['0xf39fd6e51aad88f6F4ce6aB8827279cffFb92266', /This address has a typo/],
  ];
  await send.recipient.fill('hello');
  await expect(send.dialog.getByText(/^No contact matches\./)).toBeVisible();
  await expect(send.dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  for (const [recipient, sentence] of wrong) {
    await send.recipient.fill(recipient);
    await expect(send.dialog.getByRole('alert')).toHaveText(sentence);
    await expect(send.dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  }
});

test('a contract as recipient shows a warning', async ({ page, request, baseURL }) => {
  const chain = openChain(baseURL, 'polygon');
  const kax = (await (await signInClient(request, alice)).coin('polygon-kax')).address;
  expect(await chain.node.getCode({ address: kax as `0x${string}` })).toBeTruthy();
  await page.route('**/api/wallet/public/quote-send', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    if (body.data?.recipient) body.data.recipient.isContract = true;
    await route.fulfill({ response, json: body });
  });
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('1');
  await send.next();
  await send.review(newAddress());
  await expect(send.dialog.getByText('This address is a smart contract.')).toBeVisible();
});

test('pressing Confirm twice sends one payment', async ({ page, baseURL, request }) => {
  const chain = openChain(baseURL, 'polygon');
  const token = (await (await signInClient(request, alice)).coin('polygon-usdc')).address;
  const to = newAddress();
  let posts = 0;
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().endsWith('/send-tokens')) posts += 1;
  });
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('2');
  await send.next();
  await send.review(to);
  await expect(send.confirm).toBeEnabled();
  await send.confirm.dblclick();
  const hash = await send.dialog.getByRole('link', { name: /^0x/ }).getAttribute('title');
  await chain.node.waitForTransactionReceipt({ hash: hash as `0x${string}` });
  expect(posts).toBe(1);
  expect(await chain.balance(to, token as `0x${string}`)).toBe(2_000_000n);
});

test('a lost response can be retried, and it is still one payment', async ({
  page,
  baseURL,
  request,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const token = (await (await signInClient(request, alice)).coin('polygon-usdc')).address;
  const to = newAddress();
  const keys: (string | undefined)[] = [];
  await openAs(page, alice, '/dashboard');
  await page.route(SEND, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('3');
  await send.next();
  await send.review(to);
  await send.confirm.click();
  const alert = send.dialog.getByRole('alert');
  await expect(alert).toContainText('Error:');
  await expect(alert).toContainText('without paying twice');
  await expect(send.confirm).toHaveText('Try again: send 3 USDC');
  await send.confirm.click();
  const hash = await send.dialog.getByRole('link', { name: /^0x/ }).getAttribute('title');
  await chain.node.waitForTransactionReceipt({ hash: hash as `0x${string}` });
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBe(keys[0]);
  expect(await chain.balance(to, token as `0x${string}`)).toBe(3_000_000n);
});

test("a refusal shows as 'Error:' on the confirm step, and nothing typed is lost (§2)", async ({
  page,
}) => {
  const to = newAddress();
  await openAs(page, alice, '/dashboard');
  await page.route(SEND, (route) =>
    route.fulfill({
      status: 400,
      json: { error: 'The network would refuse this.', code: 'transaction-would-fail' },
    }),
  );
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('4');
  await send.next();
  await send.review(to);
  await send.confirm.click();
  await expect(send.dialog.getByRole('alert')).toHaveText(
    /Error:.*The network would refuse this\./s,
  );
  await send.dialog.getByRole('button', { name: 'Back' }).click();
  await expect(send.recipient).toHaveValue(to);
  await send.dialog.getByRole('button', { name: 'Back' }).click();
  await expect(send.amount).toHaveValue('4');
});

test('a reload right after Confirm loses nothing, and the payment is made once', async ({
  page,
  baseURL,
  request,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const client = await signInClient(request, alice);
  const token = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const to = newAddress();
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('5');
  await send.next();
  await send.review(to);
  await expect(send.confirm).toBeEnabled();
  // The page doesn't hear the answer: it would change its address for it, and Chromium gives up a reload that has
  // begun when the address changes. The request is the page's own: a reload before the answer cuts its connection.
  await page.evaluate(
    (path) => {
      const { fetch } = window;
      window.fetch = async (...request) => {
        const response = await fetch(...request);
        return response.url.endsWith(path) ? new Promise(() => {}) : response;
      };
    },
    SEND.replace('**', ''),
  );
  const posted = page.waitForRequest(SEND);
  await send.confirm.click();
  await posted;
  await page.reload();
  await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
  await expect.poll(() => chain.balance(to, token)).toBe(5_000_000n);
  await page.waitForTimeout(3_000);
  expect(await chain.balance(to, token)).toBe(5_000_000n);
});

test('signing out right after Confirm does not stop or repeat the payment', async ({
  page,
  baseURL,
  request,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const token = (await (await signInClient(request, alice)).coin('polygon-usdc')).address;
  const to = newAddress();
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('6');
  await send.next();
  await send.review(to);
  await send.confirm.click();
  await expect(send.dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
  await send.dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => chain.balance(to, token as `0x${string}`)).toBe(6_000_000n);
});

test('a payment is made with the keyboard alone', async ({ page, baseURL, request }) => {
  const chain = openChain(baseURL, 'polygon');
  const token = (await (await signInClient(request, alice)).coin('polygon-usdc')).address;
  const to = newAddress();
  await openAs(page, alice, '/dashboard');
  const more = page.getByRole('button', { name: 'More actions for USDC on Polygon' });
  await expect(more).toBeVisible();
  await more.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Send' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await page.keyboard.type('7');
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Recipient address' })).toBeFocused();
  await page.keyboard.insertText(to);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'You send 7.000 USDC' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Help: Network fee' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Add a note' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  const confirm = dialog.getByRole('button', { name: 'Confirm and send 7 USDC' });
  await expect(confirm).toBeEnabled();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect.poll(() => chain.balance(to, token as `0x${string}`)).toBe(7_000_000n);
});

test('Enter, held down through every step, pays nothing', async ({ page }) => {
  await openAs(page, alice, '/dashboard');
  let posts = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/send-tokens')) posts += 1;
  });
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('8');
  await send.amount.press('Enter');
  await send.recipient.fill(newAddress());
  await page.keyboard.down('Enter');
  await expect(send.dialog.getByRole('heading', { name: 'You send 8.000 USDC' })).toBeFocused();
  await send.dialog.getByRole('checkbox').check();
  await expect(send.confirm).toBeEnabled();
  await send.confirm.focus();
  // The browser repeats a held key.
  for (let press = 0; press < 5; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(send.confirm).toHaveText('Confirm and send 8 USDC');
  expect(posts).toBe(0);
});

test('the browser’s Back goes through the steps and asks before it loses the form; a reload keeps it', async ({
  page,
}) => {
  const to = newAddress();
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('9');
  await send.next();
  await send.review(to);
  await expect(page).toHaveURL('/dashboard?do=send&coin=polygon-usdc&step=review');

  await page.reload();
  await expect(send.amount).toHaveValue('9');
  await expect(page).toHaveURL('/dashboard?do=send&coin=polygon-usdc');
  await send.next();
  await expect(send.recipient).toHaveValue(to);
  await expect(page).toHaveURL('/dashboard?do=send&coin=polygon-usdc&step=recipient');

  await page.goBack();
  await expect(send.amount).toHaveValue('9');
  await page.goBack();
  const confirmation = page.getByRole('alertdialog', { name: 'Close this form?' });
  await confirmation.getByRole('button', { name: 'Keep editing' }).click();
  await expect(send.amount).toHaveValue('9');
  await page.goBack();
  await confirmation.getByRole('button', { name: 'Close' }).click();
  await expect(send.dialog).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
});

test('Back after paying returns to the wallet and begins no new payment', async ({
  page,
  request,
}) => {
  const { publicAddress } = await signInClient(request, bob);
  await openAs(page, alice, '/dashboard');
  for (const goBack of [
    (send: SendModal) => send.dialog.getByRole('button', { name: 'Back' }).click(),
    () => page.goBack(),
  ]) {
    const send = await openSend(page, 'USDC on Polygon');
    await send.amount.fill('1');
    await send.next();
    await send.review(publicAddress);
    await send.confirm.click();
    await expect(send.dialog.getByRole('link', { name: /^0x/ })).toBeVisible();
    await goBack(send);
    await expect(send.dialog).toBeHidden();
    await expect(page).toHaveURL('/dashboard');
  }
});

test('a reload in the middle of sending repeats the same payment, not a second one', async ({
  page,
  baseURL,
  request,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const token = (await (await signInClient(request, alice)).coin('polygon-usdc')).address;
  const to = newAddress();
  const keys: (string | undefined)[] = [];
  await openAs(page, alice, '/dashboard');
  await page.route(SEND, async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // The server has it, but the page never hears of it.
    await route.fetch();
  });
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('10');
  await send.next();
  await send.review(to);
  await send.confirm.click();
  await expect.poll(() => keys.length).toBe(1);
  await page.reload();
  await expect(send.amount).toHaveValue('10');
  await send.next();
  await send.next();
  await expect(send.dialog.getByRole('alert')).toContainText('You already confirmed this.');
  const tick = send.dialog.getByRole('checkbox');
  if (await tick.isVisible()) await tick.check();
  await send.confirm.click();
  const hash = await send.dialog.getByRole('link', { name: /^0x/ }).getAttribute('title');
  await chain.node.waitForTransactionReceipt({ hash: hash as `0x${string}` });
  expect(keys[1]).toBe(keys[0]);
  expect(await chain.balance(to, token as `0x${string}`)).toBe(10_000_000n);
});

test('a network that is lost at each step loses nothing, and the payment is made once', async ({
  page,
  baseURL,
  request,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const token = (await (await signInClient(request, alice)).coin('polygon-usdc')).address;
  const to = newAddress();
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await page.context().setOffline(true);
  await send.amount.fill('11');
  await expect(send.dialog.getByText('about $2.50')).toBeVisible();
  await send.next();
  await send.recipient.fill(to);
  const unread = send.dialog.getByRole('alert').filter({ hasText: 'We couldn’t check' });
  await expect(unread).toBeVisible();
  await expect(send.dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await page.context().setOffline(false);
  // Checked again by itself.
  await expect(unread).toBeHidden();
  await send.next();
  await send.dialog.getByRole('checkbox').check();
  await page.context().setOffline(true);
  await send.confirm.click();
  await expect(send.dialog.getByRole('alert')).toContainText('without paying twice');
  await page.context().setOffline(false);
  await send.confirm.click();
  const hash = await send.dialog.getByRole('link', { name: /^0x/ }).getAttribute('title');
  await chain.node.waitForTransactionReceipt({ hash: hash as `0x${string}` });
  expect(await chain.balance(to, token as `0x${string}`)).toBe(11_000_000n);
});
