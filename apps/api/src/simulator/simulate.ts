import { cancellationReason } from '#domain/operation/cancellation';
import { isSigned, isTerminal, type Operation } from '#domain/operation/operation';
import {
  drain,
  FAULTY_MS,
  keepCuttingOff,
  keepHanging,
  keepMining,
  SURGE_MS,
  surge,
  USERS,
} from './adversity.ts';
import { balanceKey } from './balance-key.ts';
import type { AlterChain } from './flawed-chains.ts';
import type { AlterOperations } from './flawed-operations.ts';
import type { AlterRecords } from './flawed-records.ts';
import { type Judgement, judge, type KnownLimits } from './judge.ts';
import { createPublicFreeze, keepFreezing, watchFreezes } from './keep-freezing.ts';
import { loseCommits } from './lose-commits.ts';
import { createMemoryRepository } from './memory-repository.ts';
import { makeRequests, RUSH, USUAL } from './scripted-requests.ts';
import { judgeShared, makeSharedRequests, type SharedJudgement } from './shared-requests.ts';
import {
  makeBackends,
  makeFaults,
  type NetworkFaults,
  type SignedBytes,
} from './simulated-backend.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { simulatedNetwork } from './simulated-network.ts';
import {
  addressOfUser,
  type Environment,
  type Flaws,
  releaseLocks,
  type SimulatedServer,
  startServer,
  startWorker,
} from './simulated-server.ts';
import {
  keepVisiting,
  makeImpatientRequest,
  makePublicRequest,
  type ScriptedRequest,
} from './simulated-user.ts';
import { Simulation } from './simulation.ts';
import { NO_WAITS, type Waits, watchEnds } from './watch-ends.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Replaces the real send, or the real way to fill nonce gaps. */
  readonly flaws?: Flaws;
  /** Changes how the server reads its chain. */
  readonly alterChain?: AlterChain;
  /** Changes what the server believes of its records. */
  readonly alterRecords?: AlterRecords;
  /** Changes how the server stores its operations. */
  readonly alterOperations?: AlterOperations;
  /** The machines behind each URL, in place of random ones. */
  readonly backends?: NetworkFaults['backends'];
  /** How often a node has what its chain gave up, receipts as well as blocks, in place of a random rate. */
  readonly oldResponses?: number;
  /** How many of the payments their users cancel. */
  readonly cancelling?: number;
  /** How many of the runs have fees far above every ladder for more than a day. */
  readonly surges?: number;
  /** How many of the runs have another wallet take the native coin out of an account until the network is calm. */
  readonly drains?: number;
  /** How many of the runs fail over to a database without the last commits. */
  readonly losses?: number;
  /** How often such a run fails over, in place of once or twice. */
  readonly failovers?: number;
  /** How many of the runs have nodes whose highest fee leaves no room for every rung. */
  readonly caps?: number;
  /** How many of the runs have users who send again and again, and want to send more than they have. */
  readonly rushes?: number;
  /** Users freeze their accounts; in every tenth run where it is left out. */
  readonly isFreezing?: boolean;
  /** Users pay the same payment requests; in every fifth run where it is left out. */
  readonly isSharing?: boolean;
  /** The users alone have their keys, and sign what the server offers; in every fourth run where it is left out. */
  readonly isOwning?: boolean;
}

export interface SimulationReport extends Judgement, KnownLimits, Waits, SharedJudgement {
  readonly requests: number;
  /** How many plans were signed by owners, and how many ended otherwise. */
  readonly ownersSigned: number;
  readonly ownersNotSigned: number;
  /** How many of them were shielded, with an approval where the token needs one. */
  readonly shielded: number;
  /** How many transactions filled a nonce gap. */
  readonly filled: number;
  /** How many operations were cancelled, by their users or because they expired, and how many were sped up. */
  readonly cancelled: number;
  readonly expired: number;
  readonly spedUp: number;
  readonly crashes: number;
  /** How often a process stood still for a while. */
  readonly freezes: number;
  readonly reorganisations: number;
  readonly failovers: number;
  /** How many operations were lost with them, and how many requests got the transaction of such a one. */
  readonly lostOperations: number;
  readonly adopted: number;
  /** How often a user froze their account, and how many payments were refused because of it. */
  readonly accountFreezes: number;
  readonly refusedFrozen: number;
  /** What was signed for an account after its user was told that it is frozen. */
  readonly freezeErrors: readonly string[];
}

const CALM_MS = 10 * 60_000;
const SPEEDING_UP = 0.1;
/** How far the clocks of two machines may be apart from the true time. */
const SKEWS_MS = [0, 0, -90_000, 90_000] as const;
/** Above the first rungs. */
const LOW_CAP = 3_150_000n;
/** So much gas that the cap counts for a cancellation too, and a price between the second rung and the third. */
const CAPPED_GAS = 30_000n;
const CAPPED_PRICE = 100n;
const RESTART_MS = 1_500;
const FREEZING_IN = 10;
const SHARING_IN = 5;
const OWNING_IN = 4;

