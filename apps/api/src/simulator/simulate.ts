import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import {
  cancellationReason,
  isSigned,
  isTerminal,
  type Operation,
} from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import { balanceKey } from './balance-key.ts';
import { type AlterChain, isCancellation } from './flawed-chains.ts';
import { type Judgement, judge } from './judge.ts';
import { createMemoryRepository } from './memory-operations.ts';
import { makeBackends, type SignedBytes } from './simulated-backend.ts';
import { SimulatedChain, TOKEN_CONTRACT } from './simulated-chain.ts';
import { CHAIN_ID, signSimulated } from './simulated-node.ts';
import {
  addressOfUser,
  type CreateSend,
  type Environment,
  releaseLocks,
  type SimulatedServer,
  startServer,
  startWorker,
} from './simulated-server.ts';
import { makeImpatientRequest, makePublicRequest, type ScriptedRequest } from './simulated-user.ts';
import { Simulation } from './simulation.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Replaces the real send. */
  readonly createSend?: CreateSend;
  /** Changes how the server reads its chain. */
  readonly alterChain?: AlterChain;
  /** How many of the payments their users cancel. */
  readonly cancelling?: number;
  /** How many of the runs have fees far above every ladder for more than a day. */
  readonly surges?: number;
}

export interface SimulationReport extends Judgement {
  readonly requests: number;
  /** How many of them were shielded, with an approval where the token needs one. */
  readonly shielded: number;
  /** How many operations were cancelled, by their users or because they expired, and how many were sped up. */
  readonly cancelled: number;
  readonly expired: number;
  readonly spedUp: number;
  readonly crashes: number;
  readonly reorganisations: number;
}

const USERS = ['1', '2'] as const;
const FAULTY_MS = 60_000;
const CALM_MS = 10 * 60_000;
const MOST_GAPS = 5;
const SPEEDING_UP = 0.1;
const SURGE = 1_000_000n;
const SURGE_MS = 25 * 60 * 60_000;
const SURGE_SLOWDOWN = 300;
const BLOCK_MS = 2_000;
const RESTART_MS = 1_500;

/**
 * Lets users pay through the real code while processes die, nodes time out or lag, blocks are reorganised,
 * transactions are forgotten and other wallets take nonces; then lets the network calm down and judges the outcome
 * of every request.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulate({
  seed,
  createSend,
  alterChain = (chain) => chain,
  surges = 0.03,
  cancelling = 0.15,
}: SimulationOptions): Promise<SimulationReport> {
  const simulation = new Simulation(seed);
  const environment = { ...createEnvironment(simulation), alterChain };
  const tally = { crashes: 0, reorganisations: 0 };
  let isCalm = false;
  const server = keepServing(environment, tally, createSend);
  // A flawed server is compared with the real one on what both support.
  const kinds = createSend === undefined ? (['send', 'shield'] as const) : (['send'] as const);
  const requests = makeRequests(simulation, environment.networks, kinds);
  let open = 0;
  async function begin(request: ScriptedRequest, inMs: number): Promise<void> {
    open += 1;
    await simulation.wait(inMs);
    await makePublicRequest(simulation, request, server);
    await beImpatient(simulation, request, { server, cancelling });
    open -= 1;
  }
  for (const request of requests) void begin(request, simulation.random.integer(0, FAULTY_MS / 2));
  void keepMining(environment, tally, { isCalm: () => isCalm, others: 'interfere' });
  if (simulation.random.chance(surges)) void surge(environment);
  await simulation.runUntil(() => false, FAULTY_MS);
  isCalm = true;
  calm(environment);
  await simulation.runUntil(() => environment.chain.surge === 0n, 2 * SURGE_MS);
  const rest = () => simulation.runUntil(() => open === 0 && isSettled(environment), CALM_MS);
  await rest();
  // A nonce gap left by another wallet is filled by the next payment, whenever that comes.
  for (let round = 0; round < MOST_GAPS && !isSettled(environment); round += 1) {
    const more = USERS.map((userId, n) => ({
      ...requestOf(
        simulation,
        { networks: environment.networks, kinds: ['send'] },
        requests.length + n,
      ),
      userId,
      amount: 1n,
    }));
    requests.push(...more);
    for (const request of more) void begin(request, 0);
    await rest();
  }
  const judgement = judge(environment, requests);
  return { ...judgement, requests: requests.length, ...countEnds(environment), ...tally };
}

function countEnds({ repository }: Environment) {
  const operations = [...repository.entries.values()].map(({ operation }) => operation);
  const count = (isCounted: (operation: Operation) => boolean) =>
    operations.filter(isCounted).length;
  return {
    shielded: count(({ kind, status }) => kind === 'shield' && status === 'confirmed'),
    cancelled: count((operation) => cancellationReason(operation) === 'user'),
    expired: count((operation) => cancellationReason(operation) === 'expired'),
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

/** For more than a day, fees are far above what was signed before. Then they fall to what they were. */
async function surge({ simulation, chain, tempo }: Environment): Promise<void> {
  await simulation.wait(simulation.random.integer(0, FAULTY_MS / 2));
  chain.surge = SURGE;
  await simulation.wait(FAULTY_MS);
  tempo.slowdown = SURGE_SLOWDOWN;
  await simulation.wait(SURGE_MS);
  tempo.slowdown = 1;
  chain.surge = 0n;
}

