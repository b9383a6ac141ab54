import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { AccountRecords } from '#domain/operation/lost-commits';
import { type Operation, startOperation } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { CheckedPlan } from '#signing/public/plan-check';
import { ALICE, BOB } from '#testing/network';
import { BROADCASTER, hashOf, uuidOf } from '#testing/operation';
import type { AnyContract, BodyOf } from '#wire/contract';
import type { PaymentGate } from '../../../application/admit-payment.ts';
import type { Call, CallSession } from '../../../application/call.ts';
import type { ContractCalls } from '../../../ports/contract-calls.ts';
import type { NoteKeys, PublicSigner } from '../../../ports/key-vault.ts';
import type { ObservedOperation } from '../../../ports/operations.ts';
import type {
  PrecomputeRequest,
  PrivateTransactionRequest,
  StorePrivateTransactionOutcome,
  StoringObstacle,
} from '../../../ports/private-transactions.ts';
import type { RecordedAccount } from '../../../ports/recovered-transactions.ts';
import type {
  BroadcasterFee,
  PoolCall,
  PrivateTransactionEstimate,
  PrivateTransactionPlan,
} from '../../../ports/shielded-pool.ts';
import type {
  PoolClientOutcome,
  ProvingPace,
  RequestedPrivateTransaction,
} from '../../../ports/shielded-pool-client.ts';
import { createMemoryOperations } from '../../../simulator/memory-operations.ts';
import { createMemoryPaymentRequests } from '../../../simulator/memory-payment-requests.ts';
import {
  createMemoryRepository,
  signedOperationsOf,
} from '../../../simulator/memory-repository.ts';
import {
  createMemorySigningPlans,
  takePlan,
  withOpenSeals,
} from '../../../simulator/memory-signing-plans.ts';
import { NO_VIEWING_KEYS } from '../../../simulator/no-viewing-keys.ts';
import { assembleNumbered } from '../../../simulator/numbered-signatures.ts';
import { OPEN_GATE } from '../../../simulator/open-gate.ts';
import { READABLE_SEALS } from '../../../simulator/readable-seals.ts';
import { createScriptedChain } from '../../../simulator/scripted-chain.ts';
import type { KeepOwnNote } from '../notes/keep-own-note.ts';
import { createPrivateHarness, workerOf } from './private.test-setup.ts';

/** Both were created by RAILGUN's own software: for all networks, and for Polygon's main network alone. */
export const CAROL_PRIVATE =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqq0rv7j6fe3z53luysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjunqrzs';
export const ELSEWHERE_PRIVATE =
  '0zk1qyqqqqqqqqqqqqqqzg69v7ys40x77qqqqqqqqqqqqqqqqqqqqqqqwunpd9kxwatw3yysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjzgfpyysjcp9hxs';
export const POOL = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;

type Simulated = Awaited<ReturnType<ContractCalls['simulate']>>;

