import type { SigningRequest } from '../../../ports/operations.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';

/**
 * Values: $1 request id, $2 user, $3 index of the step. Until the transaction ends, no one else changes the swap, and
 * who read it before cannot change it afterwards.
 */
export const TAKE_STEP = statement(`
  update swaps set version = version + 1
  where request_id = $1 and user_id = $2 and status not in ('completed', 'failed')
    and steps -> $3::int ->> 'state' = 'to-sign'`);

/** @returns false where an operation is a step of a swap that does not wait for its signature */
export async function takeStep(
  connection: Queryable,
  { swapStep, details }: Pick<SigningRequest, 'swapStep' | 'details'>,
): Promise<boolean> {
  if (swapStep === undefined) return true;
  const { requestId, number } = swapStep;
  return (await run(connection, TAKE_STEP, [requestId, details.userId, number - 1])) === 1;
}
