/** Keys for one-time codes that are not in the database. */
export interface CodeSecrets {
  /**
   * Hashes both codes of a challenge together, so that neither can be guessed alone.
   * @returns 32 bytes, always the same for the same challenge and codes; deliberately slow
   */
  hashCodes(codes: {
    readonly challengeId: string;
    readonly emailCode: string;
    readonly phoneCode: string;
  }): Promise<Uint8Array>;
  /** Encrypts a code until the outbox sends it. */
  seal(code: string): Uint8Array;
  open(sealed: Uint8Array): string;
}
