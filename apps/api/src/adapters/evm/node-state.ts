import type { Clock } from '../../ports/clock.ts';
import type { NodeSilent } from './rpc-node.ts';

/** What to expect of a node: a response, nothing soon, or responses about another chain. */
export type Availability = 'ready' | 'resting' | 'on-other-chain';

export interface NodeChecks {
  readonly chainId: number;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when a node begins to rest, and when it names another chain. */
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** What is known of one node from what it did. */
export interface NodeState {
  /** True while the node has named its chain and was not silent since. */
  isConfirmed(): boolean;
  /** Why nothing may be requested of it; null unless it last named another chain. */
  otherChain(): NodeOnOtherChain | null;
  availability(): Availability;
  /** True when it rested long enough to be tried. */
  isRestOver(): boolean;
  noteSilence(cause: NodeSilent): void;
  noteResponse(): void;
  noteChain(named: bigint): void;
}

const SILENT_BEFORE_REST = 3;

/**
 * @returns the state of a node of which nothing is known yet. A node that is silent three times in a row rests, and so
 *   does one that names another chain.
 */
export function createNodeState(host: string, { chainId, clock, report }: NodeChecks): NodeState {
  const rest = createRest(clock);
  let isConfirmed = false;
  let otherChain: NodeOnOtherChain | null = null;
  let silences = 0;
  return {
    isConfirmed: () => isConfirmed,
    otherChain: () => otherChain,
    isRestOver: () => rest.isOver(),
    availability() {
      if (otherChain !== null) return 'on-other-chain';
      return rest.isTaken() ? 'resting' : 'ready';
    },
    noteSilence(cause) {
      isConfirmed = false;
      silences += 1;
      if (silences < SILENT_BEFORE_REST && otherChain === null) return;
      if (silences === SILENT_BEFORE_REST) {
        const message = `Node ${host} was silent ${silences} times in a row. It rests while others respond.`;
        report({ message, cause });
      }
      rest.take();
    },
    noteResponse() {
      silences = 0;
      if (otherChain === null) rest.end();
    },
    noteChain(named) {
      silences = 0;
      isConfirmed = named === BigInt(chainId);
      const isKnown = otherChain?.named === named;
      otherChain = isConfirmed ? null : new NodeOnOtherChain(host, named, chainId);
      if (otherChain === null) return rest.end();
      rest.take();
      if (!isKnown) report({ message: `${otherChain.message} It is left out.`, cause: otherChain });
    },
  };
}

const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 5 * 60_000;

/** A pause that takes half a minute, then twice as long each time it has to be repeated, up to five minutes. */
function createRest(clock: Pick<Clock, 'now'>) {
  let nextMs = FIRST_REST_MS;
  let until: Date | null = null;
  return {
    isTaken: () => until !== null,
    isOver: () => until !== null && clock.now() >= until,
    /** Concurrent failures of one outage count as one. */
    take() {
      const now = clock.now();
      if (until !== null && now < until) return;
      until = new Date(now.getTime() + nextMs);
      nextMs = Math.min(2 * nextMs, LONGEST_REST_MS);
    },
    end() {
      until = null;
      nextMs = FIRST_REST_MS;
    },
  };
}

/** The node serves another chain: nothing that it says is about ours. */
export class NodeOnOtherChain extends Error {
  readonly named: bigint;
  constructor(host: string, named: bigint, chainId: number) {
    super(`Node ${host} is on chain ${named}, not on chain ${chainId}.`);
    this.name = 'NodeOnOtherChain';
    this.named = named;
  }
}
