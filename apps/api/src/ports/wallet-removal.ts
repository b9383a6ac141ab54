import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { OperationKind } from '#domain/operation/operation';
import type { RampSide } from '#domain/ramp/ramp-order';
import type { TokenId } from '#domain/token/token';
import type { Notice } from './outbox.ts';

/** Whose wallet, with both of its addresses. */
export interface WalletOwner {
  readonly userId: string;
  readonly publicAddress: PublicAddress;
  readonly privateAddress: PrivateAddress;
}

/** Something in progress whose money would be lost with the wallet. */
export type UnfinishedPart =
  /** An operation of the user, or of another user that pays one of the wallet's addresses. */
  | {
      readonly part: 'operation';
      readonly kind: OperationKind;
      readonly tokenId: TokenId;
      readonly amount: BaseUnits;
      readonly isIncoming: boolean;
      readonly isSigned: boolean;
      /** Proved now and sent later. */
      readonly isScheduled: boolean;
    }
  /** A swap that has not ended (`open`), or whose output or refund was announced but has not been seen. */
  | {
      readonly part: 'swap';
      readonly state: 'open' | 'output-missing' | 'refund-missing';
      readonly fromTokenId: TokenId;
      readonly toTokenId: TokenId;
      readonly amount: BaseUnits;
    }
  /** The same for an order at the payment partner. */
  | {
      readonly part: 'order';
      readonly state: 'open' | 'output-missing' | 'refund-missing';
      readonly side: RampSide;
      /** Decimal text; null while the partner has not reported it. */
      readonly cryptoAmount: string | null;
    }
  /** A page of the payment partner that was opened recently; an order that is made on it may not be known yet. */
  | { readonly part: 'page'; readonly side: RampSide };

/** Whether it still needs a key of the wallet. What others owe to its addresses arrives there with any keys. */
export function needsKeys(part: UnfinishedPart): boolean {
  return part.part === 'swap' || (part.part === 'operation' && !part.isIncoming);
}

/** What is in progress in a wallet, as far as the database knows. */
export interface WalletUse {
  readonly unfinished: readonly UnfinishedPart[];
  /**
   * Of all that was ever stored of the wallet: the operations and orders of the user, the operations of others that pay
   * it, and what was seen to arrive at its public address. While this is the same, nothing of it has brought money since.
   */
  readonly begun: string;
  /**
   * By chain id: the newest block that is stored as final, or has something of the wallet. Balances of an earlier block
   * may lack money that is known to be there.
   */
  readonly knownBlocks: ReadonlyMap<number, bigint>;
}

/** A wallet that is to be deleted, as it was when its balances were read. */
export interface Removal {
  readonly owner: WalletOwner;
  readonly begun: string;
  readonly notices: readonly Notice[];
  readonly now: Date;
}

/** How long an order may come from a page of the payment partner without being known. */
export const PAGE_IN_USE_MS = 15 * 60_000;

/** How long announced money is waited for: what was announced wrongly must not keep a wallet permanently. */
export const ANNOUNCED_FOR_MS = 24 * 60 * 60_000;

/** Deletes wallets, and knows what would be lost with one. Source: the database. */
export interface WalletRemovals {
  readUse(owner: WalletOwner, now: Date): Promise<WalletUse>;
  /**
   * Deletes the account, its wallet, keys and sessions, with the notices about it; its operations stay stored. All of
   * it happens under the lock of the user, without which no operation of theirs is stored.
   * @returns `in-use`, and deletes nothing, when something is in progress by then, or has begun since it was counted
   */
  remove(removal: Removal): Promise<'removed' | 'in-use'>;
}
