import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClassifiedMovement } from '#domain/activity/classify-movements';
import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';
import { buildNetwork, KAX, USDC } from '#testing/network';
import { readTranslators } from './adapters/catalogues/translators.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { append, hash, movement } from './adapters/postgres/history/history.test-setup.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createPostgresArrivals } from './adapters/postgres/notifications/arrivals.ts';
import { createPostgresClaimEnds } from './adapters/postgres/operations/claim-ends.ts';
import { createPostgresHeldClaimMessages } from './adapters/postgres/operations/claim-messages.ts';
import { createPostgresOperationNotices } from './adapters/postgres/operations/operation-notices.ts';
import { storeClaim, storeEnd } from './claim-messages.test-setup.ts';
import { announceArrivals } from './jobs/announce-arrivals.ts';
import { announceClaimEnds } from './jobs/announce-claim-ends.ts';
import { announceOperations } from './jobs/announce-operations.ts';
import { sendOutbox } from './jobs/send-outbox.ts';
import type { Mail } from './ports/mailer.ts';
import { type PushServer, startPushServer } from './push.test-setup.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ORIGIN = 'https://wallet.example';
let push: PushServer;
let userId: string;
let token: string;
let account: PublicAddress;
let mails: Mail[];
let usd: ReadonlyMap<string, number>;

