import type { PublicAddress } from '#domain/address/address';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { Hold } from '#domain/operation/holds';
import type { OpenOperation, UnsignedOperation } from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { PaidRecipient, Payer, StoredRequest } from '../../../ports/operations.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { operations } from '../schema/operations.ts';
import { LADDER, MOVED_NOTHING, type OperationRow, operationOf } from './operation-rows.ts';

export type { Queryable } from '../connection/transaction.ts';

export const FIND_BY_KEY = statement<OperationRow>(
  `select o.*, ${LADDER} from operations o where o.user_id = $1 and o.idempotency_key = $2`,
);

/** What a user requested under a key; inside the transaction of `signNext` it sees what the winner stored. */
export async function findByKey(
  connection: Queryable,
  userId: string,
  idempotencyKey: string,
): Promise<StoredRequest | null> {
  const row = await readFirst(connection, FIND_BY_KEY, [userId, idempotencyKey]);
  return row === null ? null : { operation: operationOf(row), fingerprint: row.fingerprint };
}

/** A private transaction moves nothing but gas of its account, which is the broadcaster's. */
const IS_PRIVATE_TRANSACTION = "kind in ('unshield', 'internal-transfer', 'consolidation')";

type OpenStatus = (OpenOperation | UnsignedOperation)['status'];

type HoldRow = RowOf<
  typeof operations,
  'chain_id' | 'token_id' | 'amount' | 'fee_token_id' | 'fee_ceiling' | 'mined_block_number'
>;

export const HOLDS = statement<HoldRow>(
  `select chain_id, token_id, case when ${IS_PRIVATE_TRANSACTION} then 0 else amount end as amount, fee_token_id, fee_ceiling,
     mined_block_number
   from operations
   where account = $1 and signed_at is not null and status <> 'replaced' and (ended_at is null or mined_at > $2)`,
);

export const COUNT_OPEN = statement<{ readonly status: OpenStatus; readonly count: number }>(
  'select status, count(*)::int as count from operations where ended_at is null group by status',
);

/** No one pays the wallet of a payment by link again, and what ends one goes to its user's own address. */
export const IS_NO_CLAIM = "fingerprint not like 'claim %' and fingerprint not like 'end-claim %'";

/** Values: $1 user, $2 and $3 their addresses, $4 limit. One that was paid in part moved something. */
export const PAID_RECIPIENTS = statement<
  RowOf<typeof operations, 'recipient'> & { readonly payments: number; readonly last_paid_at: Date }
>(`
  select recipient, count(*)::int as payments, max(created_at) as last_paid_at from operations
  where user_id = $1 and kind in ('send', 'unshield', 'internal-transfer')
    and (status not in (${MOVED_NOTHING}) or coalesce((replaced_by->>'isPaidInPart')::boolean, false))
    and lower(recipient) not in (lower($2), lower($3)) and ${IS_NO_CLAIM}
  group by recipient order by last_paid_at desc, recipient limit $4`);

/** Whom a user paid, most recently paid first. */
export async function readPaidRecipients(
  connection: Queryable,
  { userId, publicAddress, privateAddress }: Payer,
  limit: number,
): Promise<readonly PaidRecipient[]> {
  const values = [userId, publicAddress, privateAddress, limit];
  const rows = await readAll(connection, PAID_RECIPIENTS, values);
  return rows.map(({ recipient: address, payments, last_paid_at: lastPaidAt }) => ({
    ...{ address, payments, lastPaidAt },
  }));
}

/** What the open and the recently mined operations of an account reserve, on all chains. */
export async function readHolds(
  connection: Queryable,
  account: PublicAddress,
  since: Date,
): Promise<readonly Hold[]> {
  const rows = await readAll(connection, HOLDS, [account, since]);
  return rows.flatMap((row) => [
    hold(row, row.token_id, row.amount),
    hold(row, row.fee_token_id, row.fee_ceiling),
  ]);
}

/** How many operations have not ended, by status. */
export async function countOpen(connection: Queryable): Promise<ReadonlyMap<OpenStatus, number>> {
  const rows = await readAll(connection, COUNT_OPEN);
  return new Map(rows.map(({ status, count }) => [status, count]));
}

function hold(row: HoldRow, tokenId: TokenId, units: string): Hold {
  return {
    chainId: row.chain_id,
    tokenId,
    units: digitsToBaseUnits(units),
    minedInBlock: row.mined_block_number === null ? null : BigInt(row.mined_block_number),
  };
}
