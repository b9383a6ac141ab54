import { FAILOVER_PAUSE_MS } from '#domain/operation/lost-commits';
import { isTerminal } from '#domain/operation/operation';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import { FAULTY_MS, keepMining } from '../adversity.ts';
import { stateOf } from '../claims/memory-claim-store.ts';
import { calmNodes, createPrivateEnvironment } from '../create-private-environment.ts';
import type { AlterBroadcasterRecords } from '../flawed-records.ts';
import { keepCancelling, keepCopying } from '../private-adversity.ts';
import { worthOfNotes } from '../simulated-notes.ts';
import { type Process, Simulation } from '../simulation.ts';
import { watchNotes } from '../watch-notes.ts';
import {
  judgePrivateClaims,
  type PrivateClaimJudgement,
  watchPrivateEnds,
} from './judge-private-claims.ts';
import { keepServingClaims } from './keep-serving-claims.ts';
import { type Losing, loseClaimCommits } from './lose-claim-commits.ts';
import {
  type AlterStore,
  EVERYONE,
  type PrivateClaimEnvironment,
} from './private-claim-environment.ts';
import type { AlterPrivateClaimPorts } from './private-claim-ports.ts';
import {
  endPrivateClaim,
  keepVisitingPrivately,
  liveThroughPrivateClaim,
  type PrivateClaimUser,
} from './private-claim-user.ts';
import {
  makeScriptedPrivateClaims,
  type PrivateClaimChoices,
  type ScriptedPrivateClaim,
} from './scripted-private-claims.ts';

export interface PrivateClaimOptions extends PrivateClaimChoices {
  readonly seed: number;
  /** Changes what the calls of payments by link work with. */
  readonly alterPorts?: AlterPrivateClaimPorts;
  /** Changes how private payments are stored. */
  readonly alterStore?: AlterStore;
  /** Changes what the process that proves believes of the broadcaster's records. */
  readonly alterBroadcasterRecords?: AlterBroadcasterRecords;
  /** How many of the runs fail over to a database without the last commits. */
  readonly losses?: number;
  /** How often such a run fails over, in place of once or twice. */
  readonly failovers?: number;
  /** What it loses, in place of a random choice. */
  readonly losing?: Losing;
  /** How often the pool's process is restarted by its platform, in place of a random choice. */
  readonly restarts?: number;
  /** In how many of the runs what no one claimed is left to expire. */
  readonly expiring?: number;
}

export interface PrivateClaimReport extends PrivateClaimJudgement {
  readonly crashes: number;
  readonly poolRestarts: number;
  readonly reorganisations: number;
  readonly failovers: number;
  readonly lostOperations: number;
  readonly copies: number;
  /** Operations that were found on the network in place of a proof. */
  readonly found: number;
  /** How often an end waited for its wallet to be sealed again. */
  readonly locked: number;
  /** Operations that were stored beside another one that may move the same money, and notes that two may spend. */
  readonly rivals: readonly string[];
}

/** For how long things go wrong: a payment by link and its end need two proofs. */
const LONG_MS = 4 * FAULTY_MS;
const CALM_MS = 20 * 60_000;
/** A return that moved nothing is requested again. */
const MOST_RETURNS = 2;
/** Those that no one claimed in time go back when their sender has Kax open. */
const EXPIRED_MS = 31 * 24 * 60 * 60_000;
const SLOWED = 1_000;
/** By then, everything that repeats has its usual pace again. */
const AWAKE_MS = 2 * 60 * 60_000;
const AWAKENING = 30;

