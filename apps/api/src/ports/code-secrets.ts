/** Both codes of a challenge, and what they prove together. */
export interface CodePair {
  readonly challengeId: string;
  /** Purpose, subject, contacts and expiry: none of them can be exchanged afterwards. */
  readonly proves: readonly string[];
  readonly emailCode: string;
  readonly phoneCode: string;
}

/** Keys for one-time codes that are not in the database. */
export interface CodeSecrets {
  /**
   * Hashes both codes of a challenge together with what they prove, so that neither can be guessed alone or used for
   * anything else.
   * @returns 32 bytes, always the same for the same input; deliberately slow
   */
  hashCodes(codes: CodePair): Promise<Uint8Array>;
  /** Encrypts a code until the outbox sends it. @param context the challenge, the channel and the recipient */
  seal(code: string, context: readonly string[]): Uint8Array;
  open(sealed: Uint8Array, context: readonly string[]): string;
}
