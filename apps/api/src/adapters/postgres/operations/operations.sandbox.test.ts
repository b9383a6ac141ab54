import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { ALICE, BOB, buildNetwork, USDC } from '#testing/network';
import { hashOf, uuidOf } from '#testing/operation';
import { createSendTokens } from '../../../modules/wallet/send-tokens.ts';
import { recoverOperations } from '../../../operations/recover-operations.ts';
import { NO_PAYMENT_REQUESTS } from '../../../simulator/memory-payment-requests.ts';
import { withOpenSeals } from '../../../simulator/memory-signing-plans.ts';
import { assembleNumbered } from '../../../simulator/numbered-signatures.ts';
import { OPEN_GATE } from '../../../simulator/open-gate.ts';
import type { EmptyRepository } from '../../../simulator/operations-contract/steps.ts';
import { describeOperations } from '../../../simulator/operations-contract.ts';
import { createScriptedChain, readScripted } from '../../../simulator/scripted-chain.ts';
import { addUsers, exportKeys, removeUser } from '../accounts/users.test-setup.ts';
import { createDatabase } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { addClaim, endOf } from './claim-ends.test-setup.ts';
import { createPostgresOperations } from './operations.ts';
import { addPaymentRequest, payerOf } from './payment-requests.test-setup.ts';
import { createPostgresPlanSweep, createPostgresSigningPlans } from './signing-plans.ts';

/** Alice and bob. */
const USERS = [0xa11ce, 0xb0b];

let databaseUrl: string;
let pool: pg.Pool;

beforeAll(async () => {
  databaseUrl = await createTestDatabase();
  pool = createDatabase(databaseUrl).pool;
  pool.on('connect', countStatements);
});

afterAll(async () => {
  await pool?.end();
});

describeOperations('the operation repository in PostgreSQL', openEmpty);

async function openEmpty(): Promise<EmptyRepository> {
  await pool.query(
    'truncate operations, operation_transactions, chain_accounts, chain_heads, outbox, audit_events, recovered_transactions, payment_requests, claims, signing_plans cascade',
  );
  await addUsers(pool, USERS);
  return {
    addPaymentRequest: (tag, dates) => addPaymentRequest(pool, uuidOf(0xb0b), { tag, ...dates }),
    payerOf: (tag) => payerOf(pool, tag),
    addClaim: (id) => addClaim(pool, uuidOf(0xa11ce), id),
    endOf: (id) => endOf(pool, id),
    operations: createPostgresOperations({ pool }),
    signingPlans: {
      ...createPostgresSigningPlans({ pool }, { report: failOnReport }),
      ...createPostgresPlanSweep({ pool }),
    },
    removeUser: (userId) => removeUser(pool, userId),
    exportKeys: (userId) => exportKeys(pool, userId),
    async notices() {
      const { rows } = await pool.query<{ topic: string; user_id: string; content: Content }>(
        'select topic, user_id, content from outbox order by id',
      );
      return rows.map(({ topic, user_id, content }) => ({ topic, userId: user_id, ...content }));
    },
  };
}

function failOnReport({ id }: { readonly id: string }): void {
  throw new Error(`The plan ${id} did not open.`);
}

