import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Token, TokenId } from '#domain/token/token';
import type { ShieldRequest } from '../../../ports/shielded-pool.ts';
import type { RunKey } from '../../../ports/shielded-seals.ts';
import type { TimedHistoryItem, ViewOwner } from '../../../ports/shielded-views.ts';
import type { ShieldedWorker } from '../../../ports/shielded-wallets.ts';
import { createRowSeals } from '../../key-vault/row-seals.ts';
import { createShieldedSeals } from '../../key-vault/shielded-seals.ts';
import { systemClock, systemRandomness } from '../../system-clock/system-clock.ts';
import { createPostgresAccounts } from '../accounts/accounts.ts';
import { createDatabase, type Database } from '../connection/connect.ts';
import {
  createNotificationListener,
  type NotificationListener,
} from '../connection/notification-listener.ts';
import { createNewestStates } from '../newest-states.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';
import { createPostgresShieldedPoolClient } from './shielded-pool-client.ts';
import { createPostgresShieldedRequests } from './shielded-requests.ts';
import { createPostgresShieldedViews } from './shielded-views.ts';
import { createPostgresShieldedWallets } from './shielded-wallets.ts';
import { createPostgresShieldedWorkers } from './shielded-workers.ts';

const CHAIN_ID = 31337;
const NOW = new Date('2026-01-02T03:04:05.000Z');
const PUBLIC = '0x00000000000000000000000000000000000000A1' as PublicAddress;
const seals = createShieldedSeals(randomBytes(32));
const usdc: Token = {
  id: 'polygon-usdc' as TokenId,
  chainId: CHAIN_ID,
  address: PUBLIC,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  isShieldable: true,
  image: '/usdc.svg',
};
const later = (ms: number) => new Date(NOW.getTime() + ms);

let database: Database;
let key: RunKey;
beforeAll(async () => {
  database = createDatabase(await createTestDatabase());
});
afterAll(async () => {
  await database?.close();
});
beforeEach(async () => {
  await database.pool.query(
    'truncate users, shielded_workers, shielded_blocks, shielded_requests cascade',
  );
  key = seals.createRunKey(CHAIN_ID);
});

describe('the wallets', () => {
  const wallets = () => createPostgresShieldedWallets(database);
  const run = () => ({ chainId: CHAIN_ID, keyId: key.keyId });

  it('are those that were sealed for the run', async () => {
    const [alice, bob] = [await addUser(), await addUser()];
    await put(alice);
    await put(bob, seals.createRunKey(CHAIN_ID).keyId);
    expect(await wanted()).toEqual([alice]);
    expect(await wallets().readSealed(run(), [alice, bob])).toEqual([
      {
        userId: alice,
        privateAddress: `0zk${alice}`,
        custody: 'assisted',
        sealed: Buffer.from(alice),
        createdAtBlock: null,
      },
    ]);
  });

  it('include the block up to which the pool was known when the account was created', async () => {
    await wallets().announce(workerOf({ looked: { block: 77n, at: NOW } }));
    const alice = await addUser();
    await put(alice);
    expect(await wallets().readSealed(run(), [alice])).toMatchObject([{ createdAtBlock: 77 }]);
  });

  it('of an earlier run are deleted when another one begins', async () => {
    const alice = await addUser();
    await put(alice, 'an earlier run');
    await wallets().announce(workerOf());
    expect(await wallets().listWanted('an earlier run')).toEqual([]);
    expect(await wallets().worker(CHAIN_ID)).toEqual(workerOf());
  });

  it('are deleted when the user has no session left, and not before', async () => {
    const [alice, bob, carol] = [await addUser(), await addUser(), await addUser()];
    for (const each of [alice, bob, carol]) await put(each);
    await addSession(alice, { lastActiveAt: NOW });
    await addSession(bob, { lastActiveAt: later(-1_000) });
    const drop = (at: Date, except: readonly string[]) =>
      wallets().dropSignedOut({
        keyId: key.keyId,
        now: at,
        idleSince: later(-1_000),
        except,
      });
    await drop(later(1_000), []);
    expect(await wanted()).toHaveLength(3);
    await drop(later(5_000), [carol]);
    expect(new Set(await wanted())).toEqual(new Set([alice, carol]));
    await drop(later(5_000), []);
    expect(await wanted()).toEqual([alice]);
  });

  it('of a user who signed out meanwhile are not stored', async () => {
    await put(randomUUID());
    expect(await wallets().listWanted(key.keyId)).toEqual([]);
  });

  it('show an old run that another one took over', async () => {
    const scanned = { looked: { block: 5n, at: NOW }, isComplete: true };
    const progress = { ...scanned, proofMs: 1_234.5, prover: 'native', proofsAtOnce: 2 } as const;
    await wallets().announce(workerOf());
    expect(await wallets().beat(run(), progress, later(1_000))).toBe(true);
    expect(await wallets().worker(CHAIN_ID)).toMatchObject({
      seenAt: later(1_000),
      looked: { block: 5n, at: NOW },
      isComplete: true,
      ...{ proofMs: 1_235, prover: 'native', proofsAtOnce: 2 },
    });
    await wallets().announce(workerOf({ key: seals.createRunKey(CHAIN_ID) }));
    expect(await wallets().beat(run(), progress, NOW)).toBe(false);
  });

  it('are to be scanned again after another run sealed them', async () => {
    const alice = await addUser();
    await put(alice);
    await wallets().markOpen(key.keyId, [alice], NOW);
    const [open] = await wallets().readSealed({ chainId: CHAIN_ID, keyId: key.keyId }, [alice]);
    const privateAddress = open?.privateAddress;
    expect(await wallets().listWanted(key.keyId)).toEqual([
      { userId: alice, privateAddress, custody: 'assisted', isMarkedOpen: true },
    ]);
    await put(alice, 'a later run');
    await database.pool.query("update wallets set custody = 'only-me'");
    expect(await wallets().listWanted('a later run')).toEqual([
      { userId: alice, privateAddress, custody: 'only-me', isMarkedOpen: false },
    ]);
  });

  async function wanted(): Promise<readonly string[]> {
    return (await wallets().listWanted(key.keyId)).map(({ userId }) => userId);
  }

  function put(userId: string, keyId = key.keyId): Promise<void> {
    const sealed = Buffer.from(userId);
    return wallets().put({ userId, chainId: CHAIN_ID, keyId, sealed, now: NOW });
  }
});

