import type { TransactionHash } from '#domain/address/address';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { Inclusion, NonceUse, Operation } from '#domain/operation/operation';

/** The place of a transaction as stored in a JSON column. */
export interface NonceUseColumn {
  readonly transactionHash: string;
  readonly blockNumber: string;
  readonly blockHash: string;
}

/** What used the nonce of a replaced operation, or paid a part of it, as stored in a JSON column. */
export interface ReplacementColumn extends NonceUseColumn {
  readonly isPaidInPart?: true;
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

function nonceUseOfColumn(column: NonceUseColumn): NonceUse {
  return {
    transactionHash: column.transactionHash as TransactionHash,
    blockNumber: BigInt(column.blockNumber),
    blockHash: column.blockHash,
  };
}

/** @returns what replaced an operation, of a column; null in rows that were stored without it */
export function replacementOfColumn(
  column: ReplacementColumn | null,
): Pick<Replaced, 'replacedBy' | 'isPaidInPart'> {
  if (column === null) return { replacedBy: null };
  const replacedBy = nonceUseOfColumn(column);
  return column.isPaidInPart ? { replacedBy, isPaidInPart: true } : { replacedBy };
}

/** @returns what replaced an operation as JSON; null for one that was not replaced */
export function columnOfReplacement(operation: Operation): ReplacementColumn | null {
  if (operation.status !== 'replaced' || operation.replacedBy === null) return null;
  const { replacedBy, isPaidInPart } = operation;
  const blockNumber = replacedBy.blockNumber.toString();
  return { ...replacedBy, blockNumber, ...(isPaidInPart && { isPaidInPart }) };
}

type Replaced = Extract<Operation, { status: 'replaced' }>;
