import type pg from 'pg';
import { usesAllowance } from '#domain/operation/allowance';
import { checkFunds } from '#domain/operation/check-funds';
import { BALANCE_LAG_MS } from '#domain/operation/holds';
import { doubtOf } from '#domain/operation/lost-commits';
import { afterAll, noncesFor, nonceToFill } from '#domain/operation/next-nonce';
import { isOpen, type SignedOperation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type {
  NextNonces,
  SigningRequest,
  SignOutcome,
  SignWithNonces,
} from '../../../ports/operations.ts';
import { isFrozenMeanwhile } from '../accounts/protection-rows.ts';
import { run, statement } from '../connection/statement.ts';
import { commit } from '../connection/transaction.ts';
import { lockAccountOfUser, readNonceState } from './account-nonces.ts';
import { isAllowanceClaimed } from './allowance-uses.ts';
import { endClaim } from './claim-end.ts';
import { insertLadders, ladderValues } from './operation-ladders.ts';
import { findByKey, type Queryable, readHolds } from './operation-reads.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from './operation-record.ts';
import { FIXED_COLUMNS, fixedValues } from './operation-rows.ts';
import { claimRequest } from './payment-request-claim.ts';
import { takePlan } from './signing-plans.ts';
import { takeStep } from './swap-step.ts';

/** A process that holds a lock this long is not computing but dead or frozen; waiting longer would freeze us too. */
const BEGIN = "begin; set local lock_timeout = '10s'";
const FIRST_EPOCH = 1;
const UNIQUE_VIOLATION = '23505';

/** A payment to sign, with what signs it and how long its first claim lasts. */
interface OperationToSign {
  readonly request: SigningRequest;
  readonly sign: SignWithNonces;
  readonly leaseMs: number;
}

/** Gives a payment its nonce and stores it with its signatures, in one transaction under the account's lock. */
export async function signNext(pool: pg.Pool, toSign: OperationToSign): Promise<SignOutcome> {
  const connection = await pool.connect();
  try {
    await connection.query(BEGIN);
    const outcome = await signUnderLock(connection, toSign);
    if (outcome.kind === 'signed') await commit(connection);
    else await connection.query('rollback');
    connection.release();
    return outcome;
  } catch (cause) {
    await undo(connection);
    if (!isUniqueViolation(cause)) throw cause;
    return existingAfterRace(pool, toSign.request, cause);
  }
}

/** @returns the nonces that the payment would get; everything is rolled back, also the locks it took */
export async function planNext(
  pool: pg.Pool,
  request: SigningRequest,
): Promise<NextNonces | NotSigned> {
  const connection = await pool.connect();
  try {
    await connection.query(BEGIN);
    const planned = await planUnderLock(connection, request);
    await connection.query('rollback');
    connection.release();
    return planned;
  } catch (cause) {
    await undo(connection);
    throw cause;
  }
}

type NotSigned = Exclude<SignOutcome, { readonly kind: 'signed' }>;

async function signUnderLock(
  connection: Queryable,
  { request, sign, leaseMs }: OperationToSign,
): Promise<SignOutcome> {
  const planned = await planUnderLock(connection, request);
  if (planned.kind !== 'planned') return planned;
  if (!(await takePlan(connection, request))) return { kind: 'plan-over' };
  const signing = await sign(planned.nonce, planned.approvalNonce, planned.resetNonce);
  const prepared = transition(startOperation(request.details), { type: 'prepared' });
  const operation = transition(prepared, { type: 'signed', signing });
  if (!isOpen(operation)) throw new Error(`Operation ${operation.id} ended when it was signed.`);
  await insertSigned(connection, operation, { request, leaseMs });
  return { kind: 'signed', claim: { operation, epoch: FIRST_EPOCH } };
}

async function planUnderLock(
  connection: Queryable,
  request: SigningRequest,
): Promise<NextNonces | NotSigned> {
  const { details, chainState } = request;
  const records = await lockAccountOfUser(connection, details);
  if (records === null) return { kind: 'user-removed' };
  const existing = await findByKey(connection, details.userId, request.idempotencyKey);
  if (existing !== null) return { kind: 'exists', stored: existing };
  if (details.kind !== 'nonce-fill' && (await isFrozenMeanwhile(connection, details.userId))) {
    return { kind: 'frozen' };
  }
  if (doubtOf(records, chainState) !== null) return { kind: 'reconciling' };
  if (!(await takeStep(connection, request))) return { kind: 'step-over' };
  if (!(await claimRequest(connection, request))) return { kind: 'request-over' };
  if (!(await endClaim(connection, request))) return { kind: 'claim-over' };
  const since = new Date(chainState.readAt.getTime() - BALANCE_LAG_MS);
  const holds = await readHolds(connection, details.account, since);
  const funds = checkFunds(details, chainState, holds);
  if (!funds.ok) return { kind: 'insufficient-funds', of: funds.of, available: funds.available };
  const isClaimed =
    usesAllowance(details) && (await isAllowanceClaimed(connection, details, since));
  if (isClaimed && !request.needsApproval) return { kind: 'allowance-claimed' };
  const nonceState = await readNonceState(connection, details, {
    nextRecorded: records.nextRecorded,
    nextOnChain: chainState.transactionCount,
    now: details.createdAt,
  });
  // A new approval below them would take the allowance from those that use it.
  const { payment, approval, reset } = noncesFor(
    isClaimed ? afterAll(nonceState) : nonceState,
    request,
  );
  if (details.kind === 'nonce-fill' && nonceToFill(nonceState) !== payment) {
    return { kind: 'no-gap' };
  }
  return { kind: 'planned', nonce: payment, approvalNonce: approval, resetNonce: reset };
}

export const INSERT = statement(`
  with o as (
    insert into operations (${FIXED_COLUMNS},
      signed_at, created_at, due_at, lease_epoch)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
    returning *
  ), ${insertLadders(21)}
  select pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE}) from o`);

/** Stores a new operation that is signed. */
export async function insertSigned(
  connection: Queryable,
  operation: SignedOperation,
  {
    request,
    leaseMs,
  }: {
    readonly request: Pick<SigningRequest, 'idempotencyKey' | 'fingerprint'>;
    readonly leaseMs: number;
  },
): Promise<void> {
  const { signedAt } = operation.signing;
  await run(connection, INSERT, [
    ...fixedValues(operation, request),
    signedAt,
    operation.createdAt,
    new Date(signedAt.getTime() + leaseMs),
    FIRST_EPOCH,
    ...ladderValues(operation),
  ]);
}

/** Two accounts of one user can race with one key under two locks; the database lets one of them in. */
async function existingAfterRace(
  pool: pg.Pool,
  request: SigningRequest,
  cause: unknown,
): Promise<SignOutcome> {
  const existing = await findByKey(pool, request.details.userId, request.idempotencyKey);
  if (existing === null) throw cause;
  return { kind: 'exists', stored: existing };
}

async function undo(connection: pg.PoolClient): Promise<void> {
  try {
    await connection.query('rollback');
    connection.release();
  } catch {
    // A connection that cannot roll back is broken; closing it makes the server roll back.
    connection.release(true);
  }
}

function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}
