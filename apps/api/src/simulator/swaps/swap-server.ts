import type { PublicAddress } from '#domain/address/address';
import { sharesAllowance } from '#domain/operation/allowance';
import { createAdvanceOperations } from '../../jobs/advance-operations.ts';
import { createAdvanceSwaps } from '../../jobs/advance-swaps.ts';
import { createContinueSwaps } from '../../modules/exchange/continue-swaps.ts';
import { createExchangeTokenList } from '../../modules/exchange/listing/token-list.ts';
import { createSwap } from '../../modules/exchange/swap.ts';
import { createSwapRoutes } from '../../modules/exchange/swap-routes.ts';
import { createCancelOperation } from '../../modules/wallet/cancel-operation.ts';
import { recoverOperations } from '../../operations/recover-operations.ts';
import type { ExchangeAggregator } from '../../ports/exchange-aggregator.ts';
import type { PublicSigner } from '../../ports/key-vault.ts';
import type { Swaps } from '../../ports/swaps.ts';
import { createMemoryOperations } from '../memory-operations.ts';
import type { MemoryRepository } from '../memory-repository.ts';
import { createMemorySigningPlans, withOpenSeals } from '../memory-signing-plans.ts';
import { OPEN_GATE } from '../open-gate.ts';
import type { NetworkFaults, SignedBytes } from '../simulated-backend.ts';
import type { SimulatedChain } from '../simulated-chain.ts';
import { createAssembleSimulated, createReadSigned, simulatedSigner } from '../simulated-node.ts';
import { addressOfUser, simulatedUuid } from '../simulated-server.ts';
import type { Process, Simulation } from '../simulation.ts';
import { createMemorySwaps, type SwapRows } from './memory-swaps.ts';
import { createSimulatedExchange, type ExchangeState } from './simulated-exchange.ts';
import { createSwapNode, type SwapNode } from './swap-node.ts';
import { ESCROW, NETWORKS, ROUTER } from './swap-places.ts';

/** The environment of the simulated server; it outlives every process. */
export interface SwapEnvironment {
  readonly simulation: Simulation;
  readonly chains: ReadonlyMap<number, SimulatedChain>;
  readonly faultsByChain: ReadonlyMap<number, NetworkFaults>;
  readonly signedBytes: SignedBytes;
  readonly repository: MemoryRepository;
  readonly rows: SwapRows;
  readonly exchange: ExchangeState;
  /** Statements that fail before they run, or lose their response. */
  readonly database: { lost: number };
  /** Users whose session has ended: their keys cannot be opened. */
  readonly signedOut: Set<string>;
  readonly flaw: SwapFlaw;
}

/** Changes what the server reads and stores; a flawed one shows that the simulator detects flaws. */
export interface SwapFlaw {
  readonly node?: (node: SwapNode) => SwapNode;
  readonly swaps?: (swaps: Swaps) => Swaps;
  readonly exchange?: (exchange: ExchangeAggregator) => ExchangeAggregator;
  /** What the lock of an account guards. */
  readonly isShared?: typeof sharesAllowance;
  readonly operations?: (
    operations: ReturnType<typeof createMemoryOperations>,
  ) => ReturnType<typeof createMemoryOperations>;
}

/** What users call; null until the process is ready. */
export interface SwapServer {
  readonly process: Process;
  calls: ReturnType<typeof callsOf> | null;
}

const SLOWER = 4;
const IDLE_TRANSACTION_MS = 15_000;

/** Starts a process that serves. */
export function startSwapServer(environment: SwapEnvironment, name: string): SwapServer {
  const process: Process = { name, isDead: false };
  const server: SwapServer = { process, calls: null };
  const ports = portsOf(environment, process);
  recoverOperations(ports)
    .then(() => {
      server.calls = callsOf(ports);
    })
    .catch(() => environment.simulation.kill(process));
  return server;
}

/** Starts a process that sends, follows and ends what was stored. */
export function startSwapWorker(environment: SwapEnvironment): Process {
  const process: Process = { name: 'worker', isDead: false };
  const ports = portsOf(environment, process);
  createAdvanceOperations(ports).start();
  createAdvanceSwaps(ports).start();
  return process;
}

type SwapPortsOfAll = ReturnType<typeof portsOf>;

function callsOf(ports: SwapPortsOfAll) {
  return {
    routes: createSwapRoutes(ports),
    swap: createSwap({ ...ports, gate: OPEN_GATE }),
    continueSwaps: createContinueSwaps({ ...ports, gate: OPEN_GATE }),
    cancel: createCancelOperation({
      ...ports,
      privateTransactions: { cancel: async () => false },
    }),
  };
}

function portsOf(environment: SwapEnvironment, process: Process) {
  const { simulation, signedBytes, chains, faultsByChain, repository, flaw } = environment;
  const simulated = createSimulatedExchange(environment.exchange, process);
  const exchange = flaw.exchange?.(simulated) ?? simulated;
  const clock = {
    now: () => simulation.now(),
    sleep: (ms: number) => simulation.wait(ms * SLOWER, process),
  };
  const nodes = new Map(
    [...chains].map(([chainId, chain]) => {
      const faults = faultsByChain.get(chainId);
      if (faults === undefined) throw new Error(`Chain ${chainId} has no nodes.`);
      const node = createSwapNode(chainId, { simulation, chain, signedBytes, faults }, process);
      return [chainId, flaw.node?.(node) ?? node] as const;
    }),
  );
  async function roundTrip(): Promise<void> {
    await simulation.wait(simulation.random.integer(0, 3), process);
    if (simulation.random.chance(environment.database.lost)) throw new Error('It was lost.');
  }
  const operations = createMemoryOperations(repository, {
    roundTrip,
    owner: process,
    isShared: flaw.isShared ?? sharesAllowance,
    endIdle: (end) => void simulation.wait(IDLE_TRANSACTION_MS).then(end),
  });
  const swaps = createMemorySwaps(environment.rows, roundTrip);
  return {
    operations: flaw.operations?.(operations) ?? operations,
    swaps: flaw.swaps?.(swaps) ?? swaps,
    readSigned: createReadSigned(environment.signedBytes),
    assemble: createAssembleSimulated(environment.signedBytes),
    networks: NETWORKS,
    tokens: NETWORKS.flatMap(({ tokens }) => tokens),
    ...{ chains: nodes, calls: nodes, checks: nodes },
    contracts: new Map(NETWORKS.map(({ chainId }) => [chainId, [ROUTER, ESCROW]])),
    exchange,
    cache: createExchangeTokenList({ networks: NETWORKS, exchange, clock, report: () => {} }),
    clock,
    randomness: { uuid: () => simulatedUuid(simulation) },
    toChecksumAddress: (address: string) => address as PublicAddress,
    report: () => {},
    signingPlans: createMemorySigningPlans(repository),
    vault: vaultOf(environment, process),
  };
}

function vaultOf({ simulation, signedBytes, signedOut }: SwapEnvironment, process: Process) {
  return {
    withOwnSeals: withOpenSeals,
    async withPublicSigner<T>(
      bearer: { readonly userId: string },
      work: (signer: PublicSigner) => Promise<T>,
    ) {
      await simulation.wait(simulation.random.integer(1, 20), process);
      if (signedOut.has(bearer.userId)) return { ok: false, reason: 'locked' } as const;
      const address = addressOfUser(bearer.userId);
      const value = await work(simulatedSigner(signedBytes, address));
      return { ok: true, value } as const;
    },
  };
}
