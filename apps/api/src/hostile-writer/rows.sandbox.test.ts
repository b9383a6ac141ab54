import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { KAX, USDC } from '#testing/network';
import { buildSwapHop, buildSwapRoute } from '#testing/swap-route';
import { createPostgresEarlierRows } from '../adapters/postgres/earlier-rows.ts';
import { createWritablePostgresCurrencyRates } from '../adapters/postgres/exchange/currency-rates.ts';
import { createPostgresPrices } from '../adapters/postgres/exchange/prices.ts';
import { createPostgresRampOrders } from '../adapters/postgres/exchange/ramp-orders.ts';
import { createPostgresSwaps } from '../adapters/postgres/exchange/swaps.ts';
import { buildStoredSwap } from '../simulator/swaps/swaps-contract.ts';
import {
  changeColumn,
  createHostileWriter,
  type HostileWriter,
} from './hostile-writer.test-setup.ts';
import { attackedColumnsOf } from './judged-columns.test-setup.ts';

let writer: HostileWriter;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(() => writer.reset());

const change = (table: string, column: string, condition = 'true') =>
  changeColumn(writer, { table, column, condition });

const messages = () => writer.server.unsealed().map(({ message }) => message);
const unsealed = (table: string) => `A row of ${table} does not have its seal.`;

describe('a live session is not entered after a change of', () => {
  const attacked = ['sessions', 'session_tokens'].flatMap((table) =>
    attackedColumnsOf(table).map((column) => [table, column] as const),
  );
  it.each(attacked)('%s.%s', async (table, column) => {
    const tokens = await writer.signIn(writer.victim);
    const attackers = await writer.signIn(writer.attacker);
    const ids = 'select id from sessions where user_id';
    if (column === 'session_id') {
      await writer.query(
        `update session_tokens set session_id = (${ids} = $1) where session_id = (${ids} = $2)`,
        [writer.attacker.id, writer.victim.id],
      );
    } else {
      const where =
        table === 'sessions' ? 'user_id' : 'session_id in (select id from sessions where user_id';
      const end = table === 'sessions' ? '' : ')';
      await change(table, column, `${where} = '${writer.victim.id}'${end}`);
    }
    expect((await writer.get('auth/user-sessions', tokens.access_token)).statusCode).toBe(401);
    const refreshed = await writer.post('auth/refresh', { refresh_token: tokens.refresh_token });
    expect(refreshed.statusCode).toBe(401);
    expect((await writer.get('auth/user-sessions', attackers.access_token)).statusCode).toBe(200);
  });
});

describe('a sign-in on a new device is reported', () => {
  const reported = async () =>
    (await writer.query("select 1 from outbox where topic = 'new-device'")).length;

  it.each([
    ['its row was inserted', 'null'],
    [
      'its row has the seal of another user’s',
      '(select seal from known_devices where user_id <> $1)',
    ],
    ['its row has a seal of zeros', "decode(repeat('00', 32), 'hex')"],
  ])('although %s', async (_name, seal) => {
    await writer.signIn(writer.victim);
    const [{ device } = { device: '' }] = await writer.query<{ device: string }>(
      'select device from known_devices',
    );
    await writer.query('truncate outbox');
    await writer.signIn(writer.victim);
    expect(await reported()).toBe(0);
    await writer.query('delete from known_devices');
    await writer.signIn(writer.attacker);
    await writer.query(
      `insert into known_devices (user_id, device, first_seen_at, last_seen_at, seal)
       values ($1, $2, now(), now(), ${seal})`,
      [writer.victim.id, device],
    );
    await writer.query('truncate outbox');
    await writer.signIn(writer.victim);
    expect(await reported()).toBe(1);
  });

  it.each(attackedColumnsOf('known_devices'))('although its %s was changed', async (column) => {
    await writer.signIn(writer.victim);
    await writer.query('truncate outbox');
    await change('known_devices', column);
    await writer.signIn(writer.victim);
    expect(await reported()).toBe(1);
  });

  it('although all devices were deleted, or moved from another user', async () => {
    await writer.signIn(writer.victim);
    await writer.query('truncate outbox');
    await writer.query('delete from known_devices');
    await writer.signIn(writer.victim);
    expect(await reported()).toBe(1);
    await writer.query('delete from known_devices');
    await writer.signIn(writer.attacker);
    await writer.query('truncate outbox');
    await writer.query('update known_devices set user_id = $1', [writer.victim.id]);
    await writer.signIn(writer.victim);
    expect(await reported()).toBe(1);
  });
});