beforeAll(async () => {
  push = await startPushServer();
});
afterAll(() => push?.stop());
beforeEach(async () => {
  await push.server.reset();
  await query(
    'truncate operations, claims, chain_followers, followed_blocks, public_movements, movement_origins, arrival_cursors cascade',
  );
  ({ token } = await push.turnOn());
  const [row] = await query<{ id: string; public_address: PublicAddress }>(
    'select u.id, w.public_address from users u join wallets w on w.user_id = u.id',
  );
  if (row === undefined) throw new Error('There is no user.');
  userId = row.id;
  account = row.public_address;
  mails = [];
  usd = new Map([
    [USDC.id, 1],
    [KAX.id, 2],
  ]);
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await push.server.database.pool.query<Row>(text, values)).rows;
const report = ({ cause }: { readonly cause: unknown }) => {
  throw cause;
};
const shared = () => ({
  ...{ networks: [buildNetwork()], origin: ORIGIN, report },
  clock: { now: push.server.now, sleep: async () => {} },
});
const trust = () => ({ verifier: push.server.signer, sharedSeals: push.server.sharedSeals });
/** How often browsers were marked to be woken up. */
const marks = async () =>
  Number((await query<{ n: string }>('select sum(marks) as n from push_subscriptions'))[0]?.n);
const choose = (topic: string, channel: string) =>
  push.post('/auth/notification-settings', token, { topic, channel, isWanted: false });

async function sendMails(): Promise<readonly Mail[]> {
  await sendOutbox({
    ...shared(),
    outbox: createPostgresOutbox(push.server.database),
    mailer: { send: async (mail) => void mails.push(mail) },
    sms: { send: async () => {} },
    ...{ openCode: () => null, openLink: () => null, isStillDue: async () => true },
    ...{ freezeLink: () => null, textBudgets: { take: async () => true } },
    ...{ host: 'wallet.example', smsCountries: [], translatorOf: readTranslators() },
  });
  return mails;
}

/** A second user. @returns who they are */
async function addUser(): Promise<{ readonly id: string; readonly privateAddress: string }> {
  const email = `${randomUUID()}@kax.test`;
  // Younger than the first one.
  push.server.later(1_000);
  await push.server.createUser({ ...push.server.user, name: 'Bob', email, phone: '+14155550778' });
  const [row] = await query<{ id: string; private_address: string }>(
    'select u.id, w.private_address from users u join wallets w on w.user_id = u.id where u.email = $1',
    [email],
  );
  if (row === undefined) throw new Error('There is no second user.');
  return { id: row.id, privateAddress: row.private_address };
}

describe('the end of a payment', () => {
  const announce = () =>
    announceOperations({
      ...shared(),
      operationNotices: createPostgresOperationNotices(push.server.database, trust()),
    });
  const end = async (
    more: { kind?: string; status?: string; recipient?: string; user?: string; at?: Date } = {},
  ) => {
    const { kind = 'send', status = 'confirmed', recipient = '0xBob', user = userId } = more;
    const { at = push.server.now() } = more;
    const id = randomUUID();
    await query(
      `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
         token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, created_at, due_at, lease_epoch, ended_at)
       values ($1::uuid, $2, $1::text, 'fingerprint', $3, $4, 31337, 'account', $5, $6, 1, 'polygon-pol', 1, 1, $7, $7, $7, 1, $7)`,
      [id, user, kind, status, recipient, USDC.id, at],
    );
    await query(
      `insert into outbox (topic, user_id, content, created_at) values ($1, $2, json_build_object('operationId', $3::text), $4)`,
      [`operation-${status}`, user, id, at],
    );
  };

  it.each(['confirmed', 'reverted', 'replaced', 'failed'])(
    'wakes up its maker’s browsers once when it is %s, however many workers run',
    async (status) => {
      await end({ status });
      await Promise.all([announce(), announce(), announce()]);
      await announce();
      expect(await marks()).toBe(1);
    },
  );

  it('wakes up no one when it is a part of a swap, or a day old', async () => {
    await end({ kind: 'swap' });
    await end({ at: new Date(push.server.now().getTime() - DAY_MS) });
    await announce();
    expect(await marks()).toBe(0);
  });

  it('obeys the choices of push and of email, each alone', async () => {
    await choose('payments', 'push');
    await end();
    await announce();
    expect([await marks(), (await sendMails()).length]).toEqual([0, 1]);
    await push.post('/auth/notification-settings', token, {
      ...{ topic: 'payments', channel: 'push', isWanted: true },
    });
    await choose('payments', 'email');
    await end();
    await announce();
    expect([await marks(), (await sendMails()).length]).toEqual([1, 1]);
  });

  it('is marked although the worker is killed before it hands it over', async () => {
    await end();
    const notices = createPostgresOperationNotices(push.server.database, trust());
    expect(await notices.take(push.server.now(), 10, 30_000)).toHaveLength(1);
    await announce();
    expect(await marks()).toBe(0);
    push.server.later(30_000);
    await announce();
    expect(await marks()).toBe(1);
  });

  it('of a private payment to another user notifies them, with neither amount nor sender', async () => {
    const bob = await addUser();
    await push.server.database.pool.query('truncate outbox');
    const [alice] = await query<{ private_address: string }>(
      'select private_address from wallets where user_id = $1',
      [userId],
    );
    const paid = {
      kind: 'internal-transfer',
      user: bob.id,
      recipient: alice?.private_address ?? '',
    };
    await end(paid);
    await end({ ...paid, status: 'failed' });
    await Promise.all([announce(), announce()]);
    await announce();
    expect(await marks()).toBe(1);
    const [mail] = (await sendMails()).filter(({ to }) => to === push.server.user.email);
    expect(mail?.subject).toBe('You received money');
    expect(mail?.text).toContain('You received a private payment.');
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/USDC|Bob|0zk|0x/);
    await choose('arrivals', 'push');
    await end(paid);
    await announce();
    expect(await marks()).toBe(1);
  });

  it('of a private payment to oneself, or to someone without an account, notifies its maker alone', async () => {
    const [own] = await query<{ private_address: string }>('select private_address from wallets');
    await end({ kind: 'internal-transfer', recipient: own?.private_address ?? '' });
    await end({ kind: 'internal-transfer', recipient: '0zkStranger' });
    await announce();
    expect(await marks()).toBe(2);
    expect((await sendMails()).map(({ subject }) => subject)).not.toContain('You received money');
  });
});

