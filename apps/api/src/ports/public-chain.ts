import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { RecordedTransfer } from '#domain/operation/arrived-units';
import type { LadderFees } from '#domain/operation/fee-ladder';
import type { NonceUse } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { Token } from '#domain/token/token';
import type { FinalTransaction } from './recovered-transactions.ts';

/** Reads what a transaction was signed for. Throws when the bytes are no EIP-1559 transaction that we would sign. */
export type ReadSignedTransaction = (raw: `0x${string}`) => UnsignedTransaction;

/** What a transfer will call and cost, before nonce and signature. */
export interface PreparedTransfer {
  readonly to: PublicAddress;
  readonly value: bigint;
  readonly data: `0x${string}`;
  readonly gas: bigint;
  readonly fees: LadderFees;
  /** What the network would charge at the current base fee, base units of the native coin. */
  readonly expectedFee: BaseUnits;
}

export interface Block {
  readonly number: bigint;
  readonly hash: string;
}

/** Balances of one owner, in the order requested, and the block they belong to. */
export interface BlockBalances {
  readonly blockNumber: bigint;
  readonly units: readonly BaseUnits[];
}

export interface Receipt {
  readonly transactionHash: TransactionHash;
  readonly blockNumber: bigint;
  readonly blockHash: string;
  readonly isSuccess: boolean;
  /** The ERC-20 transfers that the called contract recorded, in their order; none where it is no token. */
  readonly transfers: readonly RecordedTransfer[];
  /** What the network charged, base units of the native coin. */
  readonly feePaid: BaseUnits;
}

/**
 * A node's response to a signed transaction. `unknown` covers timeouts and every response that does not prove a
 * permanent refusal: the transaction may or may not be in its pool.
 */
export type BroadcastOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'already-known' }
  | { readonly kind: 'nonce-too-low' }
  | { readonly kind: 'underpriced' }
  /** The node takes no transaction that could cost this much, whatever the network charges. */
  | { readonly kind: 'fee-above-cap' }
  | { readonly kind: 'insufficient-funds' }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * What became of the notes that a private payment spends. `in-part` means that final blocks have some of its proofs
 * and not all, the newest of them in `part`; `otherwise`, that a final block spends notes in another way than the
 * payment does.
 */
export type NoteUse =
  | { readonly kind: 'unspent' }
  | { readonly kind: 'paid'; readonly copy: NonceUse }
  | { readonly kind: 'in-part'; readonly part: NonceUse }
  | { readonly kind: 'otherwise' };

/** A signed private payment that did nothing, and the final block that shows it. */
export interface UnpaidCall {
  readonly raw: `0x${string}`;
  /** Its content was not public before. */
  readonly since: Date;
  readonly decidedIn: NonceUse;
}

/** The call of a private payment in a final block, whoever sent it. */
export interface FinalPrivateCall {
  readonly to: PublicAddress;
  readonly data: `0x${string}`;
  /** As its sender limited it. */
  readonly gasLimit: bigint;
  /** Of the notes that it spends, 32 bytes each. */
  readonly nullifiers: readonly `0x${string}`[];
}

/**
 * One EVM chain, read and written over JSON-RPC.
 * Every method rejects with `ChainUnavailable` when no node responds in time.
 */
export interface PublicChain {
  readonly chainId: number;
  /** Balances of one owner, in the order of `tokens`, all from one call and one block. */
  balances(owner: PublicAddress, tokens: readonly Pick<Token, 'address'>[]): Promise<BlockBalances>;
  /**
   * Simulates a transfer and estimates its gas and fees.
   * @returns the prepared transfer, or why the network would refuse it.
   */
  prepareTransfer(transfer: {
    readonly token: Token;
    readonly from: PublicAddress;
    readonly to: PublicAddress;
    readonly amount: BaseUnits;
  }): Promise<
    | { readonly ok: true; readonly prepared: PreparedTransfer }
    | {
        readonly ok: false;
        /** `returned-false`: the token would not revert, but report that it moves nothing. */
        readonly reason: 'insufficient-funds' | 'would-revert' | 'returned-false';
        readonly detail: string;
      }
  >;
  /**
   * Number of mined transactions of an account at the given block tag: its next nonce there. At `latest`, the lowest that
   * any responding node has: a nonce above the account's own would wait for one that no one signs.
   */
  transactionCount(owner: PublicAddress, at: 'latest' | 'finalized'): Promise<number>;
  /** True when there is code at the address. */
  isContract(address: PublicAddress): Promise<boolean>;
  /** Sends signed bytes; never throws because of a node's response. */
  broadcast(raw: `0x${string}`): Promise<BroadcastOutcome>;
  /** Receipt of a transaction whose block is in the current chain of the node that has it; null when no node has one. */
  receipt(hash: TransactionHash): Promise<Receipt | null>;
  /** The newest and the newest final block. */
  heads(): Promise<{ readonly latest: Block; readonly finalized: Block }>;
  /** True when a node has the transaction in this block, and this block among its final ones. */
  isFinal(inclusion: NonceUse): Promise<boolean>;
  /**
   * The transaction of the account that used this nonce, read from the final blocks themselves.
   * @returns null while there is none, and while no node can show it.
   */
  finalUse(owner: PublicAddress, nonce: number): Promise<NonceUse | null>;
  /**
   * Whether others spent the notes of a private payment, all read from one node whose final blocks include the one that
   * shows that the payment itself did nothing.
   * @returns null while no node can tell.
   */
  noteUse(call: UnpaidCall): Promise<NoteUse | null>;
  /**
   * What a transaction called, if it is a private payment.
   * @returns null while no node shows it in a final block, and when it doesn't call a contract of the pool directly
   */
  finalPrivateCall(hash: TransactionHash): Promise<FinalPrivateCall | null>;
  /** The transaction that used a nonce with everything that it does. */
  finalTransaction(owner: PublicAddress, nonce: number): Promise<FinalTransaction | null>;
  /** A transaction of the account by its hash, for nodes that forgot the states which lead to it; null unless final. */
  finalTransactionOf(owner: PublicAddress, hash: TransactionHash): Promise<FinalTransaction | null>;
  /** The account's next nonce above what waits in the pools of the nodes, the highest that any responding node has. */
  nextInPools(owner: PublicAddress): Promise<number>;
  /** What a transfer of the native coin or of a token calls. */
  transferCall(transfer: {
    readonly token: Pick<Token, 'address'>;
    readonly to: PublicAddress;
    readonly amount: BaseUnits;
  }): Pick<PreparedTransfer, 'to' | 'value' | 'data'>;
}

/** No node of a chain responded in time. Try again later; nothing was decided. */
export class ChainUnavailable extends Error {
  readonly chainId: number;
  constructor(chainId: number, cause: unknown) {
    super(`No node of chain ${chainId} responded. Check its RPC URLs and try again.`, { cause });
    this.name = 'ChainUnavailable';
    this.chainId = chainId;
  }
}