describe('sending with the repository in PostgreSQL', () => {
  beforeEach(empty);

  test('100 parallel posts with one key, to four servers: one payment, one hash', async () => {
    const servers = [0, 1, 2, 3].map(() => startServer());
    const posts = Array.from({ length: 100 }, (_, n) => servers[n % 4]?.send('key'));
    const hashes = (await Promise.all(posts)).map(
      (response) => response && 'hash' in response && response.hash,
    );
    expect(new Set(hashes).size).toBe(1);
    expect(await count('operations')).toBe(1);
  });

  test('200 parallel posts to two servers: 200 consecutive nonces and no other', async () => {
    const servers = [startServer(), startServer()];
    await Promise.all(Array.from({ length: 200 }, (_, n) => servers[n % 2]?.send(`key-${n}`)));
    const { rows } = await pool.query<{ nonce: string }>(
      'select nonce from operation_transactions where rung = 0 order by nonce',
    );
    expect(rows.map(({ nonce }) => Number(nonce))).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
  });

  test('a repeat after a restart gets the same hash, and recovery sends what was not sent', async () => {
    const sent = await startServer('unknown').send('key');
    expect(sent).toMatchObject({ operation: { status: 'signed' } });
    const next = startServer();
    expect(await next.recover()).toEqual({ advanced: 1, left: 0 });
    const again = await next.send('key');
    expect(again).toMatchObject({ operation: { status: 'broadcast' } });
    expect('hash' in again && 'hash' in sent && again.hash === sent.hash).toBe(true);
  });

  test('a refused payment leaves no row', async () => {
    expect(await startServer().send('key', (10n ** 30n).toString())).toMatchObject({
      refused: 'amount-above-balance',
    });
    expect([await count('operations'), await count('chain_accounts')]).toEqual([0, 0]);
  });

  test('a payment that was stored before cancellations were signed has none, and cannot be cancelled', async () => {
    await startServer().send('key');
    await pool.query(`delete from operation_transactions where role = 'cancellation'`);
    const operations = createPostgresOperations({ pool });
    const userId = uuidOf(0xa11ce);
    const [found] = await operations.listOpen(userId);
    expect(found?.operation).toMatchObject({ signing: { cancellation: null } });
    const event = { type: 'cancellation-requested', reason: 'user', at: new Date() } as const;
    const request = { userId, operationId: found?.operation.id ?? '', event, now: new Date() };
    expect(await operations.request(request)).toBe(false);
  });

  test('a payment takes 10 statements while another is on its way', async () => {
    const server = startServer();
    await server.send('first');
    const before = statements;
    await server.send('second');
    expect(statements - before).toBe(10);
  });
});

let signatures = 0;

/** A server of its own on the shared database, whose keys sign with numbers. */
function startServer(says: 'accepted' | 'unknown' = 'accepted') {
  const operations = createPostgresOperations({ pool });
  const broadcast = async () =>
    says === 'accepted' ? { kind: says } : ({ kind: says, reason: 'timeout' } as const);
  const clock = { now: () => new Date(), sleep: async () => {} };
  const ports = {
    operations,
    networks: [buildNetwork()],
    chains: new Map([[USDC.chainId, createScriptedChain({ broadcast })]]),
    readSigned: readScripted,
    clock,
    randomness: { uuid: () => crypto.randomUUID() },
    toChecksumAddress: (address: string) =>
      [ALICE, BOB].find((known) => known.toLowerCase() === address) ?? (address as PublicAddress),
    report: () => {},
  };
  const send = createSendTokens({
    assemble: assembleNumbered,
    ...ports,
    paymentRequests: NO_PAYMENT_REQUESTS,
    gate: OPEN_GATE,
    keepOwnNote: async () => {},
    signingPlans: createPostgresSigningPlans({ pool }, { report: failOnReport }),
    vault: {
      withOwnSeals: withOpenSeals,
      withPublicSigner: async (_bearer, work) => ({ ok: true, value: await work(signer) }),
    },
  });
  return {
    recover: () => recoverOperations(ports),
    send: (idempotencyKey: string, amount = '1') =>
      send({
        params: undefined,
        query: undefined,
        body: { tokenId: USDC.id, amount, recipientAddress: BOB },
        session: {
          userId: uuidOf(0xa11ce),
          sessionId: uuidOf(9),
          accessToken: 'kxa',
          publicAddress: ALICE,
          privateAddress: '0zk1alice',
          custody: 'assisted' as const,
        },
        idempotencyKey,
        client: {
          ip: '127.0.0.1',
          userAgent: 'test',
          device: null,
          work: null,
          approval: null,
          language: 'en',
        },
      }),
  };
}

const signer = {
  address: ALICE,
  sign: async () => {
    signatures += 1;
    return hashOf(signatures);
  },
  signMessage: () => Promise.reject(new Error('A payment needs no signed message.')),
};

let statements = 0;

function countStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    statements += 1;
    return query(...given);
  }) as typeof client.query;
}

async function empty(): Promise<void> {
  await pool.query(
    'truncate operations, operation_transactions, chain_accounts, chain_heads, outbox cascade',
  );
  await addUsers(pool, USERS);
}

async function count(table: 'operations' | 'chain_accounts'): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

interface Content {
  readonly operationId: string;
}
