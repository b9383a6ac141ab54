import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';

/** What a signed transaction may cost, read from its bytes. */
export interface SignedCost {
  /** The most that it pays for one gas, base units of the native coin. */
  readonly maxFeePerGas: bigint;
  /** The most that the network can charge for it, base units of the native coin. */
  readonly maxFee: BaseUnits;
  /** What a node requires the account to have before it accepts it: its value and `maxFee`. */
  readonly needed: BaseUnits;
}

/** The state of an account at a node's latest block. */
export interface AccountState {
  /** The next nonce that can be mined. */
  readonly nextNonce: number;
  /** Base units of the native coin. */
  readonly balance: BaseUnits;
}

/** Where a node has a transaction. */
export type Sighting =
  | { readonly at: 'pool' }
  | { readonly at: 'block'; readonly blockNumber: bigint; readonly isSuccess: boolean };

/** What one node knows of an account and its transactions, or why it said nothing. */
export type NodeView =
  | {
      /** Without the rest of the URL, which may contain a key. */
      readonly host: string;
      readonly isResponding: true;
      readonly latestBlock: bigint;
      readonly account: AccountState;
      /** The next nonce after those that wait in the node's pool. */
      readonly nextPendingNonce: number;
      /** By hash; a transaction that the node does not know is left out. */
      readonly sightings: ReadonlyMap<TransactionHash, Sighting>;
    }
  | { readonly host: string; readonly isResponding: false; readonly problem: string };

/** Reads what an operator needs to understand a stuck operation. Sends and changes nothing. Source: JSON-RPC. */
export interface NodeInspection {
  /** The account at the first node that responds. Rejects with `ChainUnavailable` when none does. */
  account(owner: PublicAddress): Promise<AccountState>;
  /** What each configured node knows, in the order of the configuration. Never rejects. */
  inspect(owner: PublicAddress, hashes: readonly TransactionHash[]): Promise<readonly NodeView[]>;
}

/** Reads the cost of a signed transaction. Throws when the bytes are no EIP-1559 transaction. */
export type ReadSignedCost = (raw: `0x${string}`) => SignedCost;
