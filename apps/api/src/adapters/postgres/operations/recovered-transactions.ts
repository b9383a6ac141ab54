import type pg from 'pg';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import { foundOperation } from '#domain/operation/found-operation';
import type { AccountRecords } from '#domain/operation/lost-commits';
import type { OpenOperation } from '#domain/operation/operation';
import type {
  AdoptionRequest,
  FinalTransaction,
  RecordedAccount,
  RecoveredTransactions,
} from '../../../ports/recovered-transactions.ts';
import type { Held, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction } from '../connection/transaction.ts';
import type { publicMovements } from '../schema/history.ts';
import type { chainAccounts, recoveredTransactions } from '../schema/operations.ts';
import { lockAccountOfUser } from './account-nonces.ts';
import { type RecordsRow, recordsColumns, recordsOf, SERVER } from './account-records.ts';
import { endClaim } from './claim-end.ts';
import { findByKey } from './operation-reads.ts';
import { insertSigned } from './operation-sign.ts';
import { claimForFound } from './payment-request-claim.ts';

type FoundRow = RowOf<typeof recoveredTransactions>;

/** Above every claim that processes of before the failover can still have. */
const EPOCHS_APART = 1_000;

export const RECORDS = statement<RowOf<typeof chainAccounts, 'next_nonce'> & RecordsRow>(`
  select coalesce((select next_nonce from chain_accounts where chain_id = $1 and address = $2), 0) as next_nonce,
    ${recordsColumns('$3::uuid')}`);

/** The same for an account of Kax's own: for those, the log of users' events is not read. */
export const RECORDS_OF_KAX = statement<RowOf<typeof chainAccounts, 'next_nonce'> & RecordsRow>(`
  select coalesce((select next_nonce from chain_accounts where chain_id = $1 and address = $2), 0) as next_nonce,
    ${recordsColumns(null)}`);

/** Ends every claim with it: a process may still have one that the database has lost, under the same epoch as a new one. */
export const NOTE_SERVER = statement(`
  with noted as (
    insert into database_history (system_identifier, timeline, seen_at)
    select system_identifier, timeline, now() from (${SERVER}) s
    on conflict do nothing returning 1
  )
  update operations set lease_epoch = lease_epoch + ${EPOCHS_APART}
  where ended_at is null and exists (select from noted)`);

/** Values: $1 chain, $2 account, $3 now, then the columns of the transactions. */
export const RECOVER = statement<RowOf<typeof recoveredTransactions, 'nonce'>>(`
  with found as (
    select * from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::numeric[], $9::text[], $10::numeric[],
      $11::bigint[], $12::text[], $13::timestamptz[])
      as f(nonce, hash, raw, to_address, value, data, fee_ceiling, block_number, block_hash, mined_at)
  ), account as (
    insert into chain_accounts as a (chain_id, address, next_nonce) select $1, $2, max(nonce) + 1 from found
    on conflict (chain_id, address) do update set next_nonce = greatest(a.next_nonce, excluded.next_nonce)
  )
  insert into recovered_transactions as r (chain_id, account, nonce, hash, raw, to_address, value, data, fee_ceiling,
    block_number, block_hash, mined_at, recovered_at)
  select $1, $2, nonce, hash, raw, to_address, value, data, fee_ceiling, block_number, block_hash, mined_at, $3
  from found f where not exists (
    select from operation_transactions t where t.chain_id = $1 and t.account = $2 and t.nonce = f.nonce
  )
  on conflict do nothing returning nonce`);

/** Values: $3 contract or recipient or null, $4 value or null, $5 pattern of the data, $6 a time. */
export const FIND_RECOVERED = statement<FoundRow>(`
  select * from recovered_transactions
  where chain_id = $1 and account = $2 and operation_id is null
    and ($3::text is null or lower(to_address) = lower($3)) and ($4::numeric is null or value = $4) and data like $5 and mined_at > $6 and raw <> '0x'
  order by nonce limit 1`);

/** Every transaction that a user's account sent has its network fee in the history. Values: $3 limit. */
export const UNEXPLAINED = statement<Held<RowOf<typeof publicMovements, 'transaction_hash'>>>(`
  select transaction_hash from public_movements
  where chain_id = $1 and account = $2 and cause = 'fee' and operation_id is null and transaction_hash is not null
  order by at desc, id desc limit $3`);

