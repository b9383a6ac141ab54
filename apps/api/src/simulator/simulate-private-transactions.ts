import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import {
  isPaidByCopy,
  isTerminal,
  isWithoutEffect,
  type Operation,
} from '#domain/operation/operation';
import { releaseAll } from './account-locks.ts';
import { keepMining } from './adversity.ts';
import { balanceKey } from './balance-key.ts';
import type { AlterChain } from './flawed-chains.ts';
import { type Judgement, judgeOperation } from './judge.ts';
import {
  createMemoryPrivateTransactions,
  operationOfRow,
  type PrivateFlaw,
  type PrivateTransactionRow,
} from './memory-private-rows.ts';
import {
  createMemoryPrivateTransactionRepository,
  SIMULATED_BROADCASTER,
} from './memory-private-transactions.ts';
import { createMemoryRepository } from './memory-repository.ts';
import { keepCancelling, keepCopying } from './private-adversity.ts';
import { ownerOfUser, type PrivateEnvironment } from './private-environment.ts';
import { simulatedNetwork } from './simulate.ts';
import { makeBackends, makeFaults, type SignedBytes } from './simulated-backend.ts';
import { type SimulatedBlock, SimulatedChain } from './simulated-chain.ts';
import { createSimulatedNode } from './simulated-node.ts';
import { noteKey, noteName, worthOfNotes } from './simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';
import {
  makePrivateRequest,
  type PrivateServer,
  payAgain,
  type ScriptedPrivateRequest,
  startPrivateServer,
  startPrivateWorker,
} from './simulated-private-user.ts';
import { startProver } from './simulated-prover.ts';
import { simulatedUuid } from './simulated-server.ts';
import { type Process, Simulation } from './simulation.ts';

export interface PrivateSimulationOptions {
  readonly seed: number;
  /** Breaks the server of this run, to show that the simulator detects it. */
  readonly flaw?: PrivateFlaw;
  /** Changes how the server of this run reads its chain, for the same purpose. */
  readonly alterChain?: AlterChain;
}

export interface PrivateReport extends Judgement {
  /** Notes that two live operations were both to spend, and notes still reserved for a failed operation. */
  readonly noteErrors: readonly string[];
  readonly requests: number;
  readonly paid: number;
  readonly consolidated: number;
  readonly cancelled: number;
  /** Copies that others sent, payments that one of them paid, and those of them that were being cancelled. */
  readonly copies: number;
  readonly paidByCopy: number;
  readonly paidThoughCancelling: number;
  readonly crashes: number;
  readonly reorganisations: number;
}

const USERS = ['1', '2'] as const;
const FAULTY_MS = 60_000;
const CALM_MS = 20 * 60_000;
const RESTART_MS = 1_500;

