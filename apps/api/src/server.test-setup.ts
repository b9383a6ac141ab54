import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createRestartable } from '#testing/restartable';
import { createAuditKey } from './adapters/audit-files/audit-key.ts';
import { CHEAP_PASSWORDS } from './adapters/key-vault/cheap-passwords.test-setup.ts';
import { createFreezeLinks } from './adapters/key-vault/freeze-links.ts';
import { createKeyVault } from './adapters/key-vault/key-vault.ts';
import type { ServerKeys } from './adapters/key-vault/peppers.ts';
import { createRowSeals } from './adapters/key-vault/row-seals.ts';
import { newServerKeys } from './adapters/key-vault/server-keys.test-setup.ts';
import { createTextSeals } from './adapters/key-vault/text-seals.ts';
import { createPostgresCountedLimits } from './adapters/postgres/accounts/attempt-limits.ts';
import { createPostgresAudit } from './adapters/postgres/accounts/audit.ts';
import { createRotationMemory } from './adapters/postgres/accounts/rotation-memory.ts';
import { createPostgresSessions } from './adapters/postgres/accounts/sessions.ts';
import { createPostgresChanges } from './adapters/postgres/changes.ts';
import { createDatabase, type Database } from './adapters/postgres/connection/connect.ts';
import { createNotificationListener } from './adapters/postgres/connection/notification-listener.ts';
import { createPostgresRampAccess } from './adapters/postgres/exchange/ramp-access.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createTestDatabase } from './adapters/postgres/test-database.test-setup.ts';
import { derivePrivateAddress } from './adapters/railgun/derive-private-address.ts';
import { createApp } from './app.ts';
import type { ProtectionRules } from './application/protection-rules.ts';
import {
  reportUnsealed,
  type UnsealedReport,
  type UnsealedRow,
} from './application/report-unsealed.ts';
import { createShadowLimits } from './application/shadow-limits.ts';
import type { WorkRules } from './application/work-demand.ts';
import { createLog } from './log.ts';
import { createAccount } from './modules/auth/accounts/create-account.ts';
import { createSendPressure } from './modules/auth/codes/send-pressure.ts';
import type { PushPorts } from './modules/auth/push-settings.ts';
import type { Factors } from './modules/security/current-factors.ts';
import type { AccountRecovery } from './ports/account-recovery.ts';
import type { AccountSigner } from './ports/account-signatures.ts';
import type { Accounts } from './ports/accounts.ts';
import type { CodeSecrets } from './ports/code-secrets.ts';
import type { FreezeLinks } from './ports/freeze-links.ts';
import type { KeyVault } from './ports/key-vault.ts';
import type { RampAccess } from './ports/ramp-access.ts';
import type { RampProvider } from './ports/ramp-provider.ts';
import type { RowSeals } from './ports/row-seals.ts';
import type { TextSeals } from './ports/text-seals.ts';
import { createTestRecovery } from './recovery.test-setup.ts';
import { createTestParts, NO_CHAIN, type TestChain } from './server-parts.test-setup.ts';
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
  readonly accounts: Accounts;
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
  /** A process starts with other peppers. */
  setKeys(change: (keys: ServerKeys) => ServerKeys): void;
  /** The process of account recovery reads its folder again, or makes wraps again as it does when it starts. */
  readonly recoveryKeys: {
    readonly folder: string;
    restart(): Promise<void>;
    /** @returns how many were made again */
    renew(isStopped?: () => boolean): Promise<number>;
  };
  /** What the process of account recovery does with changes of contacts. */
  readonly contactChanges: Pick<
    Awaited<ReturnType<typeof createTestRecovery>>,
    'applyContactChanges' | 'contactChanges' | 'forgetCounts' | 'key'
  >;
  readonly seals: RowSeals;
  readonly sharedSeals: RowSeals;
  readonly freezeLinks: FreezeLinks;
  stop(): Promise<void>;
}

let phonesGiven = 0;

const HOUR_MS = 60 * 60_000;