export const TAKE = statement(`
  update recovered_transactions set operation_id = $3
  where chain_id = $1 and account = $2 and nonce = $4 and operation_id is null`);

/** What the records lacked, in PostgreSQL. */
export function createPostgresRecovered(pool: pg.Pool): RecoveredTransactions {
  const ofKax = createPostgresRecoveredOfKax(pool);
  return {
    ...ofKax,
    records: async (account) =>
      account.userId === null
        ? ofKax.records(account)
        : notedRecords(
            pool,
            await readFirst(pool, RECORDS, [account.chainId, account.account, account.userId]),
          ),
    adopt: (request) => adopt(pool, request),
  };
}

/** The same for the accounts of Kax's own; nothing of users is read. */
export function createPostgresRecoveredOfKax(
  pool: pg.Pool,
): Pick<RecoveredTransactions, 'records' | 'recover' | 'unexplained' | 'findRecovered'> {
  return {
    records: async ({ chainId, account }) =>
      notedRecords(pool, await readFirst(pool, RECORDS_OF_KAX, [chainId, account])),
    async recover(account, { transactions, now }) {
      if (transactions.length === 0) return [];
      const rows = await readAll(pool, RECOVER, recoverValues(account, transactions, now));
      const stored = new Set(rows.map(({ nonce }) => Number(nonce)));
      return transactions.filter(({ nonce }) => stored.has(nonce));
    },
    async unexplained({ chainId, account }, limit) {
      const rows = await readAll(pool, UNEXPLAINED, [chainId, account, limit]);
      return rows.map((row) => row.transaction_hash);
    },
    async findRecovered({ chainId, account }, { to, value, dataLike }, minedSince) {
      const values = [chainId, account, to, value, dataLike, minedSince];
      const row = await readFirst(pool, FIND_RECOVERED, values);
      return row && transactionOf(row);
    },
  };
}

async function notedRecords(
  pool: pg.Pool,
  row: (RowOf<typeof chainAccounts, 'next_nonce'> & RecordsRow) | null,
): Promise<AccountRecords> {
  if (row === null) throw new Error('A statement for one row returned none.');
  if (row.failover === 'new') await run(pool, NOTE_SERVER);
  return recordsOf(row);
}

function recoverValues(
  { chainId, account }: RecordedAccount,
  transactions: readonly FinalTransaction[],
  now: Date,
): readonly unknown[] {
  return [
    chainId,
    account,
    now,
    transactions.map((each) => each.nonce),
    transactions.map((each) => each.hash),
    transactions.map((each) => each.raw),
    transactions.map((each) => each.to),
    transactions.map((each) => each.value.toString()),
    transactions.map((each) => each.data.toLowerCase()),
    transactions.map((each) => each.feeCeiling.toString()),
    transactions.map((each) => each.blockNumber.toString()),
    transactions.map((each) => each.blockHash),
    transactions.map((each) => each.minedAt),
  ];
}

function transactionOf(row: FoundRow): FinalTransaction {
  return {
    nonce: Number(row.nonce),
    hash: row.hash,
    raw: row.raw,
    to: row.to_address,
    value: digitsToBaseUnits(row.value),
    data: row.data,
    feeCeiling: digitsToBaseUnits(row.fee_ceiling),
    blockNumber: BigInt(row.block_number),
    blockHash: row.block_hash,
    minedAt: row.mined_at,
  };
}

/** The account's lock orders it with signatures, and with a second request for the same transaction. */
function adopt(pool: pg.Pool, request: AdoptionRequest): Promise<OpenOperation | null> {
  const { details, transaction } = request;
  return inTransaction(pool, async (connection) => {
    if ((await lockAccountOfUser(connection, details)) === null) return null;
    if ((await findByKey(connection, details.userId, request.idempotencyKey)) !== null) return null;
    const { chainId, account } = details;
    const taken = [chainId, account, details.id, transaction.nonce];
    if ((await run(connection, TAKE, taken)) === 0) return null;
    await claimForFound(connection, request);
    // A fact, whoever else ends the claim: the chain lets only one of them have the money.
    await endClaim(connection, request);
    const operation = foundOperation(details, transaction);
    await insertSigned(connection, operation, { request, leaseMs: 0 });
    return operation;
  });
}
