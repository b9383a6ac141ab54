import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';

/** In one order, so that two that mark the same users never wait for each other. */
export const MARK_PUSHES = statement(`
  with marked as (
    select session_id from push_subscriptions where user_id = any($1::uuid[]) order by session_id for update
  )
  update push_subscriptions p set pending_since = coalesce(p.pending_since, $2), marks = p.marks + 1
  from marked where p.session_id = marked.session_id`);

/** Wakes up the browsers of these users, once for any number of marks. Call it in the transaction of what is new. */
export async function markPushes(
  connection: Queryable,
  userIds: readonly string[],
  now: Date,
): Promise<void> {
  if (userIds.length > 0) await run(connection, MARK_PUSHES, [userIds, now]);
}
