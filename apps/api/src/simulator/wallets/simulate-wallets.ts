import { isTerminal } from '#domain/operation/operation';
import { releaseAll } from '../account-locks.ts';
import { keepHanging, keepMining } from '../adversity.ts';
import { balanceKey } from '../balance-key.ts';
import type { AlterChain } from '../flawed-chains.ts';
import { ONE_BROADCASTER } from '../known-broadcasters.ts';
import { createMemoryPrivateTransactions } from '../memory-private-rows.ts';
import {
  createMemoryPrivateTransactionRepository,
  SIMULATED_BROADCASTER,
} from '../memory-private-transactions.ts';
import { createMemoryRepository } from '../memory-repository.ts';
import { createOwning } from '../private-owners/owning.ts';
import {
  makeBackends,
  makeFaults,
  type NetworkFaults,
  type SignedBytes,
} from '../simulated-backend.ts';
import { SimulatedChain } from '../simulated-chain.ts';
import { simulatedNetwork } from '../simulated-network.ts';
import { createSimulatedNode } from '../simulated-node.ts';
import { noteKey, noteName } from '../simulated-notes.ts';
import { startPrivateWorker } from '../simulated-private-server.ts';
import { simulatedUuid } from '../simulated-server.ts';
import { Simulation } from '../simulation.ts';
import type { AlterDeletion } from './flawed-deletions.ts';
import { judgeWallets, type LastHeld, type WalletJudgement, worthOf } from './judge-wallets.ts';
import { createExecute, noteOwner } from './wallet-chain.ts';
import { ownerOf, tokensOf, WALLET_USERS, type WalletEnvironment } from './wallet-environment.ts';
import { startPool } from './wallet-pool.ts';
import { startWalletServer, type WalletServer } from './wallet-server.ts';
import {
  closeWallet,
  GIVER,
  keepDeleting,
  type WalletHabit,
  type WalletRecord,
} from './wallet-user.ts';

export interface WalletSimulationOptions {
  readonly seed: number;
  /** Breaks the deletions of this run, to show that the simulator detects it. */
  readonly alterDeletion?: AlterDeletion;
  /** Changes how the server reads its chain, for the same purpose. */
  readonly alterChain?: AlterChain;
  /** How many of the users try to delete their wallets all the time. */
  readonly impatience?: number;
  /** What users do, in place of a random choice. */
  readonly habit?: WalletHabit;
  /** The machines behind each URL, in place of random ones. */
  readonly backends?: NetworkFaults['backends'];
  /** What the token keeps of everything that leaves the pool, in place of a random choice. */
  readonly tokenKeepsBps?: bigint;
  /** How likely a process dies, and stands still, at one of its own events, in place of random choices. */
  readonly crashes?: number;
  readonly freezes?: number;
  /** How likely a process stands still for minutes before it removes a wallet, in place of a random choice. */
  readonly pausedRemovals?: number;
}

export interface WalletReport extends WalletJudgement {
  readonly moves: number;
  readonly unshielded: number;
  readonly shielded: number;
  readonly deleted: number;
  readonly refused: number;
  readonly crashes: number;
  readonly freezes: number;
  readonly reorganisations: number;
}

const FAULTY_MS = 120_000;
const CALM_MS = 20 * 60_000;
const RESTART_MS = 1_500;
const LOOK_EVERY_MS = 500;
const CRASHES = [0, 0.01, 0.03] as const;
const FREEZES = [0, 0, 0.005] as const;
const KEEPS_BPS = [0n, 0n, 500n] as const;
const HABITS = ['mixed', 'mixed', 'mixed', 'giving'] as const;
const PAUSED_REMOVALS = [0, 0, 0.2] as const;

