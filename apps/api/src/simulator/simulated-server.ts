import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import type { continueOperations } from '#wire/wallet/continue-operations';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { signOperation } from '#wire/wallet/sign-operation';
import type { speedUpOperation } from '#wire/wallet/speed-up-operation';
import type { Handler } from '../application/call.ts';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { createCancelOperation } from '../modules/wallet/cancel-operation.ts';
import {
  type ContinueOperationsPorts,
  createContinueOperations,
} from '../modules/wallet/continue-operations.ts';
import { createSendTokens, type SendTokensPorts } from '../modules/wallet/send-tokens.ts';
import { createShield, type ShieldPorts } from '../modules/wallet/shield.ts';
import {
  createSignOperation,
  type SignableCalls,
  type SignOperationPorts,
} from '../modules/wallet/sign-operation.ts';
import type { SignableHandler } from '../modules/wallet/signing/signable-call.ts';
import { createSpeedUpOperation } from '../modules/wallet/speed-up-operation.ts';
import type { AdvanceClaimsPorts } from '../operations/advance-claims.ts';
import { recoverOperations } from '../operations/recover-operations.ts';
import type { Operations } from '../ports/operations.ts';
import type { SigningPlans } from '../ports/signing-plans.ts';
import { releaseAll } from './account-locks.ts';
import type { AlterChain } from './flawed-chains.ts';
import type { AlterOperations } from './flawed-operations.ts';
import type { AlterRecords } from './flawed-records.ts';
import { createMemoryOperations } from './memory-operations.ts';
import { createMemoryPaymentRequests } from './memory-payment-requests.ts';
import type { MemoryRepository } from './memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from './memory-signing-plans.ts';
import { NO_VIEWING_KEYS } from './no-viewing-keys.ts';
import { OPEN_GATE } from './open-gate.ts';
import type { NetworkFaults, SignedBytes } from './simulated-backend.ts';
import { encodeTransfer, POOL_CONTRACT, type SimulatedChain } from './simulated-chain.ts';
import {
  CHAIN_ID,
  createAssembleSimulated,
  createReadSigned,
  createSimulatedNode,
  simulatedSigner,
} from './simulated-node.ts';
import type { Process, Simulation } from './simulation.ts';

/** The environment of the simulated server; it outlives every process. */
export interface Environment {
  readonly simulation: Simulation;
  readonly chain: SimulatedChain;
  readonly signedBytes: SignedBytes;
  readonly faults: NetworkFaults;
  readonly repository: MemoryRepository;
  readonly networks: readonly Network[];
  readonly alterChain: AlterChain;
  readonly alterRecords: AlterRecords;
  readonly alterOperations: AlterOperations;
  /** How much slower everything runs that repeats: a day passes in a few steps. */
  readonly tempo: { slowdown: number };
  /** By the name of a process: how far its machine's clock is ahead, in milliseconds. */
  readonly clockSkewMs: Readonly<Record<string, number>>;
}

/** How the server handles a send; a flawed one replaces it to show that the simulator detects flaws. */
export type CreateSend = (ports: SendTokensPorts) => SignableHandler<typeof sendTokens>;

/** How the server takes what owners signed; a flawed one replaces it. */
export type CreateSign = (
  ports: SignOperationPorts & SendTokensPorts,
  calls: SignableCalls,
) => Handler<typeof signOperation>;

/** How the server fills nonce gaps; a flawed one replaces it. */
export type CreateFill = (ports: ContinueOperationsPorts) => Handler<typeof continueOperations>;

/** What a flawed server does in its own way. */
export interface Flaws {
  readonly createSend?: CreateSend | undefined;
  readonly createFill?: CreateFill | undefined;
  readonly createSign?: CreateSign | undefined;
}

/** A process that responds to requests once its recovery is finished. */
export interface SimulatedServer {
  readonly process: Process;
  /** Null until it is ready. */
  responses: {
    readonly send: Handler<typeof sendTokens>;
    readonly shield: Handler<typeof shield>;
    readonly cancel: Handler<typeof cancelOperation>;
    readonly speedUp: Handler<typeof speedUpOperation>;
    readonly sign: Handler<typeof signOperation>;
    readonly resume: Handler<typeof continueOperations>;
  } | null;
}

/** How long the database lets a transaction wait for its process. */
const IDLE_TRANSACTION_MS = 15_000;

/** The worker of the simulation polls less often than the real one: fewer events in the same order. */
const SLOWER = 4;

/** Starts a process that serves and works; before it serves, it recovers what an earlier one left. */
export function startServer(
  environment: Environment,
  {
    createSend = createSendTokens,
    createFill = createContinueOperations,
    createSign = createSignOperation,
  }: Flaws = {},
): SimulatedServer {
  const process: Process = { name: 'server', isDead: false };
  const { simulation } = environment;
  const ports = publicPortsOf(environment, process);
  const server: SimulatedServer = { process, responses: null };
  async function start(): Promise<void> {
    await recoverOperations(ports);
    const send = createSend(ports);
    const shieldOnce = createShield(ports);
    server.responses = {
      send: (call) => send(call),
      sign: createSign(ports, {
        public: { 'send-tokens': send, shield: shieldOnce },
        private: { 'internal-transfer': isPublic, unshield: isPublic },
      }),
      shield: (call) => shieldOnce(call),
      cancel: createCancelOperation({
        ...ports,
        privateTransactions: { cancel: async () => false },
      }),
      speedUp: createSpeedUpOperation(ports),
      resume: createFill(ports),
    };
    createAdvanceOperations(ports).start();
  }
  // A server that cannot recover exits, and is restarted.
  start().catch(() => simulation.kill(process));
  return server;
}

