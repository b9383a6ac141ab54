import { randomUUID } from 'node:crypto';
import type { ActivityTransaction } from '#wire/wallet/history';
import { openChain } from '../chain.ts';
import { findPartnerPage } from '../ramp.ts';
import { type Client, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { carol, openAs, showFigures } from '../users.ts';

// The tests share one wallet: what one buys must not count in another's total.
test.describe.configure({ mode: 'serial' });

test('carol buys USDC for 100 US dollars: it is on the chain, and her order says so', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const client = await signInClient(request, carol);
  const usdc = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const before = await chain.balance(client.publicAddress, usdc);
  await openAs(page, carol, '/on-ramping');
  await showFigures(page);
  const partner = await findPartnerPage(page, 'Buy USDC');
  await expect(partner.frame.getByText('96.40 USDC')).toBeVisible();
  await partner.order('100');
  await partner.payBy('4111 1111 1111 1111');
  await expect(partner.frame.getByText('Your USDC has arrived')).toBeVisible();
  expect(await chain.balance(client.publicAddress, usdc)).toBe(before + 96_400_000n);
  const row = page.getByRole('region', { name: 'Your purchases' }).getByRole('listitem').first();
  await expect(row).toContainText('Completed');
  await expect(row).toContainText('96.4 USDC');
  await expect(row).toContainText('100.00 USD');

  await page.goto('/activity/polygon-usdc?type=ramp');
  await showFigures(page);
  const bought = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem');
  await expect(bought.first()).toContainText('Buy');
  await expect(bought.first()).toContainText('Completed');
  await expect(bought.first()).toContainText('+96.4000 USDC');
  await expect(bought.first()).toContainText('100.00 USD');
  expect(await rowsOfNewestOrder(client, 'BUY')).toEqual(['ramp in 96.4']);
  const entry = await bought.first().getByRole('link').getAttribute('href');
  const order = /^\/activity\/wallet\/order-(.+)$/.exec(entry ?? '')?.[1];
  await page.goto(`/on-ramping?order=${order}`);
  await expect(row).toHaveAttribute('aria-current', 'true');

  await page.goto('/activity/polygon-usdc?type=receive');
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByText('96.4000')).toHaveCount(0);
});

test('a declined card buys nothing, and the page says so', async ({ page, request, baseURL }) => {
  const chain = openChain(baseURL, 'polygon');
  const client = await signInClient(request, carol);
  const usdc = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const before = await chain.balance(client.publicAddress, usdc);
  await openAs(page, carol, '/on-ramping');
  const partner = await findPartnerPage(page, 'Buy USDC');
  await partner.order('50');
  await partner.payBy('4000 0000 0000 0002');
  await expect(partner.frame.getByText('The card was declined.')).toBeVisible();
  const row = page.getByRole('region', { name: 'Your purchases' }).getByRole('listitem').first();
  await expect(row).toContainText('Failed');
  await expect(row).toContainText('No USDC was sent.');
  await page.goto('/activity/polygon-usdc?type=ramp');
  await showFigures(page);
  const failed = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem').first();
  await expect(failed).toContainText('Failed');
  await expect(failed).toContainText('50.00 USD');
  expect(await chain.balance(client.publicAddress, usdc)).toBe(before);
});

