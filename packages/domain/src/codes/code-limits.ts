/** How long a pair of codes is valid, how often it can be tried, and when the next one can be requested (§7.1). */
export const CODES_LAST_MS = 10 * 60_000;
export const CODE_TRIES = 5;
export const RESEND_AFTER_S = 60;
