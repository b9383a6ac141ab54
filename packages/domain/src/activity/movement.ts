import type { PublicAddress, TransactionHash } from '../address/address.ts';
import type { BaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import type { Direction } from './activity.ts';

/**
 * How a movement appears on the chain: the value of a transaction, a token's event, a contract's payment inside a
 * transaction, the network fee, an allowance, or a balance that changed without any of these.
 */
export type MovementCause = 'value' | 'token' | 'internal' | 'fee' | 'approval' | 'balance';

/** A change of one token of one of our accounts in one block. The sum over all of them is the balance. */
export interface Movement {
  readonly chainId: number;
  readonly account: PublicAddress;
  readonly tokenId: TokenId;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  /** The block's time. */
  readonly at: Date;
  /** Null only for `balance`, when several transactions could be meant. */
  readonly transactionHash: TransactionHash | null;
  readonly transactionIndex: number;
  /** Place in the block; with chain, block and account it is the movement's identity. */
  readonly position: string;
  readonly cause: MovementCause;
  readonly direction: Direction;
  readonly from: PublicAddress | null;
  readonly to: PublicAddress | null;
  /** What moved; 0 when the transaction failed. */
  readonly amount: BaseUnits;
  readonly isSuccess: boolean;
  /** True when this account signed the transaction. */
  readonly isSender: boolean;
}
