/** How long proofs take on this machine. */
export interface ProofTimes {
  /** @param notes how many notes the proof spends */
  add(notes: number, ms: number): void;
  /** @returns milliseconds for proofs that spend so many notes each, one after the other */
  expected(notes: readonly number[]): number;
  /** Forgets what was measured: proofs are made with something else from now on. */
  clear(): void;
}

/** One that took long says little about the next one. */
const KEPT = 9;

/** @param firstMs of a proof of one note, until one is measured */
export function createProofTimes(firstMs: () => number): ProofTimes {
  const measured = new Map<number, number[]>();

  function one(notes: number): number {
    const [nearest, times] = [...measured].reduce(
      (best, each) => (Math.abs(each[0] - notes) < Math.abs(best[0] - notes) ? each : best),
      [...measured][0] ?? [1, [firstMs()]],
    );
    return (median(times) * weight(notes)) / weight(nearest);
  }

  return {
    add(notes, ms) {
      measured.set(notes, [...(measured.get(notes) ?? []), ms].slice(-KEPT));
    },
    expected: (notes) => Math.round(notes.reduce((sum, each) => sum + one(each), 0)),
    clear: () => measured.clear(),
  };
}

/** Circuits grow by as much with each note as they have without any. */
function weight(notes: number): number {
  return notes + 1;
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
}
