import type { PublicAddress } from '../address/address.ts';
import type { Brand } from '../brand.ts';

/** Network and symbol, as in `polygon-usdc`: the id of a token on the wire and in storage. */
export type TokenId = Brand<string, 'TokenId'>;

/** Identity of an asset. */
export interface Token {
  readonly id: TokenId;
  readonly chainId: number;
  /** Contract address; null for the native coin. */
  readonly address: PublicAddress | null;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly isShieldable: boolean;
  /** Path of its picture on our own server. */
  readonly image: string;
}
