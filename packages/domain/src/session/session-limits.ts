/** How long tokens and sessions live (§9 and decision 0007). */
export const ACCESS_TOKEN_MS = 10 * 60_000;
export const IDLE_MS = 30 * 60_000;
/** The absolute end of a session that is bound to a device; one that is not ends earlier. */
export const ABSOLUTE_MS = 12 * 60 * 60_000;
/** How long an exchanged refresh token still gives the pair it was exchanged for. */
export const REFRESH_GRACE_MS = 30_000;
export const MOST_SESSIONS_PER_USER = 20;

/** @returns true when a session has expired: idle too long, or too old. */
export function isOver(
  session: { readonly lastActiveAt: Date; readonly endsAt: Date },
  now: Date,
): boolean {
  return (
    now.getTime() - session.lastActiveAt.getTime() >= IDLE_MS ||
    now.getTime() >= session.endsAt.getTime()
  );
}
