/** Up to when users have read their inbox. */
export interface Inbox {
  /** Never a moment after `now`; null for nothing. */
  readUntil(userId: string, now: Date): Promise<Date | null>;
  /** Stores a later moment than before, or nothing. @returns the one that holds */
  read(userId: string, until: Date, now: Date): Promise<Date | null>;
}
