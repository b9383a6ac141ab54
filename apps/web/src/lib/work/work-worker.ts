import type { WorkPuzzle } from '#wire/error-shell';
import { createSquaring } from './square.ts';

// Runs beside the page, which stays smooth. It ends by itself when the page ends it.

/** What the worker reports. */
export interface WorkReport {
  /** 0 to 1. */
  readonly share: number;
  /** Hex digits; empty until the share is 1. */
  readonly result: string;
}

const REPORT_MS = 50;

addEventListener('message', ({ data }: MessageEvent<WorkPuzzle>) => {
  const squaring = createSquaring(data);
  let reportedAt = performance.now();
  let share = squaring.run();
  while (share < 1) {
    if (performance.now() - reportedAt > REPORT_MS) {
      reportedAt = performance.now();
      postMessage({ share, result: '' } satisfies WorkReport);
    }
    share = squaring.run();
  }
  postMessage({ share, result: squaring.result() } satisfies WorkReport);
});
