import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { CallSession } from '../application/call.ts';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { createSignProvedPrivateTransactions } from '../jobs/sign-proved-transactions.ts';
import {
  createMakePrivateTransaction,
  type MakePrivateTransaction,
  type PrivateTransactionPorts,
} from '../modules/wallet/shielded/make-private-transaction.ts';
import type { PrivateTransaction } from '../modules/wallet/shielded/parse-pool-command.ts';
import { recoverOperations } from '../operations/recover-operations.ts';
import { SIMULATED_BROADCASTER } from './memory-private-transactions.ts';
import { ownerOfUser, type PrivateEnvironment } from './private-environment.ts';
import { CHAIN_ID, signSimulated } from './simulated-node.ts';
import { PRIVATE_TRANSACTION_CONTRACT } from './simulated-notes.ts';
import { addressOfUser } from './simulated-server.ts';
import type { Process } from './simulated-world.ts';

/** One private payment that a person wants, and what the person was told of it. */
export interface ScriptedPrivateRequest {
  readonly userId: string;
  readonly key: string;
  readonly amount: bigint;
  readonly to:
    | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
    | { readonly kind: 'internal-transfer'; readonly recipient: PrivateAddress };
  /** At a random moment within so many minutes; null for at once. */
  readonly withinMinutes: number | null;
  /** The person thinks better of it. */
  readonly isCancelled: boolean;
  notified: { readonly hash: string } | { readonly refused: string } | 'nothing';
}

/** A process that answers; null answers until it is ready. */
export interface PrivateServer {
  readonly process: Process;
  responses: {
    readonly make: MakePrivateTransaction;
    readonly cancel: (userId: string, operationId: string) => Promise<boolean>;
  } | null;
}

/** The jobs of the simulation look less often than the real ones. */
const SLOWER = 4;

/** Starts the process that takes orders; it recovers what a former one left before it serves. */
export function startPrivateServer(around: PrivateEnvironment): PrivateServer {
  const process: Process = { name: 'server', isDead: false };
  const server: PrivateServer = { process, responses: null };
  const ports = privatePortsOf(around, process);
  const { privateTransactions } = around.repositoryOf(process);
  recoverOperations(workPortsOf(around, process)).then(
    () => {
      server.responses = {
        make: createMakePrivateTransaction(ports),
        cancel: (userId, id) => privateTransactions.cancel(userId, id, around.harness.now()),
      };
    },
    () => around.harness.kill(process),
  );
  return server;
}

/** Starts the process that signs what is proved, and brings to its end what is signed. */
export function startPrivateWorker(around: PrivateEnvironment): Process {
  const process: Process = { name: 'worker', isDead: false };
  const ports = workPortsOf(around, process);
  createAdvanceOperations(ports).start();
  createSignProvedPrivateTransactions({
    ...ports,
    privateTransactions: around.repositoryOf(process).privateTransactions,
    calls: new Map([[CHAIN_ID, around.nodeOf(process)]]),
    poolContracts: new Map([[CHAIN_ID, [PRIVATE_TRANSACTION_CONTRACT]]]),
    broadcaster: {
      address: SIMULATED_BROADCASTER,
      signer: {
        address: SIMULATED_BROADCASTER,
        sign: async (transaction) =>
          signSimulated(around.signedBytes, SIMULATED_BROADCASTER, transaction),
        signMessage: () => Promise.reject(new Error('It signs no words.')),
      },
    },
  }).start();
  return process;
}

function workPortsOf(around: PrivateEnvironment, process: Process) {
  const { harness } = around;
  return {
    operations: around.repositoryOf(process).operations,
    chains: new Map([[CHAIN_ID, around.nodeOf(process)]]),
    clock: { now: () => harness.now(), sleep: (ms: number) => harness.wait(ms * SLOWER, process) },
    report: () => {},
  };
}

