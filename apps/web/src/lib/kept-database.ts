/** The database with the last balances of the user who is signed in (decision 0091). */
export const KEPT_DATABASE = 'kax-balances';

/** Removes it, with the key that its records are encrypted with. For the start and the end of each session. */
export function removeKept(): void {
  try {
    indexedDB.deleteDatabase(KEPT_DATABASE);
  } catch {
    // Without storage, nothing was kept.
  }
}