/**
 * Lets users pay by link from the private balance, and claim and take back at the same moment, through the real code
 * while processes die (with the keys of the pool's process), nodes time out or lag, blocks are reorganised and the
 * database fails over; then lets the network calm down, takes back what no one claimed, and judges where all money is.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulatePrivateClaims({
  seed,
  alterPorts = (ports) => ports,
  alterStore = (privateTransactions) => privateTransactions,
  alterBroadcasterRecords = (records) => records,
  losses = 0.3,
  expiring = 0.15,
  failovers,
  losing,
  restarts,
  ...choices
}: PrivateClaimOptions): Promise<PrivateClaimReport> {
  const simulation = new Simulation(seed);
  const { random } = simulation;
  const tally = {
    ...{ crashes: 0, poolRestarts: 0, reorganisations: 0, copies: 0 },
    ...{ failovers: 0, lostOperations: 0, locked: 0 },
  };
  const alterations = { alterPorts, alterStore, alterBroadcasterRecords };
  const environment = createEnvironment(simulation, { ...alterations, tally });
  const worth = worthOfNotes(environment.chain.tip.balances);
  const [rivals, notes] = [watchPrivateEnds(environment), watchNotes(environment)];
  const { server, restartPool } = keepServingClaims(environment, tally);
  let calmSince: Date | null = null;
  const isCalm = () => calmSince !== null;
  const claims = makeScriptedPrivateClaims(random, choices);
  let open = claims.length;
  const user = { environment, server, isOver: () => false };
  for (const claim of claims) {
    void liveThroughPrivateClaim(user, claim).finally(() => {
      open -= 1;
    });
  }
  for (const userId of EVERYONE) void keepVisitingPrivately(user, userId);
  void keepMining(environment, tally, { isCalm, others: 'idle' });
  void keepCopying(environment, tally, undefined);
  if (random.chance(0.2)) void keepCancelling(environment, isCalm);
  void keepRestarting(environment, { restarts, restartPool, isCalm });
  const isLosing = random.chance(losses);
  if (isLosing) {
    const killServer = () => {
      simulation.kill(server().process);
      if (random.chance(0.7)) restartPool();
    };
    const kind = losing ?? { of: random.pick(['fundings', 'ends']), whole: random.chance(0.5) };
    const conditions = { failovers, tally, isCalm, killServer };
    void loseClaimCommits(environment, kind, conditions);
  }
  const pausesMs = isLosing ? 2 * FAILOVER_PAUSE_MS : 0;
  await simulation.runUntil(() => false, LONG_MS + pausesMs);
  calmSince = simulation.now();
  simulation.crashProbability = 0;
  calmNodes(environment.faults);
  await simulation.runUntil(() => open === 0 && isSettled(environment), CALM_MS);
  if (random.chance(expiring)) await passTime(environment);
  else await takeBackAll(user, claims);
  return {
    ...judgePrivateClaims(environment, claims, worth),
    ...tally,
    found: [...environment.store.rows.values()].filter(({ isFound }) => isFound).length,
    rivals: [...rivals, ...notes],
  };
}

/** Senders take back what no one claimed. */
async function takeBackAll(
  user: PrivateClaimUser,
  claims: readonly ScriptedPrivateClaim[],
): Promise<void> {
  const { environment } = user;
  for (let left = MOST_RETURNS; left > 0; left -= 1) {
    const waiting = claims.filter((claim) => isWaiting(environment, claim));
    let returning = waiting.length;
    for (const claim of waiting) {
      void endPrivateClaim(user, claim, 'sender').finally(() => {
        returning -= 1;
      });
    }
    const isOver = () => returning === 0 && isSettled(environment);
    await environment.simulation.runUntil(isOver, CALM_MS);
  }
}

/** What no one claimed expires, and goes back without anyone's request. */
async function passTime(environment: PrivateClaimEnvironment): Promise<void> {
  const { simulation, tempo } = environment;
  tempo.slowdown = SLOWED;
  await simulation.runUntil(() => false, EXPIRED_MS);
  tempo.slowdown = AWAKENING;
  await simulation.runUntil(() => false, AWAKE_MS);
  tempo.slowdown = 1;
  await simulation.runUntil(() => false, AWAKE_MS / AWAKENING);
  await simulation.runUntil(() => isSettled(environment), CALM_MS);
}

/** Its platform moves the pool's process now and then, whose keys are gone then. */
async function keepRestarting(
  { simulation }: PrivateClaimEnvironment,
  {
    restarts,
    restartPool,
    isCalm,
  }: {
    readonly restarts: number | undefined;
    readonly restartPool: () => void;
    readonly isCalm: () => boolean;
  },
): Promise<void> {
  const { random } = simulation;
  const usual = random.pick([0, 0.05, 0.15]);
  while (!isCalm()) {
    await simulation.wait(random.integer(1_000, 5_000));
    if (!isCalm() && random.chance(restarts ?? usual)) restartPool();
  }
}

function isWaiting(environment: PrivateClaimEnvironment, { key }: ScriptedPrivateClaim): boolean {
  const row = [...environment.claims.values()].find(({ fundingKey }) => fundingKey === key);
  return row !== undefined && stateOf(environment, row) === 'waiting';
}

function isSettled({ repository }: PrivateClaimEnvironment): boolean {
  return [...repository.entries.values()].every(({ operation }) => isTerminal(operation));
}

function createEnvironment(
  simulation: Simulation,
  {
    alterBroadcasterRecords,
    tally,
    ...given
  }: Pick<PrivateClaimEnvironment, 'alterPorts' | 'alterStore' | 'alterBroadcasterRecords'> & {
    readonly tally: { locked: number };
  },
): PrivateClaimEnvironment {
  const environment = createPrivateEnvironment(simulation, {
    users: EVERYONE,
    notes: { count: [1, 3], worth: [30_000, 60_000] },
    proofs: 'bound',
    alterBroadcasterRecords,
  });
  // There are many more calls than of other private payments, and each is to be finished mostly.
  simulation.crashProbability = simulation.random.pick([0, 0.001, 0.004]);
  const { repositoryOf } = environment;
  const whole: PrivateClaimEnvironment = Object.assign(environment, {
    ...given,
    ...{ claims: new Map(), lostClaims: new Set<string>() },
    isPaid: simulation.random.chance(0.7),
    repositoryOf(process: Process) {
      const { privateTransactions, ...others } = repositoryOf(process);
      const counting: PrivateTransactions = {
        ...privateTransactions,
        async lock(job) {
          if (job.terms.spender !== null) tally.locked += 1;
          return privateTransactions.lock(job);
        },
      };
      return { ...others, privateTransactions: given.alterStore(counting, whole) };
    },
  });
  return whole;
}
