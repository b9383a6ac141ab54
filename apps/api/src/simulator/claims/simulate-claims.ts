import { CANCELLATION_GAS } from '#domain/operation/fee-ladder';
import { isTerminal } from '#domain/operation/operation';
import { FAULTY_MS, keepCuttingOff, keepHanging, keepMining } from '../adversity.ts';
import { balanceKey } from '../balance-key.ts';
import type { AlterOperations } from '../flawed-operations.ts';
import { loseCommits } from '../lose-commits.ts';
import { createMemoryRepository } from '../memory-repository.ts';
import { makeBackends, makeFaults, type NetworkFaults } from '../simulated-backend.ts';
import { SimulatedChain } from '../simulated-chain.ts';
import { simulatedNetwork } from '../simulated-network.ts';
import { addressOfUser, releaseLocks, startWorker } from '../simulated-server.ts';
import { keepVisiting } from '../simulated-user.ts';
import { Simulation } from '../simulation.ts';
import { type ClaimEnvironment, RECIPIENTS, SENDERS } from './claim-environment.ts';
import type { AlterClaimPorts } from './claim-ports.ts';
import { type ClaimServer, startClaimServer } from './claim-server.ts';
import { endClaim, liveThroughClaim } from './claim-user.ts';
import { type ClaimJudgement, judgeClaims, watchClaimEnds } from './judge-claims.ts';
import { stateOf } from './memory-claim-store.ts';
import { type ClaimChoices, makeScriptedClaims, type ScriptedClaim } from './scripted-claims.ts';

export interface ClaimSimulationOptions extends ClaimChoices {
  readonly seed: number;
  /** Changes how the server stores its operations. */
  readonly alterOperations?: AlterOperations;
  /** Changes what the calls of payments by link work with. */
  readonly alterPorts?: AlterClaimPorts;
  /** The machines behind each URL, in place of random ones. */
  readonly backends?: NetworkFaults['backends'];
  /** How many of the runs fail over to a database without the last commits. */
  readonly losses?: number;
  /** How often such a run fails over, in place of once or twice. */
  readonly failovers?: number;
  /** How often a node counts too many transactions of an account, in place of a random rate. */
  readonly miscount?: number;
  /** In how many of the runs users have other wallets with the same keys, which send too. */
  readonly interference?: number;
  /** How many of the operations their users cancel. */
  readonly cancelling?: number;
}

export interface ClaimSimulationReport extends ClaimJudgement {
  readonly crashes: number;
  readonly freezes: number;
  readonly reorganisations: number;
  readonly failovers: number;
  readonly lostOperations: number;
  /** Wallets that had no coin for a fee, since another wallet of the sender used the nonce of what sets it aside. */
  readonly toppedUp: number;
  /** Operations that were stored beside another one that may move the same money. */
  readonly rivals: readonly string[];
}

/** For how long things go wrong: a payment by link and its end need many more calls than a send. */
const LONG_MS = 4 * FAULTY_MS;
const CALM_MS = 20 * 60_000;
const RESTART_MS = 1_500;
/** How far the clocks of two machines may be apart from the true time. */
const SKEWS_MS = [0, 0, -90_000, 90_000] as const;
/** A return whose transaction failed is requested again. */
const MOST_RETURNS = 4;

/**
 * Lets users pay by link, and claim and take back at the same moment, through the real code while processes die, nodes
 * time out or lag, blocks are reorganised, transactions are forgotten and the database fails over; then lets the
 * network calm down, takes back what no one claimed, and judges where all money is.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulateClaims({
  seed,
  alterOperations = (operations) => operations,
  alterPorts = (ports) => ports,
  backends,
  losses = 0.15,
  interference = 0.2,
  cancelling = 0.1,
  failovers,
  miscount,
  ...choices
}: ClaimSimulationOptions): Promise<ClaimSimulationReport> {
  const simulation = new Simulation(seed);
  const environment = createEnvironment(simulation, { alterOperations, alterPorts, backends });
  if (miscount !== undefined) environment.faults.miscount = miscount;
  const tally = { crashes: 0, freezes: 0, reorganisations: 0, failovers: 0, lostOperations: 0 };
  simulation.onFreeze = () => {
    tally.freezes += 1;
  };
  let isCalmNow = false;
  const isCalm = () => isCalmNow;
  const others = simulation.random.chance(interference) ? 'interfere' : 'idle';
  if (others === 'interfere') exportKeys(environment);
  const rivals = watchClaimEnds(environment);
  const server = keepServing(environment, tally);
  const claims = makeScriptedClaims(environment, choices);
  let open = claims.length;
  const user = { environment, server, isOver: () => false, cancelling };
  for (const claim of claims) {
    void liveThroughClaim(user, claim).finally(() => {
      open -= 1;
    });
  }
  for (const userId of [...SENDERS, ...RECIPIENTS]) {
    void keepVisiting(environment, userId, server);
  }
  void keepMining(environment, tally, { isCalm, others });
  void keepHanging(environment, isCalm);
  void keepCuttingOff(environment, isCalm);
  if (simulation.random.chance(losses)) {
    const killServer = () => simulation.kill(server().process);
    const copyMore = () => copyClaims(environment);
    const conditions = { failovers, tally, isCalm, killServer, copyMore };
    // Of what sets money aside at first, then of what ends claims.
    void simulation
      .wait(simulation.random.integer(0, LONG_MS / 2))
      .then(() => loseCommits(environment, conditions));
  }
  await simulation.runUntil(() => false, LONG_MS);
  isCalmNow = true;
  calm(environment);
  await simulation.runUntil(() => open === 0 && isSettled(environment), CALM_MS);
  let toppedUp = 0;
  for (let left = MOST_RETURNS; left > 0; left -= 1) {
    const waiting = claims.filter((claim) => isWaiting(environment, claim));
    if (others === 'interfere') toppedUp += topUp(environment, waiting);
    let returning = waiting.length;
    for (const claim of waiting) {
      void endClaim(user, claim, 'sender').finally(() => {
        returning -= 1;
      });
    }
    await simulation.runUntil(() => returning === 0 && isSettled(environment), CALM_MS);
  }
  return { ...judgeClaims(environment, claims), ...tally, toppedUp, rivals: [...rivals] };
}

function isWaiting(environment: ClaimEnvironment, { key }: ScriptedClaim): boolean {
  const row = [...environment.claims.values()].find(({ fundingKey }) => fundingKey === key);
  return row !== undefined && stateOf(environment, row) === 'waiting';
}

/** Kax believes a count of transactions that is too high only of who has the keys elsewhere. */
function exportKeys({ simulation, repository }: ClaimEnvironment): void {
  for (const userId of RECIPIENTS) {
    if (simulation.random.chance(0.5)) repository.exportedUsers.add(userId);
  }
}

