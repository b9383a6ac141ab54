import type { Movement } from '#domain/activity/movement';
import type { Network } from '#domain/network/network';
import type { Token, TokenId } from '#domain/token/token';
import { createBlockFeed } from '../../adapters/evm/block-feed.ts';
import { createRpcNodes } from '../../adapters/evm/rpc-nodes.ts';
import { createFollowBlocks } from '../../jobs/follow-blocks.ts';
import type { PublicHistory } from '../../ports/public-history.ts';
import { type Process, Simulation } from '../simulation.ts';
import { LedgerChain, ledgerBelow, ledgerKey, TOKEN, WATCHED } from './ledger-chain.ts';
import { createLedgerNodes, FINAL_DEPTH, type LedgerFaults } from './ledger-nodes.ts';
import { createMemoryHistory, type HistoryRows } from './memory-history.ts';

export interface FollowerOptions {
  readonly seed: number;
  /** Changes how the follower stores; a flawed one shows that the simulator detects flaws. */
  readonly alterHistory?: (history: PublicHistory) => PublicHistory;
}

export interface FollowerReport {
  /** Where the history differs from the chain, as sentences; empty in a clean run. */
  readonly wrong: readonly string[];
  readonly blocks: number;
  readonly movements: number;
  readonly crashes: number;
  readonly reorganisations: number;
  readonly deepest: number;
  /** From the last fault until the newest block was stored, milliseconds. */
  readonly caughtUpMs: number;
}

const CHAIN_ID = 31337;
const BLOCK_MS = 2_000;
const FAULTY_MS = 5 * 60_000;
const CALM_MS = 10 * 60_000;
const RESTART_MS = 1_500;
const FOLLOWERS = ['follower-1', 'follower-2'] as const;

const NATIVE = token('NAT', null);
const COIN = token('TOK', TOKEN);
const NETWORK: Network = {
  ...{ slug: 'simulated', name: 'Simulated', chainId: CHAIN_ID, image: '' },
  ...{ multicallAddress: TOKEN, explorerTransactionUrl: null, blocksUntilFinal: FINAL_DEPTH },
  tokens: [NATIVE, COIN],
};

