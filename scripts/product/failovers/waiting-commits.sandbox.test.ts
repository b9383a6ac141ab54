import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createDatabase,
  type Database,
} from '../../../apps/api/src/adapters/postgres/connection/connect.ts';
import {
  CommitNotReplicated,
  inTransaction,
} from '../../../apps/api/src/adapters/postgres/connection/transaction.ts';
import {
  type ShieldedServers,
  startShieldedServers,
} from '../../../apps/api/src/shielded-servers.test-setup.ts';
import { newAddress, newPayment, pay, untilEnded } from '../kills/payments.test-setup.ts';
import { openSession } from '../kills/user-session.test-setup.ts';
import { endPause } from './end-pause.test-setup.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from './replicated-database.test-setup.ts';

const STOCK = '0x3635c9adc5dea00000';

let database: ReplicatedDatabase;
let servers: ShieldedServers;
let connections: Database;
beforeAll(async () => {
  database = await startReplicatedDatabase('wait for the standby');
  await database.addStandby();
  connections = createDatabase(database.url);
  servers = await startShieldedServers(['alice'], database.url);
  await servers.start('main');
});
afterAll(async () => {
  await connections?.close();
  await servers?.kill('main');
  await servers?.stop();
  await database?.stop();
});

it('sends no payment whose commit no standby has, so that its repetition after a failover pays once', async () => {
  const alice = await openSession(servers, 'alice');
  await servers.bench.chain.call('anvil_setBalance', [alice.publicAddress, STOCK]);
  const to = newAddress();
  const payment = newPayment(alice, { kind: 'send', tokenId: 'polygon-pol', amount: 7n, to });
  database.cutStandbyOff();
  const response = await cancelCommitsUntilSettled(pay(alice, payment));
  expect(response.status).toBe('fulfilled');
  const { client } = servers.bench;
  const sent = { address: alice.publicAddress, blockTag: 'pending' } as const;
  expect(await client.getTransactionCount(sent)).toBe(0);

  await failOver();
  await servers.start('worker');
  const [id] = await Promise.all([pay(alice, payment), endPause(database)]);
  expect(await untilEnded(alice, id ?? '')).toMatchObject({ status: 'confirmed' });
  expect(await client.getBalance({ address: to })).toBe(7n);
});

// PostgreSQL then reports a commit that only the primary has, with no more than a warning.
it('does not believe a commit when someone cancels its wait for the standby', async () => {
  await connections.pool.query('create table committed (id int)');
  database.cutStandbyOff();
  const committing = inTransaction(connections.pool, (connection) =>
    connection.query('insert into committed values (1)'),
  );
  const outcome = await cancelCommitsUntilSettled(committing);
  expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(CommitNotReplicated) });
  await failOver();
  const { rows } = await connections.pool.query('select id from committed');
  expect(rows).toEqual([]);
});

/**
 * Cancels every wait for the standby, again and again: the processes of the product have commits of their own that wait,
 * and one that begins later would wait for ever.
 * @returns how the work ended
 */
async function cancelCommitsUntilSettled<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  let isSettled = false;
  const outcome = Promise.allSettled([work]).then(([result]) => {
    isSettled = true;
    return result;
  });
  while (!isSettled) {
    await database.query(
      "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'",
    );
    await sleep(50);
  }
  return outcome;
}

async function failOver(): Promise<void> {
  await database.killPrimary();
  await database.promoteStandby();
  await database.addStandby();
}
