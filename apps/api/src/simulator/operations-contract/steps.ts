import { type BaseUnits, toBaseUnits } from '#domain/amount/base-units';
import type { OperationDetails, SignedOperation, Signing } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import {
  buildDetails,
  buildInclusion,
  buildShield,
  buildSignedNonce,
  buildSigning,
  hashOf,
  START,
  uuidOf,
} from '#testing/operation';
import type { ClaimedOperation, Operations, SigningRequest } from '../../ports/operations.ts';
import type { SigningPlans } from '../../ports/signing-plans.ts';
import type { StoredNotice } from '../memory-repository.ts';

/** Empty operations, and a look at their outbox. */
export interface EmptyRepository {
  readonly operations: Operations;
  readonly signingPlans: SigningPlans;
  notices(): Promise<readonly StoredNotice[]>;
  removeUser(userId: string): Promise<void>;
  exportKeys(userId: string): Promise<void>;
  /** A payment request of Bob, under the tag of its code. */
  addPaymentRequest(tag: string, dates: RequestDates): Promise<void>;
  /** @returns the id of the operation that counts as the payment of a request */
  payerOf(tag: string): Promise<string | null>;
  /** A payment by link of Alice. */
  addClaim(id: string): Promise<void>;
  /** @returns the id of the operation that was last stored to end a payment by link */
  endOf(claim: string): Promise<string | null>;
}

/** What decides who may pay a request, before anyone did. */
export interface RequestDates {
  readonly expiresAt: Date;
  readonly cancelledAt?: Date;
}

export const LEASE_MS = 10_000;
export const tried = { type: 'tried', rung: 0, at: START, isAccepted: true } as const;

export function units(value: bigint): BaseUnits {
  return toBaseUnits(value);
}

export function detailsOf(n: number, more: Partial<OperationDetails> = {}): OperationDetails {
  const createdAt = new Date(START.getTime() + n);
  return buildDetails({ id: uuidOf(n), createdAt, ...more });
}

export function requestOf(
  n: number,
  more: {
    readonly details?: OperationDetails;
    readonly idempotencyKey?: string;
    readonly needsApproval?: boolean;
    readonly state?: Partial<SigningRequest['chainState']>;
  } = {},
): SigningRequest {
  return {
    details: more.details ?? detailsOf(n),
    idempotencyKey: more.idempotencyKey ?? `key-${n}`,
    fingerprint: `payment ${n}`,
    needsApproval: more.needsApproval ?? false,
    chainState: {
      readAt: START,
      blockNumber: 0n,
      tokenBalance: units(10n ** 12n),
      nativeBalance: units(10n ** 12n),
      transactionCount: 0,
      ...more.state,
    },
  };
}

export function sign(n: number): (nonce: number) => Promise<Signing> {
  return (nonce) => Promise.resolve(buildSigning(nonce, 1_000 + n * 10));
}

export async function shieldOne(
  operations: Operations,
  n: number,
  more: Pick<SigningRequest, 'needsReset'> = {},
): Promise<ClaimedOperation> {
  const createdAt = new Date(START.getTime() + n);
  const details = buildShield({ id: uuidOf(n), createdAt });
  const request = { ...requestOf(n, { details, needsApproval: true }), ...more };
  const outcome = await operations.signNext(
    request,
    (nonce, approvalNonce, resetNonce) => {
      if (approvalNonce === null) throw new Error('A shield of a token needs two nonces.');
      return Promise.resolve({
        ...buildSigning(nonce, 3_000),
        approval: {
          ...buildSignedNonce(approvalNonce, 2_000),
          ...(resetNonce !== null && { reset: buildSignedNonce(resetNonce, 4_000) }),
        },
      });
    },
    LEASE_MS,
  );
  if (outcome.kind !== 'signed') throw new Error(`Shield ${n} was not signed: ${outcome.kind}`);
  return outcome.claim;
}

export async function signOne(
  operations: Operations,
  n: number,
  state: Partial<SigningRequest['chainState']> = {},
): Promise<ClaimedOperation> {
  const outcome = await operations.signNext(requestOf(n, { state }), sign(n), LEASE_MS);
  if (outcome.kind !== 'signed') throw new Error(`Payment ${n} was not signed: ${outcome.kind}`);
  return outcome.claim;
}

export async function signAll(
  count: number,
  signNth: (n: number) => ReturnType<Operations['signNext']>,
): Promise<Record<string, number>> {
  const outcomes = await Promise.all(Array.from({ length: count }, (_, n) => signNth(n)));
  const kinds: Record<string, number> = {};
  for (const { kind } of outcomes) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

export function claimAt(
  operations: Operations,
  ms: number,
  limit = 100,
): Promise<readonly ClaimedOperation[]> {
  return operations.claimDue({ now: new Date(START.getTime() + ms), leaseMs: LEASE_MS, limit });
}

export function minedEvent() {
  const inclusion = buildInclusion({ transactionHash: sign1Hash });
  return { type: 'mined', inclusion } as const;
}

const sign1Hash = buildSigning(0, 1_010).ladder[0]?.hash ?? buildInclusion().transactionHash;

export function confirm(operation: SignedOperation): SignedOperation {
  return transition(transition(operation, minedEvent()), { type: 'finalized', at: START });
}

/** The payment is final, and its token recorded this much for the recipient. */
export function arrive(units: bigint): (operation: SignedOperation) => SignedOperation {
  return (operation) => {
    const transactionHash = operation.signing.ladder[0]?.hash ?? hashOf(0);
    const inclusion = buildInclusion({ transactionHash, arrived: toBaseUnits(units) });
    const mined = transition(operation, { type: 'mined', inclusion });
    return transition(mined, { type: 'finalized', at: START });
  };
}

export function recordNext(
  operations: Operations,
  claim: ClaimedOperation | undefined,
  change: (operation: SignedOperation) => SignedOperation,
): Promise<ReadonlySet<string>> {
  if (claim === undefined) throw new Error('Nothing was claimed.');
  return operations.record([{ claim, next: change(claim.operation), dueAt: START }]);
}
