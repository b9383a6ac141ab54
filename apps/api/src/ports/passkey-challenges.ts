/** Challenges for passkeys that are not stored: each names its purpose and when it was made. */
export interface PasskeyChallenges {
  /** @returns base64url */
  create(purpose: string, now: Date): string;
  /** @returns the ID of a challenge, by which its only use is marked; null when it is for another purpose, or expired */
  verify(purpose: string, challenge: string, now: Date): string | null;
}