describe('the views', () => {
  const views = () => createPostgresShieldedViews(database, seals);
  const balances = {
    byToken: new Map([[usdc.id, { spendable: units(5n), pending: units(2n) }]]),
    newest: ['0x01' as TransactionHash],
  };

  it('are nothing before something was written', async () => {
    expect(await views().read(await addOwner())).toEqual({
      worker: null,
      isOpen: false,
      balances: null,
    });
  });

  it('are what was written last, and say by which run', async () => {
    const owner = await addOwner();
    const wallets = createPostgresShieldedWallets(database);
    await wallets.announce(workerOf());
    await views().writeBalances(owner, balances, { keyId: 'an earlier run', now: NOW });
    expect((await views().read(owner)).balances).toMatchObject({ isOfThisRun: false });
    await views().writeBalances(owner, balances, { keyId: key.keyId, now: later(1) });
    const wallet = { ...owner, keyId: key.keyId, sealed: Buffer.of(1), now: NOW };
    await wallets.put(wallet);
    expect(await views().read(owner)).toMatchObject({ isOpen: false });
    await wallets.markOpen(key.keyId, [owner.userId], NOW);
    await wallets.put(wallet);
    expect(await views().read(owner)).toEqual({
      worker: workerOf(),
      isOpen: true,
      balances: { ...balances, asOf: later(1), isOfThisRun: true },
    });
  });

  it('open for no one else and in no other row', async () => {
    const [alice, bob] = [await addOwner(), await addOwner()];
    for (const each of [alice, bob]) {
      await views().writeBalances(each, balances, { keyId: key.keyId, now: NOW });
    }
    await expect(views().read({ ...alice, viewKey: randomBytes(32) })).rejects.toThrow(
      /authenticate/,
    );
    await database.pool.query(
      `update shielded_views set sealed = (select sealed from shielded_views where user_id = $1)
       where user_id = $2`,
      [bob.userId, alice.userId],
    );
    await expect(views().read({ ...alice, viewKey: bob.viewKey })).rejects.toThrow(/authenticate/);
  });

  it('have a history that is read newest first, page by page', async () => {
    const owner = await addOwner();
    const rows = [0, 1, 2].map((position) => ({ position, item: itemOf(position) }));
    await views().writeHistory(owner, rows, 3);
    const first = await views().readHistory(owner, { before: null, limit: 2 });
    expect(first).toEqual([rows[2], rows[1]]);
    expect(await views().readHistory(owner, { before: 1, limit: 2 })).toEqual([rows[0]]);
  });

  it('have a history that gets shorter when the chain reverts something', async () => {
    const owner = await addOwner();
    const rows = [0, 1, 2].map((position) => ({ position, item: itemOf(position) }));
    await views().writeHistory(owner, rows, 3);
    await views().writeHistory(owner, [{ position: 1, item: itemOf(9) }], 2);
    expect(await views().readHistory(owner, { before: null, limit: 9 })).toEqual([
      { position: 1, item: itemOf(9) },
      rows[0],
    ]);
  });

  it('keep the times of blocks', async () => {
    await views().saveBlockTimes(CHAIN_ID, new Map([[7, NOW]]));
    await views().saveBlockTimes(CHAIN_ID, new Map([[7, later(1)]]));
    expect(await views().blockTimes(CHAIN_ID, [7, 8])).toEqual(new Map([[7, NOW]]));
  });

  async function addOwner(): Promise<ViewOwner> {
    return { userId: await addUser(), chainId: CHAIN_ID, viewKey: randomBytes(32) };
  }
});

