/** Challenges that keys sign when a wallet is enrolled. Nothing is stored: each authenticates itself. */
export interface CustodyChallenges {
  /** @returns 32 bytes as lower-case hex, for this session */
  create(session: ChallengedSession, now: Date): string;
  /** @returns its ID, by which it counts once; null for one of another session, or older than ten minutes */
  verify(session: ChallengedSession, challenge: string, now: Date): string | null;
}

export interface ChallengedSession {
  readonly userId: string;
  readonly sessionId: string;
}