export const RULES: ProtectionRules = {
  dailyLimit: 50_000n,
  resetHold: { most: 5_000n, lastsMs: 24 * HOUR_MS },
  newDevice: { most: 20_000n, lastsMs: HOUR_MS },
  lostFactorsMs: 7 * 24 * HOUR_MS,
  unfreezingAgeMs: 24 * HOUR_MS,
  raiseMs: 24 * HOUR_MS,
};

/** No device of a test is new, unless that is what it tests. */
const WITHOUT_NEW_DEVICES: ProtectionRules = {
  ...RULES,
  newDevice: { ...RULES.newDevice, lastsMs: 0 },
};

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
  /** Those that are stored by default. */
  readonly factors?: Factors;
  /** As shipped by default, but no device is new. */
  readonly rules?: ProtectionRules;
  /** When strangers do work; as shipped by default. */
  readonly work?: WorkRules;
  /** None by default. */
  readonly chain?: TestChain;
  /** None by default. */
  readonly push?: PushPorts['push'];
}

/** Starts a server on a database of its own; call `reset` before each test. */
export async function createTestServer({
  makeRampProvider,
  hashing = 'cheap',
  factors,
  rules = WITHOUT_NEW_DEVICES,
  chain = NO_CHAIN,
  push = null,
  work = { freeFailures: 15, failuresPerMinute: 1_200, mostSquarings: 4_000_000 },
}: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'kax-auth-'));
  const database = createDatabase(await createTestDatabase());
  let now = new Date();
  let logged: string[] = [];
  let unsealed: UnsealedRow[] = [];
  const clock = { now: () => now };
  const keyFolder = join(folder, 'keys');
  const isCheap = hashing === 'cheap';
  const recovering = await createTestRecovery({ keyFolder, database, clock, auditKey, isCheap });
  const { recovery, signer, codeSecrets, recoveryKeys } = recovering;
  const notificationListener = createNotificationListener(database);
  const keys: Mutable<ServerKeys> = newServerKeys();
  const reporting: UnsealedReport = { clock, report: (row) => unsealed.push(row) };
  const newSeals = () => reportUnsealed(createRowSeals(randomBytes(32)), reporting);
  const [seals, sharedSeals] = [newSeals(), newSeals()];
  const rotations = createRestartable(createRotationMemory);
  const newest = createRestartable(createNewestStates);
  const newestDiscoverability = createRestartable(createNewestStates);
  const sendPressure = createRestartable(() => createSendPressure(60, work.mostSquarings));
  const limits = createRestartable(() => createShadowLimits(createPostgresCountedLimits(database)));
  createPostgresChanges(notificationListener).onSessionEnded((sessionId) =>
    rotations.port.ended(sessionId),
  );
  const sessions = createPostgresSessions(database, {
    ...{ verifier: signer, seals, memory: rotations.port, clock },
  });
  const vaultOf = { keys, sessions, derivePrivateAddress };
  const audit = createPostgresAudit(database, auditKey);
  const freezeLinks = createFreezeLinks(randomBytes(32));
  const parts = createTestParts(database, notificationListener, {
    sessions,
    vault: createKeyVault(isCheap ? { ...vaultOf, passwordParameters: CHEAP_PASSWORDS } : vaultOf),
    ...{ recovery, verifier: signer, seals, sharedSeals, clock, audit },
    unsealed: reporting,
    secret: randomBytes(32),
    newestDiscoverability: newestDiscoverability.port,
    ...{ limits: limits.port, newest: newest.port, work, sendPressure: sendPressure.port },
    ...{ factors: factors ?? null, rules, freezeLinks, chain, push },
  });
  await notificationListener.start();
  const rampSeals = createTextSeals(randomBytes(32), 'ramp access');
  const access = createPostgresRampAccess(database, rampSeals);
  const provider = makeRampProvider?.(access, clock) ?? null;
  const server: Mutable<TestServer> = {
    database,
    vault: parts.auth.vault,
    accounts: parts.auth.accounts,
    ...{ codeSecrets, signer, recovery, recoveryKeys, rampSeals, seals, sharedSeals, freezeLinks },
    contactChanges: recovering,
    setKeys: (change) => Object.assign(keys, change(keys)),
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
      const states = [newest, newestDiscoverability];
      for (const each of [...states, rotations, limits, sendPressure]) each.restart();
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