describe('the pool client', () => {
  const shield: ShieldRequest = {
    token: usdc,
    amount: units(2n ** 90n),
    recipient: '0zk1' as PrivateAddress,
    payer: PUBLIC,
    shieldKey: '0x01',
  };
  const call = { to: PUBLIC, data: '0x1234', value: 2n ** 70n } as const;
  let notificationListener: NotificationListener;
  let errors: string[];
  beforeEach(async () => {
    notificationListener = createNotificationListener(database);
    errors = [];
    return () => notificationListener.stop();
  });

  it('returns a response from the other process, and leaves nothing behind', async () => {
    const poolClient = await openPoolClient();
    const pending = poolClient.prepareShield(shield);
    const [taken] = await takeSoon();
    expect(taken?.request).toEqual({ kind: 'prepare-shield', shield });
    await taken?.respond({ ok: true, response: call });
    expect(await pending).toEqual({ ok: true, response: call });
    const { rows } = await database.pool.query('select * from shielded_requests');
    expect(rows).toEqual([]);
  });

  it('hides the requests from readers of the database', async () => {
    const poolClient = await openPoolClient();
    const pending = poolClient.prepareShield(shield);
    const [taken] = await takeSoon();
    const { rows } = await database.pool.query('select request from shielded_requests');
    expect(rows).toHaveLength(1);
    expect(rows[0].request.toString('latin1')).not.toContain('prepare-shield');
    expect(rows[0].request.toString('latin1')).not.toContain(PUBLIC);
    await taken?.respond({ ok: true, response: call });
    await pending;
  });

  it('reports the process as away when none ever ran', async () => {
    await notificationListener.start();
    const workers = cacheOf();
    await workers.load();
    expect(await poolClientOver(workers).refresh('another-user')).toEqual({
      ok: false,
      problem: 'away',
    });
    expect(await poolClientOver(workers).pace()).toBeNull();
  });

  it('reports the process as away when its last sign of life is old', async () => {
    const poolClient = await openPoolClient({ seenAt: new Date(Date.now() - 21_000) });
    expect(await poolClient.refresh('another-user')).toEqual({ ok: false, problem: 'away' });
  });

  it('sends no request to a process whose key is not ours', async () => {
    const stranger = createShieldedSeals(randomBytes(32)).createRunKey(CHAIN_ID);
    const poolClient = await openPoolClient({ key: stranger });
    expect(await poolClient.refresh('another-user')).toEqual({ ok: false, problem: 'away' });
    expect(errors).toEqual(['The key of the pool’s process in the database is not one of ours.']);
  });

  it('ignores a request that an outsider put into the database', async () => {
    await openPoolClient();
    await database.pool.query(
      `insert into shielded_requests (id, chain_id, key_id, request, requested_at, deadline)
       values ($1, $2, $3, $4, now(), now() + interval '1 minute')`,
      [randomUUID(), CHAIN_ID, key.keyId, randomBytes(200)],
    );
    expect(await requests().take(new Date())).toEqual([]);
    expect(errors).toEqual(['A request to the pool could not be opened.']);
  });

  it('reports how long proofs take and how many wait', async () => {
    const poolClient = await openPoolClient();
    expect(await poolClient.pace()).toEqual({ proofMs: 3_000, proofsAtOnce: 1, waiting: 4 });
    expect(await poolClient.terms(CHAIN_ID)).toEqual(workerOf().terms);
    expect(await poolClient.terms(1)).toBeNull();
  });

  async function openPoolClient(over: Partial<ShieldedWorker> = {}) {
    const worker = workerOf({ seenAt: new Date(), ...over });
    await createPostgresShieldedWallets(database).announce(worker);
    const workers = cacheOf();
    const poolClient = poolClientOver(workers);
    await notificationListener.start();
    await workers.load();
    return poolClient;
  }

  function cacheOf() {
    return createPostgresShieldedWorkers({
      wallets: createPostgresShieldedWallets(database),
      seals,
      notificationListener,
      clock: systemClock,
      chainIds: [CHAIN_ID],
      report: ({ message }) => errors.push(message),
    });
  }

  function poolClientOver(workers: ReturnType<typeof cacheOf>) {
    return createPostgresShieldedPoolClient({
      pool: database.pool,
      notificationListener,
      workers,
      seals,
      waiting: async () => 4,
      clock: systemClock,
      randomness: systemRandomness,
      poolChainId: CHAIN_ID,
    });
  }

  function requests() {
    const report = ({ message }: { message: string }) => void errors.push(message);
    return createPostgresShieldedRequests(database, seals, { key, report });
  }

  async function takeSoon() {
    for (let tries = 0; tries < 100; tries += 1) {
      const taken = await requests().take(new Date());
      if (taken.length > 0) return taken;
      await systemClock.sleep(20);
    }
    throw new Error('Nothing was requested.');
  }
});

