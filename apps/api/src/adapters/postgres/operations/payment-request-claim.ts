import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { MOVED_NOTHING } from './operation-rows.ts';

/**
 * True of a request `r` that no payment keeps others from: `keepsOthersOut`. Whoever waited for the lock of the row
 * reads the row again, but operations as they were before: one that isn't there yet must not count as one that moved
 * nothing.
 */
const IS_FREE = `(r.operation_id is null or exists (
    select 1 from operations p where p.id = r.operation_id and p.status in (${MOVED_NOTHING})
      and not coalesce((p.replaced_by->>'isPaidInPart')::boolean, false)))`;

/** True of a request `r` that can be paid, but for its time: an open one. */
export const IS_UNDECIDED = `r.cancelled_at is null and r.settled_at is null and ${IS_FREE}`;

/** Values: $1 tag of the code in hex, $2 operation, $3 now. Until the transaction ends, no one else changes the row. */
export const CLAIM_REQUEST = statement(`
  update payment_requests r set operation_id = $2
  where r.lookup = decode($1, 'hex') and r.expires_at > $3 and ${IS_UNDECIDED}`);

/** Values: $1 tag of the code in hex, $2 operation. */
export const CLAIM_FOR_FOUND = statement(`
  update payment_requests r set operation_id = $2 where r.lookup = decode($1, 'hex') and ${IS_FREE}`);

/** The operation that is being stored, and the request that it pays. */
export interface RequestClaim {
  /** Left out for an operation that pays no request. */
  readonly paymentRequest?: string;
  readonly details: { readonly id: string; readonly createdAt: Date };
}

/** @returns false where the operation pays a request that isn't open any more */
export async function claimRequest(
  connection: Queryable,
  { paymentRequest, details }: RequestClaim,
): Promise<boolean> {
  if (paymentRequest === undefined) return true;
  const values = [paymentRequest, details.id, details.createdAt];
  return (await run(connection, CLAIM_REQUEST, values)) === 1;
}

/**
 * The same for a payment that the network already has, which is a fact whatever was decided or has expired since. It
 * doesn't take the place of another one that is being made or has paid: if this one moved nothing, the request would be
 * open beside that.
 */
export async function claimForFound(
  connection: Queryable,
  { paymentRequest, details }: RequestClaim,
): Promise<void> {
  if (paymentRequest === undefined) return;
  await run(connection, CLAIM_FOR_FOUND, [paymentRequest, details.id]);
}