describe('a payment by link', () => {
  const announce = () =>
    announceClaimEnds({
      ...shared(),
      claimEnds: createPostgresClaimEnds(push.server.database, trust()),
      heldMessages: createPostgresHeldClaimMessages(push.server.database),
    });

  it('wakes up its sender’s browsers once when it is claimed, and when it expires', async () => {
    const { id } = await addUser();
    const claim = await storeClaim(push.server);
    await storeEnd(push.server, claim, { userId: id, status: 'confirmed' });
    await Promise.all([announce(), announce(), announce()]);
    expect(await marks()).toBe(1);
    await storeClaim(push.server);
    push.server.later(30 * DAY_MS);
    await Promise.all([announce(), announce()]);
    await announce();
    expect(await marks()).toBe(2);
  });

  it('wakes up no one who turned that off, and still sends the email', async () => {
    const { id } = await addUser();
    await choose('links', 'push');
    const claim = await storeClaim(push.server);
    await storeEnd(push.server, claim, { userId: id, status: 'confirmed' });
    await announce();
    expect(await marks()).toBe(0);
    expect((await sendMails()).map(({ subject }) => subject)).toContain(
      'Your payment by link was claimed',
    );
  });
});

describe('an email about security', () => {
  it('wakes up the browsers of its user once, whatever they chose and however often it is tried', async () => {
    for (const topic of ['arrivals', 'payments', 'links']) await choose(topic, 'push');
    const { pool } = push.server.database;
    await pool.query('truncate outbox');
    const add = (topic: string, channel: string) =>
      query(
        `insert into outbox (topic, channel, recipient, user_id, content, created_at, due_at)
         values ($1, $2, 'a@b.test', $3, '{"ip":"203.0.113.7","at":"2026-11-21T10:00:00Z"}', $4, $4)`,
        [topic, channel, userId, push.server.now()],
      );
    await add('password-changed', 'email');
    await add('password-changed', 'sms');
    await add('security-reminder', 'email');
    const outbox = createPostgresOutbox(push.server.database);
    // Killed right after it took them.
    await outbox.take(push.server.now(), 10, 60_000);
    expect(await marks()).toBe(1);
    push.server.later(60_000);
    await sendMails();
    expect(await marks()).toBe(1);
    expect(mails).toHaveLength(2);
  });
});

