import type pg from 'pg';
import type { BaseUnits } from '#domain/amount/base-units';
import { foundEvent } from '#domain/operation/found-operation';
import { availableUnits, BALANCE_LAG_MS } from '#domain/operation/holds';
import { doubtOf } from '#domain/operation/lost-commits';
import { nextNonce } from '#domain/operation/next-nonce';
import type { OperationDetails, Signing } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type {
  BroadcasterBalance,
  PrivateTransactionPricing,
  ProvedJob,
  SignPrivateTransactionOutcome,
} from '../../../ports/private-transactions.ts';
import type { FinalTransaction } from '../../../ports/recovered-transactions.ts';
import { type ProtectionTrust, readProtection } from '../accounts/protection-rows.ts';
import { run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { lockAccount, readNonceState } from '../operations/account-nonces.ts';
import { insertLadders, ladderValues } from '../operations/operation-ladders.ts';
import { readHolds } from '../operations/operation-reads.ts';
import { type SavedRow, savingOf } from '../operations/operation-record.ts';
import { TAKE } from '../operations/recovered-transactions.ts';
import {
  IS_CLAIMED,
  type LockedRow,
  lockingOf,
  lockUnsigned,
  saveLocked,
} from './unsigned-operations.ts';

/** A cancellation or another claim either precedes the lock or waits for it. */
export const LOCK_PROVED = statement<LockedRow>(
  lockingOf(`${IS_CLAIMED} and o.status = 'prepared'`),
);

export const SAVE_SIGNED = statement<SavedRow>(savingOf({ parts: [insertLadders(2)] }));

/** How a proved payment is paid for and signed. */
interface PrivateTransactionSigning {
  readonly pricing: PrivateTransactionPricing;
  readonly sign: (nonce: number) => Promise<Signing>;
  readonly trust: ProtectionTrust;
}

/** Gives a proved payment its nonce and stores it with its signatures, under the lock of the broadcaster's account. */
export function signPrivateTransaction(
  pool: pg.Pool,
  job: ProvedJob,
  { pricing, sign, trust }: PrivateTransactionSigning,
): Promise<SignPrivateTransactionOutcome> {
  return inTransaction(pool, async (connection) => {
    const { operation } = job;
    const records = await lockAccount(connection, operation);
    const [found] = await lockUnsigned(connection, LOCK_PROVED, [operation.id, job.epoch]);
    if (found === undefined) return { kind: 'lost' };
    if (await isFrozen(connection, trust, operation)) return { kind: 'frozen' };
    if (doubtOf(records, pricing) !== null) return { kind: 'reconciling' };
    const available = await availableForFee(connection, operation, pricing);
    if (pricing.feeCeiling > available) return { kind: 'insufficient-funds', available };
    const nonceState = await readNonceState(connection, operation, {
      nextRecorded: records.nextRecorded,
      nextOnChain: pricing.transactionCount,
      now: pricing.readAt,
    });
    const signing = await sign(nextNonce(nonceState));
    const { estimatedFee, feeCeiling } = pricing;
    const fees = { estimatedFee, feeCeiling };
    const signed = transition(found.operation, { type: 'signed', signing, fees });
    // The worker that follows operations sends it: it is due immediately.
    const saved = { claim: found, next: signed, dueAt: signing.signedAt, endsClaim: true };
    await saveLocked(connection, SAVE_SIGNED, {
      transitions: [saved],
      values: ladderValues(signed),
    });
    return { kind: 'signed', operation: signed };
  });
}

/** Under the lock of the operation, which a freeze waits for. */
async function isFrozen(
  connection: Queryable,
  trust: ProtectionTrust,
  { kind, userId }: OperationDetails,
): Promise<boolean> {
  if (kind === 'consolidation') return false;
  return (await readProtection(connection, trust, userId)).protection.frozenAt !== null;
}

/** Stores a proved payment with a transaction that the network has of it, under the lock of the broadcaster's account. */
export function adoptPrivateTransaction(
  pool: pg.Pool,
  job: ProvedJob,
  { transaction, now }: { readonly transaction: FinalTransaction; readonly now: Date },
): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    const { chainId, account, id } = job.operation;
    await lockAccount(connection, job.operation);
    const [found] = await lockUnsigned(connection, LOCK_PROVED, [id, job.epoch]);
    if (found === undefined) return false;
    const taken = [chainId, account, id, transaction.nonce];
    if ((await run(connection, TAKE, taken)) === 0) return false;
    const signed = transition(found.operation, foundEvent(transaction, now));
    await saveLocked(connection, SAVE_SIGNED, {
      transitions: [{ claim: found, next: signed, dueAt: now, endsClaim: true }],
      values: ladderValues(signed),
    });
    return true;
  });
}

/** @returns what the account has of the native coin besides what its operations hold, base units */
export async function availableForFee(
  connection: Queryable,
  { chainId, account, feeTokenId }: OperationDetails,
  { readAt, blockNumber, nativeBalance }: BroadcasterBalance,
): Promise<BaseUnits> {
  const holds = await readHolds(connection, account, new Date(readAt.getTime() - BALANCE_LAG_MS));
  const holdsHere = holds.filter((hold) => hold.chainId === chainId);
  return availableUnits(nativeBalance, holdsHere, { tokenId: feeTokenId, blockNumber });
}
