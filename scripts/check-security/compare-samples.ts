/** One request: how long its response took, and what of it must not differ. */
export interface Sample {
  readonly ms: number;
  readonly status: number;
  readonly shape: string;
}

/** Whether two kinds of requests can be told apart. */
export interface Comparison {
  readonly figure: string;
  readonly isGood: boolean;
}

const MOST_T = 4.5;
const MOST_MEDIAN_DIFFERENCE = 0.05;

/**
 * @param probe its name, and the status that every request must get: a rate limit would make all responses equal and
 *   prove nothing
 */
export function compareSamples(
  { name, status }: { readonly name: string; readonly status: number },
  one: readonly Sample[],
  other: readonly Sample[],
): Comparison {
  const responses = new Set([...one, ...other].map((each) => each.status + each.shape));
  const t = Math.abs(welch(times(one), times(other)));
  const difference = Math.abs(median(times(one)) / median(times(other)) - 1);
  const isSame = responses.size === 1 && one[0]?.status === status;
  const kinds = isSame ? `all ${status}` : `responses ${[...responses].join(' ')}`;
  return {
    figure: `${name} |t| ${t.toFixed(1)}, medians ${(difference * 100).toFixed(1)} % apart, ${kinds}`,
    isGood: t < MOST_T && difference <= MOST_MEDIAN_DIFFERENCE && isSame,
  };
}

function times(samples: readonly Sample[]): readonly number[] {
  return samples.map(({ ms }) => ms);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Welch's t of two samples, without the slowest 5 % of each, which are due to the machine. */
function welch(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [trim(one), trim(other)];
  return (mean(a) - mean(b)) / Math.sqrt(variance(a) / a.length + variance(b) / b.length);
}

function trim(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted.slice(0, Math.ceil(sorted.length * 0.95));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}
