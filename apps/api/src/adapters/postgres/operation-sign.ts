import type pg from 'pg';
import { checkFunds } from '#domain/operation/check-funds';
import { SETTLE_MS } from '#domain/operation/holds';
import { GAP_AFTER_MS, type NonceState, nextNonce, nextNonces } from '#domain/operation/next-nonce';
import {
  type Approval,
  isOpen,
  type OperationIntent,
  type SignedOperation,
  type Signing,
  startOperation,
} from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type { PreparedCommand, SignOutcome } from '../../ports/operations.ts';
import { findByKey, type Queryable, readHolds } from './operation-reads.ts';
import { CHANGE_MESSAGE, OPERATION_CHANGES_CHANNEL } from './operation-record.ts';

/** Whoever holds a lock this long is not computing but dead or frozen; waiting longer would freeze us too. */
const BEGIN = "begin; set local lock_timeout = '10s'";
const FIRST_EPOCH = 1;
const UNIQUE_VIOLATION = '23505';

type Sign = (nonce: number, approvalNonce: number | null) => Promise<Signing>;

/** Gives a payment its nonce and stores it with its signatures, in one transaction under the account's lock. */
export async function signNext(
  pool: pg.Pool,
  command: PreparedCommand,
  sign: Sign,
  leaseMs: number,
): Promise<SignOutcome> {
  const connection = await pool.connect();
  connection.on('error', leaveToTheQuery);
  try {
    await connection.query(BEGIN);
    const outcome = await signUnderLock(connection, command, sign, leaseMs);
    await connection.query(outcome.kind === 'signed' ? 'commit' : 'rollback');
    giveBack(connection);
    return outcome;
  } catch (cause) {
    await undo(connection);
    if (!isUniqueViolation(cause)) throw cause;
    return existingAfterRace(pool, command, cause);
  }
}

async function signUnderLock(
  connection: Queryable,
  command: PreparedCommand,
  sign: Sign,
  leaseMs: number,
): Promise<SignOutcome> {
  const { intent, chainState } = command;
  const nextInBook = await lockAccount(connection, intent);
  const existing = await findByKey(connection, intent.userId, command.idempotencyKey);
  if (existing !== null) return { kind: 'exists', command: existing };
  const settledBefore = new Date(chainState.readAt.getTime() - SETTLE_MS);
  const holds = await readHolds(connection, intent.account, settledBefore);
  const funds = checkFunds(intent, chainState, holds);
  if (!funds.ok) return { kind: 'short', of: funds.of, available: funds.available };
  const nonceState = await readNonceState(connection, intent, {
    nextInBook,
    nextOnChain: chainState.transactionCount,
    now: intent.createdAt,
  });
  const signing = await signWithNext(nonceState, command.needsApproval, sign);
  const prepared = transition(startOperation(intent), { type: 'prepared' });
  const operation = transition(prepared, { type: 'signed', signing });
  if (!isOpen(operation)) throw new Error(`Operation ${operation.id} ended when it was signed.`);
  await insert(connection, command, operation, leaseMs);
  return { kind: 'signed', claim: { operation, epoch: FIRST_EPOCH } };
}

function signWithNext(state: NonceState, needsApproval: boolean, sign: Sign): Promise<Signing> {
  if (!needsApproval) return sign(nextNonce(state), null);
  const { approval, payment } = nextNonces(state);
  return sign(payment, approval);
}

/** Whose nonces are given. */
type Account = Pick<OperationIntent, 'chainId' | 'account'>;

/**
 * Locks an account for the transaction: the insert makes its row when it is missing, and the update locks it when
 * it is there.
 * @returns one above the highest nonce that was ever given.
 */
export async function lockAccount(connection: Queryable, intent: Account): Promise<number> {
  const { rows } = await connection.query<{ next_nonce: string }>(
    `insert into chain_accounts as a (chain_id, address, next_nonce) values ($1, $2, 0)
     on conflict (chain_id, address) do update set next_nonce = a.next_nonce
     returning next_nonce`,
    [intent.chainId, intent.account],
  );
  return Number(rows[0]?.next_nonce);
}

/**
 * Reads what decides the next nonce of a locked account. Only when something of it is not mined yet can there be
 * an empty place below.
 */
