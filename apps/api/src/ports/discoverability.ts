import type { Account, AccountName } from './accounts.ts';

/** The user that a search is about. */
export interface SearchedUser {
  readonly userId: string;
  /** Null when the user doesn't want to be found. */
  readonly account: Account | null;
}

/** Whether users can be found by their whole email or phone, and the search for them. */
export interface Discoverability {
  /** @returns true only when the user's row says so, has its seal and isn't older than one that this process saw */
  isDiscoverable(userId: string): Promise<boolean>;
  setDiscoverable(userId: string, isDiscoverable: boolean, now: Date): Promise<void>;
  /**
   * Runs the same statement whoever it is about.
   * @returns null when no one has exactly this email or phone. Throws `AccountChanged` when whoever would be found isn't
   *   as their account was signed
   */
  find(name: AccountName): Promise<SearchedUser | null>;
}
