/** The result of one check. */
export interface CheckLine {
  /** What is checked: the ID of a security promise, such as `S01`, or `custody` for a sentence of its table. */
  readonly id: string;
  readonly name: string;
  /** What was measured, for the reader. */
  readonly figure: string;
  readonly isGood: boolean;
}
