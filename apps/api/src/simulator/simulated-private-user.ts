import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { isTerminal } from '#domain/operation/operation';
import { isPaidInPart, isWithoutEffect } from '#domain/operation/outcome';
import type { CallSession, Client } from '../application/call.ts';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { createRepricePrivateTransactions } from '../jobs/reprice-private-transactions.ts';
import { createSignProvedPrivateTransactions } from '../jobs/sign-proved-transactions.ts';
import {
  createMakePrivateTransaction,
  type MakePrivateTransaction,
} from '../modules/wallet/shielded/make-private-transaction.ts';
import type { OfferPrivatePorts } from '../modules/wallet/shielded/offer-private-transaction.ts';
import type { PrivateTransaction } from '../modules/wallet/shielded/parse-pool-request.ts';
import { recoverOperations } from '../operations/recover-operations.ts';
import { createMemoryPaymentRequests } from './memory-payment-requests.ts';
import { operationOfRow } from './memory-private-rows.ts';
import { OPEN_GATE } from './open-gate.ts';
import { FEE_LIMIT, ownerOfUser, type PrivateEnvironment } from './private-environment.ts';
import { READABLE_SEALS } from './readable-seals.ts';
import {
  CHAIN_ID,
  createAssembleSimulated,
  createReadSigned,
  simulatedSigner,
} from './simulated-node.ts';
import { PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';
import { PRIVATE_GAS } from './simulated-proof.ts';
import { addressOfUser } from './simulated-server.ts';
import { isWorthAnotherTry } from './simulated-user.ts';
import type { Process } from './simulation.ts';

/** One private payment that a user requests, and the response that the user received. */
export interface ScriptedPrivateRequest {
  readonly userId: string;
  readonly key: string;
  readonly amount: bigint;
  readonly to:
    | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
    | {
        readonly kind: 'internal-transfer';
        readonly recipient: PrivateAddress;
        readonly message: string | null;
        readonly showsSender: boolean;
      };
  /** Sent at a random moment within this many minutes; null for immediately. */
  readonly withinMinutes: number | null;
  /** The user changes their mind. */
  readonly isCancelled: boolean;
  /** The code of the payment request that it pays; left out where it pays none. */
  readonly paymentRequest?: string;
  /** How often it was refused because another payment of its request counts. */
  timesOver?: number;
  outcome: { readonly hash: string } | { readonly refused: string } | 'pending';
}

/** A process that responds to requests; `responses` is null until it is ready. */
export interface PrivateServer {
  readonly process: Process;
  responses: {
    readonly make: MakePrivateTransaction;
    readonly cancel: (userId: string, operationId: string) => Promise<boolean>;
  } | null;
}

/** The jobs of the simulation look less often than the real ones. */
const SLOWER = 4;

/** Starts the process that accepts payments; before it serves, it recovers what an earlier one left. */
export function startPrivateServer(environment: PrivateEnvironment): PrivateServer {
  const process: Process = { name: 'server', isDead: false };
  const server: PrivateServer = { process, responses: null };
  const ports = privatePortsOf(environment, process);
  const { privateTransactions } = environment.repositoryOf(process);
  recoverOperations(workPortsOf(environment, process)).then(
    () => {
      server.responses = {
        make: createMakePrivateTransaction(ports),
        cancel: (userId, id) =>
          privateTransactions.cancel(userId, id, environment.simulation.now()),
      };
    },
    () => environment.simulation.kill(process),
  );
  return server;
}

/** Starts the process that signs proved payments and advances signed ones to their end. */
export function startPrivateWorker(environment: PrivateEnvironment, name: string): Process {
  const process: Process = { name, isDead: false };
  const ports = workPortsOf(environment, process);
  const advancing = createAdvanceOperations(ports);
  advancing.start();
  const node = environment.nodeOf(process);
  const broadcasting = {
    ...ports,
    privateTransactions: environment.repositoryOf(process).privateTransactions,
    calls: new Map([[CHAIN_ID, node]]),
    poolContracts: new Map([[CHAIN_ID, [PRIVATE_TRANSACTION_CONTRACT]]]),
    broadcasters: new Map(
      environment.broadcasters.withKeys.map((each) => [each, signerOf(environment, each)]),
    ),
    assemble: createAssembleSimulated(environment.signedBytes),
    feeLimit: FEE_LIMIT,
    onSigned: advancing.wake,
  };
  createSignProvedPrivateTransactions(broadcasting).start();
  const { simulation, tempo } = environment;
  const repricing = {
    ...broadcasting,
    // As often as the real one.
    clock: {
      ...ports.clock,
      sleep: (ms: number) => simulation.wait(ms * tempo.slowdown, process),
    },
  };
  createRepricePrivateTransactions(environment.alterRepricing(repricing, node)).start();
  return process;
}

function signerOf({ signedBytes }: PrivateEnvironment, address: PublicAddress) {
  return simulatedSigner(signedBytes, address);
}

/** @returns what follows operations to their end, as one process has it */
export function workPortsOf(environment: PrivateEnvironment, process: Process) {
  const { simulation, tempo } = environment;
  return {
    operations: environment.repositoryOf(process).operations,
    readSigned: createReadSigned(environment.signedBytes),
    chains: new Map([[CHAIN_ID, environment.nodeOf(process)]]),
    clock: {
      now: () => simulation.now(),
      sleep: (ms: number) => simulation.wait(ms * SLOWER * tempo.slowdown, process),
    },
    report: () => {},
  };
}

/** @returns what the calls about private money need, as one process has it */
export function privatePortsOf(
  environment: PrivateEnvironment,
  process: Process,
): OfferPrivatePorts {
  const { simulation, networks, views, token, faults } = environment;
  return {
    ...workPortsOf(environment, process),
    ...environment.repositoryOf(process),
    paymentRequests: createMemoryPaymentRequests(environment.repository),
    networks,
    keepOwnNote: async () => {},
    poolChainIds: [CHAIN_ID],
    calls: new Map([[CHAIN_ID, environment.nodeOf(process)]]),
    pay: { priceIn: async () => null },
    seals: { ...READABLE_SEALS, sign: () => Buffer.alloc(0) },
    gate: OPEN_GATE,
    broadcasterAddress: environment.broadcasters.inUse,
    randomness: {
      uuid: environment.uuid,
      bytes: (size: number) =>
        Buffer.from(Array.from({ length: size }, () => simulation.random.integer(0, 255))),
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
        const asOf = simulation.now();
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
        await simulation.wait(simulation.random.integer(5, 80), process);
        if (simulation.random.chance(faults.timeout)) return { ok: false, problem: 'away' };
        return { ok: true, response: { gas: PRIVATE_GAS, broadcasterFee: null } };
      },
    },
  } as unknown as OfferPrivatePorts;
}

