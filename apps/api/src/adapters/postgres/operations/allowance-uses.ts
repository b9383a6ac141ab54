import { sharesAllowance } from '#domain/operation/allowance';
import type { OperationDetails } from '#domain/operation/operation';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { operations } from '../schema/operations.ts';

/** Values: $1 chain, $2 account, $3 kind, $4 token, $5 a time. */
export const ALLOWANCE_USES = statement<RowOf<typeof operations, 'recipient'>>(
  `select recipient from operations
   where chain_id = $1 and account = $2 and kind = $3 and token_id = $4 and signed_at is not null
     and (ended_at is null or mined_at > $5)`,
);

/**
 * @returns whether another operation of a locked account is about to use the same allowance, or was mined after
 *   `since`, so that a reading may still contain what it used
 */
export async function isAllowanceClaimed(
  connection: Queryable,
  details: OperationDetails,
  since: Date,
): Promise<boolean> {
  const { chainId, account, kind, tokenId } = details;
  const values = [chainId, account, kind, tokenId, since];
  const others = await readAll(connection, ALLOWANCE_USES, values);
  return others.some((other) => sharesAllowance({ ...details, ...other }, details));
}
