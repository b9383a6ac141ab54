/** One line of the table: a figure, its budget and what it was compared with in the same run. */
export interface BenchLine {
  readonly name: string;
  readonly figure: number;
  readonly budget: number;
  /** Whether the budget is a maximum or a minimum; `most` by default. */
  readonly budgetIs?: 'most' | 'least';
  readonly unit: string;
  readonly comparedWith: string;
}

/** The running product that the benches measure. */
export interface BenchContext {
  /** Base URL of the product, such as `http://127.0.0.1:17600`. */
  readonly appUrl: string;
  readonly databaseUrl: string;
  /** The networks file of the running product. */
  readonly networksFile: string;
  /** Environment for one more API process next to it. */
  readonly apiEnvironment: Readonly<Record<string, string>>;
}

/** @returns the middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** @returns the value below which the given share of the values is. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function isWithinBudget({ figure, budget, budgetIs = 'most' }: BenchLine): boolean {
  // Figures that could not be measured are outside any budget.
  return budgetIs === 'most' ? figure <= budget : figure >= budget;
}