/**
 * Lets users pay privately through the real code while processes die (the prover among them), nodes time out or lag
 * and blocks are reorganised; then lets the network calm down and judges the outcome of every request, every note
 * and every reservation.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulatePrivateTransactions({
  seed,
  ...flawed
}: PrivateSimulationOptions): Promise<PrivateReport> {
  const simulation = new Simulation(seed);
  const environment = createEnvironment(simulation, flawed);
  const { chain, store, repository } = environment;
  const worth = worthOfNotes(chain.tip.balances);
  const tally = { copies: 0, crashes: 0, reorganisations: 0 };
  const notesUsedTwice = watchNotes(environment);
  const server = keepServing(environment, tally);
  const requests = makeRequests(simulation);
  let open = 0;
  const begin = async (request: ScriptedPrivateRequest) => {
    open += 1;
    await simulation.wait(simulation.random.integer(0, FAULTY_MS / 2));
    await makePrivateRequest(environment, request, server);
    const again = await payAgain(environment, request);
    if (again !== null) {
      requests.push(again);
      await makePrivateRequest(environment, again, server);
    }
    open -= 1;
  };
  for (const request of [...requests]) void begin(request);
  let isCalm = false;
  void keepCopying(environment, tally);
  void keepCancelling(environment, () => isCalm);
  void keepMining(environment, tally, { isCalm: () => isCalm, others: 'idle' });
  await simulation.runUntil(() => false, FAULTY_MS);
  isCalm = true;
  simulation.crashProbability = 0;
  Object.assign(environment.faults, { timeout: 0, staleNode: 0, lostStatement: 0 });
  const operations = () => [...store.rows.values()].map((row) => operationOfRow(repository, row));
  await simulation.runUntil(() => open === 0 && operations().every(isTerminal), CALM_MS);
  const ended = operations();
  return {
    ...judge(environment, requests, { ended, worth }),
    noteErrors: [...notesUsedTwice, ...staleReservations(environment, ended)],
    requests: requests.length,
    paid: recipientsOf(requests).filter((to) => paymentsTo(chain.tip, to) > 0).length,
    paidByCopy: ended.filter(isPaidByCopy).length,
    paidThoughCancelling: ended.filter(
      (o) => isPaidByCopy(o) && 'sending' in o && o.sending.cancelRequest !== null,
    ).length,
    consolidated: ended.filter((o) => o.kind === 'consolidation' && o.status === 'confirmed')
      .length,
    cancelled: requests.filter(
      ({ outcome }) =>
        outcome !== 'pending' && 'refused' in outcome && outcome.refused === 'cancelled',
    ).length,
    ...tally,
  };
}

function createEnvironment(
  simulation: Simulation,
  { flaw, alterChain = (chain) => chain }: Omit<PrivateSimulationOptions, 'seed'>,
): PrivateEnvironment {
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.01, 0.03]);
  const faults = {
    ...makeFaults(makeBackends(simulation)),
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
  };
  const state = new Map([[balanceKey(SIMULATED_BROADCASTER, 'native'), 100_000_000n]]);
  let noteCount = 0;
  for (const user of USERS) {
    for (let left = random.integer(2, 9); left > 0; left -= 1) {
      noteCount += 1;
      state.set(noteKey(noteName(ownerOfUser(user), noteCount)), BigInt(random.integer(50, 400)));
    }
  }
  const chain = new SimulatedChain(simulation, {
    finalDepth: random.integer(3, 8),
    balances: state,
  });
  const signedBytes: SignedBytes = new Map();
  const network = simulatedNetwork();
  const [native, token] = network.tokens;
  if (native === undefined || token === undefined) throw new Error('The network has no tokens.');
  const repository = createMemoryRepository();
  const store = createMemoryPrivateTransactions(flaw);
  const environment: PrivateEnvironment = {
    ...{ simulation, chain, signedBytes, faults, repository, store, token, native, noteCount },
    networks: [network],
    views: new Map(),
    run: null,
    uuid: () => simulatedUuid(simulation),
    nodeOf(process) {
      const node = createSimulatedNode({ simulation, chain, signedBytes, faults }, process);
      return { ...node, ...alterChain(node, signedBytes) };
    },
    repositoryOf(process) {
      const roundTrip = async () => {
        await simulation.wait(random.integer(0, 3), process);
        if (random.chance(faults.lostStatement)) throw new Error('The connection was lost.');
      };
      const notify = () => environment.run?.onPrivateTransactions();
      return createMemoryPrivateTransactionRepository(repository, store, {
        roundTrip,
        owner: process,
        notify,
      });
    },
  };
  return environment;
}

/** Starts the three processes, and restarts each one that dies. */
function keepServing(
  environment: PrivateEnvironment,
  tally: { crashes: number },
): () => PrivateServer {
  const { simulation, repository } = environment;
  let server = startPrivateServer(environment);
  startPrivateWorker(environment);
  environment.run = startProver(environment);
  simulation.onCrash = (process: Process) => {
    tally.crashes += 1;
    releaseAll(repository.locks, process);
    if (process === environment.run?.process) environment.run = null;
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startPrivateServer(environment);
      else if (process.name === 'worker') startPrivateWorker(environment);
      else environment.run = startProver(environment);
    });
  };
  return () => server;
}

function makeRequests({ random }: Simulation): ScriptedPrivateRequest[] {
  return Array.from({ length: random.integer(3, 8) }, (_, number) => ({
    userId: random.pick(USERS),
    key: `key-${number}`,
    amount: BigInt(random.integer(1, 400)),
    to: random.chance(0.5)
      ? {
          kind: 'unshield' as const,
          recipient: `0x${(number + 1).toString(16).padStart(40, 'e')}` as PublicAddress,
        }
      : { kind: 'internal-transfer' as const, recipient: `0zkrequest${number}` as PrivateAddress },
    withinMinutes: random.chance(0.2) ? 1 : null,
    isCancelled: random.chance(0.15),
    outcome: 'pending' as const,
  }));
}

