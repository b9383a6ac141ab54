import type { QuotaRule } from '../ports/attempt-limits.ts';

/** Uses of quotas, counted in the memory of this process. */
export interface MemoryQuotas {
  used(key: string, now: Date): number;
  /** @returns 0 when a use is left, else the seconds until the window ends */
  wait(key: string, rule: QuotaRule, now: Date): number;
  count(key: string, rule: QuotaRule, now: Date): void;
  giveBack(key: string): void;
  clear(key: string): void;
}

/** A counter in the memory of a process. */
export interface MemoryWindow {
  count: number;
  readonly most: number;
  endsMs: number;
}

/** Some 20 MB for users; windows end after days, so this is what bounds them. */
export const MOST_KEYS = 100_000;
/** A quarter is forgotten together, so that looking for them is rare. */
const KEPT_SHARE = 0.75;

/**
 * Above a number of keys, those are forgotten that are furthest from their limit, oldest first.
 * @param mostKeys only tests pass it
 */
export function createMemoryQuotas(mostKeys = MOST_KEYS): MemoryQuotas {
  const windows = new Map<string, MemoryWindow>();
  const current = (key: string, now: Date) => {
    const window = windows.get(key);
    return window === undefined || window.endsMs <= now.getTime() ? null : window;
  };
  return {
    used: (key, now) => current(key, now)?.count ?? 0,
    wait(key, { most }, now) {
      const window = current(key, now);
      if (window === null || window.count < most) return 0;
      return Math.ceil((window.endsMs - now.getTime()) / 1_000);
    },
    count(key, { most, windowMs }, now) {
      const window = current(key, now);
      if (window !== null) {
        window.count += 1;
        return;
      }
      windows.delete(key);
      makeRoomIn(windows, mostKeys, now);
      windows.set(key, { count: 1, most, endsMs: now.getTime() + windowMs });
    },
    giveBack(key) {
      const window = windows.get(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    clear: (key) => void windows.delete(key),
  };
}

/** Makes room for a new counter: forgets a quarter when there are too many. */
export function makeRoomIn(windows: Map<string, MemoryWindow>, mostKeys: number, now: Date): void {
  if (windows.size >= mostKeys) makeRoom(windows, mostKeys * KEPT_SHARE, now);
}

function makeRoom(windows: Map<string, MemoryWindow>, kept: number, now: Date): void {
  for (const [key, { endsMs }] of windows) if (endsMs <= now.getTime()) windows.delete(key);
  if (windows.size <= kept) return;
  const shares = Float64Array.from(windows.values(), shareOf).sort();
  const limit = shares[windows.size - kept] ?? 0;
  for (const [key, window] of windows) if (shareOf(window) < limit) windows.delete(key);
  for (const [key, window] of windows) {
    if (windows.size <= kept) return;
    if (shareOf(window) === limit) windows.delete(key);
  }
}

function shareOf({ count, most }: MemoryWindow): number {
  return count / most;
}
