import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { MOVED_NOTHING } from './operation-rows.ts';

/**
 * True of a claim `c` that no operation keeps others from ending: `keepsClaim`. Whoever waited for the lock of the row
 * reads the row again, but operations as they were before: one that isn't there yet must not count as one that moved
 * nothing.
 */
export const IS_FREE = `(c.operation_id is null or exists (
    select 1 from operations p where p.id = c.operation_id and p.status in (${MOVED_NOTHING})))`;

/** Values: $1 claim, $2 operation. Until the transaction ends, no one else changes the row. */
export const END_CLAIM = statement(
  `update claims c set operation_id = $2 where c.id = $1 and ${IS_FREE}`,
);

/** The operation that is being stored, and the claim that it ends. */
export interface ClaimEnd {
  /** Left out for an operation that ends none. */
  readonly endsClaim?: string;
  readonly details: { readonly id: string };
}

/** @returns false where the operation ends a claim that another one ends or has ended */
export async function endClaim(
  connection: Queryable,
  { endsClaim, details }: ClaimEnd,
): Promise<boolean> {
  if (endsClaim === undefined) return true;
  return (await run(connection, END_CLAIM, [endsClaim, details.id])) === 1;
}