/** Checks at every change that no note is to be spent by two operations that were executed or still can be. */
function watchNotes({ repository, store }: PrivateEnvironment): ReadonlySet<string> {
  const errors = new Set<string>();
  const set = repository.entries.set.bind(repository.entries);
  repository.entries.set = (id, entry) => {
    const entries = set(id, entry);
    const spenders = new Map<string, string>();
    for (const [spender, { proved }] of store.rows) {
      const operation = repository.entries.get(spender)?.operation;
      if (operation === undefined || isWithoutEffect(operation)) continue;
      for (const nullifier of proved?.nullifiers ?? []) {
        const other = spenders.get(nullifier);
        if (other !== undefined) errors.add(`${other} and ${spender} both spend ${nullifier}`);
        spenders.set(nullifier, spender);
      }
    }
    return entries;
  };
  return errors;
}

function staleReservations(
  { store }: PrivateEnvironment,
  ended: readonly Operation[],
): readonly string[] {
  const failed = new Set(ended.filter((o) => o.status === 'failed').map(({ id }) => id));
  return [...store.reserved]
    .filter(([, id]) => failed.has(id))
    .map(([nullifier, id]) => `${nullifier} is reserved for ${id}, which failed`);
}

type Verdict = Record<keyof Judgement, string[]>;

function judge(
  { chain, store, repository }: PrivateEnvironment,
  requests: readonly ScriptedPrivateRequest[],
  { ended, worth }: { readonly ended: readonly Operation[]; readonly worth: bigint },
): Judgement {
  const verdict: Verdict = { lost: [], double: [], falseStatus: [], stuck: [] };
  const rows = [...store.rows.values()];
  const isPaid = (row: PrivateTransactionRow) =>
    operationOfRow(repository, row).status === 'confirmed';
  for (const { key, outcome } of requests) {
    const row = rows.find((each) => each.request.idempotencyKey === key);
    if (outcome === 'pending') verdict.stuck.push(`${key} never got a response`);
    else if ('refused' in outcome) {
      if (row !== undefined && isPaid(row))
        verdict.falseStatus.push(`${key} was refused (${outcome.refused}) and paid`);
    } else if (row === undefined) verdict.lost.push(`${key} has a hash and no operation`);
  }
  for (const to of recipientsOf(requests)) {
    const paid = paymentsTo(chain.tip, to);
    const isTheirs = ({ request }: PrivateTransactionRow) => request.details.recipient === to;
    if (paid > 1) verdict.double.push(`${to} was paid ${paid} times`);
    if (rows.filter((row) => isTheirs(row) && isPaid(row)).length !== paid)
      verdict.falseStatus.push(`what was paid to ${to} disagrees with the chain`);
  }
  for (const operation of ended) {
    if ('signing' in operation) judgeOperation(verdict, chain.tip, operation);
    else if (!isTerminal(operation)) verdict.stuck.push(`${operation.id} (${operation.status})`);
  }
  const left = worthOfNotes(chain.tip.balances);
  const out = recipientsOf(requests).reduce(
    (sum, to) => sum + (chain.tip.balances.get(balanceKey(to, 'token')) ?? 0n),
    0n,
  );
  if (left + out !== worth)
    verdict.lost.push(`${worth} became ${left} in notes and ${out} outside`);
  return verdict;
}

function recipientsOf(requests: readonly ScriptedPrivateRequest[]): readonly string[] {
  return [...new Set(requests.map(({ to }) => to.recipient))];
}

function paymentsTo(tip: SimulatedBlock, recipient: string): number {
  let count = 0;
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    for (const { transaction, isSuccess } of block.receipts) {
      if (transaction.to !== PRIVATE_TRANSACTION_CONTRACT || !isSuccess) continue;
      const { made, paid } = decodePrivateTransaction(transaction.data);
      const isTheirs =
        paid?.to === recipient || made.some(({ name }) => name.startsWith(`${recipient}#`));
      if (isTheirs) count += 1;
    }
  }
  return count;
}