/** The sender pays coin to the wallets that have none for a fee. @returns how many */
function topUp({ chain, claims }: ClaimEnvironment, waiting: readonly ScriptedClaim[]): number {
  const rows = [...claims.values()].filter(({ fundingKey }) =>
    waiting.some(({ key }) => key === fundingKey),
  );
  const empty = rows.filter(({ terms: { address, tokenId, setAside, units } }) => {
    const isNative = tokenId === 'simulated-nat';
    const held = chain.tip.balances.get(balanceKey(address, 'native')) ?? 0n;
    return held < setAside / 3n + (isNative ? units : 0n);
  });
  for (const { terms } of empty)
    chain.gifts.set(balanceKey(terms.address, 'native'), terms.setAside);
  return empty.length;
}

/** @returns what makes the database one that has only the claims of now */
function copyClaims({ claims, lostClaims }: ClaimEnvironment): () => void {
  const rows = [...claims].map(([id, row]) => [id, { ...row }] as const);
  return () => {
    const kept = new Set(rows.map(([id]) => id));
    for (const { id, fundingKey } of claims.values()) if (!kept.has(id)) lostClaims.add(fundingKey);
    claims.clear();
    for (const [id, row] of rows) claims.set(id, row);
  };
}

/** Starts both processes and restarts each one that dies. @returns the current server */
function keepServing(environment: ClaimEnvironment, tally: { crashes: number }): () => ClaimServer {
  const { simulation } = environment;
  let server = startClaimServer(environment);
  startWorker(environment);
  simulation.onCrash = (process) => {
    tally.crashes += 1;
    releaseLocks(environment, process);
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startClaimServer(environment);
      else startWorker(environment);
    });
  };
  return () => server;
}

function createEnvironment(
  simulation: Simulation,
  {
    backends = makeBackends(simulation),
    ...given
  }: Pick<ClaimEnvironment, 'alterOperations' | 'alterPorts'> & {
    readonly backends: NetworkFaults['backends'] | undefined;
  },
): ClaimEnvironment {
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.003, 0.01]);
  simulation.freezeProbability = random.pick([0, 0, 0.002]);
  const faults = {
    ...makeFaults(backends),
    timeout: random.pick([0, 0.02, 0.06]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.005]),
    falseRefusal: random.pick([0, 0, 0.05]),
    miscount: random.pick([0, 0, 0.1]),
    orphanReceipts: random.pick([0, 0.5]),
    oldBlocks: random.pick([0, 0, 0.6]),
  };
  const balances = new Map<string, bigint>();
  for (const user of SENDERS) {
    balances.set(balanceKey(addressOfUser(user), 'native'), 10n ** 15n);
    balances.set(balanceKey(addressOfUser(user), 'token'), 3_000n);
  }
  const chain = new SimulatedChain(simulation, { finalDepth: random.integer(3, 8), balances });
  // What is set aside has to be enough for a cancellation too.
  chain.gas = CANCELLATION_GAS;
  return {
    ...given,
    ...{ simulation, chain, faults, claims: new Map(), lostClaims: new Set() },
    signedBytes: new Map(),
    repository: createMemoryRepository(),
    networks: [simulatedNetwork()],
    tempo: { slowdown: 1 },
    clockSkewMs: { server: random.pick(SKEWS_MS), worker: random.pick(SKEWS_MS) },
    alterChain: (chain) => chain,
    alterRecords: (records) => records,
  };
}

function calm({ simulation, faults }: ClaimEnvironment): void {
  simulation.crashProbability = 0;
  simulation.freezeProbability = 0;
  faults.hanging.clear();
  Object.assign(faults, { timeout: 0, staleNode: 0, lostStatement: 0, falseRefusal: 0 });
  Object.assign(faults, { miscount: 0, orphanReceipts: 0, oldBlocks: 0 });
}

function isSettled({ repository }: ClaimEnvironment): boolean {
  return [...repository.entries.values()].every(({ operation }) => isTerminal(operation));
}