/** Starts both processes and restarts each one that dies. @returns the current server */
function keepServing(
  environment: Environment,
  tally: { crashes: number },
  createSend?: CreateSend,
): () => SimulatedServer {
  const { simulation } = environment;
  let server = startServer(environment, createSend);
  startWorker(environment);
  simulation.onCrash = (process) => {
    tally.crashes += 1;
    releaseLocks(environment, process);
    void simulation.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startServer(environment, createSend);
      else startWorker(environment);
    });
  };
  return () => server;
}

function createEnvironment(simulation: Simulation): Omit<Environment, 'alterChain'> {
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.02, 0.06]);
  const faults = {
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
    backends: makeBackends(simulation),
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
  };
}

function calm({ simulation, faults }: Environment): void {
  simulation.crashProbability = 0;
  faults.timeout = 0;
  faults.staleNode = 0;
  faults.lostStatement = 0;
}

function makeRequests(
  simulation: Simulation,
  networks: readonly Network[],
  kinds: readonly ScriptedRequest['kind'][],
): ScriptedRequest[] {
  const count = simulation.random.integer(4, 10);
  return Array.from({ length: count }, (_, number) =>
    requestOf(simulation, { networks, kinds }, number),
  );
}

function requestOf(
  { random }: Simulation,
  {
    networks,
    kinds,
  }: { readonly networks: readonly Network[]; readonly kinds: readonly ScriptedRequest['kind'][] },
  number: number,
): ScriptedRequest {
  return {
    kind: random.pick(kinds),
    userId: random.pick(USERS),
    key: `key-${number}`,
    token: random.pick(networks.flatMap(({ tokens }) => tokens)),
    // Amounts up to a third of the token balance, so that payments compete for it.
    amount: BigInt(random.integer(1, 1_000)),
    recipient: `0x${(number + 1).toString(16).padStart(40, 'e')}` as PublicAddress,
    outcome: 'pending',
    operationId: null,
  };
}

/** Whether the network behaves by now, and whether other wallets of the account also send. */
export interface MiningConditions {
  readonly isCalm: () => boolean;
  readonly others: 'interfere' | 'idle';
}

/** Mines blocks; until it is calm, transactions are forgotten, blocks reorganised, and other wallets interfere. */
export async function keepMining(
  environment: Pick<Environment, 'simulation' | 'chain' | 'signedBytes'> &
    Partial<Pick<Environment, 'tempo'>>,
  tally: { reorganisations: number },
  { isCalm, others }: MiningConditions,
): Promise<void> {
  const { simulation, chain } = environment;
  const { random } = simulation;
  const forgetful = random.pick([0, 0.1]);
  const reorganising = random.pick([0, 0.1, 0.25]);
  // Of the transactions in the blocks that are given up.
  const forgotten = random.pick([0.3, 0.9]);
  const interference = others === 'interfere' ? random.pick([0, 0.1, 0.3]) : 0;
  const lastInterference = new Date(simulation.now().getTime() + FAULTY_MS / 2);
  for (;;) {
    await simulation.wait(BLOCK_MS * (environment.tempo?.slowdown ?? 1));
    if (isCalm()) {
      chain.mine();
      continue;
    }
    for (const transaction of [...chain.pool.values()]) {
      const isOurs = transaction.from !== transaction.to || isCancellation(transaction);
      if (isOurs && random.chance(forgetful)) chain.pool.delete(transaction.hash);
    }
    // Other wallets stop early, so that a nonce gap they leave is seen to stay open.
    if (simulation.now() < lastInterference && random.chance(interference)) interfere(environment);
    if (random.chance(reorganising)) {
      tally.reorganisations += 1;
      chain.reorganise(random.integer(1, Math.min(3, Number(chain.finalDepth) - 1)), () =>
        random.chance(forgotten),
      );
    } else if (random.chance(0.8)) chain.mine();
  }
}

/** The user pays themself from another wallet with the same seed and takes the next nonce. */
function interfere({
  simulation,
  chain,
  signedBytes,
}: Pick<Environment, 'simulation' | 'chain' | 'signedBytes'>): void {
  const account = addressOfUser(simulation.random.pick(USERS));
  const { hash, raw } = signSimulated(signedBytes, account, {
    chainId: CHAIN_ID,
    nonce: chain.tip.nonces.get(account) ?? 0,
    to: account,
    value: 0n,
    data: '0x',
    gas: 10n,
    maxFeePerGas: 500n,
    maxPriorityFeePerGas: 1n,
  });
  const transaction = signedBytes.get(raw);
  if (transaction !== undefined && transaction.hash === hash) chain.accept(transaction);
}

function isSettled({ repository }: Environment): boolean {
  return [...repository.entries.values()].every(({ operation }) => isTerminal(operation));
}

/** @returns the network of the simulation, with its native coin and one token. */
export function simulatedNetwork(): Network {
  const token = (symbol: string, address: PublicAddress | null, decimals: number): Token => ({
    id: `simulated-${symbol.toLowerCase()}` as Token['id'],
    chainId: CHAIN_ID,
    address,
    symbol,
    name: symbol,
    decimals,
    isShieldable: true,
    image: '',
  });
  return {
    slug: 'simulated',
    name: 'Simulated',
    chainId: CHAIN_ID,
    image: '',
    multicallAddress: TOKEN_CONTRACT,
    explorerTransactionUrl: null,
    blocksUntilFinal: 8,
    tokens: [token('NAT', null, 0), token('TOK', TOKEN_CONTRACT, 0)],
  };
}
