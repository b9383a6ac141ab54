import type { Brand } from '../brand.ts';

/** EIP-55 checksummed `0x` address. */
export type PublicAddress = Brand<`0x${string}`, 'PublicAddress'>;

/** RAILGUN address, bech32m, `0zk…`. */
export type PrivateAddress = Brand<`0zk${string}`, 'PrivateAddress'>;

/** 32-byte hash of a transaction, `0x` and 64 lower-case hex digits. */
export type TransactionHash = Brand<`0x${string}`, 'TransactionHash'>;
