import { randomUUID } from 'node:crypto';
import { expectAccessible } from '../accessible.ts';
import {
  allowPush,
  clickNotification,
  deliverPush,
  keepNotifications,
  pushesTo,
  respondToPushes,
  subscribeAtSandbox,
} from '../push.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { bob, carol, openAs, signOut } from '../users.ts';

test.use({ serviceWorkers: 'allow' });

const PATH = '/dashboard/settings/notifications';
const SHOWN = 'Something new in Kax: Open Kax to see what it is.';
const RECIPIENT = '0x2f5aACaF4CceD34A88ACA3D5EF043787e43695c8';

test('bob turns on push, is notified without content, and gets nothing more after signing out', async ({
  page,
  request,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const endpointNow = await allowPush(page, request, base);
  await openAs(page, bob, PATH);
  await page.getByRole('button', { name: 'Turn on' }).press('Enter');
  await expect(page.getByText('Push is on for this browser.')).toBeVisible();
  await expectAccessible(page, 'push is on');
  const endpoint = (await endpointNow()) ?? '';
  expect(endpoint).toContain('/push/');

  const shown = await keepNotifications(page);
  await page.getByRole('button', { name: 'Send a test' }).press('Enter');
  await expect(page.getByText('Test sent.')).toBeVisible();
  const got = () => pushesTo(request, base, endpoint);
  // Others may pay him at the same time, which he is told as well.
  const atTest = await got();
  expect(atTest.length).toBeGreaterThan(0);
  expect(atTest.every(({ bodyBytes }) => bodyBytes === 0)).toBe(true);
  await deliverPush(page, base);
  await expect.poll(shown).toEqual([SHOWN]);

  const client = await signInClient(request, bob);
  const payment = { tokenId: 'polygon-usdc', amount: '1000000', recipientAddress: RECIPIENT };
  const { body } = await client.post('/wallet/public/send-tokens', payment, randomUUID());
  await expect
    .poll(async () => (await client.operation(body.operation.id)).status)
    .toBe('confirmed');
  await expect.poll(async () => (await got()).length).toBeGreaterThan(atTest.length);
  expect((await got()).every(({ bodyBytes }) => bodyBytes === 0)).toBe(true);

  await signOut(page);
  await expect.poll(endpointNow).toBeNull();
  const { publicKey } = (await client.get('/auth/push')).body.data;
  const other = await subscribeAtSandbox(request, base, publicKey);
  await client.post('/auth/push', { endpoint: other });
  const before = (await got()).length;
  await client.post('/wallet/public/send-tokens', payment, randomUUID());
  // His other browser gets the message, this one doesn't.
  await expect.poll(async () => (await pushesTo(request, base, other)).length).toBeGreaterThan(0);
  expect(await got()).toHaveLength(before);

  await openAs(page, bob, PATH);
  await expect(page.getByText('Push is on for this browser.')).toBeVisible();
  expect(await endpointNow()).not.toBe(endpoint);
});

test('nothing is shown while Kax is focused, and something once no window of it is', async ({
  page,
  request,
  baseURL,
}) => {
  const base = baseURL ?? '';
  await allowPush(page, request, base);
  await openAs(page, carol, PATH);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Push is on for this browser.')).toBeVisible();
  const shown = await keepNotifications(page);
  await deliverPush(page, base);
  await page.goto('about:blank');
  await deliverPush(page, base);
  await expect.poll(shown).toEqual([SHOWN]);
});

test('a clicked notification opens the inbox in the window that is open', async ({
  page,
  request,
  baseURL,
}) => {
  const base = baseURL ?? '';
  await allowPush(page, request, base);
  await openAs(page, carol, PATH);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Push is on for this browser.')).toBeVisible();
  expect(page.context().serviceWorkers()[0]?.url()).toBe(`${new URL(base).origin}/sw.js`);
  const script = await request.get('/sw.js');
  expect(script.headers()['cache-control']).toBe('no-cache');
  // The page begins to listen a moment after push was turned on.
  await expect(async () => {
    await clickNotification(page);
    await expect(page).toHaveURL(/\/dashboard(?:\/inbox)?$/, { timeout: 1_000 });
  }).toPass();
});

test('a browser whose subscription ended is offered to turn it on again', async ({
  page,
  request,
  baseURL,
}) => {
  const base = baseURL ?? '';
  const endpointNow = await allowPush(page, request, base);
  await openAs(page, carol, PATH);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Push is on for this browser.')).toBeVisible();
  const endpoint = (await endpointNow()) ?? '';
  await respondToPushes(request, endpoint, 410);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText('Push stopped working on this browser.')).toBeVisible();
  await expectAccessible(page, 'push is lost');
  await page.getByRole('button', { name: 'Turn on again' }).click();
  await expect(page.getByText('Push is on for this browser.')).toBeVisible();
  expect(await endpointNow()).not.toBe(endpoint);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
  await expect.poll(endpointNow).toBeNull();
});