async function addUser(): Promise<string> {
  const userId = randomUUID();
  const bytes = Buffer.of(1);
  await createPostgresAccounts(database, {
    verifier: { isSigned: () => true },
    seals: createRowSeals(randomBytes(32)),
    newest: createNewestStates(),
  }).create(
    {
      userId,
      name: 'Somebody',
      email: `${userId}@kax.test`,
      phone: userId,
      wallet: {
        id: randomUUID(),
        name: 'Main',
        publicAddress: `0x${userId}` as PublicAddress,
        privateAddress: `0zk${userId}` as PrivateAddress,
        custody: 'assisted' as const,
      },
    },
    {
      keyRecord: {
        seedCiphertext: bytes,
        passwordSalt: bytes,
        passwordParameters: { memoryKiB: 1, iterations: 1, parallelism: 1 },
        passwordVerifierHash: bytes,
        pepperId: 'pepper-1',
        passwordWrap: bytes,
        recoveryWrap: bytes,
      },
      signature: bytes,
    },
    NOW,
  );
  return userId;
}

async function addSession(userId: string, { lastActiveAt }: { lastActiveAt: Date }) {
  await database.pool.query(
    `insert into sessions (id, user_id, user_agent, ip, created_at, last_active_at, ends_at, seal)
     values ($1, $2, '', '', $3, $4, $5, '')`,
    [randomUUID(), userId, NOW, lastActiveAt, later(60_000)],
  );
}

function workerOf(over: Partial<ShieldedWorker> = {}): ShieldedWorker {
  const { keyId, publicKey, mac } = over.key ?? key;
  return {
    chainId: CHAIN_ID,
    terms: {
      chainId: CHAIN_ID,
      shieldFeeBps: 25n,
      unshieldFeeBps: 25n,
      spender: PUBLIC,
      shieldMessage: 'RAILGUN_SHIELD',
    },
    seenAt: NOW,
    looked: null,
    isComplete: false,
    ...{ proofMs: 3_000, prover: 'snarkjs' as const, proofsAtOnce: 1 },
    ...over,
    key: { keyId, publicKey: Buffer.from(publicKey), mac: Buffer.from(mac) },
  };
}

function itemOf(blockNumber: number): TimedHistoryItem {
  const movement = { token: usdc, amount: units(3n), counterparty: null, memo: 'hello' };
  return {
    transactionHash: `0x${blockNumber}` as TransactionHash,
    blockNumber,
    kind: 'received',
    sent: [],
    received: [movement],
    unshielded: [],
    poolFee: units(0n),
    broadcasterFee: null,
    at: NOW,
  };
}

function units(value: bigint): BaseUnits {
  return value as BaseUnits;
}
