import {
  isOpen,
  isPrivateTransaction,
  isTerminal,
  type OpenOperation,
  type Operation,
  type SignedNonce,
} from '#domain/operation/operation';
import { findReceipt, type SimulatedBlock, type SimulatedChain } from './simulated-chain.ts';
import type { Environment } from './simulated-server.ts';

/** How long users and accounts waited once the network was calm, in milliseconds of virtual time. */
export interface Waits {
  /** The longest time from the final block that decided an operation until that was recorded. */
  readonly truthMs: number;
  /**
   * The longest time for which an account's payments waited for the same one of them, while the network took what was
   * signed for it.
   */
  readonly laneMs: number;
  /** The longest time for which an account's payments waited for a nonce that none of them has. */
  readonly gapMs: number;
}

/** Of a run that is not measured. */
export const NO_WAITS: Waits = { truthMs: 0, laneMs: 0, gapMs: 0 };

interface Span {
  readonly fromMs: number;
  untilMs: number;
}

const LOOK_EVERY_MS = 1_000;

/** Looks at every operation and account from the outside, every second. @returns how long they waited so far */
export function watchEnds(
  environment: Pick<Environment, 'simulation' | 'chain' | 'repository' | 'tempo' | 'signedBytes'>,
  calmSince: () => Date | null,
): () => Waits {
  const { simulation, chain, repository, tempo, signedBytes } = environment;
  const endedAt = new Map<string, number>();
  const lanes = new Map<string, Span>();
  const gaps = new Map<string, Span>();

  function look(): void {
    const now = simulation.now().getTime();
    const operations = [...repository.entries.values()].map(({ operation }) => operation);
    for (const operation of operations) {
      if (!isTerminal(operation)) endedAt.delete(operation.id);
      else if (!endedAt.has(operation.id)) endedAt.set(operation.id, now);
    }
    for (const operation of foremost(operations)) {
      const { account, signing } = operation;
      const next = chain.tip.nonces.get(account) ?? 0;
      const waiting = [signing, signing.approval, signing.approval?.reset].find(
        (each) => each?.nonce === next,
      );
      const key = `${account} ${next} ${signing.nonce}`;
      if (waiting && !isPrivateTransaction(operation) && !isPayable(waiting)) lanes.delete(key);
      else prolong(waiting === undefined && signing.nonce > next ? gaps : lanes, key, now);
    }
  }

  /** The ladder of a user's account only grows up to what nodes take: above that, all that helps is to wait. */
  function isPayable({ ladder }: SignedNonce): boolean {
    const price = chain.baseFee + chain.surge;
    return ladder.some(({ raw }) => (signedBytes.get(raw)?.maxFeePerGas ?? 0n) >= price);
  }

  async function keepLooking(): Promise<void> {
    for (;;) {
      look();
      await simulation.wait(LOOK_EVERY_MS * tempo.slowdown);
    }
  }

  function longestWaitForTruth(calmMs: number): number {
    const waits = [...repository.entries.values()].map(({ operation }) => {
      const decided = decidedAt(chain, operation);
      const ended = endedAt.get(operation.id);
      if (decided === null || ended === undefined) return 0;
      return ended - Math.max(decided.getTime(), calmMs);
    });
    return Math.max(0, ...waits);
  }

  void keepLooking();
  return () => {
    look();
    const calmMs = calmSince()?.getTime() ?? Infinity;
    const longest = (spans: ReadonlyMap<string, Span>) =>
      Math.max(0, ...[...spans.values()].map((s) => s.untilMs - Math.max(s.fromMs, calmMs)));
    return {
      truthMs: longestWaitForTruth(calmMs),
      laneMs: longest(lanes),
      gapMs: longest(gaps),
    };
  };
}

function prolong(spans: Map<string, Span>, key: string, now: number): void {
  const span = spans.get(key);
  if (span === undefined) spans.set(key, { fromMs: now, untilMs: now });
  else span.untilMs = now;
}

/** @returns the open operation of each account that all its others wait for */
function foremost(operations: readonly Operation[]): readonly OpenOperation[] {
  const byAccount = new Map<string, OpenOperation>();
  for (const operation of operations) {
    if (!isOpen(operation)) continue;
    const other = byAccount.get(operation.account);
    if (other === undefined || operation.signing.nonce < other.signing.nonce) {
      byAccount.set(operation.account, operation);
    }
  }
  return [...byAccount.values()];
}

/** @returns when the block became final that has what used an operation's nonce; null while there is none */
function decidedAt({ tip, finalDepth }: SimulatedChain, operation: Operation): Date | null {
  if (!('signing' in operation)) return null;
  const ours = operation.signing.ladder.map(({ hash }) => hash);
  const others = [
    'inclusion' in operation ? operation.inclusion.transactionHash : undefined,
    operation.status === 'replaced' ? operation.replacedBy?.transactionHash : undefined,
  ];
  for (const hash of [...ours, ...others]) {
    const found = hash === undefined ? null : findReceipt(tip, hash);
    if (found !== null) return minedAt(tip, found.block.number + finalDepth);
  }
  return null;
}

function minedAt(tip: SimulatedBlock, number: bigint): Date | null {
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    if (block.number === number) return block.minedAt;
  }
  return null;
}