describe('emails about payments stay on', () => {
  const set = async (user: HostileWriter['victim'], paymentMails: boolean) => {
    const { access_token: token } = await writer.signIn(user);
    const headers = { authorization: `Bearer ${token}` };
    return writer.post('auth/notification-settings', { paymentMails }, headers);
  };
  const areOn = async () => {
    const { access_token: token } = await writer.signIn(writer.victim);
    const response = await writer.get('auth/notification-settings', token);
    return response.json().data.paymentMails;
  };
  it.each(attackedColumnsOf('notification_settings'))('after a change of %s', async (column) => {
    await set(writer.victim, column === 'wants_payment_mails');
    await change('notification_settings', column);
    expect(await areOn()).toBe(true);
    expect(messages()).toContain(unsealed('notification_settings'));
  });

  it('with the row of another user who turned them off', async () => {
    await set(writer.attacker, false);
    await writer.query('update notification_settings set user_id = $1', [writer.victim.id]);
    expect(await areOn()).toBe(true);
  });

  it('with a row that their user replaced since', async () => {
    await set(writer.victim, false);
    expect(await areOn()).toBe(false);
    const copy = await writer.query<{ row: string }>(
      'select to_json(n)::text as row from notification_settings n',
    );
    writer.server.later(1_000);
    await set(writer.victim, true);
    await writer.query('delete from notification_settings');
    await writer.query(
      'insert into notification_settings select (json_populate_record(null::notification_settings, $1::json)).*',
      [copy[0]?.row],
    );
    expect(await areOn()).toBe(true);
  });
});

