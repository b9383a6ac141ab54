import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BOB, buildNetwork, USDC } from '#testing/network';
import { uuidOf } from '#testing/operation';
import { readTranslators } from '../adapters/catalogues/translators.ts';
import { createPostgresOutbox } from '../adapters/postgres/accounts/outbox.ts';
import { createPostgresOperationNotices } from '../adapters/postgres/operations/operation-notices.ts';
import type { Mail } from '../ports/mailer.ts';
import { createTestServer, type TestServer } from '../server.test-setup.ts';
import { type AnnounceOperationsPorts, announceOperations } from './announce-operations.ts';
import { type SendOutboxPorts, sendOutbox } from './send-outbox.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  await server.database.pool.query('truncate operations cascade');
  token = (await server.signIn()).access_token;
  // The mail about the new device.
  await server.database.pool.query('truncate outbox');
});

function ports(): AnnounceOperationsPorts & SendOutboxPorts & { readonly mails: Mail[] } {
  const mails: Mail[] = [];
  return {
    mails,
    operationNotices: createPostgresOperationNotices(server.database, {
      ...{ verifier: server.signer, sharedSeals: server.sharedSeals },
    }),
    networks: [buildNetwork()],
    origin: 'https://wallet.example',
    outbox: createPostgresOutbox(server.database),
    mailer: {
      send: async (mail) => {
        mails.push(mail);
      },
    },
    sms: { send: async () => {} },
    openCode: () => null,
    openLink: () => null,
    isStillDue: async () => true,
    freezeLink: () => null,
    textBudgets: { take: async () => true },
    host: 'wallet.example',
    smsCountries: [],
    translatorOf: readTranslators(),
    clock: { now: server.now, sleep: async () => {} },
    report: ({ cause }) => {
      throw cause;
    },
  };
}

/** Stores an operation that ended with its notice, as the repository does. */
async function end(
  more: { kind?: string; status?: string; user?: string; at?: Date; arrived?: number } = {},
) {
  const { kind = 'send', status = 'confirmed', at = server.now(), arrived = null } = more;
  const { pool } = server.database;
  const { rows } = await pool.query('select id from users');
  const userId = more.user ?? rows[0].id;
  await pool.query(
    `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
       token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, created_at, due_at, lease_epoch, ended_at, arrived)
     values ($1, $2, 'key', 'fingerprint', $3, $4, 31337, 'account', $5, $6, 25000000, 'polygon-pol', 1, 1, $7, $7, $7, 1, $7, $8)`,
    [uuidOf(1), userId, kind, status, BOB, USDC.id, at, arrived],
  );
  await pool.query(
    `insert into outbox (topic, user_id, content, created_at)
     values ($1, $2, json_build_object('operationId', $3::text), $4)`,
    [`operation-${status}`, userId, uuidOf(1), at],
  );
}

async function mailsOf(): Promise<readonly Mail[]> {
  const all = ports();
  await Promise.all([announceOperations(all), announceOperations(all)]);
  await announceOperations(all);
  await sendOutbox(all);
  await sendOutbox(all);
  return all.mails;
}

const setMails = (paymentMails: boolean) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth/notification-settings',
    headers: { authorization: `Bearer ${token}` },
    payload: { paymentMails },
  });

