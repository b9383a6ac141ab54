import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestCode, showRequestCode } from '#domain/payment-request/payment-request';
import type { TokenId } from '#domain/token/token';
import { buildNetwork, buildToken, KAX, POL, USDC } from '#testing/network';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { createPostgresRequestSweep } from './adapters/postgres/operations/payment-requests.ts';
import { createTestServer, newPhone, type TestServer, type TestUser } from './server.test-setup.ts';
import { createScriptedChain } from './simulator/scripted-chain.ts';

const DAY_MS = 24 * 60 * 60_000;
const ELSEWHERE = 31338;
const OPEN_TOKEN = buildToken({ symbol: 'OPEN', isShieldable: false });
const OTHER_COIN = buildToken({
  symbol: 'ETH',
  id: 'other-eth' as TokenId,
  address: null,
  chainId: ELSEWHERE,
});
const NETWORKS = [
  buildNetwork({ tokens: [POL, KAX, USDC, OPEN_TOKEN] }),
  buildNetwork({ slug: 'other', name: 'Other', chainId: ELSEWHERE, tokens: [OTHER_COIN] }),
];
const CHAINS = new Map(
  NETWORKS.map(({ chainId }) => [chainId, { ...createScriptedChain(), chainId }]),
);

let server: TestServer;
let alice: string;
let bob: string;
let carol: string;
let addresses = 0;

beforeAll(async () => {
  server = await createTestServer({
    chain: { networks: NETWORKS, poolChainIds: [31337], chains: CHAINS },
  });
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  await server.database.pool.query('truncate operations, public_movements, chain_accounts cascade');
  alice = (await server.signIn()).access_token;
  bob = await join('Bob Stone');
  carol = await join('Carol Diaz');
});

async function join(name: string): Promise<string> {
  const user: TestUser = {
    ...{ name, email: `${randomUUID()}@kax.test`, phone: newPhone(), password: 'Piggy!Bank7' },
  };
  await server.createUser(user);
  const { email, password } = user;
  return (await post('/auth/login', { email, password })).json().access_token;
}

function nextAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

function post(
  path: string,
  payload: object,
  { token, key, ip = nextAddress() }: { token?: string; key?: string; ip?: string } = {},
) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  return server.app.inject({
    ...{ method: 'POST', url: `/api${path}`, payload, headers, remoteAddress: ip },
  });
}

const USUAL = {
  ...{ tokenId: USDC.id, amount: '40000000', balance: 'public' as const },
  ...{ message: ' Dinner on Friday ', days: 7, showsName: true },
};

function make(more: object = {}, token = alice): Promise<PaymentRequestView> {
  return makeUnder(randomUUID(), more, token);
}

async function makeUnder(key: string, more: object = {}, token = alice) {
  const response = await post('/wallet/payment-requests', { ...USUAL, ...more }, { token, key });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data as PaymentRequestView;
}

