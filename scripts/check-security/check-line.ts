/** What one check found. */
export interface CheckLine {
  /** Number of the promise that is checked, as in `S01`. */
  readonly id: string;
  readonly name: string;
  /** What was measured, for people. */
  readonly figure: string;
  readonly isGood: boolean;
}
