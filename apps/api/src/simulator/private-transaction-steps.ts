import { expect } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { SignedOperation, Signing } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import {
  BROADCASTER,
  buildInclusion,
  buildPrivateTransaction,
  buildSigning,
  hashOf,
  NONCE_TAKEN,
  PAID_BY_COPY,
  PAID_IN_PART,
  START,
  uuidOf,
} from '#testing/operation';
import type { ClaimedOperation, Operations } from '../ports/operations.ts';
import type {
  ClaimSpender,
  PrivateTransactionFee,
  PrivateTransactionJob,
  PrivateTransactionPricing,
  PrivateTransactionRequest,
  PrivateTransactions,
  ProvedJob,
  SendLater,
} from '../ports/private-transactions.ts';
import type { ProvedPrivateTransaction } from '../ports/shielded-pool.ts';

export const LEASE_MS = 60_000;
/** When the steps claim, in milliseconds after `START`: everything stored without a scheduled time is due. */
export const CLAIMED_AT_MS = 10_000;
/** More than any fee of the steps. */
const PLENTY = 10n ** 18n;

/** What a step may choose besides its number, which determines id, user, key and time. */
export interface StepChoices {
  /** Milliseconds after `START`. */
  readonly ms?: number;
  readonly userId?: string;
  readonly chainId?: number;
  readonly key?: string;
  readonly fee?: PrivateTransactionFee | null;
  readonly later?: SendLater;
  /** The tag of the payment request that it pays. */
  readonly paymentRequest?: string;
  /** The claim that it ends, and the wallet of it. */
  readonly endsClaim?: string;
  readonly spender?: ClaimSpender;
  /** The plan that its owner signed, and what they signed. */
  readonly takesPlan?: string;
  readonly sealedPlan?: Uint8Array;
}

export type PrivateTransactionSteps = ReturnType<typeof createPrivateTransactionSteps>;

/** Steps in the life of private operations, for any implementation; operation `n` belongs to user `n`. */
export function createPrivateTransactionSteps(
  privateTransactions: PrivateTransactions,
  operations: Operations,
) {
  const store = (n: number, choices: StepChoices = {}) =>
    privateTransactions.store(requestOf(n, 'unshield', choices));

  const consolidate = (n: number, choices: StepChoices = {}, notSince = START) =>
    privateTransactions.storeConsolidation(requestOf(n, 'consolidation', choices), notSince);

  const claim = (atMs = CLAIMED_AT_MS, except: readonly string[] = []) =>
    privateTransactions.claimNext({ now: msAfter(atMs), leaseMs: LEASE_MS, except });

  async function claimed(atMs?: number): Promise<PrivateTransactionJob> {
    const job = await claim(atMs);
    if (job === null) throw new Error('No operation is due.');
    return job;
  }

  const claimProved = (atMs = CLAIMED_AT_MS, limit = 10) =>
    privateTransactions.claimProved({ now: msAfter(atMs), leaseMs: LEASE_MS, limit });

  /** Proves the next operation, with the nullifiers of `n`. */
  const saveNext = async (n: number) =>
    privateTransactions.saveProved(await claimed(), proofOf(n), START);

  async function claimedProved(atMs?: number): Promise<ProvedJob> {
    const [job] = await claimProved(atMs);
    if (job === undefined) throw new Error('No proved operation is due.');
    return job;
  }

  async function prove(n: number, choices: StepChoices = {}): Promise<ProvedJob> {
    expect(await store(n, choices)).toMatchObject({ kind: 'stored' });
    expect(await saveNext(n)).toBe('stored');
    return claimedProved();
  }

  const sign = (job: ProvedJob, pricing: Partial<PrivateTransactionPricing> = {}) => {
    expect(job.operation.account).toBe(BROADCASTER);
    return privateTransactions.sign(job, pricingOf(pricing), async (nonce) => buildSigning(nonce));
  };

  async function proveAndSign(n: number, choices: StepChoices = {}): Promise<SignedOperation> {
    const outcome = await sign(await prove(n, choices));
    if (outcome.kind !== 'signed') throw new Error(`Operation ${n} was not signed.`);
    return outcome.operation;
  }

  async function signConsolidation(n: number): Promise<void> {
    expect(await consolidate(n)).toBe(true);
    expect(await saveNext(n)).toBe('stored');
    expect(await sign(await claimedProved())).toMatchObject({ kind: 'signed' });
  }

  /** Has the worker record a change of the one signed operation that is due. */
  async function record(change: (operation: SignedOperation) => SignedOperation): Promise<void> {
    const due = await operations.claimDue({ now: START, leaseMs: 0, limit: 2 });
    const [only] = due;
    if (only === undefined || due.length > 1) throw new Error(`${due.length} operations are due.`);
    await recordClaim(operations, only, change);
  }

  const find = (n: number, userId = userOf(n)) => operations.find(userId, uuidOf(n));

  return {
    store,
    consolidate,
    claim,
    claimed,
    claimProved,
    claimedProved,
    saveNext,
    prove,
    sign,
    proveAndSign,
    signConsolidation,
    record,
    find,
    statusOf: async (n: number) => (await find(n))?.operation.status,
    progressOf: async (n: number) => (await find(n))?.progress,
  };
}

