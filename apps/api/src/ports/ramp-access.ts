/** The token that the server shows the payment partner; a new one ends the previous one. */
export interface RampTokens {
  readonly current: string;
  readonly expiresAt: Date;
  /** What webhooks of the last day may still be signed with; null when there was none. */
  readonly previous: string | null;
}

/** The access token, the same for all processes. */
export interface RampAccess {
  /** @returns null before the first one, and when the server's keys are not those it was stored under */
  read(now: Date): Promise<RampTokens | null>;
  /** @returns true for the one process that may request a new token until the lease expires */
  lease(now: Date, leaseMs: number): Promise<boolean>;
  /** Stores a new token, and the current one as the previous. */
  save(token: string, expiresAt: Date, now: Date): Promise<void>;
}
