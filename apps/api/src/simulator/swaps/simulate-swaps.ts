import { isTerminal } from '#domain/operation/operation';
import { hasEnded } from '#domain/swap/swap';
import type { StoredSwap } from '../../ports/swaps.ts';
import { releaseAll } from '../account-locks.ts';
import { FAULTY_MS, keepMining, USERS } from '../adversity.ts';
import type { Judgement } from '../judge.ts';
import { Simulation } from '../simulation.ts';
import { judgeSwaps } from './judge-swaps.ts';
import { keepSolving } from './simulated-solver.ts';
import { createSwapEnvironment } from './swap-environment.ts';
import { BRIDGED, PATHS } from './swap-places.ts';
import {
  type SwapEnvironment,
  type SwapFlaw,
  type SwapServer,
  startSwapServer,
  startSwapWorker,
} from './swap-server.ts';
import { callOf, keepContinuing, requestSwap, type ScriptedSwap } from './swap-user.ts';

export interface SwapSimulationOptions {
  readonly seed: number;
  readonly flaw?: SwapFlaw;
  /** How many of the runs last longer than a step is tried for, with pauses and outages as long. */
  readonly long?: number;
  /** How many of the runs have an exchange that cheats and lies. */
  readonly dishonest?: number;
  /** How many of those have one that steals what it should deliver, and lies about nothing else. */
  readonly thieves?: number;
  /** How many of the runs have one user who swaps the same token many times, and has approved some of it before. */
  readonly crowds?: number;
  /** How many of the runs have everyone begin in the same moment. */
  readonly rushes?: number;
  readonly pauses?: Pauses;
}

/** How a machine stands still in a long run. */
interface Pauses {
  /** How many of the steps that begin are paused at. */
  readonly share: number;
  /** At least and at most. */
  readonly minutes: readonly [number, number];
}

export interface SwapReport extends Judgement {
  readonly swaps: number;
  readonly completed: number;
  /** Completed by the word of the exchange alone. */
  readonly reported: number;
  readonly failed: number;
  /** Operations of steps. */
  readonly steps: number;
  readonly crashes: number;
  readonly pauses: number;
  readonly reorganisations: number;
  /** From the last fault until everything had ended, milliseconds. */
  readonly settledMs: number;
}

const LONG_MS = 13 * 60_000;
/** Longer than a delivery is looked for. */
const CALM_MS = 3 * 60 * 60_000;
const RESTART_MS = 1_500;
const SOON_MS = 200;
const RUSH_AT_MS = 10_000;
const SERVERS = ['server-1', 'server-2'] as const;

