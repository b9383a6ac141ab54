import { setTimeout as sleep } from 'node:timers/promises';
import type { RampPace } from '#sandbox/ramp/advance-orders';
import {
  type CallResponse,
  type Page,
  type RampBench,
  readPage,
  startRampBench,
} from '#sandbox/ramp/ramp.test-setup';
import { findFreePort } from '#testing/free-port';
import { buildNetwork } from '#testing/network';
import type { RampOrder } from '#wire/ramp/order';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/exchange/ramp-orders.ts';
import { createTransak } from './adapters/transak/ramp-provider.ts';
import { type FollowRampOrdersPorts, followRampOrders } from './jobs/follow-ramp-orders.ts';
import type { RampAccess } from './ports/ramp-access.ts';
import type { RampProvider } from './ports/ramp-provider.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';

export const FAST: RampPace = { expiresAfterMs: 60_000, bankMs: 0 };

/** A user at the partner's page, with the server behind them and the chain below. */
export interface RampTest {
  readonly server: TestServer;
  readonly bench: RampBench;
  readonly job: FollowRampOrdersPorts;
  /** Another process with the same credentials and the same database. */
  readonly otherProcess: RampProvider;
  readonly errors: string[];
  /** A signed-in user; begin each test with it. */
  begin(): Promise<User>;
  stop(): Promise<void>;
}

export interface User {
  readonly address: `0x${string}`;
  call(method: 'GET' | 'POST', path: string, body?: object): Promise<CallResponse>;
  /** @returns a way to use the page that was opened */
  openPage(side: 'BUY' | 'SELL'): Promise<Page>;
  /** Lets the worker look until there is an order in this status. */
  untilOrder(status: string): Promise<RampOrder>;
}

/** Starts a database, a server that listens, a chain and the stand-in of the partner. */
export async function startRampTest(): Promise<RampTest> {
  const port = await findFreePort();
  const bench = await startRampBench(`http://127.0.0.1:${port}/api/ramp/webhook`, FAST);
  const errors: string[] = [];
  const providerOf = (access: RampAccess, now: () => Date) =>
    createTransak({
      apiUrl: bench.ramp.url,
      gatewayUrl: bench.ramp.url,
      widgetOrigin: bench.ramp.url,
      ...bench.ramp.credentials,
      referrerDomain: 'localhost',
      access,
      clock: { now, sleep: (ms) => sleep(ms) },
      timeoutMs: 60_000,
    });
  const server = await createTestServer({
    makeRampProvider: (access, clock) => providerOf(access, clock.now),
  });
  const access = createPostgresRampAccess(server.database, server.rampSeals);
  const otherProcess = providerOf(access, server.now);
  const job: FollowRampOrdersPorts = {
    provider: otherProcess,
    rampOrders: createPostgresRampOrders(server.database, {
      ...{ chainId: buildNetwork().chainId, seals: server.sharedSeals },
    }),
    clock: { now: server.now, sleep: async () => {} },
    report: ({ message }) => errors.push(message),
  };
  return {
    server,
    bench,
    job,
    otherProcess,
    errors,
    begin: async () => {
      errors.length = 0;
      const old = server.app as typeof server.app | undefined;
      await old?.close();
      await server.reset();
      await server.app.listen({ port, host: '127.0.0.1' });
      return signIn(server, job);
    },
    stop: async () => {
      await server.app.close();
      await bench.stop();
      await server.stop();
    },
  };
}

async function signIn(server: TestServer, job: FollowRampOrdersPorts): Promise<User> {
  const signedIn = await server.signIn();
  const call: User['call'] = async (method, path, body) => {
    const response = await server.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${signedIn.access_token}` },
      ...(body && { payload: body }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const { rows } = await server.database.pool.query('select public_address from wallets');
  return {
    address: rows[0].public_address,
    call,
    async openPage(side) {
      const { body } = await call('POST', '/ramp/session', { side });
      return readPage(body.data.widgetUrl);
    },
    async untilOrder(status) {
      for (let look = 0; look < 900; look += 1) {
        await followRampOrders(job);
        const [order] = (await call('GET', '/ramp/orders')).body.data;
        if (order?.status === status) return order;
        await sleep(100);
      }
      throw new Error(`There was no order that is ${status}.`);
    },
  };
}
