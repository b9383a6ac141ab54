/** When a sign-in by someone who is not known needs work first, and how much. */
export interface WorkRules {
  /** Wrong passwords for one name within a quarter of an hour, from anywhere, that cost nothing. */
  readonly freeFailures: number;
  /** Failed sign-ins in a minute, at this process, that cost nothing. */
  readonly failuresPerMinute: number;
  /** The most work that is ever asked for, in squarings. */
  readonly mostSquarings: number;
}

/** How much work the sign-ins of this process ask for. */
export interface WorkDemand {
  readonly freeFailures: number;
  /** @param attempts for the name, this one included @returns squarings; 0 while they are few */
  forName(attempts: number): number;
  /** Counts a sign-in that begins. @returns the squarings that the whole process asks for; 0 while it has room */
  begin(now: Date): number;
  /** A sign-in that began is over. */
  end(): void;
  /** Counts a sign-in that failed. */
  failed(now: Date): void;
}

/** A tenth of a second in Chromium on a computer of today. */
export const FIRST_SQUARINGS = 80_000;
/** Half of what may wait for a password check; those who did work go first anyway. */
const FREE_AT_ONCE = 32;
const AT_ONCE_PER_STEP = 4;
const MINUTE_MS = 60_000;

/** @returns squarings that double with each step, the first of which asks for a tenth of a second; 0 before it */
export function squaringsAt(step: number, most: number): number {
  return step < 1 ? 0 : Math.min(most, FIRST_SQUARINGS * 2 ** Math.min(20, Math.floor(step) - 1));
}

/** Counts in the memory of one process what that process has to do, so that a burst is seen while it arrives. */
export function createWorkDemand(rules: WorkRules): WorkDemand {
  const { freeFailures, failuresPerMinute, mostSquarings } = rules;
  let openCount = 0;
  let minute = 0;
  let [failedBefore, failedNow] = [0, 0];
  const startMinute = (now: Date) => {
    const current = Math.floor(now.getTime() / MINUTE_MS);
    if (current === minute) return;
    failedBefore = current === minute + 1 ? failedNow : 0;
    failedNow = 0;
    minute = current;
  };
  return {
    freeFailures,
    forName: (attempts) => squaringsAt(attempts - freeFailures, mostSquarings),
    begin(now) {
      startMinute(now);
      openCount += 1;
      const rate = Math.max(failedBefore, failedNow) / failuresPerMinute;
      const crowd = Math.ceil((openCount - FREE_AT_ONCE) / AT_ONCE_PER_STEP);
      return squaringsAt(Math.max(rate, crowd), mostSquarings);
    },
    end() {
      openCount -= 1;
    },
    failed(now) {
      startMinute(now);
      failedNow += 1;
    },
  };
}