describe('when a payment is final', () => {
  it('its maker gets a mail although the database says that they want none', async () => {
    await setMails(true);
    await server.database.pool.query(
      'update notification_settings set wants_payment_mails = false',
    );
    await end();
    expect(await mailsOf()).toHaveLength(1);
    expect(server.unsealed()).toMatchObject([
      { message: 'A row of notification_settings does not have its seal.' },
    ]);
  });

  it('its maker gets one mail: what, to whom in short, and where to see it', async () => {
    await end();
    const [mail, ...others] = await mailsOf();
    expect(others).toEqual([]);
    expect(mail?.to).toBe(server.user.email);
    expect(mail?.subject).toBe('Your payment is final');
    expect(mail?.text).toContain(
      `Your payment of 25 USDC to ${BOB.slice(0, 6)}…${BOB.slice(-4)} is final.`,
    );
    expect(mail?.text).toContain(`https://wallet.example/dashboard/operations/${uuidOf(1)}`);
    expect(mail?.html).toContain(`href="https://wallet.example/dashboard/operations/${uuidOf(1)}"`);
    expect(mail?.text).toContain(`Hello ${server.user.name},`);
  });

  it.each(['shield', 'unshield', 'internal-transfer', 'a kind of next year'])(
    'a mail about %s says neither amount nor recipient',
    async (kind) => {
      await end({ kind });
      const [mail] = await mailsOf();
      const words = `${mail?.subject} ${mail?.text} ${mail?.html}`;
      expect(words).toContain('A payment you made is final.');
      expect(words).not.toMatch(/25|USDC|0x|private|shield/i);
    },
  );

  it.each([
    ['reverted', 'didn’t go through. The network rejected it and took only its fee.'],
    ['replaced', 'wasn’t sent. Another transaction replaced it.'],
  ])('or %s, the mail says so', async (status, words) => {
    await end({ status });
    expect((await mailsOf())[0]?.text).toContain(words);
  });

  it.each([
    ['confirmed', 25_000_000, 'is final.\n'],
    ['confirmed', 24_500_000, 'is final. 24.5 USDC arrived; the token kept 0.5 USDC.'],
    [
      'reverted',
      0,
      'may not have arrived. The network accepted it and took its fee, but the token',
    ],
  ])(
    'and %s, of which %i units arrived, the mail says what arrived',
    async (status, arrived, words) => {
      await end({ status, arrived });
      const [mail] = await mailsOf();
      expect(mail?.text).toContain(words);
      if (arrived === 0) expect(mail?.subject).toBe('Your payment may not have arrived');
    },
  );

  it.each([
    ['user', 'was cancelled, as you asked. Nothing was sent.'],
    ['expired', 'was cancelled because it wasn’t confirmed within 24 hours. Nothing was sent.'],
    ['operator', 'was cancelled by Kax before the network confirmed it. Nothing was sent.'],
  ])('or was cancelled (%s), the mail says so', async (reason, words) => {
    await end({ status: 'replaced' });
    await server.database.pool.query(
      `with o as (
         update operations set cancel_reason = $1, replaced_by = json_build_object('transactionHash', 'cancellation')
         returning *
       )
       insert into operation_transactions (operation_id, role, rung, chain_id, account, nonce, hash, raw)
       select id, 'cancellation', 100, chain_id, account, 0, 'cancellation', '0x' from o`,
      [reason],
    );
    const [mail] = await mailsOf();
    expect(mail?.subject).toBe('Your payment was cancelled');
    expect(mail?.text).toContain(words);
  });

  it('and only part of a private payment arrived, the mail says so', async () => {
    await end({ kind: 'unshield', status: 'replaced' });
    await server.database.pool.query(
      `update operations set replaced_by = json_build_object('transactionHash', 'part', 'isPaidInPart', true)`,
    );
    const [mail] = await mailsOf();
    expect(mail?.subject).toBe('Only part of your payment arrived');
    expect(mail?.text).toContain('Your private history shows how much.');
  });

  it('a user who switched it off gets no mail, until it is on again', async () => {
    expect((await setMails(false)).json()).toMatchObject({ data: { paymentMails: false } });
    await end();
    expect(await mailsOf()).toEqual([]);
    await setMails(true);
    // What was suppressed then is not sent afterwards.
    expect(await mailsOf()).toEqual([]);
  });

  it('no mail is sent to an address that was put into the account, and that is reported', async () => {
    await end();
    await server.database.pool.query("update users set email = 'mallory@kax.test'");
    await expect(announceOperations(ports())).rejects.toThrow('was changed by something else');
    await announceOperations({ ...ports(), report: () => undefined });
    const { rows } = await server.database.pool.query('select recipient from outbox');
    expect(rows).toEqual([{ recipient: null }]);
  });

  it('no mail is sent for what ended more than a day ago, or belongs to a deleted account', async () => {
    await end({ at: new Date(server.now().getTime() - 25 * 3_600_000) });
    await server.database.pool.query('truncate operations cascade');
    await end({ user: uuidOf(99) });
    expect(await mailsOf()).toEqual([]);
    const { rows } = await server.database.pool.query('select 1 from outbox where sent_at is null');
    expect(rows).toEqual([]);
  });
});

describe('the setting', () => {
  const read = () =>
    server.app.inject({
      method: 'GET',
      url: '/api/auth/notification-settings',
      headers: { authorization: `Bearer ${token}` },
    });

  it('is on until the user switches it off, and stays as it was left', async () => {
    expect((await read()).json()).toMatchObject({ data: { paymentMails: true } });
    await setMails(false);
    expect((await read()).json()).toMatchObject({ data: { paymentMails: false } });
  });

  it.each([{}, { paymentMails: 'no' }, { paymentMails: false, userId: uuidOf(1) }])(
    'is not changed by %j',
    async (payload) => {
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/auth/notification-settings',
        headers: { authorization: `Bearer ${token}` },
        payload,
      });
      expect([response.statusCode, response.json().code]).toEqual([400, 'bad-request']);
      expect((await read()).json()).toMatchObject({ data: { paymentMails: true } });
    },
  );

  it('belongs to the signed-in user', async () => {
    const url = '/api/auth/notification-settings';
    expect((await server.app.inject({ method: 'GET', url })).json().code).toBe('unauthorized');
  });
});