it('wrong passwords wait, although their counters are deleted', async () => {
  const { email } = writer.victim;
  const statuses: number[] = [];
  for (let time = 0; time < 8; time += 1) {
    await writer.query('truncate rate_limits');
    const response = await writer.server.app.inject({
      ...{ method: 'POST', url: '/api/auth/login', remoteAddress: '10.7.7.7' },
      payload: { email, password: 'Wrong!Guess1' },
    });
    statuses.push(response.statusCode);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});

describe('a price is unknown, and deletes no wallet as dust, after a change of', () => {
  it.each(attackedColumnsOf('prices'))('%s', async (column) => {
    const prices = createPostgresPrices(writer.server.database, writer.server.sharedSeals);
    const now = writer.server.now();
    await writer.query('truncate prices');
    await prices.save(new Map([[USDC.id, { usd: 1.00012345, change24h: null, asOf: now }]]), now);
    expect([...(await prices.all(now)).keys()]).toEqual([USDC.id]);
    await (column === 'change_24h'
      ? writer.query('update prices set change_24h = 5')
      : change('prices', column));
    expect([...(await prices.all(now)).keys()]).toEqual([]);
  });
});

describe('the rate of a currency is unknown after a change of', () => {
  it.each(attackedColumnsOf('currency_rates'))('%s', async (column) => {
    const rates = createWritablePostgresCurrencyRates(
      writer.server.database,
      writer.server.sharedSeals,
    );
    const now = writer.server.now();
    const rate = { perUsd: 0.92012345, asOf: now, held: { perUsd: 90, since: now } };
    await writer.query('truncate currency_rates');
    await rates.save(new Map([['EUR', rate]]));
    expect([...(await rates.all())]).toEqual([['EUR', rate]]);
    await change('currency_rates', column);
    expect([...(await rates.all())]).toEqual([]);
  });
});

describe('an offered route is swapped by no one after a change of', () => {
  it.each(attackedColumnsOf('swap_offers'))('%s', async (column) => {
    const swaps = createPostgresSwaps(writer.server.database, writer.server.sharedSeals);
    const { account } = buildStoredSwap();
    const route = buildSwapRoute([buildSwapHop(KAX, USDC)]);
    const userId = writer.victim.id;
    const offer = {
      ...{ requestId: 'r', userId, account, fromTokenId: KAX.id, toTokenId: USDC.id },
      ...{ amount: toBaseUnits(5n), route, offeredAt: writer.server.now() },
    };
    await writer.query('truncate swap_offers');
    await swaps.offer([offer]);
    expect(await swaps.findOffer(userId, 'r')).toEqual(offer);
    await change('swap_offers', column);
    for (const user of [userId, writer.attacker.id]) {
      for (const id of ['r', 'r1']) expect(await swaps.findOffer(user, id)).toBeNull();
    }
  });
});

describe('a swap is neither signed nor followed after a change of', () => {
  it.each(attackedColumnsOf('swaps'))('%s', async (column) => {
    const swaps = createPostgresSwaps(writer.server.database, writer.server.sharedSeals);
    const userId = writer.victim.id;
    const swap = buildStoredSwap({ userId, requestId: 'r' });
    await writer.query('truncate swaps');
    expect(await swaps.insert(swap, { idempotencyKey: 'k', fingerprint: 'f' })).toBe(true);
    const claim = await swaps.find(userId, 'r');
    expect(claim?.swap).toEqual(swap);
    if (claim === null) throw new Error('The swap is not found.');
    expect(await swaps.record(claim, swap, swap.createdAt)).toBe(true);
    expect((await swaps.find(userId, 'r'))?.swap).toEqual(swap);
    await change('swaps', column);
    const now = new Date(swap.createdAt.getTime() + 60_000);
    for (const user of [userId, writer.attacker.id]) {
      for (const id of ['r', 'r1']) expect(await swaps.find(user, id)).toBeNull();
      expect(await swaps.findByKey(user, 'k')).toBeNull();
      expect(await swaps.listOpen(user)).toEqual([]);
      expect(await swaps.list(user, { before: null, limit: 10 })).toEqual([]);
    }
    expect(await swaps.claimDue({ now, leaseMs: 1, limit: 10 })).toEqual([]);
    expect(messages()).toContain(unsealed('swaps'));
  });
});

describe('a sale is shown to no one after a change of', () => {
  const attacked = ['ramp_orders', 'ramp_visits'].flatMap((table) =>
    attackedColumnsOf(table).map((column) => [table, column] as const),
  );

  async function sell(userId: string, orderId: string) {
    const orders = createPostgresRampOrders(writer.server.database, {
      ...{ chainId: null, seals: writer.server.sharedSeals },
    });
    const now = writer.server.now();
    const { account: address } = buildStoredSwap();
    const visitId = `${orderId.repeat(8)}-0000-4000-8000-000000000000`;
    await orders.open({ visitId, userId, side: 'SELL', address, ip: '::1' }, now);
    await orders.note({ eventId: orderId, orderId, visitId }, now);
    const [due] = await orders.take(now, 1, 1_000);
    if (due === undefined) throw new Error('No order is due.');
    const order = {
      ...{ orderId, visitId, userId, side: 'SELL', status: 'AWAITING_PAYMENT_FROM_USER' },
      ...{ fiatCurrency: 'EUR', fiatAmount: '5.00', cryptoAmount: null },
      ...{ address: `0x${orderId.repeat(40)}`, transactionHash: null, createdAt: now },
    } as unknown as Parameters<typeof orders.store>[1];
    await orders.store(due, order, { dueAt: null, now });
    return orders;
  }

  it.each(attacked)('%s.%s', async (table, column) => {
    const userId = writer.victim.id;
    const orders = await sell(userId, '1');
    expect(await orders.list(userId, null, 10)).toMatchObject([{ orderId: '1' }]);
    await change(table, column);
    expect(await orders.list(userId, null, 10)).toEqual([]);
    expect(await orders.list(writer.attacker.id, null, 10)).toEqual([]);
  });

  it('its seal to none, as before seals existed, until it is sealed', async () => {
    const { database, seals, sharedSeals } = writer.server;
    const orders = await sell(writer.victim.id, '1');
    await writer.query('update ramp_orders set seal = null');
    expect(await orders.list(writer.victim.id, null, 10)).toEqual([]);
    await createPostgresEarlierRows(database, { seals, sharedSeals }).sealAll();
    expect(await orders.list(writer.victim.id, null, 10)).toHaveLength(1);
  });

  it('its page: the order of one’s own under another user’s page', async () => {
    await sell(writer.attacker.id, '1');
    const orders = await sell(writer.victim.id, '2');
    await writer.query(
      `update ramp_orders m set visit_id = v.visit_id from ramp_orders v
       where m.order_id = '1' and v.order_id = '2'`,
    );
    expect(await orders.list(writer.victim.id, null, 10)).toMatchObject([{ orderId: '2' }]);
  });
});

it('rows of before seals existed are sealed as they are, once asked for', async () => {
  const { database, seals, sharedSeals } = writer.server;
  const userId = writer.victim.id;
  const { access_token: token } = await writer.signIn(writer.victim);
  const headers = { authorization: `Bearer ${token}` };
  await writer.post('auth/notification-settings', { paymentMails: false }, headers);
  await writer.query('truncate outbox, swaps');
  const swaps = createPostgresSwaps(database, sharedSeals);
  const swap = buildStoredSwap({ userId, requestId: 'r' });
  await swaps.insert(swap, { idempotencyKey: 'k', fingerprint: 'f' });
  for (const table of ['key_records', 'known_devices', 'notification_settings', 'swaps']) {
    await writer.query(`update ${table} set seal = null`);
  }
  expect(await swaps.find(userId, 'r')).toBeNull();
  const rows = createPostgresEarlierRows(database, { seals, sharedSeals });
  expect(await rows.sealAll()).toBe(2 + 1 + 1 + 1);
  expect(await rows.sealAll()).toBe(0);
  expect((await swaps.find(userId, 'r'))?.swap).toEqual(swap);
  const settings = await writer.get('auth/notification-settings', token);
  expect(settings.json().data.paymentMails).toBe(false);
  const { password } = writer.victim;
  const exported = await writer.post('wallet/export-keys', { password, what: 'phrase' }, headers);
  expect(exported.statusCode).toBe(200);
  await writer.signIn(writer.victim);
  expect(await writer.query("select 1 from outbox where topic = 'new-device'")).toEqual([]);
});
