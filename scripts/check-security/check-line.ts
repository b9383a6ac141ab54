/** The result of one check. */
export interface CheckLine {
  /** ID of the security promise that is checked, such as `S01`. */
  readonly id: string;
  readonly name: string;
  /** What was measured, for the reader. */
  readonly figure: string;
  readonly isGood: boolean;
}
