import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNetwork, USDC } from '#testing/network';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { createLinkSeals } from '../adapters/key-vault/link-seals.ts';
import { createScriptedChain } from '../simulator/scripted-chain.ts';
import { createHostileWriter, type HostileWriter } from './hostile-writer.test-setup.ts';

const DAY_MS = 24 * 60 * 60_000;
const NETWORK = buildNetwork();

let writer: HostileWriter;
let victims: string;
let attackers: string;
let made: PaymentRequestView;

beforeAll(async () => {
  writer = await createHostileWriter({
    chain: {
      ...{ networks: [NETWORK], poolChainIds: [NETWORK.chainId] },
      chains: new Map([[NETWORK.chainId, createScriptedChain()]]),
    },
  });
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  await writer.query('truncate operations, chain_accounts cascade');
  victims = (await writer.signIn(writer.victim)).access_token;
  attackers = (await writer.signIn(writer.attacker)).access_token;
  made = await make(victims, 'For the rent');
});

async function make(token: string, message: string): Promise<PaymentRequestView> {
  const response = await writer.post(
    'wallet/payment-requests',
    {
      ...{ tokenId: USDC.id, amount: '40000000', balance: 'public', message },
      ...{ days: 7, showsName: true },
    },
    { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  );
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

async function list(token = victims): Promise<readonly PaymentRequestView[]> {
  const response = await writer.get('wallet/payment-requests', token);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

const find = async (code: string) => (await writer.post('payment-requests/find', { code })).json();

/** The attacker pays, as anyone with the link. */
async function pay({ code, recipient, amount }: PaymentRequestView) {
  const body = { tokenId: USDC.id, amount, recipientAddress: recipient, paymentRequest: code };
  const headers = { authorization: `Bearer ${attackers}`, 'idempotency-key': randomUUID() };
  return (await writer.post('wallet/public/send-tokens', body, headers)).json();
}

const change = (set: string, id = made.id, values: unknown[] = []) =>
  writer.query(`update payment_requests set ${set} where id = $1 returning 1`, [id, ...values]);

const reported = () =>
  writer.server.unsealed().filter(({ message }) => message.startsWith('A row of payment_requests'));

describe('whoever writes to the database makes no link pay anyone else or anything else by', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['giving it to another user', () => change('user_id = $2', made.id, [writer.attacker.id])],
    ['another id', () => change('id = $2', made.id, [randomUUID()])],
    ['changed bytes', () => change('content = sha256(content)')],
    ['no bytes', () => change(`content = ''`)],
    [
      'the content of their own request',
      async () => {
        const own = await make(attackers, 'Mine');
        await writer.query(
          'update payment_requests r set content = o.content from payment_requests o where r.id = $1 and o.id = $2',
          [made.id, own.id],
        );
      },
    ],
    [
      'their own request in its place',
      async () => {
        const own = await make(attackers, 'Mine');
        const [row] = await writer.query<{ lookup: Buffer }>(
          'delete from payment_requests where id = $1 returning lookup',
          [made.id],
        );
        await change('lookup = $2', own.id, [row?.lookup]);
      },
    ],
    [
      'their own request with its id and user',
      async () => {
        const own = await make(attackers, 'Mine');
        const [row] = await writer.query<{ lookup: Buffer }>(
          'delete from payment_requests where id = $1 returning lookup',
          [made.id],
        );
        await change('lookup = $2, id = $3, user_id = $4', own.id, [
          ...[row?.lookup, made.id, writer.victim.id],
        ]);
      },
    ],
    [
      'other terms, sealed with the code of the link, which they know',
      async () => {
        const seals = createLinkSeals(randomBytes(32), 'payment-requests');
        const place = { id: made.id, userId: writer.victim.id };
        await change('content = $2', made.id, [seals.seal(place, made.code, '{}')]);
      },
    ],
  ])('%s: the link does not work, and it is reported', async (_name, attack) => {
    await attack();
    expect(await find(made.code)).toMatchObject({ code: 'unknown-payment-request' });
    expect(await pay(made)).toMatchObject({ code: 'unknown-payment-request' });
    expect((await list()).filter(({ id }) => id === made.id)).toEqual([]);
    expect(reported().length).toBeGreaterThan(0);
    expect(await writer.server.count('operations')).toBe(0);
  });

  it('exchanging what finds two of them: each link finds nothing', async () => {
    const other = await make(victims, 'For the concert');
    await writer.query(`update payment_requests set lookup = sha256(lookup) where id = $1`, [
      made.id,
    ]);
    await writer.query(
      `update payment_requests r set content = o.content, sealed_code = o.sealed_code
       from payment_requests o where r.user_id = o.user_id and r.id <> o.id`,
    );
    for (const { code } of [made, other]) {
      expect(await find(code)).toMatchObject({ code: 'unknown-payment-request' });
    }
    expect(await list()).toEqual([]);
  });

  it('another code for its payee to show', async () => {
    const own = await make(attackers, 'Mine');
    await writer.query(
      'update payment_requests r set sealed_code = o.sealed_code from payment_requests o where r.id = $1 and o.id = $2',
      [made.id, own.id],
    );
    expect(await list()).toEqual([]);
    expect(reported()).toMatchObject([{ rowId: made.id, owner: writer.victim.id }]);
    expect(await find(made.code)).toMatchObject({ data: { message: 'For the rent' } });
  });
});

