/** PostgreSQL: connections refused or cut (class 08), ended by an operator, or not accepted yet (57P0x, 53300). */
const SQL_STATE = /^(?:08\w{3}|57P0[1-5]|53300)$/;
const SOCKET_CODES: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);
/** Driver errors without a code. */
const SENTENCE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;
const DEEPEST = 5;

/**
 * True when a request failed because a database connection could not be opened or was lost; it may be sent again.
 * Adapters of other services have errors of their own, and a handler that expects those never gets here.
 */
export function isDatabaseAway(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < DEEPEST && cause instanceof Error; depth += 1) {
    const { code } = cause as Error & { readonly code?: unknown };
    if (SOCKET_CODES.has(code) || SENTENCE.test(cause.message)) return true;
    if (typeof code === 'string' && SQL_STATE.test(code)) return true;
    cause = cause.cause;
  }
  return false;
}