/**
 * Lets users pay through the real code while processes die, nodes time out or lag, blocks are reorganised,
 * transactions are forgotten and other wallets take nonces; then lets the network calm down and judges the outcome
 * of every request.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulate({
  seed,
  flaws = {},
  alterChain = (chain) => chain,
  alterRecords = (records) => records,
  alterOperations = (operations) => operations,
  surges = 0.03,
  cancelling = 0.15,
  drains = 0.1,
  losses = 0.1,
  failovers,
  caps = 0.1,
  rushes = 0.05,
  isFreezing = seed % FREEZING_IN === 0,
  isOwning = seed % OWNING_IN === 1 && flaws.createSend === undefined,
  isSharing = seed % SHARING_IN === 3 && flaws.createSend === undefined && !isOwning,
  backends,
  oldResponses,
}: SimulationOptions): Promise<SimulationReport> {
  const simulation = new Simulation(seed);
  const environment = {
    ...createEnvironment(simulation, backends),
    ...{ alterChain, alterRecords, alterOperations },
  };
  if (oldResponses !== undefined) {
    Object.assign(environment.faults, { orphanReceipts: oldResponses, oldBlocks: oldResponses });
  }
  if (simulation.random.chance(caps)) capFees(environment);
  const tally = { crashes: 0, freezes: 0, reorganisations: 0, failovers: 0, lostOperations: 0 };
  const freezing = { ...watchFreezes(environment), tally: { freezes: 0 } };
  simulation.onFreeze = () => {
    tally.freezes += 1;
  };
  let calmSince: Date | null = null;
  const isCalm = () => calmSince !== null;
  const waits = watchEnds(environment, () => calmSince);
  const server = keepServing(environment, tally, flaws);
  const choices = choicesOf(environment, { isOwning, isFlawed: flaws.createSend !== undefined });
  const requests = simulation.random.chance(rushes)
    ? makeRequests(simulation, RUSH, { ...choices, kinds: ['send'] })
    : makeRequests(simulation, USUAL, choices);
  let open = 0;
  async function begin(request: ScriptedRequest, inMs: number): Promise<void> {
    open += 1;
    await simulation.wait(inMs);
    await makePublicRequest(simulation, request, server);
    await beImpatient(simulation, request, { server, cancelling });
    open -= 1;
  }
  for (const request of requests) void begin(request, simulation.random.integer(0, FAULTY_MS / 2));
  if (isSharing) {
    for (const { request, inMs } of makeSharedRequests(environment)) {
      requests.push(request);
      void begin(request, inMs);
    }
  }
  for (const userId of USERS) void keepVisiting(environment, userId, server);
  void keepMining(environment, tally, { isCalm, others: 'interfere' });
  void keepHanging(environment, isCalm);
  void keepCuttingOff(environment, isCalm);
  const isSurging = simulation.random.chance(surges);
  if (isSurging) void surge(environment);
  else if (simulation.random.chance(losses)) {
    const killServer = () => simulation.kill(server().process);
    void loseCommits(environment, { failovers, tally, isCalm, killServer });
  }
  if (simulation.random.chance(drains)) void drain(environment, isCalm);
  if (isFreezing) {
    const freeze = createPublicFreeze(environment);
    keepFreezing(environment, USERS, { seed, ...freezing, freeze, server, isCalm });
  }
  await simulation.runUntil(() => false, FAULTY_MS);
  calmSince = simulation.now();
  calm(environment);
  await simulation.runUntil(() => environment.chain.surge === 0n, 2 * SURGE_MS);
  await simulation.runUntil(() => open === 0 && isSettled(environment), CALM_MS);
  const judgement = { ...judge(environment, requests), ...judgeShared(environment, requests) };
  const isRefused = ({ outcome }: ScriptedRequest) =>
    outcome !== 'pending' && 'refused' in outcome && outcome.refused === 'account-frozen';
  const counts = {
    ...{ requests: requests.length, ...countEnds(environment), ...tally },
    refusedFrozen: requests.filter(isRefused).length,
    accountFreezes: freezing.tally.freezes,
    freezeErrors: [...freezing.errors],
  };
  // What sleeps through a surge in a few steps measures nothing.
  return { ...judgement, ...(isSurging ? NO_WAITS : waits()), ...counts };
}

/** What users can request. */
function choicesOf(
  { networks, signedBytes, repository }: Environment,
  { isOwning, isFlawed }: { readonly isOwning: boolean; readonly isFlawed: boolean },
) {
  // The keys of owners are elsewhere too.
  if (isOwning) for (const userId of USERS) repository.exportedUsers.add(userId);
  // A flawed server is compared with the real one on what both support.
  const kinds = isFlawed ? (['send'] as const) : (['send', 'shield'] as const);
  return { networks, kinds, ...(isOwning && { signedBytes }) };
}

