import { type ChildProcess, spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createWalletClient, type Hex, http, keccak256, maxUint256, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import { POOL_CHAIN_ID, type PoolBench, startPoolBench } from '#sandbox/railgun/pool.test-setup';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import { findFreePort } from '#testing/free-port';
import { makeKeyFolders } from '../../../scripts/keys/make-key-folders.ts';
import { environmentFor } from '../../../scripts/running/server-environment.ts';
import { migrateDatabase } from './adapters/postgres/connection/migrate.ts';
import { createTestDatabase } from './adapters/postgres/test-database.test-setup.ts';
import type { PoolCall } from './ports/shielded-pool.ts';

export type ServerName = 'main' | 'worker' | 'shielded-worker' | 'recovery';

/** A signed-in user. */
export interface SignedIn {
  readonly token: string;
  readonly publicAddress: PublicAddress;
  readonly privateAddress: PrivateAddress;
}

/** The API, the worker, the pool's process and account recovery as shipped, over a chain that has a pool and one token. */
export interface ShieldedServers {
  readonly bench: PoolBench;
  /** Address of the API's server, without a path. */
  readonly url: string;
  readonly db: pg.Pool;
  readonly folder: string;
  readonly artifactsDirectory: string;
  /**
   * Starts it, and account recovery before the first one.
   * @param more additional environment
   */
  start(name: ServerName, more?: NodeJS.ProcessEnv): Promise<void>;
  /** As a crash would. */
  kill(name: ServerName): Promise<void>;
  /** One of the users that it was started with. */
  signIn(name: string): Promise<SignedIn>;
  call(
    who: SignedIn,
    method: 'GET' | 'POST',
    path: string,
    content?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly body: Body }>;
  /** Makes a note of 100 for a user, from which the pool takes its fee; an unrelated account pays. */
  shieldTo(
    who: Pick<SignedIn, 'privateAddress'>,
    prepare: (order: ShieldToUser) => Promise<PoolCall>,
  ): Promise<Hex>;
  logOf(name: ServerName): Promise<string>;
  stop(): Promise<void>;
}

/** A response of any call of the API. */
// biome-ignore lint/suspicious/noExplicitAny: A test looks at what it expects.
type Body = any;

export interface ShieldToUser {
  readonly amount: BaseUnits;
  readonly recipient: PrivateAddress;
  readonly payer: PublicAddress;
  readonly shieldKey: Hex;
}

export const password = 'Piggy!Bank7';
const READY_WITHIN_MS = 480_000;
const STOCK = '0x3635c9adc5dea00000';
const source = import.meta.dirname;

/**
 * Starts the chain, and no server yet; each user has an account.
 * @param databaseUrl a database of its own by default
 */
export async function startShieldedServers(
  users: readonly string[],
  databaseUrl?: string,
): Promise<ShieldedServers> {
  const folder = await mkdtemp(join(tmpdir(), 'kax-shielded-'));
  const artifactsDirectory = join(source, '../../../.cache/artifacts');
  await unpackArtifacts(artifactsDirectory);
  const bench = await startPoolBench(16, { blockEveryMs: 300 });
  const connectionString = databaseUrl ?? (await createTestDatabase());
  await migrateDatabase(connectionString);
  const db = new pg.Pool({ connectionString, max: 3 });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const api = `${url}/api`;
  await makeKeyFolders(join(folder, 'keys'));
  const variables = await writeVariables(folder, { bench, users, port, artifactsDirectory });
  const running = new Map<ServerName, ChildProcess>();
  const payer = privateKeyToAccount(generatePrivateKey());
  await fundPayer(bench, payer);

  async function end(name: ServerName, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  }

  const logOf = (name: ServerName) => readFile(join(folder, `${name}.log`), 'utf8').catch(() => '');

  async function begin(name: ServerName, more: NodeJS.ProcessEnv): Promise<void> {
    const readies = (await logOf(name)).split('"msg":"ready"').length;
    const log = openSync(join(folder, `${name}.log`), 'a');
    const owner = name === 'main' ? 'api' : name;
    const child = spawn(process.execPath, [join(source, `${name}.ts`)], {
      env: environmentFor(owner, {
        ...process.env,
        ...variables,
        ...{ KEY_DIR: join(folder, 'keys', owner), DATABASE_URL: connectionString },
        ...more,
      }),
      stdio: ['ignore', log, log],
    });
    running.set(name, child);
    const deadline = Date.now() + READY_WITHIN_MS;
    while ((await logOf(name)).split('"msg":"ready"').length === readies) {
      if (Date.now() > deadline || child.exitCode !== null) {
        throw new Error(`${name} did not start.\n${(await logOf(name)).slice(-4_000)}`);
      }
      await sleep(50);
    }
  }

  return {
    bench,
    url,
    db,
    folder,
    artifactsDirectory,
    logOf,
    kill: (name) => end(name, 'SIGKILL'),
    async start(name, more = {}) {
      if (!running.has('recovery')) await begin('recovery', {});
      if (name !== 'recovery') await begin(name, more);
    },
    async signIn(name) {
      const response = await fetch(`${api}/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@kax.test`, password }),
      });
      const body: Body = await response.json();
      if (!response.ok) throw new Error(JSON.stringify(body));
      const { publicWalletAddress, privateWalletAddress } = body.user.wallet;
      return {
        token: body.access_token,
        publicAddress: publicWalletAddress,
        privateAddress: privateWalletAddress,
      };
    },
    async call({ token }, method, path, content, more = {}) {
      const isPost = method === 'POST';
      const response = await fetch(`${api}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...more,
          ...(isPost && { 'content-type': 'application/json' }),
        },
        ...(isPost && { body: JSON.stringify(content ?? {}) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? null : JSON.parse(text) };
    },
    async shieldTo({ privateAddress }, prepare) {
      const call = await prepare({
        amount: toBaseUnits(parseUnits('100', 18)),
        recipient: privateAddress,
        payer: payer.address as PublicAddress,
        shieldKey: keccak256('0x01'),
      });
      const wallet = createWalletClient({ transport: http(bench.chain.rpcUrl, { retryCount: 0 }) });
      const { to, data, value } = call;
      const hash = await wallet.sendTransaction({
        account: payer,
        chain: null,
        to,
        data,
        value,
        gas: 3_000_000n,
      });
      await bench.chain.mine();
      const { status } = await bench.client.waitForTransactionReceipt({ hash });
      if (status !== 'success') throw new Error(`Shield ${hash} failed.`);
      return hash;
    },
    async stop() {
      await end('main', 'SIGTERM');
      await end('worker', 'SIGTERM');
      await end('shielded-worker', 'SIGTERM');
      await end('recovery', 'SIGTERM');
      await db.end();
      await bench.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fundPayer(
  bench: PoolBench,
  payer: ReturnType<typeof privateKeyToAccount>,
): Promise<void> {
  const onToken = { address: bench.token, abi: bench.abi.token };
  await bench.chain.call('anvil_setBalance', [payer.address, STOCK]);
  await bench.write({ ...onToken, functionName: 'mint', args: [payer.address, 10n ** 24n] });
  const wallet = createWalletClient({ transport: http(bench.chain.rpcUrl, { retryCount: 0 }) });
  const approve = { functionName: 'approve', args: [bench.pool.pool, maxUint256] };
  await wallet.writeContract({
    ...onToken,
    ...approve,
    account: payer,
    chain: null,
    gas: 100_000n,
  });
  await bench.chain.mine();
}

/** Writes the files that the servers read. @returns the variables that they read together */
async function writeVariables(
  folder: string,
  given: {
    readonly bench: PoolBench;
    readonly users: readonly string[];
    readonly port: number;
    readonly artifactsDirectory: string;
  },
): Promise<NodeJS.ProcessEnv> {
  const { bench, users, port, artifactsDirectory } = given;
  const networksFile = join(folder, 'networks.json');
  const accountsFile = join(folder, 'accounts.json');
  await writeFile(networksFile, JSON.stringify([await describeNetwork(bench)]));
  await writeFile(
    accountsFile,
    JSON.stringify(
      users.map((name, index) => ({
        name,
        email: `${name}@kax.test`,
        phone: `+14155550${100 + index}`,
        password,
      })),
    ),
  );
  const unreachable = 'http://127.0.0.1:9';
  return {
    KAX_MODE: 'sandbox',
    PORT: String(port),
    NETWORKS_FILE: networksFile,
    PRICE_BASE_URL: unreachable,
    RECOVERY_SOCKET: join(folder, 'recovery.sock'),
    // Its users have just signed in, and pay more than a new device may.
    NEW_DEVICE_MINUTES: '0',
    SEED_ACCOUNTS_FILE: accountsFile,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Kax <no-reply@kax.test>',
    TWILIO_BASE_URL: unreachable,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'secret',
    TWILIO_FROM: '+15005550006',
    SHIELDED_DIR: join(folder, 'shielded'),
    ARTIFACTS_DIR: artifactsDirectory,
  };
}

async function describeNetwork({ deploy, chain, token, wrappedNative, pool }: PoolBench) {
  const listed = (symbol: string, address: string | null) => ({
    symbol,
    name: symbol,
    address,
    decimals: 18,
    isShieldable: true,
    image: '/token.svg',
    priceId: null,
  });
  return {
    slug: 'polygon',
    name: 'Polygon',
    chainId: POOL_CHAIN_ID,
    image: '/chain.svg',
    rpcUrls: [chain.rpcUrl],
    multicallAddress: await deploy('Multicall'),
    explorerTransactionUrl: null,
    blocksUntilFinal: 2,
    pricePlatform: 'polygon-pos',
    shieldedPool: {
      proxy: pool.pool,
      relayAdapt: pool.relayAdapt,
      wrappedNative,
      deploymentBlock: 0,
    },
    tokens: [listed('POL', null), listed('TOK', token)],
  };
}