/**
 * Lets users pay, shield, unshield and delete their wallets through the real code while processes die or stand still,
 * nodes lag and blocks are reorganised; then lets the network calm down, until every wallet is deleted.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulateWallets({
  seed,
  alterDeletion = (ports) => ports,
  alterChain = (chain) => chain,
  impatience = 0.5,
  ...given
}: WalletSimulationOptions): Promise<WalletReport> {
  const simulation = new Simulation(seed);
  const habit = given.habit ?? simulation.random.pick(HABITS);
  const environment = createEnvironment(simulation, { alterDeletion, alterChain, ...given, habit });
  const { chain, faults, repository, removed } = environment;
  const worth = worthOf(chain.tip.balances);
  const tally = { crashes: 0, freezes: 0, reorganisations: 0 };
  simulation.onFreeze = () => {
    tally.freezes += 1;
  };
  let isCalmNow = false;
  const isCalm = () => isCalmNow;
  const server = keepServing(environment, tally);
  const record: WalletRecord = { moves: [], deletions: [] };
  const held = watchBalances(environment);
  let open = 0;
  const begin = async (userId: string) => {
    open += 1;
    await closeWallet({ environment, server, record, isCalm, habit }, userId);
    open -= 1;
  };
  for (const userId of WALLET_USERS) {
    void begin(userId);
    if (simulation.random.chance(impatience))
      void keepDeleting({ environment, server, record, isCalm, habit }, userId);
  }
  void keepMining(environment, tally, { isCalm, others: 'idle' });
  void keepHanging(environment, isCalm);
  await simulation.runUntil(() => false, FAULTY_MS);
  isCalmNow = true;
  simulation.crashProbability = 0;
  simulation.freezeProbability = 0;
  faults.hanging.clear();
  Object.assign(faults, { timeout: 0, staleNode: 0, lostStatement: 0, orphanReceipts: 0 });
  const operations = () => [...repository.entries.values()].map(({ operation }) => operation);
  await simulation.runUntil(() => open === 0 && operations().every(isTerminal), CALM_MS);
  const judgement = judgeWallets(environment, record, { worth, held });
  for (const userId of WALLET_USERS) {
    if (removed.some(({ owner }) => owner.userId === userId)) continue;
    const last = record.deletions.findLast((each) => each.userId === userId)?.response;
    const said = last === undefined ? 'never requested' : JSON.stringify(last);
    (judgement.stuck as string[]).push(`wallet ${userId} cannot be deleted: ${said}`);
  }
  const ended = (kind: string) =>
    operations().filter((each) => each.kind === kind && each.status === 'confirmed').length;
  return {
    ...judgement,
    ...tally,
    moves: record.moves.length,
    unshielded: ended('unshield'),
    shielded: ended('shield'),
    deleted: removed.length,
    refused: record.deletions.filter(({ response }) => response !== 'deleted').length,
  };
}

/** Starts the processes, and restarts each one that dies. */
function keepServing(
  environment: WalletEnvironment,
  tally: { crashes: number },
): () => WalletServer {
  const { simulation, repository } = environment;
  let server = startWalletServer(environment);
  startPrivateWorker(environment, 'worker');
  environment.run = startPool(environment);
  simulation.onCrash = (process) => {
    tally.crashes += 1;
    releaseAll(repository.locks, process);
    if (process === environment.run?.process) environment.run = null;
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startWalletServer(environment);
      else if (process.name === 'prover') environment.run = startPool(environment);
      else startPrivateWorker(environment, process.name);
    });
  };
  return () => server;
}

