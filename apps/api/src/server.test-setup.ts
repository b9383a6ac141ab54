import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildNetwork } from '#testing/network';
import { createAuditKey } from './adapters/audit-files/audit-key.ts';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import { CHEAP_PASSWORDS } from './adapters/key-vault/cheap-passwords.test-setup.ts';
import { createKeyVault } from './adapters/key-vault/key-vault.ts';
import { createRowSeals } from './adapters/key-vault/row-seals.ts';
import { createTextSeals } from './adapters/key-vault/text-seals.ts';
import { createPlaces } from './adapters/places/places.ts';
import { createPostgresAccounts } from './adapters/postgres/accounts/accounts.ts';
import { createPostgresCountedLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createPostgresNotificationSettings } from './adapters/postgres/accounts/notification-settings.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { createPostgresRegistrations } from './adapters/postgres/accounts/registrations.ts';
import {
  createRotationMemory,
  type RotationMemory,
} from './adapters/postgres/accounts/rotation-memory.ts';
import { createPostgresSessions } from './adapters/postgres/accounts/sessions.ts';
import { createPostgresChanges } from './adapters/postgres/changes.ts';
import { createDatabase, type Database } from './adapters/postgres/connection/connect.ts';
import {
  createNotificationListener,
  type NotificationListener,
} from './adapters/postgres/connection/notification-listener.ts';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { createPostgresRampOrders } from './adapters/postgres/exchange/ramp-orders.ts';
import { createPostgresSwaps } from './adapters/postgres/exchange/swaps.ts';
import { createPostgresPublicHistory } from './adapters/postgres/history/public-history.ts';
import { createNewestStates, type NewestStates } from './adapters/postgres/newest-states.ts';
import { createPostgresOperations } from './adapters/postgres/operations/operations.ts';
import { createTestDatabase } from './adapters/postgres/test-database.test-setup.ts';
import { createPostgresWalletRemovals } from './adapters/postgres/wallet-removal.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import { createApp } from './app.ts';
import { createEventHub } from './application/event-hub.ts';
import { reportUnsealed, type UnsealedRow } from './application/report-unsealed.ts';
import { createShadowLimits } from './application/shadow-limits.ts';
import { createLog } from './log.ts';
import { createAccount } from './modules/auth/accounts/create-account.ts';
import { createCodeLimits } from './modules/auth/codes/code-limits.ts';
import type { AccountRecovery } from './ports/account-recovery.ts';
import type { AccountSigner, AccountVerifier } from './ports/account-signatures.ts';
import type { AttemptLimits } from './ports/attempt-limits.ts';
import type { CodeSecrets } from './ports/code-secrets.ts';
import type { KeyVault } from './ports/key-vault.ts';
import type { RampAccess } from './ports/ramp-access.ts';
import type { RampProvider } from './ports/ramp-provider.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { Sessions } from './ports/sessions.ts';
import type { TextSeals } from './ports/text-seals.ts';
import { isPublicAddress } from './public-address.ts';
import { createTestRecovery } from './recovery.test-setup.ts';

export interface TestUser {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

/** The server with a database of its own, a clock that tests move, and no other outside service. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly vault: KeyVault;
  readonly codeSecrets: CodeSecrets;
  readonly signer: AccountSigner;
  readonly recovery: AccountRecovery;
  readonly rampSeals: TextSeals;
  /** The only account. */
  readonly user: TestUser;
  now(): Date;
  /** Moves the clock. */
  later(ms: number): void;
  /** An empty database with a new user, a new server and nothing logged. */
  reset(): Promise<void>;
  createUser(user: TestUser): Promise<void>;
  signIn(): Promise<{ readonly access_token: string; readonly refresh_token: string }>;
  count(table: string): Promise<number>;
  logged(): readonly string[];
  /** Rows that were found without their seals. */
  unsealed(): readonly UnsealedRow[];
  /** A process forgets what it had in memory. */
  restart(): void;
  readonly seals: RowSeals;
  readonly sharedSeals: RowSeals;
  stop(): Promise<void>;
}

let phonesGiven = 0;

const auditKey = createAuditKey('test', randomBytes(32));

/** A number that no other test has; those below 1000 are written in tests. */
export function newPhone(): string {
  phonesGiven += 1;
  return `+1415555${1_000 + (phonesGiven % 9_000)}`;
}

/** Makes a payment partner of what the server has. */
export type MakeRampProvider = (
  access: RampAccess,
  clock: { readonly now: () => Date },
) => RampProvider;

