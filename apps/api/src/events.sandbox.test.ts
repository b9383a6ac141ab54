import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BOB } from '#testing/network';
import { type ServerEvent, serverEvent } from '#wire/events';
import { MOVEMENT_CHANGES_CHANNEL } from './adapters/postgres/history/movement-notifications.ts';
import { OPERATION_CHANGES_CHANNEL } from './adapters/postgres/operations/operation-record.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';

let server: TestServer;
let base: string;
let token: string;
let lines: Line[];

beforeAll(async () => {
  server = await createTestServer();
});

afterAll(async () => {
  await server?.stop();
});

beforeEach(async () => {
  lines = [];
  await server.reset();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  token = (await server.signIn()).access_token;
  return async () => {
    for (const line of lines) line.close();
    await server.app.close();
  };
});

it('begins with a resync, under the headers of every response', async () => {
  const { response, nextEvents } = await open();
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await nextEvents(1)).toEqual([{ type: 'resync' }]);
});

it.each([
  ['without a session', {}],
  ['with an unknown token', { authorization: 'Bearer kxa_nobody' }],
  ['from a foreign page', { authorization: 'own', origin: 'https://evil.test' }],
])('is refused %s', async (_how, headers) => {
  const given = Object.entries(headers).map(([name, value]) => [
    name,
    value === 'own' ? `Bearer ${token}` : value,
  ]);
  const response = await fetch(`${base}/api/events`, { headers: Object.fromEntries(given) });
  const isForeign = 'origin' in headers;
  expect(response.status).toBe(isForeign ? 403 : 401);
  expect(await response.json()).toMatchObject({
    code: isForeign ? 'origin-not-allowed' : 'unauthorized',
  });
});

it('reports own payments and deposits, and no one else’s', async () => {
  const { nextEvents } = await open();
  await nextEvents(1);
  const { user_id: userId, public_address: account } = await wallet();
  const operation = { operationId: randomUUID(), chainId: 31337, status: 'mined', recipient: BOB };
  await notify(OPERATION_CHANGES_CHANNEL, { ...operation, userId: randomUUID(), account: BOB });
  await notify(OPERATION_CHANGES_CHANNEL, { ...operation, userId, account });
  const received = [{ tokenId: 'polygon-usdc', amount: '5', transactionHash: null }];
  const movement = { chainId: 31337, isBalanceChanged: true, received };
  await notify(MOVEMENT_CHANGES_CHANNEL, { ...movement, account: BOB });
  await notify(MOVEMENT_CHANGES_CHANNEL, { ...movement, account });
  await notify(MOVEMENT_CHANGES_CHANNEL, {
    ...movement,
    account,
    isBalanceChanged: false,
    received: [],
  });
  expect(await nextEvents(8)).toEqual([
    { type: 'resync' },
    {
      type: 'operation-progressed',
      operationId: operation.operationId,
      chainId: 31337,
      status: 'mined',
    },
    { type: 'coins-changed', chainId: 31337 },
    { type: 'history-changed', chainId: 31337 },
    { type: 'coins-changed', chainId: 31337 },
    { type: 'history-changed', chainId: 31337 },
    { type: 'deposit-detected', chainId: 31337, ...received[0] },
    { type: 'history-changed', chainId: 31337 },
  ]);
});

it('ends with its session, immediately', async () => {
  const { nextEvents, isClosed } = await open();
  await nextEvents(1);
  const other = await server.signIn();
  const ended = await fetch(`${base}/api/auth/terminate-other-sessions`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${other.access_token}` },
  });
  expect(ended.status).toBe(200);
  expect(await nextEvents(2)).toEqual([{ type: 'resync' }, { type: 'session-ended' }]);
  expect(await isClosed()).toBe(true);
});

it('requests a resync when events could not arrive for a while', async () => {
  const { nextEvents } = await open();
  await nextEvents(1);
  await server.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()`,
  );
  expect(await nextEvents(2)).toEqual([{ type: 'resync' }, { type: 'resync' }]);
});

it('refuses a user more connections than a user has browsers, until one is closed', async () => {
  const opened = [];
  for (let count = 0; count < 20; count += 1) opened.push(await open());
  const refused = await fetch(`${base}/api/events`, { headers: bearer() });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('30');
  opened[0]?.close();
  await expect.poll(async () => (await open()).response.status).toBe(200);
});

it('lets the server stop while connections are open', async () => {
  const { nextEvents, isClosed } = await open();
  await nextEvents(1);
  await server.app.close();
  expect(await isClosed()).toBe(true);
});

interface Line {
  readonly response: Response;
  /** The first so many events. */
  nextEvents(count: number): Promise<readonly ServerEvent[]>;
  isClosed(): Promise<boolean>;
  close(): void;
}

async function open(): Promise<Line> {
  const giveUp = new AbortController();
  const response = await fetch(`${base}/api/events`, { headers: bearer(), signal: giveUp.signal });
  let text = '';
  let isOver = false;
  const reading = (async () => {
    if (response.status !== 200) return;
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  })();
  reading.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  const eventsIn = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map((line) =>
      serverEvent.parse(JSON.parse(line[1] ?? '')),
    );
  const line: Line = {
    response,
    async nextEvents(count) {
      await expect.poll(() => eventsIn().length).toBeGreaterThanOrEqual(count);
      return eventsIn();
    },
    async isClosed() {
      await expect.poll(() => isOver).toBe(true);
      return isOver;
    },
    close: () => giveUp.abort(),
  };
  lines.push(line);
  return line;
}

function bearer() {
  return { authorization: `Bearer ${token}` };
}

async function wallet(): Promise<{ readonly user_id: string; readonly public_address: string }> {
  const { rows } = await server.database.pool.query('select user_id, public_address from wallets');
  return rows[0];
}

async function notify(channel: string, message: object): Promise<void> {
  await server.database.pool.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)]);
}
