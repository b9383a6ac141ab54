/** Channel on which the id of a session is announced to all processes when someone ends it. */
export const SESSION_ENDS_CHANNEL = 'session_ends';

/**
 * The text of a statement that ends the sessions that meet a condition and notifies all processes when its
 * transaction is committed. It counts as many rows as sessions.
 */
export function endingOf(condition: string): string {
  return `with ended as (delete from sessions where ${condition} returning id)
    select pg_notify('${SESSION_ENDS_CHANNEL}', id::text) from ended`;
}