function countEnds({ repository }: Environment) {
  const operations = [...repository.entries.values()].map(({ operation }) => operation);
  const plans = [...repository.signingPlans.values()].map(({ state }) => state);
  const count = (isCounted: (operation: Operation) => boolean) =>
    operations.filter(isCounted).length;
  return {
    ownersSigned: plans.filter((state) => state === 'signed').length,
    ownersNotSigned: plans.filter((state) => state !== 'signed').length,
    filled: count(({ kind, status }) => kind === 'nonce-fill' && status === 'confirmed'),
    shielded: count(({ kind, status }) => kind === 'shield' && status === 'confirmed'),
    cancelled: count((operation) => cancellationReason(operation) === 'user'),
    expired: count((operation) => cancellationReason(operation) === 'expired'),
    adopted: repository.recovered.filter(({ operationId }) => operationId !== null).length,
    spedUp: count((operation) => isSigned(operation) && operation.sending.leastRungs > 0),
  };
}

/** Some users cancel a payment soon after, and some speed it up. */
async function beImpatient(
  simulation: Simulation,
  request: ScriptedRequest,
  { server, cancelling }: { readonly server: () => SimulatedServer; readonly cancelling: number },
): Promise<void> {
  const { random } = simulation;
  const isCancelled = random.chance(cancelling);
  if (!isCancelled && !random.chance(SPEEDING_UP)) return;
  const impatience = isCancelled ? 'cancel' : 'speed-up';
  // Mostly while there is something to cancel: blocks are seconds apart.
  await simulation.wait(random.pick([0, 1_000, 5_000, 40_000]) + random.integer(0, 1_000));
  await makeImpatientRequest(simulation, request, { impatience, server });
}

/** Starts both processes and restarts each one that dies. @returns the current server */
function keepServing(
  environment: Environment,
  tally: { crashes: number },
  flaws: Flaws,
): () => SimulatedServer {
  const { simulation } = environment;
  let server = startServer(environment, flaws);
  startWorker(environment);
  simulation.onCrash = (process) => {
    tally.crashes += 1;
    releaseLocks(environment, process);
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startServer(environment, flaws);
      else startWorker(environment);
    });
  };
  return () => server;
}

function createEnvironment(
  simulation: Simulation,
  backends: NetworkFaults['backends'] = makeBackends(simulation),
): Omit<Environment, 'alterChain' | 'alterRecords' | 'alterOperations'> {
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.02, 0.06]);
  simulation.freezeProbability = random.pick([0, 0, 0.01]);
  const faults = {
    ...makeFaults(backends),
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
    falseRefusal: random.pick([0, 0, 0.1]),
    miscount: random.pick([0, 0, 0.2]),
    orphanReceipts: random.pick([0, 0.5]),
    oldBlocks: random.pick([0, 0, 0.6]),
    // One of two takes no dear rung to the end.
    feeCaps: backends.map((_machines, url) => (url === 1 ? random.pick([null, LOW_CAP]) : null)),
  };
  const balances = new Map<string, bigint>();
  for (const user of USERS) {
    balances.set(balanceKey(addressOfUser(user), 'native'), 1_000_000_000n);
    balances.set(balanceKey(addressOfUser(user), 'token'), 3_000n);
  }
  const chain = new SimulatedChain(simulation, { finalDepth: random.integer(3, 8), balances });
  const signedBytes: SignedBytes = new Map();
  return {
    simulation,
    chain,
    signedBytes,
    faults,
    repository: createMemoryRepository(),
    networks: [simulatedNetwork()],
    tempo: { slowdown: 1 },
    clockSkewMs: { server: random.pick(SKEWS_MS), worker: random.pick(SKEWS_MS) },
  };
}

/** Every node refuses what the highest rungs would cost, and the server knows the cap. */
function capFees({ chain, faults }: Environment): void {
  chain.gas = CAPPED_GAS;
  chain.feeCap = CAPPED_GAS * CAPPED_PRICE;
  for (const url of faults.feeCaps.keys()) faults.feeCaps[url] = chain.feeCap;
}

function calm({ simulation, faults }: Environment): void {
  simulation.crashProbability = 0;
  simulation.freezeProbability = 0;
  faults.falseRefusal = 0;
  faults.orphanReceipts = 0;
  faults.oldBlocks = 0;
  faults.hanging.clear();
  faults.timeout = 0;
  faults.staleNode = 0;
  faults.lostStatement = 0;
  faults.miscount = 0;
}

function isSettled({ repository }: Environment): boolean {
  return [...repository.entries.values()].every(({ operation }) => isTerminal(operation));
}
