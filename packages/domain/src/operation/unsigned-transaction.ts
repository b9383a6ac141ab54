import type { PublicAddress } from '../address/address.ts';
import type { FeesPerGas } from './fee-ladder.ts';

/** A transaction of EIP-1559 without an access list, before it is signed. */
export interface UnsignedTransaction extends FeesPerGas {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: PublicAddress;
  readonly value: bigint;
  readonly data: `0x${string}`;
  readonly gas: bigint;
}
