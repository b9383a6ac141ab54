import type { PrivateAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { Operations } from '../ports/operations.ts';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { MemoryPrivateTransactions } from './memory-private-rows.ts';
import type { Surroundings } from './simulated-server.ts';
import type { Process } from './simulated-world.ts';

/** One run of the process that holds the pool. */
export interface ProverRun {
  readonly process: Process;
  /** Whose keys were sealed for this run: nobody's at its start. */
  readonly sealedFor: Set<string>;
  /** A spend was stored. */
  hearPrivateTransactions(): void;
}

/** The outside world of a server whose people pay privately. */
export interface PrivateEnvironment extends Surroundings {
  readonly store: MemoryPrivateTransactions;
  readonly token: Token;
  readonly native: Token;
  /** What each person's page shows of their private balance, as it stands in the database. */
  readonly views: Map<string, { readonly spendable: bigint; readonly newest: readonly string[] }>;
  /** The run that is on now. */
  run: ProverRun | null;
  noteCount: number;
  readonly uuid: () => string;
  /** The database, as one process reaches it. */
  readonly repositoryOf: (process: Process) => {
    readonly operations: Operations;
    readonly privateTransactions: PrivateTransactions;
  };
  /** The network, as one process reaches it. */
  readonly nodeOf: (process: Process) => PublicChain & ContractCalls;
}

/** @returns the private address of a simulated user, whose id is a number. */
export function ownerOfUser(userId: string): PrivateAddress {
  return `0zkuser${userId}` as PrivateAddress;
}
