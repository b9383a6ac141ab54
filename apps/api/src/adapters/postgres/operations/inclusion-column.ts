import type { TransactionHash } from '#domain/address/address';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { Inclusion } from '#domain/operation/operation';

/** An inclusion as stored in a JSON column. */
export interface InclusionColumn {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly blockHash: string;
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
    feePaid: digitsToBaseUnits(column.feePaid),
    minedAt: new Date(column.minedAt),
  };
}

/** @returns an inclusion as JSON, every number of any size as a text */
export function columnOfInclusion(inclusion: Inclusion): InclusionColumn {
  return {
    ...inclusion,
    blockNumber: inclusion.blockNumber.toString(),
    feePaid: inclusion.feePaid.toString(),
    minedAt: inclusion.minedAt.toISOString(),
  };
}