/** Starts a second process that only works. */
export function startWorker(environment: Environment): Process {
  const process: Process = { name: 'worker', isDead: false };
  createAdvanceOperations(publicPortsOf(environment, process)).start();
  return process;
}

/** Releases the database locks of a dead process. */
export function releaseLocks(environment: Environment, process: Process): void {
  releaseAll(environment.repository.locks, process);
}

/** @returns what the calls about public money and the worker need, as one process has it */
export function publicPortsOf(
  environment: Environment,
  process: Process,
): SendTokensPorts &
  ShieldPorts &
  ContinueOperationsPorts &
  AdvanceClaimsPorts & {
    readonly operations: Operations;
    readonly signingPlans: SigningPlans;
  } {
  const { simulation, signedBytes, networks } = environment;
  const operations = environment.alterOperations(
    operationsOf(environment, process),
    environment.repository,
  );
  const node = createSimulatedNode(
    { simulation, chain: environment.chain, signedBytes, faults: environment.faults },
    process,
  );
  return {
    operations,
    paymentRequests: createMemoryPaymentRequests(
      environment.repository,
      roundTripOf(environment, process),
    ),
    gate: OPEN_GATE,
    keepOwnNote: async () => {},
    readSigned: createReadSigned(signedBytes),
    assemble: createAssembleSimulated(signedBytes),
    networks,
    chains: new Map([[CHAIN_ID, environment.alterChain(node, signedBytes, environment.chain)]]),
    calls: new Map([[CHAIN_ID, node]]),
    poolChainIds: [CHAIN_ID],
    poolClient: poolClientOf(environment, process),
    shieldPattern: ({ token, amount, recipient }) => shieldCall(token, amount, recipient),
    clock: {
      now: () =>
        new Date(simulation.now().getTime() + (environment.clockSkewMs[process.name] ?? 0)),
      sleep: (ms) => simulation.wait(ms * SLOWER * environment.tempo.slowdown, process),
    },
    randomness: { uuid: () => simulatedUuid(simulation) },
    toChecksumAddress: (address) => address as PublicAddress,
    // Notes of the simulation are no notes of RAILGUN.
    checkShield: async () => ({ ok: true }),
    report: () => {},
    signingPlans: createMemorySigningPlans(
      environment.repository,
      roundTripOf(environment, process),
    ),
    vault: {
      withOwnSeals: withOpenSeals,
      withViewingKeys: async (_bearer, work) => ({ ok: true, value: await work(NO_VIEWING_KEYS) }),
      async shieldKey(_bearer, message) {
        await simulation.wait(simulation.random.integer(1, 20), process);
        return { ok: true, value: `0x${Buffer.from(message).toString('hex')}` };
      },
      async withPublicSigner(bearer, work) {
        await simulation.wait(simulation.random.integer(1, 20), process);
        const address = addressOfUser(bearer.userId);
        const value = await work(simulatedSigner(signedBytes, address));
        return { ok: true, value };
      },
    },
  };
}

/** The process that runs the pool is sometimes unavailable. */
function poolClientOf(
  { simulation, faults }: Environment,
  process: Process,
): ShieldPorts['poolClient'] {
  const terms = {
    chainId: CHAIN_ID,
    shieldFeeBps: 25n,
    unshieldFeeBps: 25n,
    spender: POOL_CONTRACT,
    shieldMessage: 'simulated',
  };
  return {
    terms: async () => terms,
    async prepareShield({ token, amount, recipient }) {
      await simulation.wait(simulation.random.integer(1, 20), process);
      if (simulation.random.chance(faults.timeout)) return { ok: false, problem: 'away' };
      const { dataLike: data, ...call } = shieldCall(token, amount, recipient);
      return { ok: true, response: { ...call, data } };
    },
  };
}

function shieldCall({ address }: Token, amount: bigint, recipient: string) {
  const note = `0x${recipient.slice('0zk'.length)}` as PublicAddress;
  const value = address === null ? amount : 0n;
  return { to: POOL_CONTRACT, value, dataLike: encodeTransfer(note, amount) };
}

/** @returns what takes as long as a round trip to the database, and sometimes fails */
export function roundTripOf(
  { simulation, faults }: Pick<Environment, 'simulation' | 'faults'>,
  process: Process,
): () => Promise<void> {
  return async () => {
    await simulation.wait(simulation.random.integer(0, 3), process);
    if (simulation.random.chance(faults.lostStatement)) throw new Error('The connection was lost.');
  };
}

function operationsOf(environment: Environment, process: Process): Operations {
  const { simulation, repository, alterRecords } = environment;
  return createMemoryOperations(repository, {
    roundTrip: roundTripOf(environment, process),
    owner: process,
    now: () => simulation.now(),
    alterRecords,
    // Even of a process that stands still.
    endIdle: (end) => void simulation.wait(IDLE_TRANSACTION_MS).then(end),
  });
}

/** @returns the account of a simulated user, whose id is a number. */
export function addressOfUser(userId: string): PublicAddress {
  return `0x${userId.padStart(4, '0').padEnd(40, '1')}` as PublicAddress;
}

/** @returns a UUID that the seed repeats. */
export function simulatedUuid({ random }: Simulation): string {
  const hex = Array.from({ length: 8 }, () =>
    random.integer(0, 0xffff).toString(16).padStart(4, '0'),
  );
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const isPublic = () => Promise.reject(new Error('These users pay publicly.'));
