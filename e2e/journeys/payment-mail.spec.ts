import { randomUUID } from 'node:crypto';
import { messagesTo } from '../messages.ts';
import { type Client, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { bob, openAs } from '../users.ts';

const RECIPIENT = '0x2f5aACaF4CceD34A88ACA3D5EF043787e43695c8';

async function pay(client: Client): Promise<string> {
  const payment = { tokenId: 'polygon-usdc', amount: '1500000', recipientAddress: RECIPIENT };
  const { body } = await client.post('/wallet/public/send-tokens', payment, randomUUID());
  await expect
    .poll(async () => (await client.operation(body.operation.id)).status)
    .toBe('confirmed');
  return body.operation.id;
}

test('bob gets an email when his payment is final, and none after he turned it off', async ({
  page,
  request,
  baseURL,
}) => {
  const client = await signInClient(request, bob);
  const mails = async () => {
    const all = await messagesTo(request, baseURL ?? '', bob.email);
    // Other tests pay from the same wallet meanwhile.
    return all.filter(
      ({ Subject, Snippet }) =>
        Subject === 'Your payment is final' && Snippet.includes(`${RECIPIENT.slice(0, 6)}…`),
    );
  };
  const before = (await mails()).length;
  await pay(client);
  await expect.poll(async () => (await mails()).length).toBe(before + 1);
  expect((await mails())[0]?.Snippet).toContain(
    'Your payment of 1.5 USDC to 0x2f5a…95c8 is final.',
  );

  await openAs(page, bob, '/dashboard/settings');
  const toggle = page.getByRole('switch', { name: 'Transaction Notifications' });
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
  await toggle.click();
  await expect
    .poll(async () => (await client.get('/auth/notification-settings')).body.data)
    .toMatchObject({ paymentMails: false });
  await pay(client);
  // Final states are published once a second, and emails are sent twice a second.
  await page.waitForTimeout(4_000);
  expect(await mails()).toHaveLength(before + 1);
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-checked', 'true');
});
