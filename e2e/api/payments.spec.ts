import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { openChain } from '../chain.ts';
import { type Client, type Reply, signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { carol } from '../users.ts';

// Every test pays from carol's wallet, so they run one after another.
const USDC = 'polygon-usdc';

/** Carol's wallet and a new recipient, so that every unit received is accounted for. */
async function open(request: APIRequestContext, baseURL: string | undefined) {
  const client = await signInClient(request, carol);
  const chain = openChain(baseURL, 'polygon');
  const token = (await client.coin(USDC)).address as `0x${string}`;
  const to = privateKeyToAddress(generatePrivateKey());
  const send = (amount: string, key: string = randomUUID()): Promise<Reply> =>
    client.post('/wallet/public/send-tokens', { tokenId: USDC, amount, recipientAddress: to }, key);
  return { client, chain, token, to, send };
}

/** Waits until the wallet has no pending operation and nothing is reserved. */
async function settle(client: Client): Promise<void> {
  await expect
    .poll(
      async () => {
        const open = (await client.get('/wallet/operations')).body.data.length;
        const { availableBaseUnits, balanceBaseUnits } = await client.coin(USDC);
        return open === 0 && availableBaseUnits === balanceBaseUnits;
      },
      { timeout: 180_000, intervals: [500] },
    )
    .toBe(true);
}

test('the same send posted 100 times concurrently with one key is one transaction', async ({
  request,
  baseURL,
}) => {
  const { client, chain, token, to, send } = await open(request, baseURL);
  const nonce = await chain.node.getTransactionCount({ address: client.publicAddress });
  const key = randomUUID();
  const responses = await Promise.all(Array.from({ length: 100 }, () => send('10', key)));
  expect(responses.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  const good = responses.filter(({ status }) => status === 200);
  expect(good.length).toBeGreaterThan(0);
  expect(new Set(good.map(({ body }) => body.transaction.hash)).size).toBe(1);
  const again = await send('10', key);
  expect(again.body.transaction.hash).toBe(good[0]?.body.transaction.hash);
  await settle(client);
  expect(await chain.balance(to, token)).toBe(10n);
  expect(await chain.node.getTransactionCount({ address: client.publicAddress })).toBe(nonce + 1);
});

test('a key already used for another payment is refused with 422', async ({ request, baseURL }) => {
  const { client, chain, token, to, send } = await open(request, baseURL);
  const key = randomUUID();
  expect((await send('11', key)).status).toBe(200);
  const other = await send('12', key);
  expect(other.status).toBe(422);
  expect(other.body.code).toBe('idempotency-key-reused');
  await settle(client);
  expect(await chain.balance(to, token)).toBe(11n);
});

test('a payment without a key is refused with 400', async ({ request, baseURL }) => {
  const { client, to } = await open(request, baseURL);
  const response = await client.post('/wallet/public/send-tokens', {
    tokenId: USDC,
    amount: '1',
    recipientAddress: to,
  });
  expect(response.status).toBe(400);
  expect(response.body.code).toBe('idempotency-key-missing');
});

test('of 50 concurrent sends of 60% of the balance, exactly one is accepted', async ({
  request,
  baseURL,
}) => {
  const { client, chain, token, to, send } = await open(request, baseURL);
  await settle(client);
  const balance = await chain.balance(client.publicAddress, token);
  const share = (balance * 60n) / 100n;
  const responses = await Promise.all(Array.from({ length: 50 }, () => send(share.toString())));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  const refused = responses.filter(({ status }) => status !== 200);
  // Which check sees the first payment first depends on timing; each of them refuses.
  const codes = ['amount-above-balance', 'not-enough-for-fee', 'transaction-would-fail'];
  expect(refused.filter(({ body }) => !codes.includes(body.code))).toEqual([]);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([400]));
  await settle(client);
  expect(await chain.balance(to, token)).toBe(share);
});

test('200 concurrent sends of one unit are 200 transactions with consecutive nonces', async ({
  request,
  baseURL,
}) => {
  const { client, chain, token, to, send } = await open(request, baseURL);
  await settle(client);
  const first = await chain.node.getTransactionCount({ address: client.publicAddress });
  const responses = await Promise.all(Array.from({ length: 200 }, () => send('1')));
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  await settle(client);
  expect(await chain.balance(to, token)).toBe(200n);
  const nonces = await Promise.all(
    responses.map(async ({ body }) => {
      const transaction = await chain.node.getTransaction({ hash: body.transaction.hash });
      return transaction.nonce;
    }),
  );
  expect(nonces.sort((a, b) => a - b)).toEqual(
    Array.from({ length: 200 }, (_, index) => first + index),
  );
});

test('4.35 and 0.000001 USDC arrive exactly', async ({ request, baseURL }) => {
  const { client, chain, token, to, send } = await open(request, baseURL);
  expect((await send('4350000')).status).toBe(200);
  expect((await send('1')).status).toBe(200);
  await settle(client);
  expect(await chain.balance(to, token)).toBe(4_350_001n);
});

const wrongAmounts: readonly unknown[] = [
  '4.35',
  '0.0000001',
  '1e18',
  '-1',
  '+1',
  ' 1',
  '1 ',
  '',
  ' ',
  '٢٥',
  '１２',
  '0x10',
  '1,000',
  '1_000',
  'NaN',
  'Infinity',
  (2n ** 256n).toString(),
  '9'.repeat(129),
  '0',
  '00',
  '01',
  1,
  1.5,
  null,
  true,
  ['1'],
  { amount: '1' },
];

for (const amount of wrongAmounts) {
  test(`the amount ${JSON.stringify(amount)?.slice(0, 40)} gets 400 immediately and changes nothing`, async ({
    request,
    baseURL,
  }) => {
    const { client, chain, to } = await open(request, baseURL);
    const nonce = await chain.node.getTransactionCount({ address: client.publicAddress });
    // A busy machine may delay one call, but hardly every one of several.
    let fastestMs = Number.POSITIVE_INFINITY;
    for (let call = 0; call < 10 && fastestMs >= 1_000; call += 1) {
      const startedAt = performance.now();
      const response = await client.post(
        '/wallet/public/send-tokens',
        { tokenId: USDC, amount, recipientAddress: to },
        randomUUID(),
      );
      fastestMs = performance.now() - startedAt;
      expect(response.status).toBe(400);
      expect(Object.keys(response.body).sort()).toEqual(expect.arrayContaining(['code', 'error']));
    }
    expect(fastestMs).toBeLessThan(1_000);
    expect(await chain.node.getTransactionCount({ address: client.publicAddress })).toBe(nonce);
    expect((await client.get('/wallet/operations')).body.data).toEqual([]);
  });
}

test('another user cannot read an operation', async ({ request, baseURL }) => {
  const { client, send } = await open(request, baseURL);
  const { body } = await send('1');
  const stranger = await signInClient(request, {
    name: 'Bob',
    email: 'bob@kax.test',
    phone: '4155550102',
  });
  const response = await stranger.get(`/wallet/operations/${body.operation.id}`);
  expect(response.status).toBe(404);
  expect(response.body.code).toBe('unknown-operation');
  await settle(client);
});
