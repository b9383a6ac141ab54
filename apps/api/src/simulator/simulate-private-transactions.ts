import { isTerminal } from '#domain/operation/operation';
import { isPaidInPart } from '#domain/operation/outcome';
import { keepMining } from './adversity.ts';
import { countPrivately } from './count-private.ts';
import { calmNodes, createPrivateEnvironment } from './create-private-environment.ts';
import type { AlterChain } from './flawed-chains.ts';
import type { AlterBroadcasterRecords } from './flawed-records.ts';
import type { AlterRepricing } from './flawed-repricing.ts';
import { judgePrivately, judgeSignatures, staleReservations } from './judge-private.ts';
import { createPrivateFreeze, keepFreezing, watchFreezes } from './keep-freezing.ts';
import { keepServing, type Serving } from './keep-serving.ts';
import type { FailoverConditions } from './lose-commits.ts';
import { losePrivateCommits } from './lose-private-commits.ts';
import { makePrivateRequests } from './make-private-requests.ts';
import { operationOfRow, type PrivateFlaw } from './memory-private-rows.ts';
import { NEXT_BROADCASTER } from './memory-private-transactions.ts';
import { keepCancelling, keepCopying } from './private-adversity.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import { judgeOwners } from './private-owners/judge-owners.ts';
import { keepMovingElsewhere } from './private-owners/move-elsewhere.ts';
import { createOwning, type Owning } from './private-owners/owning.ts';
import type { PrivateReport } from './private-report.ts';
import { LONGEST_SURGE_MS, type PrivateSurge, surgePrivately } from './private-surge.ts';
import { replaceBroadcaster } from './replace-broadcaster.ts';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';
import { createSeededRandom } from './seeded-random.ts';
import { judgeSharedPrivately, makeSharedPrivateRequests } from './shared-private-requests.ts';
import type { NetworkFaults } from './simulated-backend.ts';
import { worthOfNotes } from './simulated-notes.ts';
import { makePrivateRequest, payAgain } from './simulated-private-user.ts';
import { Simulation } from './simulation.ts';
import { watchEnds } from './watch-ends.ts';
import { watchNotes } from './watch-notes.ts';

export interface PrivateSimulationOptions {
  readonly seed: number;
  /** Breaks the server of this run, to show that the simulator detects it. */
  readonly flaw?: PrivateFlaw;
  /** Changes how the server of this run reads its chain, for the same purpose. */
  readonly alterChain?: AlterChain;
  /** Breaks the worker of this run. */
  readonly alterRepricing?: AlterRepricing;
  /** Breaks the process that proves. */
  readonly alterBroadcasterRecords?: AlterBroadcasterRecords;
  /** How often the database fails over and loses commits, in place of a random choice. */
  readonly failovers?: number;
  /** How fees rise, in place of a random choice. */
  readonly surge?: PrivateSurge;
  /** Whether several proofs of one payment are bound to each other, in place of a random choice. */
  readonly proofs?: PrivateEnvironment['proofs'];
  /** Leaves out copies and cancellations by others, as every run with rising fees does. */
  readonly isUndisturbed?: boolean;
  /** The machines behind each URL, in place of random ones. */
  readonly backends?: NetworkFaults['backends'];
  /** How often a node has what its chain gave up; never, unless given. */
  readonly oldResponses?: number;
  /** Whether another account takes the broadcaster's place, in place of every fourth seed. */
  readonly isReplaced?: boolean;
  /** How many private payments strangers copy, in place of a random choice. */
  readonly copying?: number;
  /** Whether users freeze their accounts, in place of every third seed. */
  readonly isFreezing?: boolean;
  /** Whether users pay one payment request, in place of every fifth seed. */
  readonly isSharing?: boolean;
  /** Whether all users alone have their keys, or none, in place of a random half. */
  readonly isOwning?: boolean;
  /** How likely another wallet of an owner moves a note of theirs every few seconds, in place of a random choice. */
  readonly movingElsewhere?: number;
  /** Breaks how what owners signed is taken or proved. */
  readonly owners?: Partial<Pick<Owning, 'alterSigning' | 'alterPool'>>;
}

const USERS = ['1', '2'] as const;
const NOTHING_HAPPENED = {
  ...{ copies: 0, crashes: 0, reorganisations: 0 },
  ...{ failovers: 0, lostOperations: 0, freezes: 0, movedElsewhere: 0 },
};
/** Keeps the choices of runs without owners as they are. */
const SEED_OF_OWNERS = 9_000_000;
const FAULTY_MS = 60_000;
const CALM_MS = 20 * 60_000;
/** A payment that was paid in part is looked at again: another part may have come later. */
const LOOK_AGAIN_MS = 35 * 60_000;
/** The longer part of a run in which fees rise: payments are re-priced after their rungs were tried. */
const SURGING_MS = 5 * 60_000;
/** Of 20 runs: fees rise in six. */
const SURGES: readonly PrivateSurge[] = [
  ...Array.from({ length: 14 }, () => 'none' as const),
  ...Array.from({ length: 4 }, () => 'within-limit' as const),
  ...(['above-limit', 'for-a-day'] as const),
];
/** In one of so many runs, the broadcaster is replaced. */
const REPLACED_IN = 4;
/** In one of so many runs, users freeze and unfreeze their accounts. */
const FREEZING_IN = 3;
/** In one of so many runs, users pay one payment request. */
const SHARING_IN = 5;
/** Of the runs in which fees do not rise. Single proofs of an earlier version that are lost as well are not recognized. */
const LOSSES = 0.4;

