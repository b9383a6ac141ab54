import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { findAnvil } from '#sandbox/chain/anvil-binary';
import { type CallNode, createNodeCaller } from '#sandbox/chain/json-rpc';
import { assembleTransaction } from '#signing/public/eip1559';
import { findFreePort } from '#testing/free-port';
import { buildNetwork, POL } from '#testing/network';
import { uuidOf } from '#testing/operation';
import { AUDIT_KEY_FILE, readAuditKey } from '../../apps/api/src/adapters/audit-files/audit-key.ts';
import { nodesAt } from '../../apps/api/src/adapters/evm/nodes-at.test-setup.ts';
import { createPublicChain } from '../../apps/api/src/adapters/evm/public-chain.ts';
import { readSignedTransaction } from '../../apps/api/src/adapters/evm/read-signed-transaction.ts';
import { toChecksumAddress } from '../../apps/api/src/adapters/evm/to-checksum-address.ts';
import { signerWithKeyOf } from '../../apps/api/src/adapters/key-vault/test-signer.test-setup.ts';
import { addUsers } from '../../apps/api/src/adapters/postgres/accounts/users.test-setup.ts';
import { verifyAuditLog } from '../../apps/api/src/adapters/postgres/accounts/verify-audit-log.ts';
import {
  createDatabase,
  type Database,
} from '../../apps/api/src/adapters/postgres/connection/connect.ts';
import { createPostgresOperations } from '../../apps/api/src/adapters/postgres/operations/operations.ts';
import { createTestDatabase } from '../../apps/api/src/adapters/postgres/test-database.test-setup.ts';
import { advanceDueOperations } from '../../apps/api/src/jobs/advance-operations.ts';
import { createSendTokens } from '../../apps/api/src/modules/wallet/send-tokens.ts';
import type { Explanation } from '../../apps/api/src/operations/explain/explain-operation.ts';
import type { PublicChain } from '../../apps/api/src/ports/public-chain.ts';
import { NO_PAYMENT_REQUESTS } from '../../apps/api/src/simulator/memory-payment-requests.ts';
import { createMemoryRepository } from '../../apps/api/src/simulator/memory-repository.ts';
import {
  createMemorySigningPlans,
  withOpenSeals,
} from '../../apps/api/src/simulator/memory-signing-plans.ts';
import { OPEN_GATE } from '../../apps/api/src/simulator/open-gate.ts';

const PHRASE = 'test test test test test test test test test test test junk';
const RECIPIENT = toChecksumAddress(`0x${'b0b'.padStart(40, 'b')}`);
const PAID = 5n;
const root = resolve(import.meta.dirname, '../..');

let anvil: ChildProcess;
let node: CallNode;
let folder: string;
let databaseUrl: string;
let database: Database;
let environment: Record<string, string>;
let users = 0;
let user: Awaited<ReturnType<typeof openUser>>;

beforeAll(async () => {
  const port = await findFreePort();
  // Two epochs of one slot each are two blocks until a block is final.
  const flags = ['--no-mining', '--slots-in-an-epoch', '1', '--accounts', '20', '--silent'];
  anvil = spawn(findAnvil(null), ['--port', String(port), ...flags], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  node = createNodeCaller(url);
  await vi.waitFor(() => node('eth_chainId'), { timeout: 60_000 });
  databaseUrl = await createTestDatabase();
  database = createDatabase(databaseUrl);
  folder = mkdtempSync(join(tmpdir(), 'kax-operations-'));
  const silent = `http://127.0.0.1:${await findFreePort()}`;
  environment = environmentOf(join(folder, 'networks.json'), [url, silent]);
  writeFileSync(join(folder, 'networks.json'), networksFile());
  mkdirSync(join(folder, 'keys'));
  writeFileSync(join(folder, 'keys', AUDIT_KEY_FILE), 'a1'.repeat(32));
});

afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
  anvil.kill();
  if (anvil.exitCode === null) await once(anvil, 'exit');
});

beforeEach(async () => {
  await database.pool.query(
    'truncate operations, operation_transactions, chain_accounts, audit_events cascade',
  );
  user = await openUser();
});

test('the list shows what each payment waits for, without amounts, recipients or contact details', async () => {
  expect((await operations()).output).toBe('No operation is open.\n');
  const [first, second] = [await user.pay(), await user.pay()];
  const { output } = await operations();
  expect(output).toMatch(/^2 open operations, oldest first\./);
  expect(output.replace(/\s+/g, ' ')).toContain(
    `Behind nonce 0 of the same account, which is operation ${first}.`,
  );
  expect(output).toContain(`${user.address} on Polygon, nonce 1`);
  expect(output).toMatch(/Waiting for a block for \d s; rung 1 of \d sent\.\n/);
  expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(output).not.toContain(RECIPIENT);
  const entries: { readonly id: string }[] = JSON.parse((await operations('--json')).output);
  expect(entries.map(({ id }) => id)).toEqual([first, second]);
});

