import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { PublicSigner } from './key-vault.ts';

/**
 * The accounts of Kax that send private transactions and pay the network for them, so that the chain does not show
 * whose they are: one, and another while it is replaced. Each by its address. Source: files beside the worker's keys.
 */
export type BroadcasterSigners = ReadonlyMap<PublicAddress, PublicSigner>;

/** What others know of the broadcaster. Source: a file that its keys are not needed for. */
export interface BroadcasterAddresses {
  /** Of the account that new payments are given. */
  readonly address: PublicAddress;
  /** Where it receives notes as payment, if it is paid. */
  readonly privateAddress: PrivateAddress;
  /** Accounts that earlier payments may still have, or new ones soon get. */
  readonly others: readonly PublicAddress[];
}
