/** How many attempts are free, and for how long they are remembered. */
export interface AttemptRule {
  readonly free: number;
  readonly windowMs: number;
}

/** How many may happen in a span of time that begins with the first of them. */
export interface QuotaRule {
  readonly most: number;
  readonly windowMs: number;
}

/** Counts attempts where every process sees them. A burst cannot get past the count. */
export interface AttemptLimits {
  /**
   * Counts one attempt. Past the free ones each next one must wait: 1 s, 2 s, 4 s … 15 min.
   * @returns 0 when it may go on, else the seconds to wait; a refused attempt is not counted.
   */
  take(key: string, rule: AttemptRule, now: Date): Promise<number>;
  /**
   * Counts one use of a quota.
   * @returns 0 when there was one left, else the seconds until the span is over; a refused use is not counted.
   */
  takeQuota(key: string, rule: QuotaRule, now: Date): Promise<number>;
  /** Gives one attempt back: it succeeded. */
  giveBack(key: string): Promise<void>;
  /** Forgets every attempt. */
  clear(key: string): Promise<void>;
  /** Deletes what is over. */
  sweep(now: Date): Promise<void>;
}
