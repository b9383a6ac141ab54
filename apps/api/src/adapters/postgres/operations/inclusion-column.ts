import type { TransactionHash } from '#domain/address/address';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { Inclusion, NonceUse } from '#domain/operation/operation';

/** The place of a transaction as stored in a JSON column. */
export interface NonceUseColumn {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly blockHash: string;
}

/** The inclusion of an approval as stored in a JSON column: a transaction by which nothing arrives. */
export interface InclusionColumn extends NonceUseColumn {
  readonly isSuccess: boolean;
  readonly feePaid: string;
  readonly minedAt: string;
}

/** @returns the inclusion of a column */
export function inclusionOfColumn(column: InclusionColumn): Inclusion {
  return {
    transactionHash: column.transactionHash as TransactionHash,
    blockNumber: BigInt(column.blockNumber),
    blockHash: column.blockHash,
    isSuccess: column.isSuccess,
    arrived: null,
    feePaid: digitsToBaseUnits(column.feePaid),
    minedAt: new Date(column.minedAt),
  };
}

/** @returns an inclusion as JSON, every number of any size as a text */
export function columnOfInclusion({ arrived: _always, ...inclusion }: Inclusion): InclusionColumn {
  return {
    ...inclusion,
    blockNumber: inclusion.blockNumber.toString(),
    feePaid: inclusion.feePaid.toString(),
    minedAt: inclusion.minedAt.toISOString(),
  };
}

/** @returns the place of a column */
export function nonceUseOfColumn(column: NonceUseColumn): NonceUse {
  return {
    transactionHash: column.transactionHash as TransactionHash,
    blockNumber: BigInt(column.blockNumber),
    blockHash: column.blockHash,
  };
}

/** @returns a place as JSON */
export function columnOfNonceUse(use: NonceUse): NonceUseColumn {
  return { ...use, blockNumber: use.blockNumber.toString() };
}
