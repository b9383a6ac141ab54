import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { isTerminal } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import { balanceKey } from './balance-key.ts';
import { type Judgement, judge } from './judge.ts';
import { createMemoryRepository } from './memory-operations.ts';
import { SimulatedChain, TOKEN_CONTRACT } from './simulated-chain.ts';
import { CHAIN_ID, type SignedBytes, signSimulated } from './simulated-node.ts';
import {
  addressOfUser,
  bury,
  type CreateSend,
  type SimulatedServer,
  type Surroundings,
  startServer,
  startWorker,
} from './simulated-server.ts';
import { makePublicRequest, type ScriptedRequest } from './simulated-user.ts';
import { SimulatedWorld } from './simulated-world.ts';

export interface Simulation {
  readonly seed: number;
  /** Takes the place of the real send. */
  readonly createSend?: CreateSend;
}

export interface SimulationReport extends Judgement {
  readonly requests: number;
  /** How many of them went into the pool, with an approval where the token needs one. */
  readonly shielded: number;
  readonly crashes: number;
  readonly reorganisations: number;
}

const USERS = ['1', '2'] as const;
const FAULTY_MS = 60_000;
const CALM_MS = 10 * 60_000;
const MOST_GAPS = 5;
const BLOCK_MS = 2_000;
const RESTART_MS = 1_500;

/**
 * Lets people pay through the real code while processes die, nodes time out or lag, blocks are reorganised,
 * transactions are forgotten and wallets elsewhere take nonces; then lets the network calm down and judges what
 * became of every wish.
 * @returns the verdict; equal seeds give equal verdicts.
 */
export async function simulate({ seed, createSend }: Simulation): Promise<SimulationReport> {
  const harness = new SimulatedWorld(seed);
  const around = surround(harness);
  const tally = { crashes: 0, reorganisations: 0 };
  let isCalm = false;
  const server = keepServing(around, tally, createSend);
  // A flawed server is compared with the real one by what both can do.
  const kinds = createSend === undefined ? (['send', 'shield'] as const) : (['send'] as const);
  const requests = makeRequests(harness, around.networks, kinds);
  let open = 0;
  async function begin(request: ScriptedRequest, inMs: number): Promise<void> {
    open += 1;
    await harness.wait(inMs);
    await makePublicRequest(harness, request, server);
    open -= 1;
  }
  for (const request of requests) void begin(request, harness.random.integer(0, FAULTY_MS / 2));
  void keepMining(around, tally, { isCalm: () => isCalm, others: 'others-meddle' });
  await harness.runUntil(() => false, FAULTY_MS);
  isCalm = true;
  calm(around);
  const rest = () => harness.runUntil(() => open === 0 && isSettled(around), CALM_MS);
  await rest();
  // A place left empty by another wallet is filled by the next payment, whenever that comes.
  for (let round = 0; round < MOST_GAPS && !isSettled(around); round += 1) {
    const more = USERS.map((userId, n) => ({
      ...requestOf(harness, { networks: around.networks, kinds: ['send'] }, requests.length + n),
      userId,
      amount: 1n,
    }));
    requests.push(...more);
    for (const request of more) void begin(request, 0);
    await rest();
  }
  const operations = [...around.repository.entries.values()].map(({ operation }) => operation);
  const shielded = operations.filter(
    ({ kind, status }) => kind === 'shield' && status === 'confirmed',
  ).length;
  return { ...judge(around, requests), requests: requests.length, shielded, ...tally };
}

/** Starts both processes, and again whichever dies; the result tells the server of the moment. */
function keepServing(
  around: Surroundings,
  tally: { crashes: number },
  createSend?: CreateSend,
): () => SimulatedServer {
  const { harness } = around;
  let server = startServer(around, createSend);
  startWorker(around);
  harness.onCrash = (process) => {
    tally.crashes += 1;
    bury(around, process);
    void harness.wait(RESTART_MS).then(() => {
      if (process.name === 'server') server = startServer(around, createSend);
      else startWorker(around);
    });
  };
  return () => server;
}

function surround(harness: SimulatedWorld): Surroundings {
  const { random } = harness;
  harness.crashProbability = random.pick([0, 0.02, 0.06]);
  const faults = {
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
  };
  const balances = new Map<string, bigint>();
  for (const user of USERS) {
    balances.set(balanceKey(addressOfUser(user), 'native'), 1_000_000n);
    balances.set(balanceKey(addressOfUser(user), 'token'), 3_000n);
  }
  const chain = new SimulatedChain(harness, balances);
  const signedBytes: SignedBytes = new Map();
  return {
    harness,
    chain,
    signedBytes,
    faults,
    repository: createMemoryRepository(),
    networks: [simulatedNetwork()],
  };
}

function calm({ harness, faults }: Surroundings): void {
  harness.crashProbability = 0;
  faults.timeout = 0;
  faults.staleNode = 0;
  faults.lostStatement = 0;
}

function makeRequests(
  harness: SimulatedWorld,
  networks: readonly Network[],
  kinds: readonly ScriptedRequest['kind'][],
): ScriptedRequest[] {
  const count = harness.random.integer(4, 10);
  return Array.from({ length: count }, (_, number) =>
    requestOf(harness, { networks, kinds }, number),
  );
}

function requestOf(
  { random }: SimulatedWorld,
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
    notified: 'nothing',
  };
}

/** Whether the network behaves by now, and whether other wallets of the account send too. */
export interface MiningMood {
  readonly isCalm: () => boolean;
  readonly others: 'others-meddle' | 'nobody-meddles';
}

/** Makes block after block; before it is calm it forgets transactions, gives blocks up, and other wallets meddle. */
export async function keepMining(
  around: Surroundings,
  tally: { reorganisations: number },
  { isCalm, others }: MiningMood,
): Promise<void> {
  const { harness, chain } = around;
  const { random } = harness;
  const forgetful = random.pick([0, 0.1]);
  const reorganising = random.pick([0, 0.1, 0.25]);
  const meddling = others === 'others-meddle' ? random.pick([0, 0.1, 0.3]) : 0;
  const lastMeddling = new Date(harness.now().getTime() + FAULTY_MS / 2);
  for (;;) {
    await harness.wait(BLOCK_MS);
    if (isCalm()) {
      chain.mine();
      continue;
    }
    for (const { hash, from, to } of [...chain.pool.values()]) {
      if (from !== to && random.chance(forgetful)) chain.pool.delete(hash);
    }
    // Other wallets rest early, so that a place they leave empty is seen to stay empty.
    if (harness.now() < lastMeddling && random.chance(meddling)) meddle(around);
    if (random.chance(reorganising)) {
      tally.reorganisations += 1;
      chain.reorganise(random.integer(1, 3), () => random.chance(0.3));
    } else if (random.chance(0.8)) chain.mine();
  }
}

/** The user pays themself from another wallet with the same seed and takes the next nonce there is. */
function meddle({ harness, chain, signedBytes }: Surroundings): void {
  const account = addressOfUser(harness.random.pick(USERS));
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

function isSettled({ repository }: Surroundings): boolean {
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
