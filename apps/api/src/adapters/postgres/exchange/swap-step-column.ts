import type { SwapStep } from '#domain/swap/swap';

/** A step in a JSON column: its times are texts. */
export type SwapStepColumn = SwapStep extends infer Step
  ? Step extends unknown
    ? {
        readonly [Key in keyof Step]: Exclude<Step[Key], undefined> extends Date
          ? string
          : Step[Key];
      }
    : never
  : never;

/** @returns the step of a column */
export function swapStepOfColumn(step: SwapStepColumn): SwapStep {
  if (step.state === 'to-sign') return { ...step, since: new Date(step.since) };
  if (step.state === 'sent') {
    const { since, reportedAt, ...rest } = step;
    const reported = reportedAt === undefined ? {} : { reportedAt: new Date(reportedAt) };
    return { ...rest, since: new Date(since), ...reported };
  }
  return 'at' in step ? { ...step, at: new Date(step.at) } : step;
}

/** @returns the column of a step */
export function columnOfSwapStep(step: SwapStep): SwapStepColumn {
  if (step.state === 'to-sign') return { ...step, since: step.since.toISOString() };
  if (step.state === 'sent') {
    const { since, reportedAt, ...rest } = step;
    const reported = reportedAt === undefined ? {} : { reportedAt: reportedAt.toISOString() };
    return { ...rest, since: since.toISOString(), ...reported };
  }
  return 'at' in step ? { ...step, at: step.at.toISOString() } : step;
}