test('explaining a payment shows what each node knows of every transaction that was signed', async () => {
  const id = await user.pay();
  const { output } = await operations('explain', id);
  expect(output).toContain('gave no usable response.');
  expect(output).toMatch(/payment, rung 1 +nonce 0 +sent/);
  const explained = async (): Promise<Explanation> =>
    JSON.parse((await operations('explain', id, '--json')).output);
  const { transactions } = await explained();
  expect(transactions.map(({ nodes }) => nodes.map(({ sighting }) => sighting))).toEqual([
    ['waiting', 'no response'],
    ...transactions.slice(1).map(() => ['unknown', 'no response']),
  ]);
  expect(transactions.at(-1)?.rung).toBeNull();
  await mine(1);
  expect((await explained()).transactions[0]?.nodes[0]?.sighting).toMatch(/^in block \d+$/);
});

test('a network above the highest rung is named as the reason', async () => {
  await user.pay();
  await node('anvil_setNextBlockBaseFeePerGas', [`0x${(10n ** 13n).toString(16)}`]);
  await mine(1);
  const { output } = await operations();
  expect(output.replace(/\s+/g, ' ')).toMatch(
    /The network charges [\d,.]+ gwei, and its highest rung pays [\d,.]+ gwei\./,
  );
  await node('anvil_setNextBlockBaseFeePerGas', ['0x1']);
  await mine(60);
});

test('a payment that the nodes forgot is sent again with the same bytes, and paid once', async () => {
  const id = await user.pay();
  const [hash] = await user.hashesInPool();
  await node('anvil_dropTransaction', [hash]);
  expect(await user.hashesInPool()).toEqual([]);
  const { output, code } = await operations('resend', id);
  expect(code).toBe(0);
  expect(output).toMatch(/payment, rung 1 +nonce 0 +accepted\n/);
  expect(await user.hashesInPool()).toEqual([hash]);
  expect(await auditedEvents()).toEqual([{ event: 'operator-resend', user_id: user.userId }]);
  await mine(4);
  await user.runWorker();
  expect(await user.statusOf(id)).toBe('confirmed');
  expect(await user.paidUnits()).toBe(PAID);
  expect((await operations('resend', id)).errors).toMatch('It ended (confirmed).');
});

test('nothing is sent while a worker has the payment, and the operator learns for how long', async () => {
  const id = await user.pay();
  const [hash] = await user.hashesInPool();
  await node('anvil_dropTransaction', [hash]);
  await user.claim();
  const { errors, code } = await operations('resend', id);
  expect(errors).toMatch(/^A worker has this operation\. Try again in \d+ s\.\n$/);
  expect(code).toBe(1);
  expect(await user.hashesInPool()).toEqual([]);
  expect(await auditedEvents()).toEqual([]);
});

test('an operator cancels only after confirming; then workers send the cancellation, and nothing is paid', async () => {
  const id = await user.pay();
  expect((await operations('cancel', id)).errors).toBe('Confirm with --yes. Nothing changed.\n');
  expect(await auditedEvents()).toEqual([]);
  expect(await operations('cancel', id, '--yes')).toMatchObject({ code: 0 });
  expect((await operations('cancel', id, '--yes')).errors).toMatch(
    'It is being cancelled already.',
  );
  expect((await operations()).output).toContain('requested by an operator.');
  const { output } = await operations('resend', id);
  expect(output).toMatch(/payment, cancellation +nonce 0 +accepted\n/);
  await mine(4);
  await user.runWorker();
  expect(await user.statusOf(id)).toBe('replaced');
  expect((await operations('explain', id)).output).toContain('an operator requested it.');
  expect(await user.paidUnits()).toBe(0n);
  const events = (await auditedEvents()).map(({ event }) => event);
  expect(events).toEqual(['operator-cancellation', 'operator-resend']);
  const key = await readAuditKey(join(folder, 'keys'));
  expect(await verifyAuditLog(database, key)).toMatchObject({ keyedCount: 2, problems: [] });
});

test('an unknown id, an unknown command and a missing variable are one sentence each', async () => {
  expect((await operations('explain', uuidOf(404))).errors).toMatch('no operation with this id');
  expect((await operations('resend', "' or 1=1")).errors).toMatch('no operation with this id');
  expect(await operations('pay')).toMatchObject({ code: 2, output: '' });
  const { DATABASE_URL: _missing, ...incomplete } = environment;
  environment = incomplete;
  expect((await operations()).errors).toMatch('DATABASE_URL');
  environment = { ...incomplete, DATABASE_URL: databaseUrl };
  expect((await operations('--help')).output).toMatch('Nothing here can pay twice');
});

/** Runs the operator's command. */
async function operations(...given: readonly string[]) {
  const program = join(root, 'scripts/run.mjs');
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment };
  return new Promise<{ code: number; output: string; errors: string }>((done) => {
    const child = execFile(
      process.execPath,
      [program, 'operations', ...given],
      { cwd: root, env },
      (_failure, output, errors) => done({ code: child.exitCode ?? -1, output, errors }),
    );
    child.stdin?.end();
  });
}

