/** One line of the table: a figure, its budget and what it was compared with in the same run. */
export interface BenchLine {
  readonly name: string;
  readonly figure: number;
  readonly budget: number;
  /** Which side of the budget is good; `most` when left out. */
  readonly budgetIs?: 'most' | 'least';
  readonly unit: string;
  readonly comparedWith: string;
}

/** The running product that the benches measure. */
export interface BenchContext {
  /** Where the product answers, as in `http://127.0.0.1:17600`. */
  readonly appUrl: string;
  readonly databaseUrl: string;
  /** The networks file of the running product. */
  readonly networksFile: string;
  /** Environment that starts one more API process beside it. */
  readonly apiEnvironment: Readonly<Record<string, string>>;
}

/** @returns the middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @returns the value below which the given share of the sorted values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function isWithinBudget({ figure, budget, budgetIs = 'most' }: BenchLine): boolean {
  // What could not be measured is not within any budget.
  return budgetIs === 'most' ? figure <= budget : figure >= budget;
}
