import type { PrivateAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { Operations } from '../ports/operations.ts';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import type { AccountFreezes } from '../ports/protections.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { ClaimedRequest } from '../ports/shielded-requests.ts';
import type { PlacedHistoryItem } from '../ports/shielded-views.ts';
import type { AlterBroadcasterRecords } from './flawed-records.ts';
import type { AlterRepricing } from './flawed-repricing.ts';
import type { KnownBroadcasters } from './known-broadcasters.ts';
import type { MemoryPrivateTransactions } from './memory-private-rows.ts';
import type { Owning } from './private-owners/owning.ts';
import type { Environment } from './simulated-server.ts';
import type { Process } from './simulation.ts';

/** One run of the process that runs the pool. */
export interface ProverRun {
  readonly process: Process;
  /** The users whose keys were sealed for this run: none at its start. */
  readonly sealedFor: Set<string>;
  /** A private transaction was stored. */
  onPrivateTransactions(): void;
  /** Another process sent it something to respond to. */
  onRequest(request: ClaimedRequest): void;
}

/** The environment of a server whose users pay privately. */
export interface PrivateEnvironment
  extends Omit<Environment, 'alterChain' | 'alterRecords' | 'alterOperations' | 'clockSkewMs'> {
  readonly store: MemoryPrivateTransactions;
  readonly token: Token;
  readonly native: Token;
  /** What each user's page shows of their private balance, as stored in the database. */
  readonly views: Map<string, { readonly spendable: bigint; readonly newest: readonly string[] }>;
  /** Of their private payments, the oldest first. */
  readonly histories: Map<string, readonly PlacedHistoryItem[]>;
  /** What processes find when they start. */
  broadcasters: KnownBroadcasters;
  /** The current run. */
  run: ProverRun | null;
  /** The key of the newest run, which may be dead, as stored in the database. */
  runKey: string | null;
  noteCount: number;
  /** Whether several proofs of one payment are valid only together; those of an earlier version were not. */
  readonly proofs: 'bound' | 'separate';
  /** Whether a payment of whole notes makes a note of nothing for its sender. */
  readonly makesEmptyNotes: boolean;
  /** Changes how the worker re-prices. */
  readonly alterRepricing: AlterRepricing;
  /** Changes what the process that proves believes of the broadcaster's records. */
  readonly alterBroadcasterRecords: AlterBroadcasterRecords;
  readonly owning: Owning;
  readonly uuid: () => string;
  /** The database as one process accesses it. */
  readonly repositoryOf: (process: Process) => {
    readonly operations: Operations;
    readonly privateTransactions: PrivateTransactions;
    readonly freezes: AccountFreezes;
  };
  /** The network as one process accesses it. */
  readonly nodeOf: (process: Process) => PublicChain & ContractCalls;
}

/** The most that the broadcaster may pay for one transaction, base units of the native coin. */
export const FEE_LIMIT = 900_000_000n;

/** @returns the private address of a simulated user, whose id is a number. */
export function ownerOfUser(userId: string): PrivateAddress {
  return `0zkuser${userId}` as PrivateAddress;
}
