import { foundEvent } from '#domain/operation/found-operation';
import { availableUnits, BALANCE_LAG_MS } from '#domain/operation/holds';
import { doubtOf } from '#domain/operation/lost-commits';
import { nextNonce } from '#domain/operation/next-nonce';
import type { OperationDetails, Signing } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type {
  PrivateTransactionPricing,
  ProvedJob,
  SignPrivateTransactionOutcome,
} from '../ports/private-transactions.ts';
import type { FinalTransaction } from '../ports/recovered-transactions.ts';
import { accountKeyOf } from './account-locks.ts';
import { readNonceState } from './memory-nonces.ts';
import type { PrivateTransactionRows } from './memory-private-rows.ts';
import { readHolds } from './memory-reads.ts';
import { readRecords, takeRecovered } from './memory-recovered.ts';

/**
 * Gives a proved payment the next nonce of its account and stores it signed.
 * The caller holds the lock of that account.
 */
export async function signPrivateTransaction(
  rows: PrivateTransactionRows,
  {
    job,
    pricing,
    now,
  }: {
    readonly job: ProvedJob;
    readonly pricing: PrivateTransactionPricing;
    readonly now: Date;
  },
  signWith: (nonce: number) => Promise<Signing>,
): Promise<SignPrivateTransactionOutcome> {
  const { repository } = rows;
  const { account, chainId, feeTokenId } = job.operation;
  const key = accountKeyOf(job.operation);
  const row = rows.claimed({ operationId: job.operation.id, epoch: job.epoch });
  if (row === null || !rows.isIn('prepared')(row)) return { kind: 'lost' };
  if (isFrozen(rows, job.operation)) return { kind: 'frozen' };
  const { readAt, blockNumber, nativeBalance, transactionCount, feeCeiling, estimatedFee } =
    pricing;
  const records = readRecords(repository, { account, chainId, userId: null }, now);
  if (doubtOf(records, pricing) !== null) return { kind: 'reconciling' };
  const holds = readHolds(repository, account, new Date(readAt.getTime() - BALANCE_LAG_MS));
  const holdsHere = holds.filter((hold) => hold.chainId === chainId);
  const available = availableUnits(nativeBalance, holdsHere, { tokenId: feeTokenId, blockNumber });
  if (feeCeiling > available) return { kind: 'insufficient-funds', available };
  const nextRecorded = repository.nextNonces.get(key) ?? 0;
  const details = { account, chainId, createdAt: readAt };
  const state = readNonceState(
    repository,
    { details, chainState: { transactionCount } },
    nextRecorded,
  );
  const signing = await signWith(nextNonce(state));
  // Waiting for the row's lock orders a cancellation either before or after the signature.
  if (rows.claimed({ operationId: job.operation.id, epoch: job.epoch }) !== row) {
    return { kind: 'lost' };
  }
  const fees = { estimatedFee, feeCeiling };
  const operation = transition(rows.now(row), { type: 'signed', signing, fees });
  const { epoch, ...stored } = rows.entry(row);
  const signed = { ...stored, operation, epoch: epoch + 1, dueAt: signing.signedAt };
  repository.entries.set(operation.id, signed);
  repository.nextNonces.set(key, Math.max(nextRecorded, signing.nonce + 1));
  return { kind: 'signed', operation };
}

function isFrozen(
  { repository, store }: PrivateTransactionRows,
  { kind, userId }: OperationDetails,
): boolean {
  if (kind === 'consolidation' || store.flaw === 'signs-frozen') return false;
  return repository.frozenUsers.has(userId);
}

/** Stores a proved payment with a transaction that the network has of it. @returns whether it did */
export function adoptPrivateTransaction(
  rows: PrivateTransactionRows,
  job: ProvedJob,
  { transaction, now }: { readonly transaction: FinalTransaction; readonly now: Date },
): boolean {
  const row = rows.claimed({ operationId: job.operation.id, epoch: job.epoch });
  if (row === null || !rows.isIn('prepared')(row)) return false;
  if (!takeRecovered(rows.repository, job.operation, transaction.nonce)) return false;
  const operation = transition(rows.now(row), foundEvent(transaction, now));
  const { epoch, ...stored } = rows.entry(row);
  const signed = { ...stored, operation, epoch: epoch + 1, dueAt: now };
  rows.repository.entries.set(operation.id, signed);
  return true;
}
