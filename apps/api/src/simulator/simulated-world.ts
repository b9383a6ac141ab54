import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A process of the simulated server. Once dead, nothing that it waits for ever happens. */
export interface Process {
  readonly name: string;
  isDead: boolean;
}

interface Happening {
  readonly at: number;
  readonly order: number;
  readonly process: Process | null;
  readonly happen: () => void;
}

/**
 * Time, chance and death. Every wait of the simulated server is a happening here, and a process can die
 * instead of living to see one: that is a crash at this await.
 */
export class SimulatedWorld {
  readonly random: SeededRandom;
  /** How likely a process dies at a happening of its own. */
  crashProbability = 0;
  onCrash: (process: Process) => void = () => {};
  #nowMs = Date.UTC(2026, 0, 1);
  #order = 0;
  readonly #agenda: Happening[] = [];

  constructor(seed: number) {
    this.random = createSeededRandom(seed);
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  /** Resolves `ms` later, or never when the process dies before. */
  wait(ms: number, process: Process | null = null): Promise<void> {
    return new Promise((happen) => {
      this.#order += 1;
      this.#enter({ at: this.#nowMs + ms, order: this.#order, process, happen });
    });
  }

  /** Lets things happen in the order of their times until the condition holds or the time is over. */
  async runUntil(isOver: () => boolean, limitMs: number): Promise<void> {
    const endMs = this.#nowMs + limitMs;
    while (!isOver() && (this.#agenda[0]?.at ?? Infinity) <= endMs) {
      const next = this.#leave();
      if (next === undefined) return;
      this.#nowMs = next.at;
      await this.#live(next);
    }
  }

  /** Ends a process: nothing that it waits for happens any more. */
  kill(process: Process): void {
    process.isDead = true;
    this.onCrash(process);
  }

  async #live({ process, happen }: Happening): Promise<void> {
    if (process?.isDead) return;
    if (process !== null && this.random.chance(this.crashProbability)) {
      this.kill(process);
    } else {
      happen();
    }
    // Everything that follows without a further wait is done before the next happening.
    await new Promise((resolve) => setImmediate(resolve));
  }

  /** A binary heap: the earliest happening is the first. */
  #enter(happening: Happening): void {
    const heap = this.#agenda;
    let at = heap.push(happening) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(happening, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = happening;
  }

  #leave(): Happening | undefined {
    const heap = this.#agenda;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      const left = heap[below];
      if (left === undefined) break;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, left)) below += 1;
      const child = heap[below];
      if (child === undefined || !isBefore(child, last)) break;
      heap[at] = child;
      at = below;
    }
    heap[at] = last;
    return first;
  }
}

function isBefore(one: Happening, other: Happening): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
