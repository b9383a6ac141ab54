/** However many attempts there were. */
export const LONGEST_WAIT_S = 900;

/** How many attempts are free, and for how long they are remembered. */
export interface AttemptRule {
  readonly free: number;
  readonly windowMs: number;
}

/** How many uses are allowed in a window that begins with the first of them. */
export interface QuotaRule {
  readonly most: number;
  readonly windowMs: number;
}

/** What the store says to an attempt. */
export interface CountedAttempt {
  /** 0 when it may proceed, else the seconds to wait. */
  readonly wait: number;
  /** The end of the window that it was counted in; null when it was not counted. */
  readonly windowEndsAt: Date | null;
}

/** What the store has counted. */
export interface CountedSoFar {
  /** This one included. */
  readonly count: number;
  readonly windowEndsAt: Date;
}

/** `AttemptLimits`, and in which window an attempt was counted. */
export interface CountedLimits extends Omit<AttemptLimits, 'take' | 'takeQuota' | 'count'> {
  take(key: string, rule: AttemptRule, now: Date): Promise<CountedAttempt>;
  takeQuota(key: string, rule: QuotaRule, now: Date): Promise<CountedAttempt>;
  count(key: string, rule: AttemptRule, now: Date): Promise<CountedSoFar>;
}

/** @returns the seconds to wait after so many attempts, of which the last free one is followed by 1: 1, 2, 4 … 900 */
export function secondsAfter(attempts: number, { free }: AttemptRule): number {
  return Math.min(LONGEST_WAIT_S, 2 ** Math.min(20, attempts - free));
}

/** Counts attempts where every process sees them. A burst cannot get past the count. */
export interface AttemptLimits {
  /**
   * Counts one attempt. After the free ones, each further attempt must wait: 1 s, 2 s, 4 s … 15 min.
   * @returns 0 when it may proceed, else the seconds to wait; a refused attempt is not counted.
   */
  take(key: string, rule: AttemptRule, now: Date): Promise<number>;
  /**
   * Counts one use of a quota.
   * @returns 0 when one was left, else the seconds until the window ends; a refused use is not counted.
   */
  takeQuota(key: string, rule: QuotaRule, now: Date): Promise<number>;
  /**
   * Counts one attempt and refuses none. After the free ones, each further attempt begins the window again.
   * @returns how many there were in the window, this one included
   */
  count(key: string, rule: AttemptRule, now: Date): Promise<number>;
  /** Gives one attempt back because it succeeded. */
  giveBack(key: string): Promise<void>;
  /** Forgets every attempt. */
  clear(key: string): Promise<void>;
  /** Deletes what has expired. */
  sweep(now: Date): Promise<void>;
}
