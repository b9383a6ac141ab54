/** The time, and waiting. Nothing else in the server reads a clock. */
export interface Clock {
  now(): Date;
  sleep(ms: number): Promise<void>;
}