async function list(token = alice): Promise<readonly PaymentRequestView[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await server.app.inject({ url: '/api/wallet/payment-requests', headers });
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

const find = (code: string, ip?: string) =>
  post('/payment-requests/find', { code }, ip === undefined ? {} : { ip });

function pay(
  { code, recipient }: Pick<PaymentRequestView, 'code' | 'recipient'>,
  {
    token = bob,
    key = randomUUID(),
    ...more
  }: { token?: string; key?: string; amount?: string } & {
    tokenId?: string;
    recipientAddress?: string;
    paymentRequest?: string;
  } = {},
) {
  const { tokenId, amount } = USUAL;
  const body = { tokenId, amount, recipientAddress: recipient, paymentRequest: code, ...more };
  return post('/wallet/public/send-tokens', body, { token, key });
}

/** An operation ends, as a worker would store it. */
async function end(operationId: string, status: string, hash = `0x${'7'.repeat(64)}`) {
  const isMined = status === 'confirmed' || status === 'reverted';
  const { rowCount } = await server.database.pool.query(
    `update operations set status = $2, ended_at = now(), mined_hash = $3, mined_at = $4, mined_block_number = 1,
       mined_block_hash = '0x1', is_mined_success = $2 = 'confirmed', fee_paid = 1 where id = $1`,
    [operationId, status, isMined ? hash : null, isMined ? server.now() : null],
  );
  expect(rowCount).toBe(1);
}

const stateOf = async (id: string) => (await list()).find((each) => each.id === id)?.state;

describe('a payment request', () => {
  it('is what its payee made, for themselves and for anyone with its link', async () => {
    const made = await make();
    expect(made).toMatchObject({
      ...{ state: 'open', tokenId: USDC.id, symbol: 'USDC', decimals: 6, chainId: 31337 },
      ...{ chain: 'Polygon', amount: '40000000', balance: 'public', message: 'Dinner on Friday' },
      ...{ name: 'Alice Moreau', paidAt: null, transactionHash: null, match: null },
    });
    expect(made.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(new Date(made.expiresAt).getTime() - server.now().getTime()).toBe(7 * DAY_MS);
    expect(await list()).toEqual([made]);
    const { id, code, paidAt, transactionHash, match, ...shown } = made;
    const found = await find(showRequestCode(code).toLowerCase());
    expect(found.json()).toEqual({
      data: { ...shown, tokenAddress: USDC.address, priceUsd: null },
    });
  });

  it('is of the public or the private address of its payee, and names them only if they want', async () => {
    const { rows } = await server.database.pool.query(
      'select public_address, private_address from wallets where user_id = (select id from users where email = $1)',
      [server.user.email],
    );
    const inPublic = await make({ showsName: false, message: '' });
    expect(inPublic).toMatchObject({
      recipient: rows[0].public_address,
      name: null,
      message: null,
    });
    const inPrivate = await make({ balance: 'private' });
    expect(inPrivate.recipient).toBe(rows[0].private_address);
    expect((await make({ tokenId: OTHER_COIN.id })).chain).toBe('Other');
  });

  it.each([
    [{ tokenId: 'polygon-none' }, 'unknown-token'],
    [{ tokenId: OPEN_TOKEN.id, balance: 'private' }, 'not-shieldable'],
    [{ tokenId: OTHER_COIN.id, balance: 'private' }, 'not-shieldable'],
    [{ amount: '0' }, 'amount-zero'],
    [{ amount: '1.5' }, 'amount-not-valid'],
    [{ message: 'x'.repeat(141) }, 'message-not-valid'],
    [{ message: 'two\nlines' }, 'message-not-valid'],
    [{ days: 2 }, 'bad-request'],
    [{ recipient: '0x' }, 'bad-request'],
  ])('is not made of %j', async (more, code) => {
    const response = await post(
      '/wallet/payment-requests',
      { ...USUAL, ...more },
      { token: alice, key: randomUUID() },
    );
    expect(response.json()).toMatchObject({ code });
    expect(await server.count('payment_requests')).toBe(0);
  });

  it('is made once under a key, however often that is repeated, also at the same moment', async () => {
    const key = randomUUID();
    const repeated = Array.from({ length: 5 }, () => makeUnder(key));
    const [first, ...others] = await Promise.all(repeated);
    await later(60_000);
    others.push(await makeUnder(key));
    for (const other of others) expect(other).toEqual(first);
    expect(await server.count('payment_requests')).toBe(1);
    const ofBob = await makeUnder(key, {}, bob);
    expect([ofBob.id === first?.id, ofBob.code === first?.code]).toEqual([false, false]);
  });

  it('is not made under a key that made another', async () => {
    const key = randomUUID();
    await makeUnder(key);
    for (const more of [
      { amount: '41000000' },
      { message: 'Lunch' },
      { days: 1 },
      { showsName: false },
      { balance: 'private' },
    ]) {
      const response = await post(
        '/wallet/payment-requests',
        { ...USUAL, ...more },
        { token: alice, key },
      );
      expect(response.json()).toMatchObject({ code: 'idempotency-key-reused' });
    }
    expect(await server.count('payment_requests')).toBe(1);
  });

  it('is one of 50 at most that wait, and of 100 in a day', async () => {
    for (let n = 0; n < 50; n += 1) await make();
    const make51 = () =>
      post('/wallet/payment-requests', USUAL, { token: alice, key: randomUUID() });
    expect((await make51()).json()).toMatchObject({ code: 'too-many-payment-requests' });
    for (const { id } of await list()) await cancel(id);
    for (let n = 0; n < 50; n += 1) await make();
    for (const { id } of (await list()).slice(0, 5)) await cancel(id);
    expect((await make51()).json()).toMatchObject({ code: 'too-many-requests' });
    await make({}, bob);
    await later(DAY_MS);
    await make();
  });

  it('expires, is listed for 90 days after that, and then deleted', async () => {
    const { id, code } = await make({ days: 1 });
    await later(DAY_MS);
    expect(await stateOf(id)).toBe('expired');
    expect((await find(code)).json()).toMatchObject({ data: { state: 'expired' } });
    const kept = 90 * DAY_MS;
    const sweep = () =>
      createPostgresRequestSweep(server.database).sweep(new Date(server.now().getTime() - kept));
    await later(kept - 1_000);
    await sweep();
    expect(await stateOf(id)).toBe('expired');
    await later(2_000);
    expect(await list()).toEqual([]);
    await sweep();
    expect(await server.count('payment_requests')).toBe(0);
  });

  it('is deleted with the wallet of its payee', async () => {
    const { code } = await make();
    await server.database.pool.query('delete from users where email = $1', [server.user.email]);
    expect(await server.count('payment_requests')).toBe(0);
    expect((await find(code)).json()).toMatchObject({ code: 'unknown-payment-request' });
  });
});

/** Sessions end meanwhile. */
async function later(ms: number): Promise<void> {
  server.later(ms);
  alice = (await server.signIn()).access_token;
}

const cancel = (id: string, token = alice) =>
  post(`/wallet/payment-requests/${id}/cancel`, {}, { token });
const settle = (id: string, transactionHash: string | null, token = alice) =>
  post(`/wallet/payment-requests/${id}/settle`, { transactionHash }, { token });

describe('a link', () => {
  it('that is unknown, changed or no code at all gets one and the same response', async () => {
    const made = await make();
    const responseTo = async (code: string) => {
      const { statusCode, headers, body } = await find(code);
      const { date, 'x-request-id': id, ...rest } = headers;
      return { statusCode, headers: rest, body: body.replaceAll(/"requestId":"[^"]*"/g, '') };
    };
    const unknown = await responseTo(requestCode(new Uint8Array(10)));
    expect(unknown).toMatchObject({ statusCode: 404 });
    expect(unknown.body).toContain('unknown-payment-request');
    expect(await responseTo('no code')).toEqual(unknown);
    expect(await responseTo(`${made.code}0`)).toEqual(unknown);
    await server.database.pool.query('update payment_requests set content = sha256(content)');
    expect(await responseTo(made.code)).toEqual(unknown);
  });

  it('can be read 64 times a minute from one address, whatever it is', async () => {
    const { code } = await make();
    const ip = '203.0.113.9';
    for (let n = 0; n < 32; n += 1) {
      expect((await find(code, ip)).statusCode).toBe(200);
      expect((await find('0', ip)).statusCode).toBe(404);
    }
    const refused = await find(code, ip);
    expect(refused.statusCode).toBe(429);
    expect((await find(code, '203.0.113.10')).statusCode).toBe(200);
    server.later(60_000);
    expect((await find(code, ip)).statusCode).toBe(200);
  });

  it('has a code that no log has, and no row in the clear', async () => {
    const { code, id } = await make();
    await find(code);
    await find(code.replace(/.$/, '-'));
    await pay({ code, recipient: '0x' });
    await pay((await list())[0] as PaymentRequestView);
    await cancel(id);
    const { rows } = await server.database.pool.query(
      `select row_to_json(r)::text || encode(content, 'escape') || encode(sealed_code, 'escape') as row,
         (select string_agg(fingerprint, ' ') from operations) as paid from payment_requests r`,
    );
    for (const text of [server.logged().join('\n'), rows[0].row, rows[0].paid]) {
      for (const each of [code, showRequestCode(code), 'Dinner', 'Alice Moreau']) {
        expect(text.toLowerCase()).not.toContain(each.toLowerCase());
        expect(text).not.toContain(Buffer.from(each).toString('hex'));
      }
    }
  });
});

describe('paying a request', () => {
  it('is a payment of exactly that, once, which its payee and everyone with the link see', async () => {
    const made = await make();
    const paid = await pay(made);
    expect(paid.statusCode, paid.body).toBe(200);
    const { id } = paid.json().operation;
    expect(await stateOf(made.id)).toBe('being-paid');
    const again = await pay(made, { token: carol });
    expect(again.statusCode).toBe(409);
    expect(again.json()).toMatchObject({
      code: 'payment-request-over',
      error: 'This request is being paid right now. Nothing was sent.',
    });
    await end(id, 'confirmed');
    const [seen] = await list();
    expect(seen).toMatchObject({
      ...{ state: 'paid', paidAt: server.now().toISOString() },
      transactionHash: `0x${'7'.repeat(64)}`,
    });
    expect((await find(made.code)).json()).toMatchObject({ data: { state: 'paid' } });
    expect((await pay(made, { token: carol })).json()).toMatchObject({
      error: 'This request was already paid. Nothing was sent.',
    });
    expect(await server.count('operations')).toBe(1);
  });

  it('is possible for one of two payers at the same moment, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const made = await make();
      const both = await Promise.all([pay(made), pay(made, { token: carol })]);
      const codes = both.map(({ statusCode }) => statusCode).toSorted();
      expect(codes, `round ${round}`).toEqual([200, 409]);
      expect(await server.count('operations')).toBe(round + 1);
    }
  });

  it('is possible again when the payment moved nothing', async () => {
    const made = await make();
    const { id } = (await pay(made)).json().operation;
    await end(id, 'reverted');
    expect(await stateOf(made.id)).toBe('open');
    const second = await pay(made, { token: carol });
    expect(second.statusCode, second.body).toBe(200);
    expect(await stateOf(made.id)).toBe('being-paid');
  });

  it('leaves it open when the payment is refused, and the same key can be used then', async () => {
    const made = await make();
    const key = randomUUID();
    const amount = '41000000';
    expect((await pay(made, { key, amount })).json()).toMatchObject({
      code: 'payment-request-differs',
    });
    expect(await stateOf(made.id)).toBe('open');
    expect((await pay(made, { key })).statusCode).toBe(200);
  });

  it('is refused of any other token, amount or recipient, of the payee’s own, and of another balance', async () => {
    const made = await make();
    const other = (await make({}, carol)).recipient;
    const inPrivate = await make({ balance: 'private' });
    for (const [request, more] of [
      [made, { tokenId: KAX.id }],
      [made, { amount: '39999999' }],
      [made, { amount: '40000001' }],
      [made, { recipientAddress: other }],
      [{ ...inPrivate, recipient: made.recipient }, {}],
    ] as const) {
      expect((await pay(request, more)).json()).toMatchObject({ code: 'payment-request-differs' });
    }
    expect((await pay(made, { token: alice })).json()).toMatchObject({
      code: 'recipient-is-sender',
    });
    expect(await server.count('operations')).toBe(0);
  });

  it('is refused of an unknown request', async () => {
    const made = await make();
    for (const code of [requestCode(new Uint8Array(10)), 'no code']) {
      expect((await pay({ ...made, code })).json()).toMatchObject({
        code: 'unknown-payment-request',
      });
    }
    expect(await server.count('operations')).toBe(0);
  });

  it('is repeated under its key with the same response, also when the request is gone', async () => {
    const made = await make();
    const key = randomUUID();
    const first = (await pay(made, { key })).json();
    expect((await pay(made, { key })).json()).toMatchObject({ hash: first.hash });
    await server.database.pool.query('delete from payment_requests');
    expect((await pay(made, { key })).json()).toMatchObject({ hash: first.hash });
  });

  it('is another payment than one without a request, or of another, under the same key', async () => {
    const [made, other] = [await make(), await make()];
    const key = randomUUID();
    await pay(made, { key });
    expect((await pay(other, { key })).json()).toMatchObject({ code: 'idempotency-key-reused' });
    const { tokenId, amount } = USUAL;
    const plain = { tokenId, amount, recipientAddress: made.recipient };
    const reused = await post('/wallet/public/send-tokens', plain, { token: bob, key });
    expect(reused.json()).toMatchObject({ code: 'idempotency-key-reused' });
  });

  it('stays in the payee’s list when the payer deletes their wallet', async () => {
    const made = await make();
    await end((await pay(made)).json().operation.id, 'confirmed');
    const before = await list();
    await server.database.pool.query(`delete from users where name = 'Bob Stone'`);
    expect(await list()).toEqual(before);
  });
});

describe('cancelling', () => {
  it('ends an open request, once and for all', async () => {
    const made = await make();
    expect((await cancel(made.id)).json()).toMatchObject({ data: { state: 'cancelled' } });
    expect((await cancel(made.id)).json()).toMatchObject({ data: { state: 'cancelled' } });
    expect((await find(made.code)).json()).toMatchObject({ data: { state: 'cancelled' } });
    expect((await pay(made)).json()).toMatchObject({
      code: 'payment-request-over',
      error: 'This request was cancelled. Nothing was sent.',
    });
  });

  it('is refused once it is being paid, was paid or has expired, and of anyone else’s', async () => {
    const made = await make();
    const late = await make({ days: 1 });
    for (const id of [made.id, randomUUID(), 'no-id']) {
      expect((await cancel(id, bob)).json()).toMatchObject({ code: 'unknown-payment-request' });
    }
    const { id } = (await pay(made)).json().operation;
    const refused = await cancel(made.id);
    expect(refused.json()).toMatchObject({ error: 'This request is being paid right now.' });
    await end(id, 'confirmed');
    expect((await cancel(made.id)).json()).toMatchObject({ code: 'payment-request-over' });
    await later(DAY_MS);
    expect((await cancel(late.id)).json()).toMatchObject({ error: 'This request has expired.' });
  });

  it('and paying at the same moment leave it either cancelled or being paid, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const made = await make();
      const [cancelled, paid] = await Promise.all([cancel(made.id), pay(made)]);
      expect([cancelled.statusCode, paid.statusCode].toSorted(), `round ${round}`).toEqual([
        200, 409,
      ]);
      const isPaid = paid.statusCode === 200;
      expect(await stateOf(made.id)).toBe(isPaid ? 'being-paid' : 'cancelled');
    }
  });
});

