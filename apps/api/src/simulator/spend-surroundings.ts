import type { PrivateAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import type { ContractCalls } from '../ports/contract-calls.ts';
import type { Operations } from '../ports/operations.ts';
import type { PrivateSpends } from '../ports/private-spends.ts';
import type { PublicChain } from '../ports/public-chain.ts';
import type { MemorySpends } from './memory-spend-rows.ts';
import type { Surroundings } from './simulated-server.ts';
import type { Process } from './world.ts';

/** One run of the process that holds the pool. */
export interface ProverRun {
  readonly process: Process;
  /** Whose keys were sealed for this run: nobody's at its start. */
  readonly sealedFor: Set<string>;
  /** A spend was stored. */
  hearSpends(): void;
}

/** The outside world of a server whose people pay privately. */
export interface SpendSurroundings extends Surroundings {
  readonly store: MemorySpends;
  readonly token: Token;
  readonly native: Token;
  /** What each person's page shows of their private balance, as it stands in the database. */
  readonly views: Map<string, { readonly spendable: bigint; readonly newest: readonly string[] }>;
  /** The run that is on now. */
  run: ProverRun | null;
  noteCount: number;
  readonly uuid: () => string;
  /** The database, as one process reaches it. */
  readonly bookOf: (process: Process) => {
    readonly operations: Operations;
    readonly spends: PrivateSpends;
  };
  /** The network, as one process reaches it. */
  readonly nodeOf: (process: Process) => PublicChain & ContractCalls;
}

/** @returns the private address of a simulated user, whose id is a number. */
export function ownerOfUser(userId: string): PrivateAddress {
  return `0zkuser${userId}` as PrivateAddress;
}
