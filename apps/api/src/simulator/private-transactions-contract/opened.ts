import { toBaseUnits } from '#domain/amount/base-units';
import {
  buildDetails,
  buildPrivateTransaction,
  buildSigning,
  START,
  uuidOf,
} from '#testing/operation';
import type { Operations } from '../../ports/operations.ts';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import type { AccountFreezes } from '../../ports/protections.ts';
import type { SigningPlans } from '../../ports/signing-plans.ts';
import type { StoredNotice } from '../memory-repository.ts';
import type { EmptyRepository } from '../operations-contract/steps.ts';
import {
  LEASE_MS,
  msAfter,
  type PrivateTransactionSteps,
  userOf,
} from '../private-transaction-steps.ts';

/** Empty operations, public and private, with a look at their outbox. */
export interface EmptyPrivateTransactions {
  readonly privateTransactions: PrivateTransactions;
  readonly operations: Operations;
  readonly signingPlans: SigningPlans;
  notices(): Promise<readonly StoredNotice[]>;
  readonly freezes: AccountFreezes;
  unfreeze(userId: string): Promise<void>;
  removeUser(userId: string): Promise<void>;
  /** A payment request of user 299, under the tag of its code. */
  addPaymentRequest: EmptyRepository['addPaymentRequest'];
  /** A payment by link that no operation ends. */
  addClaim: EmptyRepository['addClaim'];
  /** The operation that was last stored to end it; null while there was none. */
  endOf: EmptyRepository['endOf'];
  /** Another server becomes the database, which is noted now. */
  failOver(): Promise<void>;
}

/** What every part of the contract receives before each test. */
export interface Opened extends EmptyPrivateTransactions, PrivateTransactionSteps {}

export const LATER = { at: msAfter(600_000), windowEnd: msAfter(3_600_000) };
export const CHAIN = buildPrivateTransaction().chainId;

/** A consolidation is in no list; it is found by its key. */
export async function consolidationOf({ operations }: Opened, n: number) {
  const found = await operations.findByKey(userOf(n), `key-${n}`);
  if (found === null) throw new Error(`There is no consolidation ${n}.`);
  return found.operation;
}

/** The notice of a failed operation. */
export function failureOf(n: number): StoredNotice {
  return { topic: 'operation-failed', userId: userOf(n), operationId: uuidOf(n) };
}

/** Signs a public operation beside the private ones. */
export function signPublic(
  operations: Operations,
  n: number,
  {
    userId,
    key = `key-${n}`,
    account = buildDetails().account,
    ...more
  }: {
    readonly userId: string;
    readonly key?: string;
    readonly account?: ReturnType<typeof buildDetails>['account'];
    readonly paymentRequest?: string;
    readonly endsClaim?: string;
  },
) {
  const balance = toBaseUnits(10n ** 18n);
  const request = {
    details: buildDetails({ id: uuidOf(n), userId, account }),
    idempotencyKey: key,
    fingerprint: `fingerprint ${n}`,
    needsApproval: false,
    ...more,
    chainState: {
      readAt: START,
      blockNumber: 0n,
      tokenBalance: balance,
      nativeBalance: balance,
      transactionCount: 0,
    },
  };
  const sign = async (nonce: number) => buildSigning(nonce, 1_000 + n * 10);
  return operations.signNext(request, sign, LEASE_MS);
}