describe('a payment from elsewhere', () => {
  /** What the follower of the chain stores. */
  async function arrive(
    hash: string,
    more: { amount?: string; at?: Date; operationId?: string } = {},
  ) {
    const { amount = USUAL.amount, at = server.now(), operationId = null } = more;
    const { rows } = await server.database.pool.query(
      'select public_address from wallets where user_id = (select id from users where email = $1)',
      [server.user.email],
    );
    await server.database.pool.query(
      `insert into public_movements (chain_id, account, token_id, block_number, block_hash, at, transaction_hash,
         position, cause, direction, from_address, amount, is_success, type, operation_id)
       values (31337, $1, $2, 1, '0x1', $3, $4, $4, 'token', 'in', '0xdead', $5, true, 'receive', $6)`,
      [rows[0].public_address, USDC.id, at, hash, amount, operationId],
    );
  }
  const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

  it('of exactly the amount is offered for the oldest request that it fits, and for one alone', async () => {
    const older = await make();
    server.later(1_000);
    const younger = await make();
    await arrive(hash(1), { at: new Date(server.now().getTime() - DAY_MS) });
    await arrive(hash(2), { amount: '39000000' });
    expect((await list()).map(({ match }) => match)).toEqual([null, null]);
    await arrive(hash(3));
    const matchOf = async (id: string) => (await list()).find((each) => each.id === id)?.match;
    expect(await matchOf(older.id)).toEqual({
      ...{ transactionHash: hash(3), from: '0xdead', at: server.now().toISOString() },
    });
    expect(await matchOf(younger.id)).toBeNull();
    await arrive(hash(4));
    expect(await matchOf(younger.id)).toMatchObject({ transactionHash: hash(4) });
  });

  it('settles a request when its payee says so, and then no other one', async () => {
    const [made, other] = [await make(), await make()];
    await arrive(hash(5));
    const settled = await settle(made.id, hash(5).toUpperCase().replace('0X', '0x'));
    expect(settled.json()).toMatchObject({
      data: { state: 'paid', transactionHash: hash(5), match: null },
    });
    expect((await settle(other.id, hash(5))).json()).toMatchObject({ code: 'unknown-entry' });
    expect((await list()).map(({ match }) => match)).toEqual([null, null]);
    expect((await pay(made)).json()).toMatchObject({ code: 'payment-request-over' });
    expect((await settle(made.id, null)).json()).toMatchObject({ code: 'payment-request-over' });
  });

  it('that the wallet did not receive, or not for this, settles nothing', async () => {
    const made = await make();
    await arrive(hash(6), { amount: '1' });
    for (const wrong of [hash(6), hash(99), '0x', 'abc']) {
      expect((await settle(made.id, wrong)).json()).toMatchObject({ code: 'unknown-entry' });
    }
    expect((await settle(made.id, hash(6), bob)).json()).toMatchObject({
      code: 'unknown-payment-request',
    });
    expect(await stateOf(made.id)).toBe('open');
  });

  it('in cash settles an open or an expired request without a transaction', async () => {
    const [made, late] = [await make(), await make({ days: 1 })];
    expect((await settle(made.id, null)).json()).toMatchObject({
      data: { state: 'paid', transactionHash: null, paidAt: server.now().toISOString() },
    });
    await later(DAY_MS);
    expect((await settle(late.id, null)).json()).toMatchObject({ data: { state: 'paid' } });
  });

  it('is none that pays another request, or that the wallet paid itself', async () => {
    const [made, other] = [await make(), await make()];
    const { id } = (await pay(made)).json().operation;
    const {
      rows: [row],
    } = await server.database.pool.query(
      'select hash from operation_transactions where operation_id = $1 and rung = 0',
      [id],
    );
    await arrive(row.hash, { operationId: id });
    const own = (await pay(await make({}, bob), { token: alice })).json().operation.id;
    await arrive(hash(8), { operationId: own });
    expect((await list()).map(({ match }) => match)).toEqual([null, null]);
    expect((await settle(other.id, row.hash)).json()).toMatchObject({ code: 'unknown-entry' });
  });

  it('is refused while it is being paid', async () => {
    const made = await make();
    await pay(made);
    expect((await settle(made.id, null)).json()).toMatchObject({
      error: 'This request is being paid right now.',
    });
  });

  it('and a payment at the same moment: one of them counts, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const made = await make();
      const [settled, paid] = await Promise.all([settle(made.id, null), pay(made)]);
      expect([settled.statusCode, paid.statusCode].toSorted(), `round ${round}`).toEqual([
        200, 409,
      ]);
    }
  });
});

it('everything of it is one’s own and needs a session, but for reading a link', async () => {
  const made = await make();
  expect(await list(bob)).toEqual([]);
  expect((await post('/wallet/payment-requests', USUAL)).statusCode).toBe(401);
  expect((await cancel(made.id, 'kxa_none')).statusCode).toBe(401);
  expect((await settle(made.id, null, bob)).statusCode).toBe(404);
  expect((await find(made.code)).statusCode).toBe(200);
  expect(await stateOf(made.id)).toBe('open');
});
