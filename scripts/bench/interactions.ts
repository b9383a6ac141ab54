import type { Page } from '@playwright/test';
import { median } from './bench-line.ts';

/** A thing that a user does on a page. */
export interface Interaction {
  readonly name: string;
  run(page: Page): Promise<void>;
  /** Brings the page back to where the interaction begins; not measured. */
  reset?(page: Page): Promise<void>;
}

export interface Vitals {
  /** Sum of all layout shifts not caused by input. */
  shift: number;
  /** Longest time from an input to the next paint, ms; 0 while all were under 16 ms. */
  slowest: number;
}

/** Runs inside the page, before the app. */
export function watchVitals(): void {
  const seen: Vitals = { shift: 0, slowest: 0 };
  Object.assign(globalThis, { kaxBench: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) seen.shift += shift.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEntry & { interactionId: number }).interactionId) {
        seen.slowest = Math.max(seen.slowest, entry.duration);
      }
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

export async function readShift(page: Page): Promise<number> {
  const { shift } = await page.evaluate(
    () => (globalThis as unknown as { kaxBench: Vitals }).kaxBench,
  );
  return shift;
}

/** Long enough for the next paint, and for the browser to report it. */
const REPORTED_AFTER_MS = 500;

/** What `median` of this many rounds says depends little on what else the machine does. */
const ROUNDS = 5;

/** @returns how long the page took to show the result of each interaction, ms, by its name: the median of some rounds */
export async function measureInteractions(
  page: Page,
  interactions: readonly Interaction[],
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const interaction of interactions) {
      const time = await timeOf(page, interaction);
      times.set(interaction.name, [...(times.get(interaction.name) ?? []), time]);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

async function timeOf(page: Page, { run, reset }: Interaction): Promise<number> {
  await takeSlowest(page);
  await run(page);
  await page.waitForTimeout(REPORTED_AFTER_MS);
  const time = await takeSlowest(page);
  if (reset) {
    await reset(page);
    await page.waitForTimeout(REPORTED_AFTER_MS);
  }
  return time;
}

function takeSlowest(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seen = (globalThis as unknown as { kaxBench: Vitals }).kaxBench;
    const { slowest } = seen;
    seen.slowest = 0;
    return slowest;
  });
}
