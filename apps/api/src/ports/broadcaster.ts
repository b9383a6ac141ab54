import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { PublicSigner } from './key-vault.ts';

/**
 * The account of Kax that sends private transactions and pays the network for them, so that the chain does not show
 * whose they are. Source: a file beside the server's keys.
 */
export interface Broadcaster {
  readonly address: PublicAddress;
  readonly signer: PublicSigner;
  /** Where it receives notes as payment, if it is paid. */
  privateAddress(): Promise<PrivateAddress>;
}
