import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signJwt } from '#sandbox/ramp/jwt';
import { readPage } from '#sandbox/ramp/ramp.test-setup';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { followRampOrders, searchOrders } from './jobs/follow-ramp-orders.ts';
import { FAST, type RampTest, startRampTest, type User } from './ramp.test-setup.ts';

let test: RampTest;
let user: User;
beforeAll(async () => {
  test = await startRampTest();
});
afterAll(() => test?.stop());
beforeEach(async () => {
  user = await test.begin();
});

const CARD = { card: '4111 1111 1111 1111' };

async function startBuy(card: object) {
  const page = await user.openPage('BUY');
  const { body: order } = await page.request('POST', '/widget/orders', { amount: '100' });
  await page.request('POST', `/widget/orders/${order.id}/pay`, card);
  return order.id as string;
}

async function startSale(amount = '20') {
  const page = await user.openPage('SELL');
  await page.request('POST', '/widget/orders', { amount });
  return user.untilOrder('awaiting-payment');
}

function accessOf() {
  return createPostgresRampAccess(test.server.database, test.server.rampSeals);
}

describe('the page of the payment partner', () => {
  it('is opened with the parameters of §2: the own address and email, USD, USDC, Polygon, light', async () => {
    const page = await user.openPage('BUY');
    expect(page.url).toMatch(new RegExp(`^${test.bench.ramp.url}/\\?apiKey=\\w{32}&sessionId=`));
    expect(page.url).not.toContain('@');
    const { body } = await page.request('GET', '/widget/quote?amount=100');
    expect(body).toEqual({ fiatText: '$100.00', feeText: '$3.60', cryptoText: '96.40 USDC' });
  });

  it('opens once, and for our own site only', async () => {
    const { body } = await user.call('POST', '/ramp/session', { side: 'BUY' });
    const url = body.data.widgetUrl;
    await expect(readPage(url, 'https://evil.example/')).rejects.toThrow('403');
    await readPage(url);
    await expect(readPage(url)).rejects.toThrow('403');
  });

  it('cannot be opened for another address', async () => {
    const requested = { side: 'BUY', walletAddress: '0x000000000000000000000000000000000000dEaD' };
    const { status, body } = await user.call('POST', '/ramp/session', requested);
    expect([status, body.code]).toEqual([400, 'bad-request']);
  });

  it('is opened thirty times in ten minutes and no more', async () => {
    const request = () => user.call('POST', '/ramp/session', { side: 'SELL' });
    const responses = await Promise.all(Array.from({ length: 31 }, request));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });
});

describe('a purchase', () => {
  it('of 100 USD delivers 96.4 USDC on the chain, and the order says by which transaction', async () => {
    await startBuy(CARD);
    const order = await user.untilOrder('completed');
    expect(await test.bench.balance(user.address)).toBe(96_400_000n);
    expect(order).toMatchObject({
      side: 'BUY',
      fiatAmount: '100',
      fiatCurrency: 'USD',
      depositAddress: null,
    });
    const receipt = await test.bench.chain.call<{ status: string }>('eth_getTransactionReceipt', [
      order.transactionHash,
    ]);
    expect(receipt.status).toBe('0x1');
  });

  it('with a declined card fails and moves nothing', async () => {
    await startBuy({ card: '4000 0000 0000 0002' });
    const order = await user.untilOrder('failed');
    expect(order.transactionHash).toBeNull();
    expect(await test.bench.balance(user.address)).toBe(0n);
  });

  it('is paid once although the partner is started again in the middle', async () => {
    await startBuy(CARD);
    await test.bench.restart(FAST);
    await user.untilOrder('completed');
    await sleep(1_500);
    expect(await test.bench.balance(user.address)).toBe(96_400_000n);
  });

  it('is found without any webhook', async () => {
    await startBuy(CARD);
    await user.untilOrder('completed');
    await test.server.database.pool.query('delete from ramp_orders; delete from ramp_events');
    await searchOrders(test.job);
    await user.untilOrder('completed');
  });

  it('is visible to no one else', async () => {
    await startBuy(CARD);
    await user.untilOrder('completed');
    const stranger = { ...test.server.user, email: 'stranger@kax.test', phone: '+14155550999' };
    await test.server.createUser(stranger);
    const { email, password } = stranger;
    const login = await test.server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    });
    const listed = await test.server.app.inject({
      method: 'GET',
      url: '/api/ramp/orders',
      headers: { authorization: `Bearer ${login.json().access_token}` },
    });
    expect(listed.json()).toEqual({ data: [] });
  });
});

