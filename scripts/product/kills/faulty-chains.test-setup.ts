import { setTimeout as sleep } from 'node:timers/promises';
import {
  faucetOperator,
  rampPayoutAccount,
  solver,
  trader,
  treasury,
} from '#sandbox/chain/accounts';
import { type FaultyNode, startFaultyNode } from '#sandbox/faults/start-faulty-node';
import { openNode } from '../killed-product.test-setup.ts';
import { rpcUrlOf } from '../start-product.ts';
import type { RandomChoice } from './random-choice.ts';

const CHAINS = ['polygon', 'avalanche'] as const;
export type Chain = (typeof CHAINS)[number];

/** Two faulty nodes in front of each of the product's chains. */
export interface FaultyChains {
  /** What makes the product use them and no others. */
  readonly environment: Readonly<Record<string, string>>;
  /** Changes what they do wrong, at random, until `isOver`; then nothing is wrong. */
  changeUntil(isOver: () => boolean, choice: RandomChoice): Promise<void>;
  /** How often each fault was chosen, and how many blocks were reorganised. */
  readonly counts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** @param port the first of the product that is started afterwards */
export async function startFaultyChains(port: number): Promise<FaultyChains> {
  const fronts = await Promise.all(
    CHAINS.map(async (chain) => {
      const target = rpcUrlOf({ port }, chain);
      const nodes = await Promise.all([startFaultyNode({ target }), startFaultyNode({ target })]);
      return { chain, nodes };
    }),
  );
  const counts = new Map<string, number>();
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  return {
    environment: Object.fromEntries(
      fronts.map(({ chain, nodes }) => [
        `${chain.toUpperCase()}_RPC_URLS`,
        nodes.map(({ url }) => url).join(','),
      ]),
    ),
    counts,
    async changeUntil(isOver, choice) {
      const deal = choice.dealer([...INJECTIONS.keys(), HEALED, HEALED, HEALED]);
      while (!isOver()) {
        const { chain, nodes } = choice.of(fronts);
        const node = choice.of(nodes);
        const injected = deal();
        INJECTIONS.get(injected)?.(node, choice);
        count(injected);
        if (choice.isOneIn(REORGANISES_ONE_IN) && (await reorganise(port, chain, node))) {
          count('reorganisation');
        }
        await sleep(choice.between(200, CHANGES_EVERY_MS));
      }
      for (const { nodes } of fronts) for (const node of nodes) node.heal();
    },
    async stop() {
      await Promise.all(fronts.flatMap(({ nodes }) => nodes.map((node) => node.stop())));
    },
  };
}

const STAND_INS = new Set(
  [faucetOperator, rampPayoutAccount, solver, trader, treasury].map(({ address }) =>
    address.toLowerCase(),
  ),
);
/** There are four nodes: one stays as it is for about 6 seconds. */
const CHANGES_EVERY_MS = 2_800;
const REORGANISES_ONE_IN = 8;
const FEE_CAPS = ['1', String(10n ** 16n)];
const HEALED = 'healed';

/** What goes wrong at one node until it is changed again. */
const INJECTIONS = new Map<string, (node: FaultyNode, choice: RandomChoice) => void>([
  ['index lag', (node, choice) => node.inject({ kind: 'index-lag', blocks: whole(choice, 1, 10) })],
  ['head lag', (node, choice) => node.inject({ kind: 'head-lag', blocks: whole(choice, 1, 4) })],
  // One that is too high leaves a gap until the next payment when the other node rests.
  ['low count', (node, choice) => node.inject({ kind: 'wrong-count', by: choice.of([-2, -1]) })],
  ['hanging', (node) => node.inject({ kind: 'hang' })],
  ['dropping', (node) => node.inject({ kind: 'drop' })],
  ['slow', (node, choice) => node.inject({ kind: 'slow', ms: whole(choice, 50, 1_500) })],
  ['low fee cap', (node, choice) => node.inject({ kind: 'fee-cap', cap: choice.of(FEE_CAPS) })],
  ['wrong id', (node) => node.inject({ kind: 'wrong-id' })],
  ['old response', (node) => node.inject({ kind: 'old-response' })],
  [HEALED, (node) => node.heal()],
]);

function whole(choice: RandomChoice, least: number, most: number): number {
  return Math.floor(choice.between(least, most + 1));
}

/**
 * Replaces the newest block by an empty one, unless it has a transaction of a stand-in: only the product promises to
 * send again what a block loses.
 */
async function reorganise(port: number, chain: Chain, node: FaultyNode): Promise<boolean> {
  try {
    const real = openNode({ port }, chain);
    const { transactions } = await real.getBlock({ includeTransactions: true });
    if (transactions.some(({ from }) => STAND_INS.has(from.toLowerCase()))) return false;
    await node.reorganise(1);
    return true;
  } catch {
    // The chain itself was killed.
    return false;
  }
}