export interface TestServerOptions {
  readonly makeRampProvider?: MakeRampProvider;
  /** Passwords and codes cost next to nothing by default. */
  readonly hashing?: 'cheap' | 'as shipped';
}

/** Starts a server on a database of its own; call `reset` before each test. */
export async function createTestServer({
  makeRampProvider,
  hashing = 'cheap',
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kax-auth-'));
  const database = createDatabase(await createTestDatabase());
  let now = new Date();
  let logged: string[] = [];
  let unsealed: UnsealedRow[] = [];
  const clock = { now: () => now };
  const pepper = randomBytes(32);
  const keyFolder = join(folder, 'keys');
  const isCheap = hashing === 'cheap';
  const recovering = await createTestRecovery({ keyFolder, database, clock, auditKey, isCheap });
  const { recovery, signer, codeSecrets } = recovering;
  const notificationListener = createNotificationListener(database);
  const keys = { pepper, pepperId: 'pepper-1' };
  const [seals, sharedSeals] = [32, 32].map((size) =>
    reportUnsealed(createRowSeals(randomBytes(size)), {
      clock,
      report: (row) => unsealed.push(row),
    }),
  ) as [RowSeals, RowSeals];
  // Its memory lasts as long as a process.
  let memory = createRotationMemory();
  const newShadow = () => createShadowLimits(createPostgresCountedLimits(database));
  let shadow = newShadow();
  const currentLimits: AttemptLimits = {
    take: (...of) => shadow.take(...of),
    takeQuota: (...of) => shadow.takeQuota(...of),
    giveBack: (...of) => shadow.giveBack(...of),
    clear: (...of) => shadow.clear(...of),
    sweep: (...of) => shadow.sweep(...of),
  };
  const currentMemory: RotationMemory = {
    issued: (...of) => memory.issued(...of),
    presented: (...of) => memory.presented(...of),
    ended: (...of) => memory.ended(...of),
    isReplaced: (...of) => memory.isReplaced(...of),
    isReplayed: (...of) => memory.isReplayed(...of),
  };
  createPostgresChanges(notificationListener).onSessionEnded(currentMemory.ended);
  let newest = createNewestStates();
  const currentNewest: NewestStates = { isNewest: (...of) => newest.isNewest(...of) };
  const sessions = createPostgresSessions(database, {
    ...{ verifier: signer, seals, memory: currentMemory, clock },
  });
  const vaultOf = { keys, sessions, derivePrivateAddress };
  const parts = assemble(database, notificationListener, {
    sessions,
    vault: createKeyVault(isCheap ? { ...vaultOf, passwordParameters: CHEAP_PASSWORDS } : vaultOf),
    ...{ recovery, verifier: signer, seals, sharedSeals, limits: currentLimits, clock },
    newest: currentNewest,
  });
  await notificationListener.start();
  const rampSeals = createTextSeals(pepper, 'ramp access');
  const access = createPostgresRampAccess(database, rampSeals);
  const provider = makeRampProvider?.(access, clock) ?? null;
  const server: Mutable<TestServer> = {
    database,
    vault: parts.auth.vault,
    ...{ codeSecrets, signer, recovery, rampSeals, seals, sharedSeals },
    app: undefined as unknown as FastifyInstance,
    user: undefined as unknown as TestUser,
    now: () => now,
    later(ms) {
      now = new Date(now.getTime() + ms);
    },
    async reset() {
      now = new Date();
      logged = [];
      unsealed = [];
      server.restart();
      recovering.forgetCounts();
      await database.pool.query(
        'truncate users, rate_limits, audit_events, registrations, code_challenges, outbox, ramp_events cascade',
      );
      const write = (line: string) => logged.push(line);
      server.app = createApp({
        ...parts,
        ramp: { ...parts.ramp, provider },
        logger: createLog({ level: 'debug', process: 'test' }, { write }),
      });
      server.user = {
        name: 'Alice Moreau',
        email: `${randomUUID()}@kax.test`,
        phone: newPhone(),
        password: 'Piggy!Bank7',
      };
      await server.createUser(server.user);
    },
    async createUser(user) {
      const made = await createAccount({ ...parts.auth, recovery }, user, '127.0.0.1');
      if (!made.ok) throw new Error(`${user.email} could not be made: ${made.problem}.`);
    },
    async signIn() {
      const { email, password } = server.user;
      const response = await server.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email, password },
        remoteAddress: '203.0.113.77',
      });
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json();
    },
    async count(table) {
      const { rows } = await database.pool.query(`select count(*)::int as n from ${table}`);
      return rows[0].n;
    },
    logged: () => logged,
    unsealed: () => unsealed,
    restart() {
      memory = createRotationMemory();
      shadow = newShadow();
      newest = createNewestStates();
    },
    async stop() {
      await notificationListener.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return server;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function assemble(
  database: Database,
  notificationListener: NotificationListener,
  given: {
    readonly sessions: Omit<Sessions, 'sweep'>;
    readonly vault: KeyVault;
    readonly recovery: AccountRecovery;
    readonly verifier: AccountVerifier;
    readonly seals: RowSeals;
    readonly sharedSeals: RowSeals;
    readonly limits: AttemptLimits;
    readonly newest: NewestStates;
    readonly clock: { readonly now: () => Date };
  },
): Omit<Parameters<typeof createApp>[0], 'logger'> {
  const { sessions, vault, recovery, seals, sharedSeals, clock } = given;
  const accounts = createPostgresAccounts(database, {
    ...{ verifier: given.verifier, seals, newest: given.newest },
  });
  const { limits } = given;
  const audit = createPostgresAudit(database, auditKey);
  const operations = createPostgresOperations(database);
  const outbox = createPostgresOutbox(database, 'notices');
  const randomness = { bytes: randomBytes, uuid: randomUUID };
  const nothing = async () => {
    throw new Error('No call of these tests reads a balance.');
  };
  const networks: never[] = [];
  const balances = { readAll: nothing, read: nothing, readNow: nothing };
  const prices = {
    priceOf: () => ({ price: null, change: null, asOf: null, samples: [] }),
  };
  const report = () => {};
  const changes = createPostgresChanges(notificationListener);
  const history = createPostgresPublicHistory(database);
  return {
    auth: {
      accounts,
      registrations: createPostgresRegistrations(database, seals),
      recovery,
      codeLimits: createCodeLimits(limits),
      sessions,
      vault,
      limits,
      audit,
      outbox,
      notificationSettings: createPostgresNotificationSettings(database, sharedSeals),
      places: createPlaces(null, isPublicAddress),
      clock: { ...clock, sleep: async () => {} },
      randomness,
    },
    about: { messagesUrl: null, recoveryKey: 'file' },
    guard: { sessions, clock, keyHandoff: { open: () => {} } },
    wallet: {
      removals: createPostgresWalletRemovals(database),
      recovery,
      limits,
      audit,
      outbox,
      history,
      networks,
      chains: new Map(),
      operations,
      balances,
      prices,
      vault,
      clock: { ...clock, sleep: async () => {} },
      randomness,
      toChecksumAddress,
      report,
      poolChainIds: [],
      views: { read: nothing, readHistory: nothing, operationsOf: nothing },
      poolClient: {
        refresh: nothing,
        terms: nothing,
        pace: nothing,
        prepareShield: nothing,
        estimatePrivateTransaction: nothing,
      },
      calls: new Map(),
      privateTransactions: {
        store: nothing,
        waiting: nothing,
        requestPrecompute: nothing,
        cancel: nothing,
      },
      poolHistory: { read: nothing },
      wrappedNatives: new Map(),
      seals: { sign: () => Buffer.alloc(0) },
      pay: { priceIn: nothing },
      broadcasterAddress: null,
      keccak256: (hex) => hex,
      shieldPattern: () => ({ to: null, value: null, dataLike: '' }),
    },
    exchange: {
      networks,
      chains: new Map(),
      calls: new Map(),
      checks: new Map(),
      contracts: new Map(),
      operations,
      swaps: createPostgresSwaps(database, sharedSeals),
      exchange: { findRoutes: nothing, confirm: nothing, createTransaction: nothing },
      cache: { listing: nothing },
      prices,
      vault,
      clock,
      randomness,
      report,
    },
    metrics: { countOpen: operations.countOpen, followers: history.followers, clock },
    events: createEventHub(changes),
    ramp: {
      networks: [buildNetwork()],
      operations,
      provider: null,
      rampOrders: createPostgresRampOrders(database, {
        ...{ chainId: buildNetwork().chainId, seals: sharedSeals },
      }),
      accounts,
      limits,
      clock,
      randomness,
      report,
    },
    drawQrCode: nothing,
    isReady: async () => true,
    security: { allowedOrigins: [], qrOrigin: null, rampOrigin: null, isHttps: false },
    flood: { clock, requestsPerMinute: 100_000, moneyCallsPerMinute: 10_000 },
    webFolder: null,
    trustedProxies: 0,
  };
}
