import type pg from 'pg';
import type { BaseUnits } from '#domain/amount/base-units';
import { availableUnits, SETTLE_MS } from '#domain/operation/holds';
import { nextNonce } from '#domain/operation/next-nonce';
import type { OperationIntent, SignedOperation, Signing } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { ProvedJob, SignSpendOutcome, SpendPricing } from '../../../ports/private-spends.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { lockAccount, readNonceState } from '../operations/account-nonces.ts';
import { insertLadders, ladderValues } from '../operations/operation-ladders.ts';
import { readHolds } from '../operations/operation-reads.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from '../operations/operation-record.ts';
import { LADDER, type OperationRow, operationOf } from '../operations/operation-rows.ts';

/** Gives a proved payment its nonce and stores it with its signatures, under the lock of the broadcaster's account. */
export function signSpend(
  pool: pg.Pool,
  job: ProvedJob,
  pricing: SpendPricing,
  sign: (nonce: number) => Promise<Signing>,
): Promise<SignSpendOutcome> {
  return inTransaction(pool, async (connection) => {
    const { operation: intent } = job;
    const nextInBook = await lockAccount(connection, intent);
    const operation = await lockOperation(connection, job);
    if (operation === null) return { kind: 'lost' };
    const available = await availableForFee(connection, intent, pricing);
    if (pricing.feeCeiling > available) return { kind: 'short', available };
    const nonceState = await readNonceState(connection, intent, {
      nextInBook,
      nextOnChain: pricing.transactionCount,
      now: pricing.readAt,
    });
    const signing = await sign(nextNonce(nonceState));
    const { estimatedFee, feeCeiling } = pricing;
    const fees = { estimatedFee, feeCeiling };
    const signed = transition(operation, { type: 'signed', signing, fees });
    await store(connection, job, signed);
    return { kind: 'signed', operation: signed };
  });
}

/** Whoever takes the payment back, or takes the claim over, is before us or waits. */
async function lockOperation(connection: Queryable, { operation, epoch }: ProvedJob) {
  const { rows } = await connection.query<OperationRow>(
    `select o.*, ${LADDER} from operations o
     where o.id = $1 and o.lease_epoch = $2 and o.status = 'prepared' for update`,
    [operation.id, epoch],
  );
  const row = rows[0];
  return row === undefined ? null : operationOf(row);
}

async function availableForFee(
  connection: Queryable,
  { chainId, account, feeTokenId }: OperationIntent,
  { readAt, nativeBalance }: SpendPricing,
): Promise<BaseUnits> {
  const holds = await readHolds(connection, account, new Date(readAt.getTime() - SETTLE_MS));
  const holdsHere = holds.filter((hold) => hold.chainId === chainId);
  return availableUnits(nativeBalance, holdsHere, { tokenId: feeTokenId, readAt });
}

const STORE = `
  with o as (
    update operations set status = 'signed', signed_at = $2, estimated_fee = $3, fee_ceiling = $4, due_at = $2,
      lease_epoch = lease_epoch + 1
    where id = $1 returning *
  ), ${insertLadders(5)}
  select pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE}) from o`;

/** The worker that follows operations sends it: it is due at once. */
async function store(
  connection: Queryable,
  { operation: { id } }: ProvedJob,
  signed: SignedOperation,
): Promise<void> {
  const { estimatedFee, feeCeiling, signing } = signed;
  await connection.query(STORE, [
    id,
    signing.signedAt,
    estimatedFee,
    feeCeiling,
    ...ladderValues(signed),
  ]);
}
