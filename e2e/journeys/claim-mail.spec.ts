import { randomUUID } from 'node:crypto';
import { messagesTo, textOf } from '../messages.ts';
import { createUser, NEW_PASSWORD } from '../registration.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, newcomer } from '../users.ts';

const LINK = /\/claim\/((?:[0-9A-Z]{4}-){3}[0-9A-Z]{4})\b/;

test('a link arrives by email and by text, and its sender hears when it was claimed', async ({
  request,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const lena = newcomer('Lena Fischer');
  const phone = `+1${lena.phone}`;
  const client = await signInClient(request, alice);
  const make = async (emailOrPhone: string, amount: string) => {
    const payment = { tokenId: 'polygon-usdc', amount, emailOrPhone, message: 'Dinner on Friday' };
    const { status, body } = await client.post('/wallet/claims', payment, randomUUID());
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  const messageTo = async (address: string, like: RegExp) => {
    const find = async () =>
      (await messagesTo(request, origin, address)).find(({ Subject, Snippet }) =>
        like.test(`${Subject} ${Snippet}`),
      );
    await expect.poll(find).toBeDefined();
    const found = await find();
    return found === undefined ? '' : textOf(request, origin, found);
  };

  const claim = await make(lena.email, '2510000');
  const mail = await messageTo(lena.email, /Alice Moreau sent you 2\.51 USDC/);
  expect(mail).not.toContain('Dinner');
  const code = LINK.exec(mail)?.[1];
  expect(code?.replaceAll('-', '')).toBe(claim.code);
  await make(phone, '1250000');
  expect(await messageTo(phone, /Alice Moreau sent you 1\.25 USDC/)).toMatch(LINK);

  await createUser(request, origin, lena);
  const recipient = await signInClient(request, lena, NEW_PASSWORD);
  const take = () => recipient.post('/wallet/claims/claim', { code }, randomUUID());
  await expect.poll(async () => (await take()).body.data?.state).toBe('claiming');
  await messageTo(lena.email, /You claimed 2\.51 USDC/);
  // Other tests pay from the same wallet meanwhile.
  await messageTo(alice.email, /Your payment of 2\.51 USDC by link is final/);
  await messageTo(alice.email, /Your payment by link was claimed/);
});
