import type { PrivateAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { type Operation, startOperation } from '#domain/operation/operation';
import { ALICE, BOB, buildNetwork, USDC } from '#testing/network';
import { buildDetails, buildSigned, START } from '#testing/operation';
import type { AnyContract } from '#wire/contract';
import type { Call } from '../../../application/call.ts';
import type { ObservedOperation } from '../../../ports/operations.ts';
import type { PlacedHistoryItem, ShieldedView } from '../../../ports/shielded-views.ts';
import type { ShieldedWorker } from '../../../ports/shielded-wallets.ts';

export const OWN = '0zkown' as PrivateAddress;
export const polygon = buildNetwork();
const avalanche = buildNetwork({ slug: 'avalanche', name: 'Avalanche', chainId: 31114 });

/** The block of the last scan. */
const LOOKED_UP_TO = 10n;

/** A user with 250 USDC in notes, which a test changes. */
export function createPrivateHarness() {
  const harness = {
    now: START,
    isLocked: false,
    view: viewOf({}),
    open: [] as ObservedOperation[],
    failed: [] as ObservedOperation[],
    /** Operations that are neither open nor failed. */
    ended: [] as ObservedOperation[],
    history: [] as PlacedHistoryItem[],
    operationByHash: new Map<TransactionHash, string>(),
    /** Of accounts, by private address. */
    names: new Map<string, string>(),
    namesRead: [] as (readonly string[])[],
    refreshed: { ok: true, response: LOOKED_UP_TO } as
      | { readonly ok: true; readonly response: bigint | null }
      | { readonly ok: false; readonly problem: 'away' | 'not-open' },
  };
  const ports = {
    networks: [polygon, avalanche],
    poolChainIds: [polygon.chainId],
    views: {
      read: async () => harness.view,
      readHistory: async (_owner: unknown, page: { before: number | null; limit: number }) =>
        harness.history
          .filter(({ position }) => page.before === null || position < page.before)
          .toSorted((left, right) => right.position - left.position)
          .slice(0, page.limit),
      operationsOf: async () => harness.operationByHash,
    },
    senderNames: {
      async namesOf(addresses: readonly string[]) {
        harness.namesRead.push(addresses);
        return new Map([...harness.names].filter(([address]) => addresses.includes(address)));
      },
    },
    operations: {
      find: async (_user: string, id: string) =>
        [...harness.open, ...harness.failed, ...harness.ended].find(
          ({ operation }) => operation.id === id,
        ) ?? null,
      listOpen: async () => harness.open,
      listFailedPrivateTransactions: async (
        _owner: unknown,
        { before, limit }: { readonly before: Date | null; readonly limit: number },
      ) =>
        harness.failed
          .filter(({ operation }) => before === null || operation.createdAt < before)
          .toSorted((left, right) => +right.operation.createdAt - +left.operation.createdAt)
          .slice(0, limit),
    },
    vault: {
      withViewKey: async <T>(_bearer: unknown, work: (key: Uint8Array) => Promise<T>) =>
        harness.isLocked
          ? ({ ok: false, reason: 'locked' } as const)
          : ({ ok: true, value: await work(new Uint8Array(32)) } as const),
    },
    poolClient: { refresh: async () => harness.refreshed },
    prices: { priceOf: () => ({ price: 1, change: 0, asOf: null, samples: [] }) },
    clock: { now: () => harness.now },
  };
  return { harness, ports };
}

/** @returns what the pool's process wrote a second ago: 250 USDC, all of it known. */
export function viewOf({
  spendable = 250_000_000n,
  pending = 0n,
  newest = [],
  ...over
}: Partial<ShieldedView> & {
  readonly spendable?: bigint;
  readonly pending?: bigint;
  readonly newest?: NonNullable<ShieldedView['balances']>['newest'];
}): ShieldedView {
  return {
    worker: workerOf(),
    isOpen: true,
    balances: {
      byToken: new Map([
        [USDC.id, { spendable: toBaseUnits(spendable), pending: toBaseUnits(pending) }],
      ]),
      newest,
      asOf: new Date(START.getTime() - 60_000),
      isOfThisRun: true,
    },
    ...over,
  };
}

/** @returns a process that knows everything, with a heartbeat a second ago. */
export function workerOf(over: Partial<ShieldedWorker> = {}): ShieldedWorker {
  const secondAgo = new Date(START.getTime() - 1_000);
  return {
    chainId: polygon.chainId,
    key: { keyId: 'run', publicKey: new Uint8Array(), mac: new Uint8Array() },
    terms: {
      chainId: polygon.chainId,
      shieldFeeBps: 25n,
      unshieldFeeBps: 25n,
      spender: BOB,
      shieldMessage: 'RAILGUN_SHIELD',
    },
    seenAt: secondAgo,
    looked: { block: LOOKED_UP_TO, at: secondAgo },
    isComplete: true,
    ...{ proofMs: 3_000, prover: 'snarkjs', proofsAtOnce: 1 },
    ...over,
  };
}

/** @returns an operation of 100 USDC with a pool fee of 0.25 USDC, signed unless specified otherwise */
export function poolOperation(
  kind: 'shield' | 'unshield' | 'internal-transfer',
  { isSigned = true }: { readonly isSigned?: boolean } = {},
): ObservedOperation {
  const details = {
    kind,
    amount: toBaseUnits(100_000_000n),
    account: kind === 'shield' ? ALICE : BOB,
    recipient: kind === 'unshield' ? ALICE : OWN,
    pool: {
      privateAddress: OWN,
      poolFee: toBaseUnits(250_000n),
      broadcasterFee: kind === 'shield' ? null : toBaseUnits(1_000_000n),
    },
  };
  const operation: Operation = isSigned
    ? buildSigned(details)
    : startOperation(buildDetails(details));
  return { operation, heads: null, progress: null };
}

/** @returns a call of the user, with what its contract also requires */
export function callOf<C extends AnyContract>(more: Pick<Call<C>, 'params' | 'query'>): Call<C> {
  return {
    ...more,
    body: undefined,
    session: {
      userId: 'alice',
      sessionId: 'session',
      accessToken: 'token',
      publicAddress: ALICE,
      privateAddress: OWN,
    },
    idempotencyKey: undefined,
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
