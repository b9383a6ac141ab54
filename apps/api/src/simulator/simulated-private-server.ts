import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import type { signOperation } from '#wire/wallet/sign-operation';
import type { Handler } from '../application/call.ts';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { createRepricePrivateTransactions } from '../jobs/reprice-private-transactions.ts';
import { createSignProvedPrivateTransactions } from '../jobs/sign-proved-transactions.ts';
import { createCancelOperation } from '../modules/wallet/cancel-operation.ts';
import {
  createMakePrivateTransaction,
  type MakePrivateTransaction,
  type SignablePrivateCall,
} from '../modules/wallet/shielded/make-private-transaction.ts';
import type { PrivateTransaction } from '../modules/wallet/shielded/parse-pool-request.ts';
import {
  createSignOperation,
  type PrivateSignableCalls,
} from '../modules/wallet/sign-operation.ts';
import type { SignedNotes } from '../modules/wallet/signing/signable-call.ts';
import { recoverOperations } from '../operations/recover-operations.ts';
import type { RequestedPrivateTransaction } from '../ports/shielded-pool-client.ts';
import type { ShieldedRequest, ShieldedResponse } from '../ports/shielded-requests.ts';
import { createMemoryPaymentRequests } from './memory-payment-requests.ts';
import { createMemorySigningPlans, withOpenSeals } from './memory-signing-plans.ts';
import { NO_VIEWING_KEYS } from './no-viewing-keys.ts';
import { OPEN_GATE } from './open-gate.ts';
import { FEE_LIMIT, type PrivateEnvironment } from './private-environment.ts';
import type { PrivateServerPorts, TakeSignatures } from './private-owners/owning.ts';
import { readSimulatedSignatures, spendingKeyOf } from './private-owners/signatures.ts';
import { READABLE_SEALS } from './readable-seals.ts';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';
import {
  CHAIN_ID,
  createAssembleSimulated,
  createReadSigned,
  simulatedSigner,
} from './simulated-node.ts';
import { PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';
import { PRIVATE_GAS } from './simulated-proof.ts';
import { roundTripOf } from './simulated-server.ts';
import type { Process } from './simulation.ts';

/** A process that responds to requests; `responses` is null until it is ready. */
export interface PrivateServer {
  readonly process: Process;
  responses: {
    readonly make: MakePrivateTransaction;
    readonly cancel: (userId: string, operationId: string) => Promise<boolean>;
    readonly sign: Handler<typeof signOperation>;
    readonly cancelPlan: Handler<typeof cancelOperation>;
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
      const make = createMakePrivateTransaction(ports);
      server.responses = {
        make,
        sign: environment.owning.alterSigning(takeSignatures(environment))(ports, make),
        cancelPlan: createCancelOperation(ports),
        cancel: (userId, id) =>
          privateTransactions.cancel(userId, id, environment.simulation.now()),
      };
    },
    () => environment.simulation.kill(process),
  );
  return server;
}

/** Takes what owners signed as the real server does. */
function takeSignatures(environment: PrivateEnvironment): TakeSignatures {
  const isPublic = () => Promise.reject(new Error('These users pay privately.'));
  const continued = (
    make: MakePrivateTransaction,
    { body, session, client, idempotencyKey }: ContinuedCall,
    signed: SignedNotes | undefined,
  ) =>
    make({
      ...orderedCall(environment, body as PrivateOrder),
      ...{ session, client, idempotencyKey },
      ...(signed && { signed }),
    });
  return (ports, make) =>
    createSignOperation(ports, {
      public: { 'send-tokens': isPublic, shield: isPublic },
      private: {
        'internal-transfer': (call, signed) => continued(make, call, signed),
        unshield: (call, signed) => continued(make, call, signed),
      },
    });
}

type UnshieldCall = Parameters<PrivateSignableCalls['unshield']>[0];

/** A call that is made again, with the body that it was stored with. */
interface ContinuedCall extends Pick<UnshieldCall, 'session' | 'client' | 'idempotencyKey'> {
  readonly body: unknown;
}

/** What a user ordered. */
type PrivateOrder = Pick<
  ScriptedPrivateRequest,
  'to' | 'amount' | 'withinMinutes' | 'paymentRequest'
>;

/** @returns the call of an order, without who makes it */
export function orderedCall(
  { networks, token, native }: Pick<PrivateEnvironment, 'networks' | 'token' | 'native'>,
  { to, amount, withinMinutes, paymentRequest: code }: PrivateOrder,
): Pick<
  SignablePrivateCall,
  'privateTransaction' | 'respondAsync' | 'withinMinutes' | 'paid' | 'asCalled'
> {
  const [network] = networks;
  const units = toBaseUnits(amount);
  const place = { network, token, feeToken: native, amount: units };
  const body = { to, amount, withinMinutes, ...(code !== undefined && { paymentRequest: code }) };
  return {
    privateTransaction: { ...place, ...to } as PrivateTransaction,
    respondAsync: false,
    withinMinutes,
    paid: code === undefined ? null : { code, tag: code },
    asCalled: { call: to.kind, body },
  };
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
): PrivateServerPorts {
  const { simulation, networks, views, token } = environment;
  return {
    ...workPortsOf(environment, process),
    ...environment.repositoryOf(process),
    signingPlans: createMemorySigningPlans(
      environment.repository,
      roundTripOf(environment, process),
    ),
    readPrivateSignatures: readSimulatedSignatures,
    assemble: createAssembleSimulated(environment.signedBytes),
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
      withOwnSeals: withOpenSeals,
      withViewingKeys: async (
        { userId }: { readonly userId: string },
        work: (keys: object) => Promise<unknown>,
      ) => ({
        ok: true,
        value: await work({ ...NO_VIEWING_KEYS, publicSpendingKey: spendingKeyOf(userId) }),
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
    poolClient: poolClientOf(environment, process),
  } as unknown as PrivateServerPorts;
}

const RESPONSE_WITHIN_MS = 10_000;

/** Requests to the process with the pool, which it may never respond to. */
function poolClientOf(environment: PrivateEnvironment, process: Process) {
  const { simulation, faults } = environment;
  const { random } = simulation;
  const away = { ok: false, problem: 'away' } as const;
  return {
    terms: async () => ({ unshieldFeeBps: 0n, shieldFeeBps: 0n }),
    async estimatePrivateTransaction() {
      await simulation.wait(random.integer(5, 80), process);
      if (random.chance(faults.timeout)) return away;
      return { ok: true, response: { gas: PRIVATE_GAS, broadcasterFee: null } };
    },
    async planPrivateTransaction(userId: string, privateTransaction: RequestedPrivateTransaction) {
      await simulation.wait(random.integer(0, 3), process);
      const { run } = environment;
      if (run === null || random.chance(faults.timeout)) return away;
      const request = { kind: 'plan-private-transaction', userId, privateTransaction } as const;
      const response = new Promise<ShieldedResponse<ShieldedRequest['kind']>>((resolve) => {
        run.onRequest({ request, respond: async (each) => resolve(each) });
      });
      const late = simulation.wait(RESPONSE_WITHIN_MS, process).then(() => away);
      const first = await Promise.race([response, late]);
      await simulation.wait(random.integer(0, 3), process);
      return first;
    },
  };
}
