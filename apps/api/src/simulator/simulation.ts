import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** A process of the simulated server. Once it is dead, nothing that it waits for happens. */
export interface Process {
  readonly name: string;
  isDead: boolean;
  /** Until then it stands still, as a machine that is paused does, and its clock does not. Milliseconds. */
  frozenUntilMs?: number;
}

const SHORTEST_FREEZE_MS = 5_000;
const LONGEST_FREEZE_MS = 120_000;

interface ScheduledEvent {
  readonly at: number;
  readonly order: number;
  readonly process: Process | null;
  readonly run: () => void;
}

/**
 * Time, chance and crashes. Every wait of the simulated server is a scheduled event here, and a process can die
 * instead of reaching it: that is a crash at this await.
 */
export class Simulation {
  readonly random: SeededRandom;
  /** How likely a process dies at one of its own events. */
  crashProbability = 0;
  /** How likely a process stands still at one of its own events, for up to two minutes. */
  freezeProbability = 0;
  onCrash: (process: Process) => void = () => {};
  onFreeze: () => void = () => {};
  #nowMs = Date.UTC(2026, 0, 1);
  #order = 0;
  readonly #schedule: ScheduledEvent[] = [];

  constructor(seed: number) {
    this.random = createSeededRandom(seed);
  }

  now(): Date {
    return new Date(this.#nowMs);
  }

  /** Resolves `ms` later, or never if the process dies first. */
  wait(ms: number, process: Process | null = null): Promise<void> {
    return new Promise((run) => {
      this.#order += 1;
      this.#enter({ at: this.#nowMs + ms, order: this.#order, process, run });
    });
  }

  /** Runs events in time order until the condition is true or the time is over. */
  async runUntil(isOver: () => boolean, limitMs: number): Promise<void> {
    const endMs = this.#nowMs + limitMs;
    while (!isOver() && (this.#schedule[0]?.at ?? Infinity) <= endMs) {
      const next = this.#leave();
      if (next === undefined) return;
      this.#nowMs = next.at;
      await this.#run(next);
    }
  }

  /** Ends a process: nothing that it waits for happens after this. */
  kill(process: Process): void {
    process.isDead = true;
    this.onCrash(process);
  }

  async #run(event: ScheduledEvent): Promise<void> {
    const { process, run } = event;
    if (process?.isDead) return;
    if (process !== null && this.#isFrozen(process)) {
      this.#enter({ ...event, at: process.frozenUntilMs ?? this.#nowMs });
      return;
    }
    if (process !== null && this.random.chance(this.crashProbability)) {
      this.kill(process);
    } else {
      run();
    }
    // Everything that follows without another wait is done before the next event.
    await new Promise((resolve) => setImmediate(resolve));
  }

  #isFrozen(process: Process): boolean {
    if ((process.frozenUntilMs ?? 0) > this.#nowMs) return true;
    if (this.freezeProbability === 0 || !this.random.chance(this.freezeProbability)) return false;
    process.frozenUntilMs =
      this.#nowMs + this.random.integer(SHORTEST_FREEZE_MS, LONGEST_FREEZE_MS);
    this.onFreeze();
    return true;
  }

  /** A binary heap: the earliest event is the first. */
  #enter(event: ScheduledEvent): void {
    const heap = this.#schedule;
    let at = heap.push(event) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  #leave(): ScheduledEvent | undefined {
    const heap = this.#schedule;
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

function isBefore(one: ScheduledEvent, other: ScheduledEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
