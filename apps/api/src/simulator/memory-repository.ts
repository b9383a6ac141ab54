import { cancellationsOf } from '#domain/operation/cancellation';
import { isSigned, type Operation, type SignedOperation } from '#domain/operation/operation';
import type { PaymentRequestTerms } from '#domain/payment-request/payment-request';
import type { ChainHeads } from '../ports/operations.ts';
import type { FinalTransaction } from '../ports/recovered-transactions.ts';
import type { KnownPlan } from '../ports/signing-plans.ts';
import type { AccountLocks } from './account-locks.ts';
import type { SwapRow } from './swaps/memory-swaps.ts';

/** An operation, and the epoch of the claim that may change it. */
export interface Entry {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  operation: Operation;
  epoch: number;
  dueAt: Date;
}

/** A notice in the outbox. */
export interface StoredNotice {
  readonly topic: string;
  readonly userId: string;
  readonly operationId: string;
}

/** A payment request as it is stored. */
export interface MemoryPaymentRequest {
  readonly userId: string;
  readonly terms: PaymentRequestTerms;
  cancelledAt: Date | null;
  settledAt: Date | null;
  operationId: string | null;
}

/** What survives a crash: committed rows, and nothing of an open transaction. */
export interface MemoryRepository {
  readonly entries: Map<string, Entry>;
  readonly nextNonces: Map<string, number>;
  readonly heads: Map<number, ChainHeads>;
  readonly outbox: StoredNotice[];
  readonly locks: AccountLocks;
  readonly removedUsers: Set<string>;
  /** Since when, by user id. */
  readonly frozenUsers: Map<string, Date>;
  /** Users whose keys were exported. */
  readonly exportedUsers: Set<string>;
  readonly recovered: RecoveredEntry[];
  /** Which server is the database, and when each was first seen; null for the first. */
  readonly server: {
    timeline: number;
    readonly seenAt: Map<number, Date | null>;
    /** The keys of operations that were lost with earlier servers. */
    readonly lostKeys: Set<string>;
    /** Keys of the operations of which a failover lost that they are to be cancelled. */
    readonly lostCancellations: Set<string>;
    /** The keys of operations of which an end was lost. */
    readonly lostEnds: Set<string>;
    /** Of what was signed before a failover, lost or not. */
    readonly lostHashes: Set<string>;
  };
  /** By request id. */
  readonly swaps: Map<string, SwapRow>;
  /** By the tags of their codes. */
  readonly paymentRequests: Map<string, MemoryPaymentRequest>;
  /** The operation that was last stored to end a claim, by the claim's id; null while there was none. */
  readonly claimEnds: Map<string, string | null>;
  /** By their ids. */
  readonly signingPlans: Map<string, KnownPlan>;
}

/** A recovered transaction, and the operation that has it. */
export interface RecoveredEntry {
  readonly transaction: FinalTransaction;
  readonly accountKey: string;
  operationId: string | null;
}

export function createMemoryRepository(): MemoryRepository {
  return {
    entries: new Map(),
    nextNonces: new Map(),
    heads: new Map(),
    outbox: [],
    locks: new Map(),
    removedUsers: new Set(),
    frozenUsers: new Map(),
    exportedUsers: new Set(),
    recovered: [],
    server: { timeline: 1, seenAt: new Map([[1, null]]), ...noLosses() },
    swaps: new Map(),
    paymentRequests: new Map(),
    claimEnds: new Map(),
    signingPlans: new Map(),
  };
}

function noLosses(): Omit<MemoryRepository['server'], 'timeline' | 'seenAt'> {
  return {
    lostKeys: new Set(),
    lostCancellations: new Set(),
    lostEnds: new Set(),
    lostHashes: new Set(),
  };
}

/** @returns the operation that a user requested under a key; null when the key is new. */
export function findByKey(repository: MemoryRepository, userId: string, idempotencyKey: string) {
  for (const { operation, fingerprint, ...entry } of repository.entries.values()) {
    if (operation.userId === userId && entry.idempotencyKey === idempotencyKey) {
      return { operation, fingerprint };
    }
  }
  return null;
}

/** @returns the signed operations of a repository, in the order in which they were stored. */
export function signedOperationsOf(repository: MemoryRepository): SignedOperation[] {
  return [...repository.entries.values()].map(({ operation }) => operation).filter(isSigned);
}

/** @returns the hashes of everything that was signed for an operation but its approval */
export function hashesOf(operation: Operation): readonly string[] {
  if (!('signing' in operation)) return [];
  const { signing } = operation;
  return [...signing.ladder, ...cancellationsOf(signing)].map(({ hash }) => hash);
}
