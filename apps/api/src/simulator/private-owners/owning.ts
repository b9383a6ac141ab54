import type { PrivateEnvironment } from '../private-environment.ts';
import { type CreatePrivateSign, signPrivately } from '../simulated-private-server.ts';
import type { SimulatedPool } from '../simulated-prover.ts';

/** Changes how the process that proves makes proofs. */
export type AlterPool = (pool: SimulatedPool, environment: PrivateEnvironment) => SimulatedPool;

/** The users of a run who alone have their keys, and what takes their signatures. */
export interface Owning {
  readonly users: ReadonlySet<string>;
  /** The names of all parts of plans that they signed. */
  readonly signedParts: Set<string>;
  /** How the server takes what they signed; a flawed one replaces it. */
  readonly createSign: CreatePrivateSign;
  /** How the process that proves proves it; a flawed one replaces it. */
  readonly alterPool: AlterPool;
}

/** @returns what a run begins with: without owners and flaws where none are given */
export function createOwning({
  users = new Set(),
  createSign = signPrivately,
  alterPool = (pool) => pool,
}: Partial<Omit<Owning, 'signedParts'>> = {}): Owning {
  return { users, createSign, alterPool, signedParts: new Set() };
}
