import type { PublicAddress } from '../address/address.ts';
import type { Token } from '../token/token.ts';

/** An EVM chain that the wallet knows, with the tokens on it; the first token is the native coin. */
export interface Network {
  /** Internal name, as in `polygon`: the first part of its tokens' ids. */
  readonly slug: string;
  /** Display name, as in `Polygon`. */
  readonly name: string;
  readonly chainId: number;
  readonly image: string;
  /** Multicall3-compatible contract. */
  readonly multicallAddress: PublicAddress;
  /** Page of a transaction at a public explorer, with `{hash}`; null when there is none. */
  readonly explorerTransactionUrl: string | null;
  /** How many blocks until a block is final when the node does not know the `finalized` tag. */
  readonly blocksUntilFinal: number;
  readonly tokens: readonly Token[];
}