const PATIENCE_MS = 15_000;
/** While fees are above the limit, two payments before one's own wait for minutes. */
const MOST_TRIES = 1_000;
/** Refusals that the page retries, or asks the user to retry: nothing was decided. */
const RETRIED = [
  ...['private-not-ready', 'private-operation-open', 'queue-full'],
  ...['chain-unavailable', 'reconciling'],
];

/** Requests one payment as the web client does: the same key for every try, sometimes two at the same time. */
export async function makePrivateRequest(
  environment: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  const { simulation } = environment;
  const cancelling = request.isCancelled ? cancelLater(environment, request, server) : null;
  for (let tries = 0; tries < MOST_TRIES && request.outcome === 'pending'; tries += 1) {
    const posts = Array.from({ length: simulation.random.chance(0.2) ? 2 : 1 }, () =>
      post(environment, request, server()),
    );
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
    if (request.outcome === 'pending')
      await simulation.wait(simulation.random.integer(500, 5_000) * environment.tempo.slowdown);
  }
  await cancelling;
}

const LOOK_EVERY_MS = 2_000;

/** @returns the key under which a payment that was not sent is requested once more */
export function keyOfRepeat(key: string): string {
  return `${key}-again`;
}

/**
 * @returns the request that a user makes when the page says of a signed payment that it was not sent; else null. Where
 *   only a part arrived, they look at their history first.
 */
export async function payAgain(
  { simulation, store, repository }: PrivateEnvironment,
  request: ScriptedPrivateRequest,
): Promise<ScriptedPrivateRequest | null> {
  for (;;) {
    const rows = [...store.rows.values()];
    const row = rows.find((each) => each.request.idempotencyKey === request.key);
    const operation = row && operationOfRow(repository, row);
    if (operation === undefined || operation.status === 'failed') return null;
    if (isTerminal(operation)) {
      const again = {
        key: keyOfRepeat(request.key),
        isCancelled: false,
        outcome: 'pending',
      } as const;
      const isUnsent = isWithoutEffect(operation) && !isPaidInPart(operation);
      return isUnsent ? { ...request, ...again } : null;
    }
    await simulation.wait(LOOK_EVERY_MS);
  }
}

async function cancelLater(
  { simulation, store }: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  await simulation.wait(simulation.random.integer(500, 20_000));
  const { responses, process } = server();
  const row = [...store.rows.values()].find((each) => each.request.idempotencyKey === request.key);
  if (responses === null || row === undefined) return;
  const requested = responses.cancel(request.userId, row.request.details.id).catch(() => false);
  const hasCancelled = await Promise.race([
    requested,
    simulation.wait(PATIENCE_MS).then(() => false),
  ]);
  if (hasCancelled && !process.isDead) request.outcome = { refused: 'cancelled' };
}

async function post(
  environment: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  { responses, process }: PrivateServer,
): Promise<void> {
  const { simulation, networks, token, native } = environment;
  await simulation.wait(simulation.random.integer(1, 60), process);
  if (responses === null) return;
  // Any request of a signed-in user brings the keys to the current run.
  environment.run?.sealedFor.add(request.userId);
  const [network] = networks;
  const { to, amount, withinMinutes, paymentRequest: code } = request;
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
    client: CLIENT,
    idempotencyKey: request.key,
    respondAsync: false,
    withinMinutes,
    paid: code === undefined ? null : { code, tag: code },
    asCalled: { call: to.kind, body: null },
  });
  const response = await requested.catch((cause: unknown) => ({ cause }));
  await simulation.wait(simulation.random.integer(1, 60), process);
  // A server error tells the user nothing, and an outcome that is already known stays.
  if ('cause' in response || request.outcome !== 'pending') return;
  if ('refused' in response) {
    if (isWorthAnotherTry(request, response.refused)) return;
    if (!RETRIED.includes(response.refused)) request.outcome = { refused: response.refused };
  } else if ('toSign' in response) throw new Error('Kax has the keys of these users.');
  else if (response.hash !== null) request.outcome = { hash: response.hash };
  else if (response.operation.status === 'failed') request.outcome = { refused: 'failed' };
}

const CLIENT: Client = {
  ...{ ip: '192.0.2.1', userAgent: 'simulator', device: null },
  ...{ work: null, approval: null, language: 'en' },
};

function sessionOf(userId: string): CallSession {
  return {
    userId,
    sessionId: 's',
    accessToken: 't',
    publicAddress: addressOfUser(userId),
    privateAddress: ownerOfUser(userId),
    custody: 'assisted' as const,
  };
}
