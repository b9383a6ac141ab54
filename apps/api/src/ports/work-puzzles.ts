/** Work that a browser does in a known time and that cannot be shared out: one squaring needs the one before. */
export interface WorkPuzzle {
  /** Names the puzzle; whoever solves it returns it unchanged. */
  readonly token: string;
  /** Hex digits. */
  readonly modulus: string;
  /** Hex digits. */
  readonly base: string;
  /** How many times the base is squared modulo the modulus. */
  readonly squarings: number;
}

/** A puzzle whose solution is right. */
export interface SolvedWork {
  readonly id: string;
  readonly squarings: number;
  readonly issuedAt: Date;
}

/**
 * Asks for work and checks it. Source: R. L. Rivest, A. Shamir, D. A. Wagner, Time-lock puzzles and timed-release
 * crypto, 1996.
 */
export interface WorkPuzzles {
  /** @param purpose what the work is for: a solution is right for nothing else */
  create(purpose: string, squarings: number, now: Date): WorkPuzzle;
  /**
   * @param work `<token>.<result in hex digits>`
   * @returns null when the result is wrong, too old or for another purpose; it does not notice a second use
   */
  verify(purpose: string, work: string, now: Date): SolvedWork | null;
}
