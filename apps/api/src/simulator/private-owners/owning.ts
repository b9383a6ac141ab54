import type { signOperation } from '#wire/wallet/sign-operation';
import type { Handler } from '../../application/call.ts';
import type { CancelOperationPorts } from '../../modules/wallet/cancel-operation.ts';
import type { MakePrivateTransaction } from '../../modules/wallet/shielded/make-private-transaction.ts';
import type { OfferPrivatePorts } from '../../modules/wallet/shielded/offer-private-transaction.ts';
import type { SignOperationPorts } from '../../modules/wallet/sign-operation.ts';
import type { ShieldedPool } from '../../ports/shielded-pool.ts';
import type { SimulatedChain } from '../simulated-chain.ts';

/** What the calls of private payments need. */
export type PrivateServerPorts = OfferPrivatePorts & SignOperationPorts & CancelOperationPorts;

/** Takes what owners signed, over a server's ports and what makes its payments. */
export type TakeSignatures = (
  ports: PrivateServerPorts,
  make: MakePrivateTransaction,
) => Handler<typeof signOperation>;

/** Changes how the server takes what owners signed. */
export type AlterSigning = (take: TakeSignatures) => TakeSignatures;

/** What a pool does with plans. */
export interface PlanningPool extends Pick<ShieldedPool, 'plan' | 'prove'> {
  proveSigned(
    ...signed: Parameters<ShieldedPool['proveSigned']>
  ): ReturnType<ShieldedPool['prove']>;
}

/** Changes how the process that proves makes proofs. */
export type AlterPool = (pool: PlanningPool, chain: Pick<SimulatedChain, 'tip'>) => PlanningPool;

/** The users of a run who alone have their keys, and what takes their signatures. */
export interface Owning {
  readonly users: ReadonlySet<string>;
  /** The names of all parts of plans that they signed. */
  readonly signedParts: Set<string>;
  /** A flawed server replaces it. */
  readonly alterSigning: AlterSigning;
  /** A flawed process that proves replaces it. */
  readonly alterPool: AlterPool;
}

/** @returns what a run begins with: without owners and flaws where none are given */
export function createOwning({
  users = new Set(),
  alterSigning = (take) => take,
  alterPool = (pool) => pool,
}: Partial<Omit<Owning, 'signedParts'>> = {}): Owning {
  return { users, alterSigning, alterPool, signedParts: new Set() };
}