describe('a sale', () => {
  it('of 20 USDC names where to send them, sees them arrive, and is paid out', async () => {
    const order = await startSale();
    expect(order).toMatchObject({ side: 'SELL', fiatAmount: '19.8' });
    await test.bench.pay(order.depositAddress as `0x${string}`, 20_000_000n);
    const paid = await user.untilOrder('completed');
    expect(paid.depositAddress).toBeNull();
    expect(paid.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  });

  it('that received less returns all of it', async () => {
    const order = await startSale();
    const { owner } = test.bench;
    const before = await test.bench.balance(owner.address);
    await test.bench.pay(order.depositAddress as `0x${string}`, 19_000_000n);
    const refunded = await user.untilOrder('refunded');
    expect(await test.bench.balance(owner.address)).toBe(before);
    expect(refunded.transactionHash).not.toBeNull();
  });

  it('that receives nothing expires', async () => {
    await startSale();
    await test.bench.restart({ ...FAST, expiresAfterMs: 0 });
    const order = await user.untilOrder('expired');
    expect(order.depositAddress).toBeNull();
    await test.bench.restart(FAST);
  });
});

describe('a wallet with an order', () => {
  const deleteWallet = () =>
    user.call('POST', '/wallet/delete-wallet', {
      password: test.server.user.password,
      confirmation: 'DELETE',
    });
  const sentence = (named: string) => `${named} You can delete your wallet once that’s over.`;

  it('is not deleted while a sale is open', async () => {
    await startSale();
    const { status, body } = await deleteWallet();
    expect([status, body.code]).toEqual([409, 'operations-open']);
    expect(body.error).toBe(sentence('A sale of 20 USDC is still in progress.'));
    expect(await test.server.count('users')).toBe(1);
  });

  it('is not deleted from the moment the partner notifies us of an order', async () => {
    await startBuy(CARD);
    const { pool } = test.server.database;
    const noted = async () => (await pool.query('select status from ramp_orders')).rows;
    while ((await noted()).length === 0) await sleep(20);
    expect(await noted()).toEqual([{ status: null }]);
    // Whatever the page says: an order that was not read yet is open.
    await pool.query("update ramp_visits set opened_at = opened_at - interval '1 hour'");
    const { body } = await deleteWallet();
    expect(body.error).toBe(sentence('A purchase of USDC is still in progress.'));
  });

  it('is not deleted while what was bought has not been seen on the chain, and is afterwards', async () => {
    await startBuy(CARD);
    const { transactionHash } = await user.untilOrder('completed');
    const { body } = await deleteWallet();
    expect(body.error).toBe(sentence('The 96.4 USDC you bought hasn’t arrived yet.'));
    await test.server.database.pool.query(
      `insert into public_movements (chain_id, account, token_id, block_number, block_hash, at, transaction_hash,
         position, cause, direction, amount, is_success, type)
       values (1, $1, 'polygon-usdc', 1, '0x', now(), $2, '0', 'transfer', 'in', 1, true, 'receive')`,
      [user.address, transactionHash?.toLowerCase()],
    );
    expect(await deleteWallet()).toEqual({ status: 200, body: { success: true } });
  });

  it('is not deleted right after a page of the partner was opened, and is when it was not used', async () => {
    await user.openPage('BUY');
    const { body } = await deleteWallet();
    expect(body).toMatchObject({
      code: 'operations-open',
      error: expect.stringContaining('You opened our payment partner’s purchase page'),
    });
    await test.server.database.pool.query(
      "update ramp_visits set opened_at = opened_at - interval '15 minutes'",
    );
    expect(await deleteWallet()).toEqual({ status: 200, body: { success: true } });
    expect(await test.server.count('users')).toBe(0);
  });
});

describe('a webhook', () => {
  const event = (visitId: string, orderId: string, status = 'COMPLETED') => ({
    webhookData: { id: orderId, status, partnerOrderId: visitId, isBuyOrSell: 'BUY' },
    eventID: 'ORDER_COMPLETED',
  });
  const notify = (data: string) => user.call('POST', '/ramp/webhook', { data });

  async function visitOf(): Promise<string> {
    const { rows } = await test.server.database.pool.query('select id from ramp_visits');
    return rows[0].id;
  }

  it('that is forged is refused and changes nothing', async () => {
    await user.openPage('BUY');
    const claims = event(await visitOf(), 'forged');
    const token = (await accessOf().read(test.server.now()))?.current ?? '';
    const [, body = ''] = signJwt(claims, token).split('.');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    const forgeries = [
      signJwt(claims, 'another secret'),
      signJwt(claims, ''),
      `${none}.${body}.`,
      `${none}.${body}.${signJwt(claims, token).split('.')[2]}`,
      'no token',
      '',
    ];
    for (const forgery of forgeries) {
      const { status, body: response } = await notify(forgery);
      expect([status, response.code]).toEqual([401, 'webhook-not-valid']);
    }
    expect(await test.server.count('ramp_orders')).toBe(0);
    expect(await test.server.count('ramp_events')).toBe(0);
  });

  it('that is signed is still not trusted: the partner’s records decide', async () => {
    await user.openPage('BUY');
    const token = (await accessOf().read(test.server.now()))?.current ?? '';
    expect((await notify(signJwt(event(await visitOf(), 'invented'), token))).status).toBe(200);
    await followRampOrders(test.job);
    expect((await user.call('GET', '/ramp/orders')).body.data).toEqual([]);
    expect(test.errors).toEqual(['An order differs from its webhook.']);
  });

  it('cannot move an order to another page, or to another user', async () => {
    const orderId = await startBuy(CARD);
    await user.untilOrder('completed');
    await test.server.database.pool.query('delete from ramp_orders; delete from ramp_events');
    await user.openPage('BUY');
    const { rows } = await test.server.database.pool.query(
      'select id from ramp_visits order by opened_at desc, id limit 2',
    );
    const token = (await accessOf().read(test.server.now()))?.current ?? '';
    for (const { id } of rows) {
      await test.server.database.pool.query('delete from ramp_orders; delete from ramp_events');
      await notify(signJwt(event(id, orderId), token));
      await followRampOrders(test.job);
    }
    expect(test.errors).toEqual(['An order differs from its webhook.']);
  });

  it('that arrives twice is handled once', async () => {
    await startBuy(CARD);
    await user.untilOrder('completed');
    const { rows } = await test.server.database.pool.query('select order_id from ramp_orders');
    const token = (await accessOf().read(test.server.now()))?.current ?? '';
    const count = await test.server.count('ramp_events');
    for (let time = 0; time < 3; time += 1) {
      const notified = await notify(signJwt(event(await visitOf(), rows[0].order_id), token));
      expect(notified.status).toBe(200);
    }
    expect(await test.server.count('ramp_events')).toBe(count);
  });

  it('of a page that is not ours is accepted and ignored', async () => {
    await user.openPage('BUY');
    const token = (await accessOf().read(test.server.now()))?.current ?? '';
    for (const visit of ['00000000-0000-4000-8000-000000000000', "' or 1=1 --"]) {
      expect((await notify(signJwt(event(visit, 'other'), token))).status).toBe(200);
    }
    expect(await test.server.count('ramp_orders')).toBe(0);
  });

  it('signed with the previous token is accepted for a day', async () => {
    await user.openPage('BUY');
    const old = (await accessOf().read(test.server.now()))?.current ?? '';
    const later = new Date(test.server.now().getTime() + 7 * 24 * 3_600_000);
    await accessOf().save('a newer token of the partner', later, test.server.now());
    expect((await notify(signJwt(event(await visitOf(), 'a'), old))).status).toBe(200);
    test.server.later(24 * 3_600_000);
    expect(await test.otherProcess.readWebhook(signJwt(event('v', 'b'), old))).toBeNull();
  });
});

/** Makes the partner end the token that everyone uses. */
async function endToken(): Promise<void> {
  const { url, credentials } = test.bench.ramp;
  const response = await fetch(`${url}/partners/api/v2/refresh-token`, {
    method: 'POST',
    headers: { 'x-api-key': credentials.apiKey, 'api-secret': credentials.apiSecret },
    body: JSON.stringify({ apiKey: credentials.apiKey }),
  });
  expect(response.status).toBe(200);
}

describe('the access token', () => {
  it('is requested once, however many calls need it in however many processes', async () => {
    await user.openPage('BUY');
    await test.server.database.pool.query('delete from ramp_access');
    await endToken();
    const visit = {
      visitId: 'visit',
      userId: 'user',
      side: 'BUY' as const,
      address: user.address as never,
      email: 'alice@kax.test',
      ip: '203.0.113.7',
    };
    await Promise.all([
      ...Array.from({ length: 5 }, () => test.otherProcess.createPage(visit)),
      ...Array.from({ length: 5 }, () => user.call('POST', '/ramp/session', { side: 'BUY' })),
    ]);
    const { rows } = await test.server.database.pool.query('select previous from ramp_access');
    // A second one would have left the first as the previous.
    expect(rows).toEqual([{ previous: null }]);
  });

  it('that the partner no longer accepts is renewed, and the call succeeds', async () => {
    await user.openPage('BUY');
    const later = new Date(test.server.now().getTime() + 7 * 24 * 3_600_000);
    await accessOf().save('a token that was ended', later, test.server.now());
    expect(await test.otherProcess.readOrder('none', '203.0.113.7')).toBeNull();
    const { status } = await user.call('POST', '/ramp/session', { side: 'BUY' });
    expect(status).toBe(200);
  });

  it('is not stored in the database in clear', async () => {
    await user.openPage('BUY');
    const token = (await accessOf().read(test.server.now()))?.current ?? '';
    const { rows } = await test.server.database.pool.query('select current from ramp_access');
    expect(rows[0].current.includes(token)).toBe(false);
    expect(test.server.logged().join('\n')).not.toContain(token);
  });
});

it('says in a sentence that the partner does not respond', async () => {
  await test.server.database.pool.query('delete from ramp_access');
  const { ramp } = test.bench;
  await ramp.stop();
  const { status, body } = await user.call('POST', '/ramp/session', { side: 'BUY' });
  expect([status, body.code]).toEqual([503, 'ramp-unavailable']);
  expect(body.error).toContain('isn’t responding. Nothing was bought or sold');
  await test.bench.restart(FAST);
});