describe('at worst, whoever writes to the database makes a link look over', () => {
  it.each([
    ['cancelled', 'cancelled_at = now()'],
    ['paid', 'settled_at = now()'],
    ['being-paid', `operation_id = '${randomUUID()}'`],
  ])('as %s', async (state, set) => {
    await change(set);
    expect(await find(made.code)).toMatchObject({ data: { state } });
    expect(await pay(made)).toMatchObject({ code: 'payment-request-over' });
  });

  it('or has it refused as expired, and never makes an expired one payable', async () => {
    await change(`expires_at = now() - interval '1 day'`);
    expect(await pay(made)).toMatchObject({ code: 'payment-request-over' });
    await change(`expires_at = now() + interval '1 year'`);
    expect(await find(made.code)).toMatchObject({ data: { expiresAt: made.expiresAt } });
    writer.server.later(7 * DAY_MS);
    attackers = (await writer.signIn(writer.attacker)).access_token;
    expect(await find(made.code)).toMatchObject({ data: { state: 'expired' } });
    expect(await pay(made)).toMatchObject({
      error: 'This request has expired. Nothing was sent.',
    });
  });
});

it('what known limits say: one that is over can be paid again, to its payee and for its amount alone', async () => {
  expect(await pay(made)).toHaveProperty('hash');
  await change('operation_id = null');
  expect(await find(made.code)).toMatchObject({ data: { state: 'open' } });
  expect(await pay({ ...made, amount: '1' })).toMatchObject({ code: 'payment-request-differs' });
  expect(await pay(made)).toHaveProperty('hash');
  const paid = await writer.query('select distinct recipient, amount from operations');
  expect(paid).toEqual([{ recipient: made.recipient, amount: made.amount }]);
});

it('a copy of the database has nothing of a request, and each is of one length', async () => {
  await make(victims, 'x'.repeat(140));
  const stored = await writer.query<{ row: string; content: Buffer; sealed_code: Buffer }>(
    `select row_to_json(r)::text || encode(content, 'escape') || encode(sealed_code, 'escape') as row,
       content, sealed_code from payment_requests r`,
  );
  expect(stored).toHaveLength(2);
  for (const { row, content } of stored) {
    const seen = `${row}${content.toString('latin1')}`.toLowerCase();
    for (const text of [made.code, made.recipient, made.amount, 'For the rent', USDC.id]) {
      expect(seen).not.toContain(text.toLowerCase());
      expect(seen).not.toContain(Buffer.from(text).toString('hex'));
    }
  }
  expect(new Set(stored.map(({ content }) => content.length)).size).toBe(1);
  expect(new Set(stored.map(({ sealed_code: code }) => code.length)).size).toBe(1);
});
