import type { Brand } from '../brand.ts';

/** An integer count of a token's smallest unit. */
export type BaseUnits = Brand<bigint, 'BaseUnits'>;

/** The largest amount an EVM token can hold: 2^256 - 1. */
export const MAX_BASE_UNITS = (2n ** 256n - 1n) as BaseUnits;