test('carol sells 20 USDC with the prefilled Send and is paid out', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const client = await signInClient(request, carol);
  const usdc = (await client.coin('polygon-usdc')).address as `0x${string}`;
  const before = await chain.balance(client.publicAddress, usdc);
  await openAs(page, carol, '/off-ramping');
  await showFigures(page);
  const partner = await findPartnerPage(page, 'Sell USDC');
  await partner.order('20');
  await page.getByRole('button', { name: 'Send 20 USDC' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Assets' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('checkbox', { name: 'I checked the whole address.' }).check();
  await dialog.getByRole('button', { name: 'Confirm and send 20 USDC' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Send 20 USDC' })).toHaveCount(0);
  await expect(partner.frame.getByText('Your money is paid out')).toBeVisible({ timeout: 20_000 });
  const row = page.getByRole('region', { name: 'Your sales' }).getByRole('listitem').first();
  await expect(row).toContainText('Our partner paid you.');
  await expect(row).toContainText('19.80 USD');
  expect(await chain.balance(client.publicAddress, usdc)).toBe(before - 20_000_000n);

  await page.goto('/activity/polygon-usdc?type=ramp');
  await showFigures(page);
  const sold = page.getByRole('region', { name: 'Transactions' }).getByRole('listitem');
  await expect(sold.first()).toContainText('Sell');
  await expect(sold.first()).toContainText('Completed');
  expect(await rowsOfNewestOrder(client, 'SELL')).toEqual(['ramp out 20']);
  await page.goto('/activity/polygon-usdc?type=send');
  await expect(page.getByRole('region', { name: 'Transactions' })).toBeVisible();
  await expect(page.getByText('20.0000')).toHaveCount(0);
});

test('an underpaid sale is refunded in full, and the activity shows both transfers', async ({
  page,
  request,
  baseURL,
}) => {
  const chain = openChain(baseURL, 'polygon');
  const client = await signInClient(request, carol);
  const usdc = await client.coin('polygon-usdc');
  const token = usdc.address as `0x${string}`;
  const before = await chain.balance(client.publicAddress, token);
  await openAs(page, carol, '/off-ramping');
  await showFigures(page);
  const partner = await findPartnerPage(page, 'Sell USDC');
  await partner.order('20');
  await expect(page.getByRole('button', { name: 'Send 20 USDC' })).toBeVisible();
  const [order] = (await client.get('/ramp/orders?side=SELL')).body.data;
  const payment = { tokenId: usdc.id, amount: '15000000', recipientAddress: order.depositAddress };
  const sent = await client.post('/wallet/public/send-tokens', payment, randomUUID());
  expect(sent.status).toBe(200);
  const row = page.getByRole('region', { name: 'Your sales' }).getByRole('listitem').first();
  await expect(row).toContainText('Refunded');
  await expect(row).toContainText('Our partner sent it back.');
  await expect.poll(() => chain.balance(client.publicAddress, token)).toBe(before);
  await expect.poll(() => rowsOfNewestOrder(client, 'SELL')).toEqual(['ramp in 15', 'ramp out 15']);
  await page.goto('/activity/polygon-usdc?type=ramp');
  await expect(page.getByText('Sale returned').first()).toBeVisible();
});

test('without the frame the partner’s page opens in a new tab, and the order still appears', async ({
  page,
  context,
}) => {
  await context.route(
    (url) => url.searchParams.has('sessionId'),
    (route) => (route.request().frame().parentFrame() ? route.abort() : route.continue()),
  );
  await openAs(page, carol, '/on-ramping');
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Open in a new tab' }).click();
  const tab = await opening;
  await expect(tab.getByRole('heading', { name: 'Buy USDC' })).toBeVisible();
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(page.getByText('Our payment partner’s page is open in another tab')).toBeVisible();
  await tab.getByRole('textbox').fill('25');
  await tab.getByRole('button', { name: 'Continue' }).click();
  const row = page.getByRole('region', { name: 'Your purchases' }).getByRole('listitem').first();
  await expect(row).toContainText('Complete your payment above. You haven’t been charged yet.');
  await tab.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(row).toContainText('Cancelled');
  await tab.close();
});

test('a message from another page is ignored', async ({ page }) => {
  await openAs(page, carol, '/on-ramping');
  await findPartnerPage(page, 'Buy USDC');
  await page.evaluate(() => {
    for (const event_id of ['TRANSAK_WIDGET_CLOSE', 'TRANSAK_ORDER_SUCCESSFUL']) {
      window.postMessage({ event_id, data: { status: 'COMPLETED' } }, '*');
    }
  });
  // The frame's own next step shows that the earlier messages were ignored.
  const partner = await findPartnerPage(page, 'Buy USDC');
  await partner.order('10');
  await expect(partner.frame.getByLabel('Card number')).toBeVisible();
  await expect(page.getByText('Our payment partner’s page is closed')).toHaveCount(0);
  await partner.frame.getByRole('button', { name: 'Cancel the order' }).click();
  const row = page.getByRole('region', { name: 'Your purchases' }).getByRole('listitem').first();
  await expect(row).toContainText('Cancelled');
});

test('the partner’s page cannot take our window over, and still opens the page of a bank', async ({
  page,
  context,
  watch,
}) => {
  await openAs(page, carol, '/on-ramping');
  const { frame } = await findPartnerPage(page, 'Buy USDC');
  const ours = page.url();
  const left: string[] = [];
  page.on('framenavigated', (navigated) => {
    if (navigated === page.mainFrame()) left.push(navigated.url());
  });
  await frame.locator('body').evaluate(addAttempts, attempts);
  for (const attempt of attempts) {
    await frame.getByRole('button', { name: attempt, exact: true }).click();
    await page.waitForTimeout(300);
    expect(page.url(), attempt).toBe(ours);
  }
  expect(left).toEqual([]);
  const opening = context.waitForEvent('page');
  await frame.getByRole('button', { name: 'open the bank', exact: true }).click();
  const bank = await opening;
  expect(await bank.evaluate(() => window.origin)).toMatch(/^http/);
  // It knows the partner's page, through which it can't take our window over either.
  await bank.evaluate(takeOverThroughOpener);
  await page.waitForTimeout(300);
  expect(page.url()).toBe(ours);
  expect(left).toEqual([]);
  await bank.close();

  // The same page in a frame without the limits takes the window over: the attempts are real ones.
  await page.evaluate(() => {
    const limited = document.querySelector('iframe');
    const free = document.createElement('iframe');
    free.title = 'free';
    free.src = limited?.src ?? '';
    document.querySelector('main')?.prepend(free);
  });
  const free = page.frameLocator('iframe[title="free"]');
  await free.locator('p').waitFor();
  await free.locator('body').evaluate(addAttempts, attempts);
  await free.getByRole('button', { name: attempts[0], exact: true }).click();
  await expect(page).toHaveURL(/taken-over/);
  // What the browser says about the attempts of this test.
  watch.length = 0;
});

test('a forged webhook is refused', async ({ request }) => {
  const head = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const claims = {
    webhookData: { id: 'x', status: 'COMPLETED', partnerOrderId: 'y' },
    eventID: 'z',
  };
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const response = await request.post('/api/ramp/webhook', { data: { data: `${head}.${body}.` } });
  expect(response.status()).toBe(401);
  expect((await response.json()).code).toBe('webhook-not-valid');
});

const attempts = [
  'set the location',
  'replace the location',
  'follow a link',
  'open over it',
] as const;

/** Runs in a page that the partner's page opened. */
function takeOverThroughOpener(): void {
  const around = window.opener?.top;
  if (!around || around === window.opener) throw new Error('There is nothing to take over.');
  const target = `${window.location.origin}/taken-over`;
  const attempted = [
    () => {
      around.location.href = target;
    },
    () => around.location.replace(target),
    () => around.open(target, '_self'),
  ];
  for (const each of attempted) {
    try {
      each();
    } catch {
      // It isn't allowed to.
    }
  }
}

/** Runs in the partner's page: adds a button for each way to navigate the window around it, and one for a bank. */
function addAttempts(body: HTMLElement | SVGElement, names: readonly string[]): void {
  const target = `${window.location.origin}/taken-over`;
  const link = document.createElement('a');
  link.href = target;
  link.target = '_top';
  body.append(link);
  const actions = [
    () => {
      if (window.top !== null) window.top.location.href = target;
    },
    () => window.top?.location.replace(target),
    () => link.click(),
    () => window.open(target, '_top'),
    () => window.open(`${window.location.origin}/widget.css`, '_blank'),
  ];
  for (const [at, name] of [...names, 'open the bank'].entries()) {
    const button = document.createElement('button');
    button.textContent = name;
    button.addEventListener('click', () => actions[at]?.());
    body.append(button);
  }
}

/** The history rows of the newest order. */
async function rowsOfNewestOrder(client: Client, side: 'BUY' | 'SELL'): Promise<readonly string[]> {
  const [order] = (await client.get(`/ramp/orders?side=${side}`)).body.data;
  const { body } = await client.get('/wallet/public/history/polygon-usdc?limit=200');
  const rows: ActivityTransaction[] = body.data.transactions;
  return rows
    .filter(({ ramp }) => ramp?.orderId === order.id)
    .map(({ type, direction, amount }) => `${type} ${direction} ${amount}`);
}
