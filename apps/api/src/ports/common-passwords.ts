/** The passwords that a guesser tries first. */
export interface CommonPasswords {
  /** @returns true if this one is among them, or is one of them with the usual decorations; rarely for another one */
  readonly has: (password: string) => boolean;
}
