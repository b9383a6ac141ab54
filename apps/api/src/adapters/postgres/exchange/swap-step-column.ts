import type { SwapStep } from '#domain/swap/swap';

/** A step in a JSON column: its times are texts. */
export type SwapStepColumn = SwapStep extends infer Step
  ? Step extends unknown
    ? { readonly [Key in keyof Step]: Step[Key] extends Date ? string : Step[Key] }
    : never
  : never;

/** @returns the step of a column */
export function swapStepOfColumn(step: SwapStepColumn): SwapStep {
  if ('since' in step) return { ...step, since: new Date(step.since) };
  return 'at' in step ? { ...step, at: new Date(step.at) } : step;
}
