import { isSameAddress } from '#domain/address/parse-public-address';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { OperationView } from '#wire/wallet/operation';
import type { EntryRow } from '../entry-row.ts';

/**
 * The row of an operation that no history lists: a private payment for the moment between its last block and its
 * notes, and any while its history can’t be read.
 * @returns none for a step of a swap, which belongs to the swap’s entry
 */
export function rowsOfOperation(
  operation: OperationView,
  ownAddresses: readonly string[],
): readonly EntryRow[] {
  const { kind } = operation;
  if (kind === 'swap') return [];
  const mode = kind === 'send' || kind === 'shield' ? 'public' : 'private';
  const row = transactionOf(operation, kind);
  // What comes out of the wallet of a payment by link is an operation of whoever gets it.
  const isOwn = (address: string) => ownAddresses.some((own) => isSameAddress(own, address));
  const isReceived = isOwn(operation.to) && !isOwn(operation.from);
  const received = { ...row, direction: 'in' } as const;
  if (kind === 'internal-transfer' && isReceived) return [{ mode, transaction: received }];
  const transaction =
    kind === 'send' && isReceived ? ({ ...received, type: 'receive' } as const) : row;
  return [{ mode, transaction }];
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
