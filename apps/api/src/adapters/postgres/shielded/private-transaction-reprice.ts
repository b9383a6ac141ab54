import type pg from 'pg';
import { addUnits } from '#domain/amount/base-units';
import { isSent, type SentOperation, type SignedOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import type {
  BroadcasterBalance,
  PrivateTransactions,
  Repricing,
  SentPayment,
} from '../../../ports/private-transactions.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { lockAccount } from '../operations/account-nonces.ts';
import { insertRepriced, repricedValues } from '../operations/operation-ladders.ts';
import { type SavedRow, saveTransitions, savingOf } from '../operations/operation-record.ts';
import { LADDER, type OperationRow, signedOperationOf } from '../operations/operation-rows.ts';
import {
  leastGasPriceOf,
  PRIVATE_TRANSACTION_COLUMNS,
  type PrivateTransactionRow,
  privateTransactionJobOf,
} from './private-transaction-rows.ts';
import { availableForFee } from './private-transaction-sign.ts';

/** True of an operation `o` that was signed and that no block is known to have. */
const IS_SENT =
  "o.ended_at is null and o.signed_at is not null and o.status in ('signed', 'broadcast')";

export const LIST_SENT = statement<OperationRow>(
  `select o.*, ${LADDER} from operations o join private_transactions s on s.operation_id = o.id
   where ${IS_SENT} and o.chain_id = $1 order by o.created_at, o.id`,
);

/** Values: $1 operation, $2 the latest time at which it may be due. */
export const LOCK_SENT = statement(
  `select 1 from operations o where o.id = $1 and ${IS_SENT} and o.due_at <= $2 for update`,
);

/** Read under the lock: what waited for it sees every rung that was stored meanwhile. */
export const READ_SENT = statement<PrivateTransactionRow>(
  `select o.*, ${LADDER}, ${PRIVATE_TRANSACTION_COLUMNS}
   from operations o join private_transactions s on s.operation_id = o.id where o.id = $1`,
);

export const SAVE_REPRICED = statement<SavedRow>(savingOf({ parts: [insertRepriced(2)] }));

/** @returns every signed private transaction of a chain that no block has, oldest first */
export async function listSent(pool: pg.Pool, chainId: number): Promise<readonly SentOperation[]> {
  return (await readAll(pool, LIST_SENT, [chainId])).map(signedOperationOf).filter(isSent);
}

interface RepricingRun {
  readonly now: Date;
  readonly dueBefore: Date;
  readonly balance: BroadcasterBalance;
  readonly sign: Parameters<PrivateTransactions['reprice']>[2];
}

/**
 * Stores more signatures for the nonce of a payment, under the locks that its first ones were stored under.
 * A statement that claims it at the same moment can see the new epoch and not the new rung. That does no harm because
 * nothing is sent here: whoever sends the rung has claimed the payment again, which makes the other claim invalid.
 */
export function repricePrivateTransaction(
  pool: pg.Pool,
  listed: SentOperation,
  { now, dueBefore, balance, sign }: RepricingRun,
): Promise<boolean> {
  return inTransaction(pool, async (connection) => {
    await lockAccount(connection, listed);
    if ((await run(connection, LOCK_SENT, [listed.id, dueBefore])) === 0) return false;
    const row = await readFirst(connection, READ_SENT, [listed.id]);
    if (row === null) return false;
    const operation = signedOperationOf(row);
    if (!isSent(operation)) return false;
    const repricing = await sign(await paymentOf(connection, row, { operation, balance }));
    if (repricing === null) return false;
    await save(connection, { operation, epoch: row.lease_epoch }, { repricing, dueAt: now });
    return true;
  });
}

async function paymentOf(
  connection: Queryable,
  row: PrivateTransactionRow,
  {
    operation,
    balance,
  }: { readonly operation: SentOperation; readonly balance: BroadcasterBalance },
): Promise<SentPayment> {
  const { terms } = privateTransactionJobOf(row);
  // What it holds itself is there for it.
  const nativeBalance = addUnits(balance.nativeBalance, operation.feeCeiling);
  const available = await availableForFee(connection, operation, { ...balance, nativeBalance });
  return { operation, leastGasPrice: leastGasPriceOf(terms), available };
}

async function save(
  connection: Queryable,
  claim: { readonly operation: SignedOperation; readonly epoch: number },
  { repricing, dueAt }: { readonly repricing: Repricing; readonly dueAt: Date },
): Promise<void> {
  const next = transition(claim.operation, repricing);
  const transitions = [{ claim, next, dueAt, endsClaim: true }];
  const values = repricedValues(next, repricing);
  const saved = await saveTransitions(connection, SAVE_REPRICED, { transitions, values });
  if (saved.length !== 1) throw new Error(`${next.id} was locked and not saved.`);
}