function createEnvironment(
  simulation: Simulation,
  {
    backends = makeBackends(simulation),
    tokenKeepsBps = simulation.random.pick(KEEPS_BPS),
    crashes = simulation.random.pick(CRASHES),
    freezes = simulation.random.pick(FREEZES),
    pausedRemovals = simulation.random.pick(PAUSED_REMOVALS),
    ...given
  }: Pick<WalletEnvironment, 'alterDeletion' | 'alterChain'> &
    Omit<WalletSimulationOptions, 'seed' | 'habit'> & { readonly habit: WalletHabit },
): WalletEnvironment {
  const { random } = simulation;
  simulation.crashProbability = crashes;
  simulation.freezeProbability = freezes;
  const faults = {
    ...makeFaults(backends),
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
    orphanReceipts: random.pick([0, 0.5]),
  };
  const network = simulatedNetwork();
  const [native, token] = network.tokens;
  if (native === undefined || token === undefined) throw new Error('The network has no tokens.');
  const rules = { tokenKeepsBps };
  const { balances, noteCount } = firstBalances(random, { habit: given.habit, token });
  const execute = createExecute(rules);
  const chain = new SimulatedChain(simulation, {
    finalDepth: random.integer(3, 8),
    ...{ balances, execute },
  });
  const signedBytes: SignedBytes = new Map();
  const repository = createMemoryRepository();
  const store = createMemoryPrivateTransactions();
  const environment: WalletEnvironment = {
    ...{ simulation, chain, signedBytes, faults, repository, store, token, native, noteCount },
    ...given,
    owning: createOwning(),
    proofs: 'bound',
    makesEmptyNotes: false,
    alterBroadcasterRecords: (records) => records,
    alterRecords: (records) => records,
    alterOperations: (operations) => operations,
    alterRepricing: (ports) => ports,
    broadcasters: ONE_BROADCASTER,
    ...{ rules, pausedRemovals },
    tempo: { slowdown: 1 },
    clockSkewMs: {},
    networks: [network],
    views: new Map(),
    histories: new Map(),
    runKey: null,
    pool: { run: null, opened: new Map(), balances: new Map(), requests: [] },
    removed: [],
    run: null,
    isPaid: random.chance(0.5),
    uuid: () => simulatedUuid(simulation),
    nodeOf(process) {
      const node = createSimulatedNode({ simulation, chain, signedBytes, faults }, process);
      return { ...node, ...given.alterChain(node, signedBytes, chain) };
    },
    repositoryOf(process) {
      const roundTrip = async () => {
        await simulation.wait(random.integer(0, 3), process);
        if (random.chance(faults.lostStatement)) throw new Error('The connection was lost.');
      };
      return createMemoryPrivateTransactionRepository(repository, store, {
        ...{ roundTrip, owner: process, now: () => simulation.now() },
        notify: () => environment.run?.onPrivateTransactions(),
      });
    },
  };
  return environment;
}

/** @returns what every account has in the beginning, and how many notes there are */
function firstBalances(
  random: Simulation['random'],
  { habit, token }: Pick<WalletEnvironment, 'token'> & { readonly habit: WalletHabit },
) {
  const balances = new Map([[balanceKey(SIMULATED_BROADCASTER, 'native'), 10n ** 14n]]);
  let noteCount = 0;
  for (const userId of WALLET_USERS) {
    const { publicAddress, privateAddress } = ownerOf(userId);
    balances.set(balanceKey(publicAddress, 'native'), 1_000_000_000n);
    if (habit === 'giving' && userId !== GIVER) continue;
    const units = habit === 'giving' ? 900 : random.pick([0, 50, 900]);
    balances.set(balanceKey(publicAddress, 'token'), BigInt(units));
    for (let left = random.integer(0, 3); left > 0; left -= 1) {
      noteCount += 1;
      const key = noteKey(noteName(noteOwner(privateAddress, token), noteCount));
      balances.set(key, BigInt(random.integer(50, 400)));
    }
  }
  return { balances, noteCount };
}

/** Looks at every wallet from the outside. @returns when each last had more than dust, and where */
function watchBalances(environment: WalletEnvironment): LastHeld {
  const { simulation, chain } = environment;
  const held = new Map<string, { outside: Date | null; inside: Date | null }>();
  async function keepLooking(): Promise<never> {
    for (;;) {
      const now = simulation.now();
      for (const userId of WALLET_USERS) {
        const { outside, inside } = tokensOf(environment, chain.tip, userId);
        const last = held.get(userId) ?? { outside: null, inside: null };
        held.set(userId, {
          outside: outside > 0n ? now : last.outside,
          inside: inside > 0n ? now : last.inside,
        });
      }
      await simulation.wait(LOOK_EVERY_MS);
    }
  }
  void keepLooking();
  return held;
}
