import { isSigned, type Operation } from '#domain/operation/operation';
import { FAULTY_MS } from './adversity.ts';
import type { MemoryRepository } from './memory-repository.ts';
import type { Environment } from './simulated-server.ts';

const SHORTEST_LOSS_MS = 1_000;
const LONGEST_LOSS_MS = 5_000;
const COPY_EVERY_MS = 500;
const LOOK_EVERY_MS = 50;
const SENT_WITHIN_MS = 600;

interface Copy {
  readonly at: number;
  readonly restore: () => void;
}

/** What a failover does besides losing commits. */
interface FailoverConditions {
  /** How many times; once or twice where it is left out. */
  readonly failovers: number | undefined;
  readonly tally: { failovers: number; lostOperations: number };
  readonly isCalm: () => boolean;
  /** Kills the process that serves, with its responses. */
  readonly killServer: () => void;
}

/** Now and then, the database fails over to a standby that lacks the commits of the last seconds. */
export async function loseCommits(
  { simulation, repository }: Environment,
  { failovers, tally, isCalm, killServer }: FailoverConditions,
): Promise<void> {
  const { random } = simulation;
  for (let left = failovers ?? random.pick([1, 1, 2]); left > 0; left -= 1) {
    const restore = await waitForFailover({ simulation, repository }, isCalm);
    if (restore === null) return;
    const before = repository.entries.size;
    restore();
    tally.failovers += 1;
    tally.lostOperations += before - repository.entries.size;
    if (random.chance(0.9)) killServer();
  }
}

/** @returns what loses the last seconds, at a bad moment; null when it is calm before that */
async function waitForFailover(
  { simulation, repository }: Pick<Environment, 'simulation' | 'repository'>,
  isCalm: () => boolean,
): Promise<(() => void) | null> {
  const { random } = simulation;
  const startMs = simulation.now().getTime();
  let failoverMs = startMs + random.integer(3_000, FAULTY_MS / 2);
  const lossMs = random.integer(SHORTEST_LOSS_MS, LONGEST_LOSS_MS);
  const copies: Copy[] = [];
  for (let known = repository.entries.size; !isCalm(); await simulation.wait(LOOK_EVERY_MS)) {
    const now = simulation.now().getTime();
    if ((copies.at(-1)?.at ?? 0) + COPY_EVERY_MS <= now) {
      copies.push({ at: now, restore: copyOf(repository) });
    }
    if (copies.length > LONGEST_LOSS_MS / COPY_EVERY_MS + 1) copies.shift();
    // The worst moment is soon after a commit: it was sent, and its response may be on the way.
    if (repository.entries.size > known && random.chance(0.7)) {
      failoverMs = Math.min(failoverMs, now + random.integer(0, SENT_WITHIN_MS));
    }
    known = repository.entries.size;
    if (now >= failoverMs) {
      return (copies.findLast(({ at }) => at <= now - lossMs) ?? copies[0])?.restore ?? null;
    }
  }
  return null;
}

/** @returns what makes the repository a server that has only what was committed until now */
function copyOf(repository: MemoryRepository): () => void {
  const entries = [...repository.entries].map(([id, entry]) => [id, { ...entry }] as const);
  const nextNonces = [...repository.nextNonces];
  const heads = [...repository.heads];
  const recovered = repository.recovered.map((each) => ({ ...each }));
  const seenAt = [...repository.server.seenAt];
  const notices = repository.outbox.length;
  return () => {
    const kept = new Map(entries);
    for (const [id, { idempotencyKey, operation }] of repository.entries) {
      const before = kept.get(id);
      if (before === undefined) repository.server.lostKeys.add(idempotencyKey);
      const wasCancelling = before !== undefined && isCancelling(before.operation);
      if (isCancelling(operation) && !wasCancelling) {
        repository.server.lostCancellations.add(idempotencyKey);
      }
    }
    replace(repository.entries, entries);
    replace(repository.nextNonces, nextNonces);
    replace(repository.heads, heads);
    replace(repository.server.seenAt, seenAt);
    repository.recovered.splice(0, repository.recovered.length, ...recovered);
    repository.outbox.length = notices;
    repository.server.timeline += 1;
  };
}

function isCancelling(operation: Operation): boolean {
  return isSigned(operation) && operation.sending.cancelRequest !== null;
}

function replace<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
