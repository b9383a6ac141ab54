import type { ActivityTransaction } from '#wire/wallet/history';
import type { OperationView } from '#wire/wallet/operation';
import type { EntryRow } from '../entry-row.ts';

/**
 * The row of an operation that no history lists: a private payment for the moment between its last block and its
 * notes, and any while its history can’t be read.
 * @returns none for a step of a swap, which belongs to the swap’s entry
 */
export function rowsOfOperation(operation: OperationView): readonly EntryRow[] {
  const { kind } = operation;
  if (kind === 'swap') return [];
  const mode = kind === 'send' || kind === 'shield' ? 'public' : 'private';
  return [{ mode, transaction: transactionOf(operation, kind) }];
}

function transactionOf(
  operation: OperationView,
  type: Exclude<OperationView['kind'], 'swap'>,
): ActivityTransaction {
  const { id, symbol, tokenId, decimals, chainId, chain, from, to } = operation;
  const { transactionHash, explorerUrl, failure, createdAt } = operation;
  return {
    id,
    type,
    ...{ token: symbol, tokenId, decimals, chainId, chain, from, to },
    status: statusOf(operation),
    amount: '',
    amountBaseUnits: operation.amount,
    direction: 'out',
    date: createdAt,
    ...{ transactionHash, explorerUrl, operationId: id, failure },
    memo: null,
    fromName: null,
    progress: null,
    spendableAt: null,
    ramp: null,
    swapId: null,
    fee: null,
  };
}

function statusOf({ status, failure }: OperationView): ActivityTransaction['status'] {
  if (failure !== null) return 'failed';
  return status === 'confirmed' ? 'success' : 'pending';
}