describe('money that arrives in public', () => {
  const announce = () =>
    announceArrivals({
      ...shared(),
      arrivals: createPostgresArrivals(push.server.database, trust()),
      prices: {
        all: async () =>
          new Map(
            [...usd].map(([id, price]) => [
              id as TokenId,
              { price: { usd: price, change24h: null, asOf: push.server.now() }, samples: [] },
            ]),
          ),
      },
    });
  const history = () => createPostgresPublicHistory(push.server.database);
  let newest = 0;
  /** Stores a block with these movements, in which the blocks up to `final` are final. */
  const mine = async (more: readonly Partial<ClassifiedMovement>[], final = newest + 1) => {
    const after = newest === 0 ? null : `0x${newest}`;
    newest += 1;
    const movements = more.map((each, at) =>
      movement(newest, {
        ...{ account, to: account, at: push.server.now(), position: `log.${at}` },
        ...{ transactionHash: hash(newest * 10_000 + at), amount: units(25_000_000n) },
        ...each,
      }),
    );
    expect(await append(history(), after, [newest], movements, BigInt(final))).toBe(true);
  };
  const units = (count: bigint) => count as BaseUnits;
  const received = async () =>
    (await sendMails()).filter(({ subject }) => subject === 'You received money');

  beforeEach(async () => {
    newest = 0;
    const lease = { now: push.server.now(), leaseMs: MINUTE_MS };
    expect(await history().claim(31337, 'test', lease)).toBe(true);
    await mine([{}]);
    // What was final before is no news.
    await announce();
    expect(await marks()).toBe(0);
  });

  it('is announced once it is final, once, with amount and token', async () => {
    await mine([{}], 1);
    await announce();
    expect([await marks(), await received()]).toEqual([0, []]);
    await history().look(31337, { latestNumber: 2n, finalizedNumber: 2n }, push.server.now());
    await Promise.all([announce(), announce(), announce()]);
    await announce();
    expect(await marks()).toBe(1);
    const [mail, ...others] = await received();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(push.server.user.email);
    expect(mail?.text).toContain('You received 25 USDC in your public balance.');
    expect(mail?.text).toContain(`${ORIGIN}/dashboard/inbox`);
    expect(mail?.text).not.toMatch(/0x/);
  });

  it('is in one email every 10 minutes at most, which has everything since the last one', async () => {
    await mine([{}]);
    await announce();
    expect(await received()).toHaveLength(1);
    for (let minutes = 0; minutes < 9; minutes += 1) {
      push.server.later(MINUTE_MS);
      await mine([{}, { tokenId: KAX.id, amount: units(10n ** 18n) }]);
      await announce();
      expect(await received()).toHaveLength(1);
    }
    push.server.later(MINUTE_MS);
    await announce();
    expect((await received())[1]?.text).toContain('You received 9 KAX and 225 USDC in your');
    push.server.later(5 * MINUTE_MS);
    await mine([{}]);
    await announce();
    expect(await received()).toHaveLength(2);
    push.server.later(5 * MINUTE_MS);
    expect((await received())[2]?.text).toContain('You received 25 USDC in');
    push.server.later(60 * MINUTE_MS);
    await mine([{}]);
    await announce();
    expect(await received()).toHaveLength(4);
    expect(await marks()).toBe(12);
  });

  it.each<readonly [string, Partial<ClassifiedMovement>]>([
    ['what the user sent', { direction: 'out', type: 'send' }],
    ['what an own operation brought', { operationId: randomUUID() }],
    ['a shield', { type: 'shield' }],
    ['what a swap brought', { type: 'swap' }],
    ['what was bought', { type: 'ramp' }],
    ['a payment that failed', { isSuccess: false }],
    ['nothing', { amount: 0n as BaseUnits }],
    ['an unlisted token', { tokenId: 'polygon-scam' as TokenId }],
    ['a payment below 10 cents', { amount: 99_999n as BaseUnits }],
    ['a payment to no user', { account: '0xNobody' as PublicAddress }],
    ['a payment a day ago', { at: new Date(Date.now() - DAY_MS) }],
  ])('is not %s', async (_name, more) => {
    await mine([more]);
    await announce();
    expect([await marks(), await received()]).toEqual([0, []]);
  });

  it.each<readonly [string, Partial<ClassifiedMovement>]>([
    ['exactly 10 cents', { amount: 100_000n as BaseUnits }],
    ['what another user moved out of the private pool', { type: 'unshield' }],
    ['from a sender that is not known', { from: null }],
  ])('is %s', async (_name, more) => {
    await mine([more]);
    await announce();
    expect([await marks(), (await received()).length]).toEqual([1, 1]);
  });

  it('counts without a known price', async () => {
    usd = new Map();
    await mine([{ amount: 1n as BaseUnits }]);
    await announce();
    expect(await marks()).toBe(1);
  });

  it('sends nothing however much dust a stranger sends', async () => {
    for (let blocks = 0; blocks < 10; blocks += 1) {
      await mine(Array.from({ length: 100 }, () => ({ amount: 99_999n as BaseUnits })));
    }
    await announce();
    expect([await marks(), await received()]).toEqual([0, []]);
  });

  it('obeys the choices of push and of email, each alone', async () => {
    await choose('arrivals', 'push');
    await mine([{}]);
    await announce();
    expect([await marks(), (await received()).length]).toEqual([0, 1]);
    await push.post('/auth/notification-settings', token, {
      ...{ topic: 'arrivals', channel: 'push', isWanted: true },
    });
    await choose('arrivals', 'email');
    push.server.later(11 * MINUTE_MS);
    await mine([{}]);
    await announce();
    push.server.later(11 * MINUTE_MS);
    expect([await marks(), (await received()).length]).toEqual([1, 1]);
  });

  it('is mailed to no address that something else wrote into the account', async () => {
    await query("update users set email = 'thief@evil.test'");
    await mine([{}]);
    await announce();
    expect([await marks(), await received()]).toEqual([1, []]);
  });

  it('cannot be held back by what someone wrote into an earlier email', async () => {
    await mine([{}]);
    await announce();
    await received();
    await query(
      `update outbox set content = content || '{"planned":"9999-01-01T00:00:00Z","units x":"1","privateCount":"?"}'
       where topic = 'money-received'`,
    );
    await mine([{}]);
    await announce();
    push.server.later(10 * MINUTE_MS);
    expect(await received()).toHaveLength(2);
  });
});