/**
 * Lets two real followers write the history of one chain while they die and stand still, nodes lag, hang and give no
 * traces, and blocks are reorganised, up to 64 at once; then compares what is stored with the chain.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulateFollower({
  seed,
  alterHistory = (history) => history,
}: FollowerOptions): Promise<FollowerReport> {
  const simulation = new Simulation(seed);
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.001, 0.005]);
  simulation.freezeProbability = random.pick([0, 0, 0.0005]);
  const chain = new LedgerChain(random);
  const faults = makeFaults(simulation);
  const database = { lost: random.pick([0, 0, 0.01]) };
  const rows: HistoryRows = { blocks: [], movements: [], state: null, claim: null };
  const tally = { crashes: 0, reorganisations: 0, deepest: 0 };
  let isCalm = false;

  function start(name: string): void {
    const process: Process = { name, isDead: false };
    const roundTrip = async () => {
      await simulation.wait(random.integer(0, 3), process);
      if (random.chance(database.lost)) throw new Error('The connection was lost.');
    };
    createFollowBlocks({
      feed: createBlockFeed({
        network: NETWORK,
        nodes: createRpcNodes(CHAIN_ID, createLedgerNodes({ simulation, chain, faults }, process)),
        report: () => {},
      }),
      history: alterHistory(createMemoryHistory(rows, WATCHED, roundTrip)),
      fromBlock: 1n,
      pools: new Set(),
      follower: name,
      clock: { now: () => simulation.now(), sleep: (ms) => simulation.wait(ms, process) },
      report: () => {},
    }).start();
  }

  async function keepMining(): Promise<void> {
    const reorganising = random.pick([0, 0.02, 0.1]);
    for (;;) {
      await simulation.wait(BLOCK_MS);
      if (isCalm || !random.chance(reorganising)) chain.mine();
      else {
        const most = random.pick([3, 10, FINAL_DEPTH]);
        const depth = Math.min(random.integer(1, most), Number(chain.tip.number));
        chain.reorganise(depth);
        tally.reorganisations += 1;
        tally.deepest = Math.max(tally.deepest, depth);
      }
    }
  }

  simulation.onCrash = ({ name }) => {
    tally.crashes += 1;
    void simulation.wait(RESTART_MS).then(() => start(name));
  };
  for (let made = random.integer(FINAL_DEPTH + 6, 150); made > 0; made -= 1) chain.mine();
  for (const name of FOLLOWERS) start(name);
  void keepMining();
  await simulation.runUntil(() => false, FAULTY_MS);
  isCalm = true;
  simulation.crashProbability = 0;
  simulation.freezeProbability = 0;
  database.lost = 0;
  Object.assign(faults, { timeout: 0, stale: 0, slowTraces: 0, lags: [[0]] });
  const since = simulation.now().getTime();
  const isCaughtUp = () => rows.state?.last.hash === chain.tip.hash;
  await simulation.runUntil(isCaughtUp, CALM_MS);
  return {
    wrong: judgeHistory(rows, chain),
    blocks: rows.blocks.length,
    movements: rows.movements.length,
    ...tally,
    caughtUpMs: simulation.now().getTime() - since,
  };
}

function makeFaults({ random }: Simulation): LedgerFaults {
  const url = () => Array.from({ length: random.pick([1, 1, 2]) }, () => random.pick([0, 0, 1, 3]));
  return {
    timeout: random.pick([0, 0.01, 0.05]),
    stale: random.pick([0, 0, 0.02, 0.1]),
    slowTraces: random.pick([0, 0, 0.05]),
    noTraces: random.pick([0, 0, 0, 0.05]),
    lags: Array.from({ length: random.pick([1, 2]) }, url),
  };
}

/** Every stored block is the chain's, and everything that moved is stored once. */
function judgeHistory({ state, blocks, movements }: HistoryRows, { tip }: LedgerChain): string[] {
  const wrong: string[] = [];
  if (state?.last.hash !== tip.hash) {
    return [`the last stored block is ${state?.last.number}, the newest ${tip.number}`];
  }
  if (blocks.length !== Number(tip.number)) wrong.push(`${blocks.length} of ${tip.number} blocks`);
  const byBlock = Map.groupBy(movements, ({ blockNumber }) => blockNumber);
  for (const block of blocks) {
    const present = ledgerBelow(tip, Number(tip.number - block.number));
    if (present.hash !== block.hash) wrong.push(`block ${block.number} is not the chain's`);
    wrong.push(...judgeBlock(present, byBlock.get(block.number) ?? []));
  }
  return wrong;
}

type Present = ReturnType<typeof ledgerBelow>;

/** What a block changed, for each account of ours, is what its movements sum up to. */
function judgeBlock(block: Present, movements: readonly Movement[]): string[] {
  const ids = movements.map(({ account, position, cause }) => `${account} ${position} ${cause}`);
  const wrong = new Set(ids).size === ids.length ? [] : [`block ${block.number} is stored twice`];
  for (const account of WATCHED) {
    for (const [asset, { id }] of [
      ['native', NATIVE],
      ['token', COIN],
    ] as const) {
      const key = ledgerKey(account, asset);
      const changed = (block.balances.get(key) ?? 0n) - (block.parent?.balances.get(key) ?? 0n);
      const stored = movements
        .filter((each) => each.account.toLowerCase() === account && each.tokenId === id)
        .reduce((sum, { direction, amount }) => sum + signOf(direction) * amount, 0n);
      if (stored !== changed) {
        wrong.push(`block ${block.number}: ${key} changed by ${changed}, stored ${stored}`);
      }
    }
  }
  return wrong;
}

function signOf(direction: Movement['direction']): bigint {
  if (direction === 'none') return 0n;
  return direction === 'in' ? 1n : -1n;
}

function token(symbol: string, address: Token['address']): Token {
  const id = `simulated-${symbol.toLowerCase()}` as TokenId;
  const rest = { name: symbol, decimals: 0, isShieldable: false, image: '' };
  return { id, chainId: CHAIN_ID, address, symbol, ...rest };
}