/** A user with an account of their own on the chain, whose worker's clock can be moved. */
async function openUser() {
  users += 1;
  const account = mnemonicToAccount(PHRASE, { addressIndex: users });
  const address = account.address as PublicAddress;
  const userId = uuidOf(users);
  await addUsers(database.pool, [users]);
  const paidBefore = await balanceOf(RECIPIENT);
  const [rpcUrl = ''] = environment.POLYGON_RPC_URLS?.split(',') ?? [];
  const nodes = nodesAt({ chainId: POL.chainId, rpcUrls: [rpcUrl] });
  const real = createPublicChain({ network: buildNetwork(), nodes });
  // Balances come through a contract that this bare chain does not have.
  const balances: PublicChain['balances'] = async (owner) => {
    const { latest } = await real.heads();
    return { blockNumber: latest.number, units: [toBaseUnits(await balanceOf(owner))] };
  };
  const repository = createPostgresOperations(database);
  let laterMs = 0;
  const ports = {
    operations: repository,
    networks: [buildNetwork()],
    chains: new Map([[POL.chainId, { ...real, balances }]]),
    clock: { now: () => new Date(Date.now() + laterMs), sleep: async () => {} },
    randomness: { uuid: () => crypto.randomUUID() },
    toChecksumAddress,
    readSigned: readSignedTransaction,
    report: ({ cause }: { cause: unknown }) => {
      throw cause;
    },
  };
  const signer = signerWithKeyOf(account);
  const send = createSendTokens({
    ...ports,
    assemble: assembleTransaction,
    paymentRequests: NO_PAYMENT_REQUESTS,
    gate: OPEN_GATE,
    keepOwnNote: async () => {},
    signingPlans: createMemorySigningPlans(createMemoryRepository()),
    vault: {
      withOwnSeals: withOpenSeals,
      withPublicSigner: async (_bearer, work) => ({ ok: true, value: await work(signer) }),
    },
  });
  return {
    userId,
    address,
    async pay(): Promise<string> {
      const response = await send({
        params: undefined,
        query: undefined,
        body: { tokenId: POL.id, amount: String(PAID), recipientAddress: RECIPIENT },
        session: {
          userId,
          sessionId: uuidOf(9),
          accessToken: 'kxa',
          publicAddress: address,
          privateAddress: '0zk1person',
          custody: 'assisted',
        },
        idempotencyKey: crypto.randomUUID(),
        client: {
          ip: '127.0.0.1',
          userAgent: 'test',
          device: null,
          work: null,
          approval: null,
          language: 'en',
        },
      });
      if (!('operation' in response)) throw new Error(`It was refused: ${response.refused}`);
      return response.operation.id;
    },
    /** One run of a worker, in which everything is due. */
    async runWorker(): Promise<void> {
      laterMs += 90_000;
      await advanceDueOperations(ports);
    },
    /** Claims everything for a minute, as a worker does. */
    async claim(): Promise<void> {
      // The database counts microseconds, and our clock drops them.
      await database.pool.query("update operations set due_at = now() - interval '1 second'");
      await repository.claimDue({ now: new Date(), leaseMs: 60_000, limit: 9 });
    },
    statusOf: async (id: string) => (await repository.find(userId, id))?.operation.status,
    paidUnits: async () => (await balanceOf(RECIPIENT)) - paidBefore,
    async hashesInPool(): Promise<readonly string[]> {
      const { pending } = await node<{ pending: Record<string, Record<string, { hash: string }>> }>(
        'txpool_content',
        [],
      );
      const found = Object.entries(pending).find(
        ([owner]) => owner.toLowerCase() === address.toLowerCase(),
      );
      return Object.values(found?.[1] ?? {}).map(({ hash }) => hash);
    },
  };
}

async function auditedEvents(): Promise<readonly { event: string; user_id: string }[]> {
  const { rows } = await database.pool.query<{ event: string; user_id: string }>(
    'select event, user_id from audit_events order by id',
  );
  return rows;
}

async function balanceOf(owner: PublicAddress): Promise<bigint> {
  return BigInt(await node<string>('eth_getBalance', [owner, 'latest']));
}

async function mine(blocks: number): Promise<void> {
  await node('anvil_mine', [`0x${blocks.toString(16)}`]);
}

/** What a worker's environment has; the folder of the keys has only that of the audit log. */
function environmentOf(file: string, rpcUrls: readonly string[]): Record<string, string> {
  return {
    KAX_MODE: 'sandbox',
    DATABASE_URL: databaseUrl,
    NETWORKS_FILE: file,
    POLYGON_RPC_URLS: rpcUrls.join(','),
    PRICE_BASE_URL: 'http://127.0.0.1:1',
    KEY_DIR: join(folder, 'keys'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'no-reply@kax.test',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+14155550100',
  };
}

function networksFile(): string {
  const { tokens, ...network } = buildNetwork();
  const [native] = tokens.map(({ id: _id, chainId: _chainId, ...token }) => ({
    ...token,
    priceId: null,
  }));
  return JSON.stringify([
    { ...network, rpcUrls: [], pricePlatform: 'polygon-pos', tokens: [native] },
  ]);
}