/**
 * Lets users swap through the real handlers and jobs, on two chains and with an exchange that fails as well, while
 * processes die or stand still, sessions end, nodes lag and blocks are reorganised; then everything is calm, and the
 * outcome is judged.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulateSwaps({
  seed,
  flaw = {},
  long = 0.3,
  dishonest = 0.4,
  thieves = 0.25,
  crowds = 0.1,
  rushes = 0.1,
  pauses = { share: 0.6, minutes: [3, 9] },
}: SwapSimulationOptions): Promise<SwapReport> {
  const simulation = new Simulation(seed);
  const { random } = simulation;
  const isLong = random.chance(long);
  const isHonest = !random.chance(dishonest);
  const isThief = !isHonest && random.chance(thieves);
  const isCrowd = random.chance(crowds);
  const isRush = random.chance(rushes);
  const environment = createSwapEnvironment(simulation, {
    flaw,
    isHonest,
    isThief,
    isCrowd,
    isRush,
  });
  const tally = { crashes: 0, pauses: 0, reorganisations: 0 };
  const before = new Map(
    [...environment.chains].map(([chainId, { tip }]) => [chainId, tip.balances] as const),
  );
  let isOver = false;
  const isCalm = () => isOver;
  const servers = keepServing(environment, tally);
  const pick = () => random.pick(servers());
  const wanted = isCrowd ? makeCrowd(simulation) : makeSwaps(simulation, isThief ? BRIDGED : PATHS);
  let open = wanted.length;
  async function begin(each: ScriptedSwap): Promise<void> {
    await simulation.wait(isRush ? RUSH_AT_MS : random.integer(0, FAULTY_MS / 2));
    await requestSwap(simulation, each, pick);
    if (random.chance(0.1)) await cancelStep(environment, each, pick);
    open -= 1;
  }
  for (const each of wanted) void begin(each);
  for (const userId of USERS) void keepContinuing(simulation, userId, pick);
  for (const chain of environment.chains.values()) {
    const { signedBytes, repository: mined } = environment;
    void keepMining({ simulation, chain, signedBytes, repository: mined }, tally, {
      isCalm,
      others: 'idle',
    });
  }
  void keepSolving({ ...environment.exchange, signedBytes: environment.signedBytes });
  void keepSigningOut(environment, { isCalm, isLong });
  if (isLong) void keepPausing(environment, { isCalm, servers, tally, pauses });
  if (isLong) void keepRefusing(environment, isCalm);
  await simulation.runUntil(() => false, isLong ? LONG_MS : 2 * FAULTY_MS);
  isOver = true;
  calm(environment);
  const since = simulation.now().getTime();
  const { rows, repository } = environment;
  const isSettled = () =>
    open === 0 &&
    [...rows.swaps.values()].every(({ swap }) => hasEnded(swap)) &&
    [...repository.entries.values()].every(({ operation }) => isTerminal(operation));
  await simulation.runUntil(isSettled, CALM_MS);
  const swaps = [...rows.swaps.values()].map(({ swap }) => swap);
  const ended = swaps.map(({ status }) => status);
  return {
    ...judgeSwaps({ environment, wanted, before, isHonest }),
    ...tally,
    swaps: ended.length,
    completed: ended.filter((status) => status === 'completed').length,
    reported: swaps.filter(isReported).length,
    failed: ended.filter((status) => status === 'failed').length,
    steps: repository.entries.size,
    settledMs: simulation.now().getTime() - since,
  };
}

function isReported({ steps }: StoredSwap): boolean {
  const last = steps.at(-1);
  return last?.state === 'done' && last.delivery === 'reported';
}

function calm({ simulation, faultsByChain, exchange, database, signedOut }: SwapEnvironment): void {
  simulation.crashProbability = 0;
  simulation.freezeProbability = 0;
  for (const faults of faultsByChain.values()) {
    Object.assign(faults, { timeout: 0, staleNode: 0, falseRefusal: 0, orphanReceipts: 0 });
  }
  Object.assign(exchange.faults, { away: 0, refusing: 0, cheating: 0, lying: 0, stealing: 0 });
  database.lost = 0;
  signedOut.clear();
}

function makeSwaps({ random }: Simulation, paths: typeof PATHS): ScriptedSwap[] {
  return Array.from({ length: random.integer(2, 6) }, (_, number) => ({
    userId: random.pick(USERS),
    key: `key-${number}`,
    path: random.pick(paths),
    amount: BigInt(random.integer(500, 4_000)),
    route: null,
    outcome: 'pending',
  }));
}

function makeCrowd({ random }: Simulation): ScriptedSwap[] {
  const [userId] = USERS;
  const path = random.pick(PATHS.slice(0, 2));
  return Array.from({ length: random.integer(6, 8) }, (_, number) => ({
    ...{ userId, path, route: null, outcome: 'pending' },
    key: `key-${number}`,
    amount: BigInt(random.integer(500, 1_200)),
  }));
}

function keepServing(
  environment: SwapEnvironment,
  tally: { crashes: number },
): () => readonly SwapServer[] {
  const { simulation, repository } = environment;
  const servers = new Map(
    SERVERS.map((name) => [name as string, startSwapServer(environment, name)]),
  );
  startSwapWorker(environment);
  simulation.onCrash = (process) => {
    tally.crashes += 1;
    releaseAll(repository.locks, process);
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'worker') startSwapWorker(environment);
      else servers.set(process.name, startSwapServer(environment, process.name));
    });
  };
  return () => [...servers.values()];
}

/** Sessions end in the middle of a swap, and their users come back. */
async function keepSigningOut(
  { simulation, signedOut }: SwapEnvironment,
  { isCalm, isLong }: { readonly isCalm: () => boolean; readonly isLong: boolean },
): Promise<void> {
  const { random } = simulation;
  const leaving = random.pick([0, 0.2, 0.5]);
  while (!isCalm()) {
    await simulation.wait(random.integer(5_000, 30_000));
    if (isCalm()) return;
    const user = random.pick(USERS);
    if (!random.chance(leaving)) continue;
    signedOut.add(user);
    await simulation.wait(random.integer(1_000, isLong ? 5 * FAULTY_MS : FAULTY_MS / 2));
    signedOut.delete(user);
  }
}

/** A machine stands still for longer than anything may last, and goes on where it was. */
async function keepPausing(
  { simulation, rows }: SwapEnvironment,
  {
    isCalm,
    servers,
    tally,
    pauses: { share, minutes },
  }: {
    readonly isCalm: () => boolean;
    readonly servers: () => readonly SwapServer[];
    readonly tally: { pauses: number };
    readonly pauses: Pauses;
  },
): Promise<void> {
  const { random } = simulation;
  const begun = () =>
    [...rows.swaps.values()].flatMap(({ swap: { steps } }) =>
      steps.filter(({ state }) => state !== 'to-come'),
    ).length;
  let seen = 0;
  while (!isCalm()) {
    await simulation.wait(SOON_MS);
    // Mostly while a step is being signed.
    if (begun() === seen && !random.chance(0.01)) continue;
    seen = begun();
    await simulation.wait(random.integer(0, 3 * SOON_MS));
    if (!random.chance(share)) continue;
    for (const { process } of random.chance(0.5) ? servers() : [random.pick(servers())]) {
      if (process.frozenUntilMs !== undefined) continue;
      process.frozenUntilMs = simulation.now().getTime() + random.integer(...minutes) * FAULTY_MS;
      tally.pauses += 1;
    }
  }
}

/** For minutes, the exchange builds no transaction. */
async function keepRefusing(
  { simulation, exchange }: SwapEnvironment,
  isCalm: () => boolean,
): Promise<void> {
  await simulation.wait(simulation.random.integer(20_000, 2 * FAULTY_MS));
  const before = exchange.faults.refusing;
  exchange.faults.refusing = 1;
  await simulation.wait(simulation.random.integer(FAULTY_MS, 11 * FAULTY_MS));
  exchange.faults.refusing = isCalm() ? 0 : Math.max(before, 0.5);
}

/** A user cancels the transaction of a step soon after. */
async function cancelStep(
  { simulation, repository }: SwapEnvironment,
  { userId }: ScriptedSwap,
  pick: () => SwapServer,
): Promise<void> {
  await simulation.wait(simulation.random.integer(0, 5_000));
  const operation = [...repository.entries.values()]
    .map((entry) => entry.operation)
    .find((each) => each.userId === userId && !isTerminal(each));
  if (operation === undefined) return;
  const call = { ...callOf(userId), params: { id: operation.id }, body: undefined };
  await Promise.race([
    pick()
      .calls?.cancel(call)
      .catch(() => null),
    simulation.wait(10_000),
  ]);
}
