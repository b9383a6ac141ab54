import { toBaseUnits } from '#domain/amount/base-units';
import { availableUnits, BALANCE_LAG_MS } from '#domain/operation/holds';
import { isSent } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { PrivateTransactions } from '../ports/private-transactions.ts';
import { save } from './memory-operations.ts';
import type { PrivateTransactionRows } from './memory-private-rows.ts';
import { leastGasPriceOf } from './memory-private-rules.ts';
import { readHolds } from './memory-reads.ts';

type RunOf = Parameters<PrivateTransactions['reprice']>[1];

interface RepricingRun extends RunOf {
  readonly signWith: Parameters<PrivateTransactions['reprice']>[2];
  /** Takes as long as the statement that stores what was signed. */
  readonly roundTrip: () => Promise<void>;
}

/**
 * Stores more signatures for the nonce of a payment. The caller has the lock of its account; whoever changes the row
 * meanwhile is noticed by its epoch or its operation, as if they had come before the lock of the row.
 */
export async function repricePrivateTransaction(
  { repository, store }: PrivateTransactionRows,
  operationId: string,
  { now, dueBefore, balance, signWith, roundTrip }: RepricingRun,
): Promise<boolean> {
  const row = store.rows.get(operationId);
  const entry = repository.entries.get(operationId);
  if (row === undefined || entry === undefined || entry.dueAt > dueBefore) return false;
  const { operation, epoch } = entry;
  if (!isSent(operation)) return false;
  const { account, chainId, feeTokenId, feeCeiling } = operation;
  const { readAt, blockNumber, nativeBalance } = balance;
  const holds = readHolds(repository, account, new Date(readAt.getTime() - BALANCE_LAG_MS));
  const available = availableUnits(
    toBaseUnits(nativeBalance + feeCeiling),
    holds.filter((hold) => hold.chainId === chainId),
    { tokenId: feeTokenId, blockNumber },
  );
  const repricing = await signWith({ operation, leastGasPrice: leastGasPriceOf(row), available });
  if (repricing === null) return false;
  await roundTrip();
  if (entry.epoch !== epoch || entry.operation !== operation) return false;
  save(repository, entry, transition(operation, repricing));
  entry.epoch += 1;
  entry.dueAt = now;
  return true;
}