function recordClaim(
  operations: Operations,
  claim: ClaimedOperation,
  change: (operation: SignedOperation) => SignedOperation,
): Promise<ReadonlySet<string>> {
  return operations.record([{ claim, next: change(claim.operation), dueAt: START }]);
}

/** Its cheapest rung is in block 10. */
export function mine(operation: SignedOperation, isSuccess = true): SignedOperation {
  const [rung] = operation.signing.ladder;
  const inclusion = buildInclusion({ transactionHash: rung?.hash ?? hashOf(0), isSuccess });
  return transition(operation, { type: 'mined', inclusion });
}

/** The signed ends of an operation. */
export const END_BY_STATUS = {
  confirmed: (operation: SignedOperation) => finalize(mine(operation)),
  reverted: (operation: SignedOperation) => finalize(mine(operation, false)),
  replaced: (operation: SignedOperation) => transition(operation, NONCE_TAKEN),
  paidByCopy: (operation: SignedOperation) => transition(operation, PAID_BY_COPY),
  paidInPart: (operation: SignedOperation) => transition(operation, PAID_IN_PART),
} as const;

function finalize(operation: SignedOperation): SignedOperation {
  return transition(operation, { type: 'finalized', at: START });
}

export function requestOf(
  n: number,
  kind: 'unshield' | 'consolidation',
  choices: StepChoices = {},
): PrivateTransactionRequest {
  const { ms = n, userId = userOf(n), key = `key-${n}`, fee = null, later, chainId } = choices;
  const { paymentRequest, endsClaim, spender, takesPlan, sealedPlan = null } = choices;
  const chain = chainId === undefined ? {} : { chainId };
  const details = buildPrivateTransaction({
    id: uuidOf(n),
    userId,
    kind,
    createdAt: msAfter(ms),
    ...chain,
  });
  const { tokenId, amount, recipient } = details;
  return {
    details,
    idempotencyKey: key,
    fingerprint: `fingerprint ${n}`,
    terms: {
      ...{ chainId: details.chainId, kind, tokenId, amount, recipient, gasPrice: 7n, fee },
      ...{ sealedMessage: Buffer.from([n, 0, 255]), sealedPlan, showsSender: n % 2 === 1 },
      spender: spender ?? null,
    },
    signature: Buffer.from(`signature ${n}`),
    later: later ?? null,
    ...(paymentRequest && { paymentRequest }),
    ...(endsClaim && { endsClaim }),
    ...(takesPlan && { takesPlan }),
  };
}

/** @returns a proof that spends two notes of its own. */
export function proofOf(
  n: number,
  more: Partial<ProvedPrivateTransaction> = {},
): ProvedPrivateTransaction {
  return {
    to: '0x5FbDB2315678afecb367f032d93F642f64180aa3' as PublicAddress,
    data: `0x${n.toString(16).padStart(4, '0')}`,
    value: 0n,
    gasLimit: 1_000n,
    nullifiers: [hashOf(n * 10), hashOf(n * 10 + 1)],
    broadcasterFee: null,
    provedInMs: 1,
    ...more,
  };
}

export function pricingOf(
  more: Partial<PrivateTransactionPricing> = {},
): PrivateTransactionPricing {
  return {
    readAt: START,
    blockNumber: 0n,
    nativeBalance: toBaseUnits(PLENTY),
    transactionCount: 0,
    estimatedFee: toBaseUnits(1_000n),
    feeCeiling: toBaseUnits(4_000n),
    ...more,
  };
}

/** Always fails to sign. */
export function brokenSigner(): Promise<Signing> {
  return Promise.reject(new Error('The key is gone.'));
}

export function userOf(n: number): string {
  return uuidOf(0xa000 + n);
}

export function msAfter(ms: number): Date {
  return new Date(START.getTime() + ms);
}
