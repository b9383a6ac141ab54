/** Tokens of links that freeze an account and do nothing else. */
export interface FreezeLinks {
  /** @returns a token for a URL, valid until then */
  make(userId: string, expiresAt: Date): string;
  /** @returns the user; null when it is no token of ours, or has expired */
  read(token: string, now: Date): string | null;
}