/**
 * Lets users pay privately through the real code while processes die (the prover among them), nodes time out or lag
 * and blocks are reorganised; then lets the network calm down and judges the outcome of every request, every note
 * and every reservation.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulatePrivateTransactions({
  seed,
  surge,
  isUndisturbed = false,
  copying,
  failovers,
  isReplaced = seed % REPLACED_IN === 0,
  isFreezing = !isUndisturbed && seed % FREEZING_IN === 0,
  isSharing = !isUndisturbed && seed % SHARING_IN === 2,
  ...altered
}: PrivateSimulationOptions): Promise<PrivateReport> {
  const simulation = new Simulation(seed);
  const { owning, chance } = chooseOwners(seed, altered);
  const environment = createPrivateEnvironment(simulation, { ...altered, users: USERS, owning });
  const { chain, store, repository } = environment;
  const worth = worthOfNotes(chain.tip.balances);
  const tally = { ...NOTHING_HAPPENED };
  const notesUsedTwice = watchNotes(environment);
  const freezes = { ...watchFreezes(environment), freeze: createPrivateFreeze(environment) };
  const surging = surge ?? simulation.random.pick(SURGES);
  const { server, workers } = keepServing(environment, tally, surging);
  const requests = makePrivateRequests(simulation, USERS);
  if (isSharing) requests.unshift(...makeSharedPrivateRequests(environment, USERS));
  const faultyMs = surging === 'none' ? FAULTY_MS : SURGING_MS;
  if (isReplaced) {
    void replaceBroadcaster(environment, { seed, afterMs: faultyMs / 5 }, { server, workers });
  }
  let calmSince: Date | null = null;
  const startedAt = simulation.now();
  // How long payments wait while fees rise is measured with all faults.
  const waits = watchEnds(environment, () => (surging === 'none' ? calmSince : startedAt));
  let open = 0;
  const begin = async (request: ScriptedPrivateRequest) => {
    open += 1;
    // All pay one payment request at nearly the same moment.
    const latestMs = request.paymentRequest === undefined ? faultyMs / 2 : 1_000;
    await simulation.wait(simulation.random.integer(0, latestMs));
    await makePrivateRequest(environment, request, server);
    const again = await payAgain(environment, request);
    if (again !== null) {
      requests.push(again);
      await makePrivateRequest(environment, again, server);
    }
    open -= 1;
  };
  for (const request of [...requests]) void begin(request);
  const isCalm = () => calmSince !== null;
  const disturbing = { failovers, copying, tally, server, isCalm };
  disturb(environment, disturbing, surging === 'none' && !isUndisturbed);
  if (isFreezing) keepFreezing(environment, USERS, { seed, ...freezes, tally, server, isCalm });
  void keepMovingElsewhere(environment, tally, { isCalm, chance });
  void keepMining(environment, tally, { isCalm, others: 'idle' });
  let isRising = surging === 'for-a-day';
  if (surging !== 'none') void surgePrivately(environment, surging).then(() => (isRising = false));
  await simulation.runUntil(() => false, faultyMs);
  calmSince = simulation.now();
  simulation.crashProbability = 0;
  calmNodes(environment.faults);
  await simulation.runUntil(() => !isRising, 2 * LONGEST_SURGE_MS);
  const operations = () => [...store.rows.values()].map((row) => operationOfRow(repository, row));
  await simulation.runUntil(() => open === 0 && operations().every(isTerminal), CALM_MS);
  if (operations().some(isPaidInPart)) await simulation.runUntil(() => false, LOOK_AGAIN_MS);
  const ended = operations();
  return {
    ...judgePrivately(environment, requests, { ended, worth }),
    ...judgeSharedPrivately(environment, requests),
    ...judgeOwners(environment),
    noteErrors: [...notesUsedTwice, ...staleReservations(environment, ended)],
    signatureErrors: judgeSignatures(environment, ended),
    freezeErrors: [...freezes.errors],
    surge: surging,
    laneMs: waits().laneMs,
    ...countPrivately(environment, requests, ended),
    proofs: environment.proofs,
    byNext: ended.filter(({ account }) => account === NEXT_BROADCASTER).length,
    ...tally,
  };
}

/** @returns the users who alone have their keys, and how likely they move notes elsewhere */
function chooseOwners(
  seed: number,
  { isOwning, movingElsewhere, owners }: Omit<PrivateSimulationOptions, 'seed'>,
) {
  const random = createSeededRandom(SEED_OF_OWNERS + seed);
  const users = new Set<string>(USERS.filter(() => isOwning ?? random.chance(0.5)));
  const owning = createOwning({ ...owners, users });
  return { owning, chance: movingElsewhere ?? random.pick([0, 0, 0, 0.3]) };
}

/** Strangers copy payments, an operator cancels some, and the database fails over. */
function disturb(
  environment: PrivateEnvironment,
  {
    copying,
    server,
    ...given
  }: { readonly copying: number | undefined } & Omit<
    FailoverConditions,
    'killServer' | 'copyMore' | 'slow'
  > &
    Pick<Serving, 'server'> & { readonly tally: { copies: number } },
  isUsual: boolean,
): void {
  const { simulation, proofs } = environment;
  if (isUsual) {
    void keepCopying(environment, given.tally, copying);
    void keepCancelling(environment, given.isCalm);
  }
  const mayFail = isUsual && proofs === 'bound';
  if (given.failovers === undefined && !(mayFail && simulation.random.chance(LOSSES))) return;
  const killServer = () => simulation.kill(server().process);
  void losePrivateCommits(environment, { ...given, killServer });
}