export async function readNonceState(
  connection: Queryable,
  { chainId, account }: Account,
  {
    nextInBook,
    nextOnChain,
    now,
  }: Pick<NonceState, 'nextInBook' | 'nextOnChain'> & { readonly now: Date },
): Promise<NonceState> {
  if (nextOnChain >= nextInBook) {
    return { nextInBook, nextOnChain, longestWaiting: null, isNextOnChainOurs: false };
  }
  const { rows } = await connection.query<{ longest_waiting: string | null; is_ours: boolean }>(
    `select min(t.nonce) filter (where o.ended_at is null and o.signed_at <= $4) as longest_waiting,
       bool_or(t.nonce = $3) is true as is_ours
     from operation_transactions t join operations o on o.id = t.operation_id
     where t.chain_id = $1 and t.account = $2 and t.nonce >= $3 and t.rung = 0`,
    [chainId, account, nextOnChain, new Date(now.getTime() - GAP_AFTER_MS)],
  );
  const [row] = rows;
  return {
    nextInBook,
    nextOnChain,
    longestWaiting: row?.longest_waiting == null ? null : Number(row.longest_waiting),
    isNextOnChainOurs: row?.is_ours ?? false,
  };
}

const INSERT = `
  with o as (
    insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
      token_id, amount, fee_token_id, estimated_fee, fee_ceiling, private_address, pool_fee, signed_at, created_at,
      due_at, lease_epoch)
    values ($1, $2, $3, $4, $5, 'signed', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
    returning *
  ), ${insertLadders(20)}
  select pg_notify('${OPERATION_CHANGES_CHANNEL}', ${CHANGE_MESSAGE}) from o`;

async function insert(
  connection: Queryable,
  command: PreparedCommand,
  operation: SignedOperation,
  leaseMs: number,
): Promise<void> {
  const { signedAt } = operation.signing;
  await connection.query(INSERT, [
    operation.id,
    operation.userId,
    command.idempotencyKey,
    command.fingerprint,
    operation.kind,
    operation.chainId,
    operation.account,
    operation.recipient,
    operation.tokenId,
    operation.amount,
    operation.feeTokenId,
    operation.estimatedFee,
    operation.feeCeiling,
    operation.pool?.privateAddress ?? null,
    operation.pool?.poolFee ?? null,
    signedAt,
    operation.createdAt,
    new Date(signedAt.getTime() + leaseMs),
    FIRST_EPOCH,
    ...ladderValues(operation),
  ]);
}

/**
 * Parts of a statement that stores every transaction that was signed for an operation, and that its nonces are taken.
 * @param first number of the first of the values of `ladderValues`
 */
export function insertLadders(first: number): string {
  const [id, chainId, account, roles, rungs, nonces, hashes, raws, highest] = Array.from(
    { length: 9 },
    (_, index) => `$${first + index}`,
  );
  return `ladders as (
    insert into operation_transactions (operation_id, chain_id, account, role, rung, nonce, hash, raw)
    select ${id}::uuid, ${chainId}::integer, ${account}::text, r.role, r.rung, r.nonce, r.hash, r.raw
    from unnest(${roles}::text[], ${rungs}::smallint[], ${nonces}::bigint[], ${hashes}::text[], ${raws}::text[])
      as r(role, rung, nonce, hash, raw)
  ), taken as (
    update chain_accounts set next_nonce = greatest(next_nonce, ${highest}::bigint + 1)
    where chain_id = ${chainId}::integer and address = ${account}::text
  )`;
}

/** @returns the nine values of `insertLadders`, in their order. */
export function ladderValues({
  id,
  chainId,
  account,
  signing,
}: SignedOperation): readonly unknown[] {
  const { approval } = signing;
  const rungs = [
    ...ladderRows('payment', signing),
    ...(approval === null ? [] : ladderRows('approval', approval)),
  ];
  return [
    id,
    chainId,
    account,
    rungs.map((row) => row.role),
    rungs.map((row) => row.rung),
    rungs.map((row) => row.nonce),
    rungs.map((row) => row.hash),
    rungs.map((row) => row.raw),
    Math.max(...rungs.map((row) => row.nonce)),
  ];
}

function ladderRows(role: 'payment' | 'approval', { nonce, ladder }: Approval) {
  return ladder.map((signed, rung) => ({ role, rung, nonce, ...signed }));
}

/** Two accounts of one user can race with one key under two locks; the database lets one of them in. */
async function existingAfterRace(
  pool: pg.Pool,
  command: PreparedCommand,
  cause: unknown,
): Promise<SignOutcome> {
  const existing = await findByKey(pool, command.intent.userId, command.idempotencyKey);
  if (existing === null) throw cause;
  return { kind: 'exists', command: existing };
}

async function undo(connection: pg.PoolClient): Promise<void> {
  try {
    await connection.query('rollback');
    giveBack(connection);
  } catch {
    // A connection that cannot roll back is broken; closing it makes the server roll back.
    connection.release(true);
  }
}

function giveBack(connection: pg.PoolClient): void {
  connection.off('error', leaveToTheQuery);
  connection.release();
}

/** A connection that breaks between two queries says so to nobody else; the next query fails and tells why. */
function leaveToTheQuery(): void {}

function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}