/** A user with 250 USDC in notes and plenty in public, which a test changes. */
export function createPoolHarness() {
  const { harness, ports } = createPrivateHarness();
  const repository = createMemoryRepository();
  const memory = createMemoryOperations(repository);
  const pool = Object.assign(harness, {
    publicUnits: toBaseUnits(10n ** 24n),
    allowance: 0n,
    isContract: false,
    checked: { ok: true } as CheckedPlan,
    gate: OPEN_GATE,
    terms: workerOf().terms as ReturnType<typeof workerOf>['terms'] | null,
    pace: { proofMs: 3_000, proofsAtOnce: 1, waiting: 0 } as ProvingPace | null,
    waiting: 0,
    written: {
      ok: true,
      response: { to: POOL, data: '0xf1', value: 0n },
    } as PoolClientOutcome<PoolCall>,
    estimate: {
      ok: true,
      response: { gas: 1_000n, broadcasterFee: null },
    } as PoolClientOutcome<PrivateTransactionEstimate>,
    /** What would be signed of the next private transaction. */
    plan: { ok: false, problem: 'away' } as PoolClientOutcome<PrivateTransactionPlan>,
    viewingKeys: NO_VIEWING_KEYS,
    planned: [] as RequestedPrivateTransaction[],
    obstacle: null as StoringObstacle | null,
    simulated: null as Simulated | null,
    fee: null as BroadcasterFee | null | 'unknown',
    /** The changes of a private transaction, one for each time it is read while its hash is awaited. */
    fate: [] as ((operation: Operation) => Operation)[],
    failover: 'none' as AccountRecords['failover'],
    storeOutcome: null as StorePrivateTransactionOutcome | null,
    random: 0,
    stored: [] as PrivateTransactionRequest[],
    precomputeRequests: [] as PrecomputeRequest[],
    signed: [] as UnsignedTransaction[],
    broadcasts: [] as string[],
    requested: [] as string[],
    estimated: [] as RequestedPrivateTransaction[],
    notes: [] as Parameters<KeepOwnNote>[1][],
  });
  const privateTransactions = new Map<string, Operation>();
  let ids = 0;
  const observe = (operation: Operation): ObservedOperation => ({
    operation,
    heads: null,
    progress: { place: 0, share: null, sendWindow: null },
  });
  const signer: PublicSigner = {
    address: ALICE,
    sign: async (transaction) => {
      pool.signed.push(transaction);
      return hashOf(pool.signed.length);
    },
    signMessage: async (text) => `0x${Buffer.from(text).toString('hex')}`,
  };
  const chain = createScriptedChain({
    balances: async (_owner, tokens) => ({
      blockNumber: 100n,
      units: tokens.map(() => pool.publicUnits),
    }),
    isContract: async () => pool.isContract,
    broadcast: async (raw) => {
      pool.broadcasts.push(raw);
      return { kind: 'accepted' };
    },
  });
  const calls: ContractCalls = {
    chainId: chain.chainId,
    presentFees: async () => ({
      fees: { maxFeePerGas: 100n, maxPriorityFeePerGas: 10n, feeCap: 10n ** 18n },
      pricePerGas: 50n,
    }),
    allowance: async () => toBaseUnits(pool.allowance),
    approval: (to, spender, amount) => ({
      to,
      value: 0n,
      data: `0xa1${spender.slice(2).toLowerCase()}${amount.toString(16).padStart(8, '0')}`,
      gasIfUnknown: 1n,
    }),
    simulate: async (_from, each) =>
      pool.simulated ?? { ok: true, gas: each.map(() => ({ used: 100n, limit: 140n })) },
    refusalOf: async () => null,
  };
  const store = async (
    request: PrivateTransactionRequest,
  ): Promise<StorePrivateTransactionOutcome> => {
    if (pool.storeOutcome !== null) return pool.storeOutcome;
    if (!takePlan(repository, request)) return { kind: 'plan-over' };
    const operation = startOperation(request.details);
    pool.stored.push(request);
    privateTransactions.set(`${request.details.userId} ${request.idempotencyKey}`, operation);
    return { kind: 'stored', operation };
  };
  return {
    harness: pool,
    ports: {
      ...ports,
      keepOwnNote: async (...[, note]: Parameters<KeepOwnNote>) => {
        pool.notes.push(note);
      },
      operations: {
        ...memory,
        records: async (account: RecordedAccount) => ({
          ...(await memory.records(account)),
          failover: pool.failover,
        }),
        listOpen: async (userId: string) => [...pool.open, ...(await memory.listOpen(userId))],
        findByKey: async (userId: string, key: string) => {
          const operation = privateTransactions.get(`${userId} ${key}`);
          const request = pool.stored.find(({ details }) => details.id === operation?.id);
          if (operation === undefined || request === undefined)
            return memory.findByKey(userId, key);
          return { operation, fingerprint: request.fingerprint };
        },
        find: async (userId: string, id: string) => {
          const [key, operation] =
            [...privateTransactions].find(([, each]) => each.id === id) ?? [];
          if (key === undefined || operation === undefined) return memory.find(userId, id);
          const next = pool.fate.shift()?.(operation) ?? operation;
          privateTransactions.set(key, next);
          return observe(next);
        },
      },
      chains: new Map([[chain.chainId, chain]]),
      calls: new Map([[chain.chainId, calls]]),
      balances: {
        read: async () => ({
          network: ports.networks[0] as (typeof ports.networks)[number],
          balances: new Map(
            ports.networks[0]?.tokens.map(({ id }) => [
              id,
              { balance: pool.publicUnits, available: pool.publicUnits },
            ]),
          ),
          readAt: pool.now,
          isStale: false,
        }),
      },
      poolClient: {
        ...ports.poolClient,
        terms: async () => pool.terms,
        pace: async () => pool.pace,
        prepareShield: async (shield: { shieldKey: string }) => {
          pool.requested.push(shield.shieldKey);
          return pool.written;
        },
        estimatePrivateTransaction: async (
          _userId: string,
          request: RequestedPrivateTransaction,
        ) => {
          pool.estimated.push(request);
          pool.requested.push('estimate');
          return pool.estimate;
        },
        planPrivateTransaction: async (_userId: string, request: RequestedPrivateTransaction) => {
          pool.planned.push(request);
          return pool.plan;
        },
      },
      pay: { priceIn: async () => pool.fee },
      privateTransactions: {
        store,
        obstacle: async () => pool.obstacle,
        waiting: async () => pool.waiting,
        requestPrecompute: async (request: PrecomputeRequest) =>
          void pool.precomputeRequests.push(request),
      },
      gate: {
        admit: (...payment: Parameters<PaymentGate['admit']>) => pool.gate.admit(...payment),
        refuseFrozen: (userId: string) => pool.gate.refuseFrozen(userId),
        giveBack: (...payment: Parameters<PaymentGate['giveBack']>) =>
          pool.gate.giveBack(...payment),
      },
      seals: {
        ...READABLE_SEALS,
        sign: (purpose: string, line: string) => Buffer.from(`${purpose}: ${line}`),
      },
      checkShield: async () => pool.checked,
      signingPlans: createMemorySigningPlans(repository),
      vault: {
        ...ports.vault,
        withOwnSeals: withOpenSeals,
        withViewingKeys: async <T>(_bearer: unknown, work: (keys: NoteKeys) => Promise<T>) =>
          ({ ok: true, value: await work(pool.viewingKeys) }) as const,
        withPublicSigner: async <T>(
          _bearer: unknown,
          work: (signer: PublicSigner) => Promise<T>,
        ) =>
          pool.isLocked
            ? ({ ok: false, reason: 'locked' } as const)
            : ({ ok: true, value: await work(signer) } as const),
        shieldKey: async (_bearer: unknown, message: string) =>
          pool.isLocked
            ? ({ ok: false, reason: 'locked' } as const)
            : ({
                ok: true,
                value: `0xkey${(await signer.signMessage(message)).length}` as `0x${string}`,
              } as const),
      },
      assemble: assembleNumbered,
      paymentRequests: createMemoryPaymentRequests(repository),
      broadcasterAddress: BROADCASTER,
      clock: {
        now: () => pool.now,
        sleep: async (ms: number) => {
          pool.now = new Date(pool.now.getTime() + ms);
        },
      },
      randomness: {
        uuid: () => {
          ids += 1;
          return uuidOf(ids);
        },
        bytes: (count: number) => new Uint8Array(count).fill(pool.random),
      },
      toChecksumAddress: (lowerCase: `0x${string}`) => checksummed(lowerCase),
      shieldPattern: () => ({ to: null, value: null, dataLike: '%' }),
      report: () => {},
    },
    repository,
    stored: () => signedOperationsOf(repository),
  };
}

function checksummed(lowerCase: string): PublicAddress {
  const known = [ALICE, BOB, BROADCASTER].find((each) => each.toLowerCase() === lowerCase);
  return (known ?? lowerCase) as PublicAddress;
}

/** @returns a call of the user with a body. */
export function poolCall<C extends AnyContract>(
  body: BodyOf<C>,
  more: {
    readonly idempotencyKey?: string;
    readonly respondAsync?: boolean;
    /** Kax has the keys unless this says otherwise. */
    readonly custody?: CallSession['custody'];
  } = {},
): Call<C> {
  return {
    params: undefined,
    query: undefined,
    body,
    session: {
      userId: 'alice',
      sessionId: 'session',
      accessToken: 'token',
      publicAddress: ALICE,
      privateAddress: '0zkown',
      custody: more.custody ?? 'assisted',
    },
    idempotencyKey: more.idempotencyKey ?? 'key',
    respondAsync: more.respondAsync ?? false,
    client: {
      ip: '127.0.0.1',
      userAgent: 'test',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  } as unknown as Call<C>;
}
