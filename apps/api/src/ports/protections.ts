import type { Protection } from '#domain/protection/protection';

/**
 * What protects accounts. An account whose row is not as Kax stored it is frozen, which only its owner ends, and has the
 * configured limit.
 */
export interface Protections {
  read(userId: string): Promise<Protection>;
  /** Changes it under a lock of its own. @returns what it is afterwards */
  change(userId: string, change: (now: Protection) => Protection): Promise<Protection>;
}

export interface AccountFreezes {
  /**
   * Freezes an account, once, and cancels what was not signed yet. What is being signed at this moment is waited for: it
   * has left when this resolves, or it never will.
   * @returns since when the account is frozen; null when there is no such user
   */
  freeze(userId: string, now: Date): Promise<Date | null>;
}
