import type pg from 'pg';
import type { BaseUnits } from '#domain/amount/base-units';
import { availableUnits, BALANCE_LAG_MS } from '#domain/operation/holds';
import { nextNonce } from '#domain/operation/next-nonce';
import type { OperationDetails, Signing } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type {
  BroadcasterBalance,
  PrivateTransactionPricing,
  ProvedJob,
  SignPrivateTransactionOutcome,
} from '../../../ports/private-transactions.ts';
import { statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { lockAccount, readNonceState } from '../operations/account-nonces.ts';
import { insertLadders, ladderValues } from '../operations/operation-ladders.ts';
import { readHolds } from '../operations/operation-reads.ts';
import { type SavedRow, savingOf } from '../operations/operation-record.ts';
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
}

/** Gives a proved payment its nonce and stores it with its signatures, under the lock of the broadcaster's account. */
export function signPrivateTransaction(
  pool: pg.Pool,
  job: ProvedJob,
  { pricing, sign }: PrivateTransactionSigning,
): Promise<SignPrivateTransactionOutcome> {
  return inTransaction(pool, async (connection) => {
    const { operation } = job;
    const nextRecorded = await lockAccount(connection, operation);
    const [found] = await lockUnsigned(connection, LOCK_PROVED, [operation.id, job.epoch]);
    if (found === undefined) return { kind: 'lost' };
    const available = await availableForFee(connection, operation, pricing);
    if (pricing.feeCeiling > available) return { kind: 'insufficient-funds', available };
    const nonceState = await readNonceState(connection, operation, {
      nextRecorded,
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