function privatePortsOf(around: PrivateEnvironment, process: Process): PrivateTransactionPorts {
  const { harness, networks, views, token, faults } = around;
  return {
    ...workPortsOf(around, process),
    ...around.repositoryOf(process),
    networks,
    poolChainIds: [CHAIN_ID],
    calls: new Map([[CHAIN_ID, around.nodeOf(process)]]),
    pay: { priceIn: async () => null },
    seals: { sign: () => Buffer.alloc(0) },
    broadcasterAddress: SIMULATED_BROADCASTER,
    randomness: {
      uuid: around.uuid,
      bytes: (size: number) =>
        Buffer.from(Array.from({ length: size }, () => harness.random.integer(0, 255))),
    },
    toChecksumAddress: (address: string) => address as PublicAddress,
    vault: {
      withViewKey: async (_bearer: unknown, work: (key: Uint8Array) => Promise<unknown>) => ({
        ok: true,
        value: await work(new Uint8Array(32)),
      }),
    },
    views: {
      async read({ userId }: { readonly userId: string }) {
        const view = views.get(userId);
        if (view === undefined) return { worker: null, isOpen: false, balances: null };
        const { spendable, newest } = view;
        const byToken = new Map([[token.id, { spendable, pending: 0n }]]);
        const asOf = harness.now();
        return {
          worker: null,
          isOpen: true,
          balances: { byToken, newest, asOf, isOfThisRun: true },
        };
      },
    },
    poolClient: {
      terms: async () => ({ unshieldFeeBps: 0n, shieldFeeBps: 0n }),
      async estimatePrivateTransaction() {
        await harness.wait(harness.random.integer(5, 80), process);
        if (harness.random.chance(faults.timeout)) return { ok: false, problem: 'away' };
        return { ok: true, response: { gas: 10n, broadcasterFee: null } };
      },
    },
  } as unknown as PrivateTransactionPorts;
}

const PATIENCE_MS = 15_000;
const MOST_TRIES = 200;
/** What a page repeats by itself or asks its person to: nothing was decided. */
const PASSING = ['private-not-ready', 'private-operation-open', 'queue-full', 'chain-unavailable'];

/** Asks for one payment as the web client does: the same key for every try, now and then twice at once. */
export async function makePrivateRequest(
  around: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  const { harness } = around;
  const thinkingBetter = request.isCancelled ? takeBack(around, request, server) : null;
  for (let tries = 0; tries < MOST_TRIES && request.notified === 'nothing'; tries += 1) {
    const posts = Array.from({ length: harness.random.chance(0.2) ? 2 : 1 }, () =>
      post(around, request, server()),
    );
    await Promise.race([Promise.all(posts), harness.wait(PATIENCE_MS)]);
    if (request.notified === 'nothing') await harness.wait(harness.random.integer(500, 5_000));
  }
  await thinkingBetter;
}

async function takeBack(
  { harness, store }: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  await harness.wait(harness.random.integer(500, 20_000));
  const { responses, process } = server();
  const row = [...store.rows.values()].find(
    ({ command }) => command.idempotencyKey === request.key,
  );
  if (responses === null || row === undefined) return;
  const requested = responses.cancel(request.userId, row.command.intent.id).catch(() => false);
  const hasCancelled = await Promise.race([requested, harness.wait(PATIENCE_MS).then(() => false)]);
  if (hasCancelled && !process.isDead) request.notified = { refused: 'cancelled' };
}

async function post(
  around: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  { responses, process }: PrivateServer,
): Promise<void> {
  const { harness, networks, token, native } = around;
  await harness.wait(harness.random.integer(1, 60), process);
  if (responses === null) return;
  // Any request of somebody who is signed in brings the keys to the run that is on.
  around.run?.sealedFor.add(request.userId);
  const [network] = networks;
  const { to, amount, withinMinutes } = request;
  const privateTransaction = {
    network,
    token,
    feeToken: native,
    amount: toBaseUnits(amount),
    ...to,
  } as PrivateTransaction;
  const requested = responses.make({
    privateTransaction,
    session: sessionOf(request.userId),
    idempotencyKey: request.key,
    respondAsync: false,
    withinMinutes,
  });
  const response = await requested.catch((cause: unknown) => ({ cause }));
  await harness.wait(harness.random.integer(1, 60), process);
  // An error of the server says nothing; a person who knows already does not forget.
  if ('cause' in response || request.notified !== 'nothing') return;
  if ('refused' in response) {
    if (!PASSING.includes(response.refused)) request.notified = { refused: response.refused };
  } else if (response.hash !== null) request.notified = { hash: response.hash };
  else if (response.operation.status === 'failed') request.notified = { refused: 'failed' };
}

function sessionOf(userId: string): CallSession {
  return {
    userId,
    sessionId: 's',
    accessToken: 't',
    publicAddress: addressOfUser(userId),
    privateAddress: ownerOfUser(userId),
  };
}
