import { cancellationsOf } from '#domain/operation/cancellation';
import { isSigned, isTerminal, type Operation } from '#domain/operation/operation';
import { FAULTY_MS } from './adversity.ts';
import { type Entry, type MemoryRepository, signedOperationsOf } from './memory-repository.ts';
import type { Environment } from './simulated-server.ts';

const SHORTEST_LOSS_MS = 1_000;
const LONGEST_LOSS_MS = 5_000;
const COPY_EVERY_MS = 500;
const LOOK_EVERY_MS = 50;
const SENT_WITHIN_MS = 600;

type LosingEnvironment = Pick<Environment, 'simulation' | 'repository'>;

interface Copy {
  readonly at: number;
  readonly restore: () => void;
}

/** What a failover does besides losing commits. */
export interface FailoverConditions {
  /** How many times; once or twice where it is left out. */
  readonly failovers: number | undefined;
  readonly tally: { failovers: number; lostOperations: number };
  readonly isCalm: () => boolean;
  /** Kills the process that serves, with its responses. */
  readonly killServer: () => void;
  /** What the database has besides the repository; returns what restores it. */
  readonly copyMore?: () => () => void;
  /** How it fails over, where a payment takes longer than a send. */
  readonly slow?: SlowFailover;
}

interface SlowFailover {
  /** How soon after a signature, and how late at the latest, milliseconds. */
  readonly withinMs: number;
  readonly latestMs: number;
  /** The commits of how many milliseconds it loses, and at most of how many. */
  readonly lossMs: (nowMs: number) => number;
  readonly longestLossMs: number;
  /** Whose signature it follows; anyone's where it is left out. */
  readonly follows?: (operation: Operation) => boolean;
}

/** Now and then, the database fails over to a standby that lacks the commits of the last seconds. */
export async function loseCommits(
  { simulation, repository }: LosingEnvironment,
  conditions: FailoverConditions,
): Promise<void> {
  const { failovers, tally, killServer } = conditions;
  const { random } = simulation;
  for (let left = failovers ?? random.pick([1, 1, 2]); left > 0; left -= 1) {
    const restore = await waitForFailover({ simulation, repository }, conditions);
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
  { simulation, repository }: LosingEnvironment,
  { isCalm, copyMore = () => () => {}, slow }: FailoverConditions,
): Promise<(() => void) | null> {
  const { random } = simulation;
  const startMs = simulation.now().getTime();
  let failoverMs = slow ? startMs + slow.latestMs : startMs + random.integer(3_000, FAULTY_MS / 2);
  const usualLossMs = random.integer(SHORTEST_LOSS_MS, LONGEST_LOSS_MS);
  const { withinMs = SENT_WITHIN_MS, longestLossMs = LONGEST_LOSS_MS } = slow ?? {};
  const follows = slow?.follows ?? (() => true);
  const copies: Copy[] = [];
  const countSigned = () => signedOperationsOf(repository).filter(follows).length;
  for (let known = countSigned(); !isCalm(); await simulation.wait(LOOK_EVERY_MS)) {
    const now = simulation.now().getTime();
    if ((copies.at(-1)?.at ?? 0) + COPY_EVERY_MS <= now) {
      copies.push({ at: now, restore: copyOf(repository, copyMore()) });
    }
    if (copies.length > longestLossMs / COPY_EVERY_MS + 1) copies.shift();
    // The worst moment is soon after a commit: it was sent, and its response may be on the way.
    if (countSigned() > known && random.chance(0.7)) {
      failoverMs = Math.min(failoverMs, now + random.integer(0, withinMs));
    }
    known = countSigned();
    if (now >= failoverMs) {
      const since = now - (slow?.lossMs(now) ?? usualLossMs);
      return (copies.findLast(({ at }) => at <= since) ?? copies[0])?.restore ?? null;
    }
  }
  return null;
}

/** @returns what makes the repository a server that has only what was committed until now */
function copyOf(repository: MemoryRepository, restoreMore: () => void): () => void {
  const entries = [...repository.entries].map(([id, entry]) => [id, { ...entry }] as const);
  const nextNonces = [...repository.nextNonces];
  const heads = [...repository.heads];
  const recovered = repository.recovered.map((each) => ({ ...each }));
  const seenAt = [...repository.server.seenAt];
  const requests = [...repository.paymentRequests].map(([tag, row]) => [tag, { ...row }] as const);
  const claimEnds = [...repository.claimEnds];
  const signingPlans = new Map(repository.signingPlans);
  const notices = repository.outbox.length;
  return () => {
    noteLosses(repository, new Map(entries));
    noteLostPlanEnds(repository, signingPlans);
    restoreMore();
    replace(repository.entries, entries);
    replace(repository.nextNonces, nextNonces);
    replace(repository.heads, heads);
    replace(repository.paymentRequests, requests);
    replace(repository.claimEnds, claimEnds);
    replace(repository.signingPlans, [...signingPlans]);
    replace(repository.server.seenAt, seenAt);
    repository.recovered.splice(0, repository.recovered.length, ...recovered);
    repository.outbox.length = notices;
    repository.server.timeline += 1;
  };
}

function isCancelling(operation: Operation): boolean {
  return isSigned(operation) && operation.sending.cancelRequest !== null;
}

/** Remembers what only the judge knows from now on. */
function noteLosses({ entries, server }: MemoryRepository, kept: ReadonlyMap<string, Entry>): void {
  for (const [id, { idempotencyKey, operation }] of entries) {
    const before = kept.get(id)?.operation;
    if (before === undefined) server.lostKeys.add(idempotencyKey);
    else if (isTerminal(operation) && !isTerminal(before)) server.lostEnds.add(idempotencyKey);
    const wasCancelling = before !== undefined && isCancelling(before);
    if (isCancelling(operation) && !wasCancelling) server.lostCancellations.add(idempotencyKey);
    if (!isSigned(operation)) continue;
    const { ladder } = operation.signing;
    for (const { hash } of [...ladder, ...cancellationsOf(operation.signing)]) {
      server.lostHashes.add(hash);
    }
  }
}

/** Where the end of a plan is forgotten, its signatures are taken again. */
function noteLostPlanEnds(
  { signingPlans, server }: MemoryRepository,
  kept: MemoryRepository['signingPlans'],
): void {
  for (const { id, state, request } of signingPlans.values()) {
    if (state === 'cancelled' && kept.get(id)?.state === 'waiting') {
      server.lostEnds.add(request.idempotencyKey);
    }
  }
}

function replace<K, V>(map: Map<K, V>, entries: readonly (readonly [K, V])[]): void {
  map.clear();
  for (const [key, value] of entries) map.set(key, value);
}
