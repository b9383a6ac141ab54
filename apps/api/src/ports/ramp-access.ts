/** What the server shows the payment partner; a new one ends the one before. */
export interface RampTokens {
  readonly current: string;
  readonly expiresAt: Date;
  /** What webhooks of the last day may still be signed with; null when there was none. */
  readonly previous: string | null;
}

/** The access token, the same for all processes. */
export interface RampAccess {
  /** @returns null before the first, and when the server's keys are not those it was stored under */
  read(now: Date): Promise<RampTokens | null>;
  /** @returns true for the one process that may ask for a new token until the lease is over */
  lease(now: Date, leaseMs: number): Promise<boolean>;
  /** Keeps a new token, and the one before it as the previous. */
  save(token: string, expiresAt: Date, now: Date): Promise<void>;
}
