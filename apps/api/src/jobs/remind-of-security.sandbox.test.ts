import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPostgresSecurityReminders } from '../adapters/postgres/accounts/security-reminders.ts';
import { addOperation } from '../adapters/postgres/history/history.test-setup.ts';
import { createTestServer, type TestServer } from '../server.test-setup.ts';
import { remindOfSecurity } from './remind-of-security.ts';

const DAY_MS = 24 * 60 * 60_000;
let server: TestServer;
let userId: string;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  await query('truncate operations cascade');
  const [row] = await query<{ id: string }>('select id from users');
  userId = row?.id ?? '';
  await addOperation(server.database, { userId });
  server.later(DAY_MS + 1_000);
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await server.database.pool.query<Row>(text, values)).rows;

const run = () =>
  remindOfSecurity({
    reminders: createPostgresSecurityReminders(server.database, server.signer),
    origin: 'https://wallet.example',
    clock: { now: server.now, sleep: async () => {} },
    report: () => undefined,
  });

const mails = () =>
  query<{ recipient: string; content: Record<string, string> }>(
    "select recipient, content from outbox where topic = 'security-reminder' order by id",
  );

async function addApp(): Promise<void> {
  await query(
    `insert into authenticator_apps (user_id, secret, created_at, last_step, seal)
     values ($1, '', now(), 0, '')`,
    [userId],
  );
}

it('reminds an owner once a week, however many processes run it', async () => {
  await Promise.all([run(), run(), run()]);
  expect(await mails()).toEqual([
    {
      recipient: server.user.email,
      content: {
        ...{ name: server.user.name, lacks: 'second-factor' },
        link: 'https://wallet.example/security',
      },
    },
  ]);
  server.later(7 * DAY_MS - 1_000);
  await run();
  expect(await mails()).toHaveLength(1);
  server.later(1_000);
  await run();
  expect(await mails()).toHaveLength(2);
});

it('says that recovery codes are missing where there is a factor, and nothing where both are there', async () => {
  await addApp();
  await run();
  expect((await mails())[0]?.content).toMatchObject({ lacks: 'recovery-codes' });
  server.later(7 * DAY_MS);
  await query('insert into recovery_codes values ($1, $2, now())', [userId, Buffer.from('hash')]);
  await run();
  expect(await mails()).toHaveLength(1);
});

it.each([
  ['on the day of its registration', "update users set created_at = now() + interval '1 day'"],
  ['that never used its wallet', 'delete from operations'],
  [
    'within a week of its owner dismissing it',
    `insert into protections (user_id, reminded_at, payments, version, seal)
     select id, now() - interval '1 day', 0, 1, '' from users`,
  ],
  ['whose email something else changed', "update users set email = 'thief@kax.test'"],
])('leaves alone an account %s', async (_which, change) => {
  await query(change);
  await run();
  expect(await mails()).toEqual([]);
});

it('leaves alone what another user lacks', async () => {
  const email = `${randomUUID()}@kax.test`;
  await server.createUser({ ...server.user, email, phone: '+14155550987' });
  server.later(DAY_MS);
  await run();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual([server.user.email]);
});
