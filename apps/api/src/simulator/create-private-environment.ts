import type { PresentFees } from '../ports/contract-calls.ts';
import { balanceKey } from './balance-key.ts';
import type { AlterChain } from './flawed-chains.ts';
import type { AlterBroadcasterRecords } from './flawed-records.ts';
import type { AlterRepricing } from './flawed-repricing.ts';
import { ONE_BROADCASTER } from './known-broadcasters.ts';
import { createMemoryPrivateTransactions, type PrivateFlaw } from './memory-private-rows.ts';
import {
  createMemoryPrivateTransactionRepository,
  SIMULATED_BROADCASTERS,
} from './memory-private-transactions.ts';
import { createMemoryRepository } from './memory-repository.ts';
import { ownerOfUser, type PrivateEnvironment } from './private-environment.ts';
import { createOwning, type Owning } from './private-owners/owning.ts';
import {
  makeBackends,
  makeFaults,
  type NetworkFaults,
  type SignedBytes,
} from './simulated-backend.ts';
import { SimulatedChain } from './simulated-chain.ts';
import { simulatedNetwork } from './simulated-network.ts';
import { createSimulatedNode } from './simulated-node.ts';
import { noteKey, noteName } from './simulated-notes.ts';
import { roundTripOf, simulatedUuid } from './simulated-server.ts';
import type { Simulation } from './simulation.ts';

/** What a run of private payments is made of, in place of random choices. */
export interface PrivateConditions {
  readonly users: readonly string[];
  /** How many notes each of them has, and what one is worth, from the least to the most. */
  readonly notes?: Readonly<Record<'count' | 'worth', readonly [number, number]>>;
  readonly flaw?: PrivateFlaw;
  readonly alterChain?: AlterChain;
  readonly alterRepricing?: AlterRepricing;
  readonly alterBroadcasterRecords?: AlterBroadcasterRecords;
  readonly proofs?: PrivateEnvironment['proofs'];
  readonly backends?: NetworkFaults['backends'];
  readonly oldResponses?: number;
  /** Who alone has their keys; no one where it is left out. */
  readonly owning?: Owning;
}

/** In one of four runs, an earlier version made the proofs. */
const PROOFS = ['bound', 'bound', 'bound', 'separate'] as const;

/** The nodes behave from now on. */
export function calmNodes(faults: NetworkFaults): void {
  Object.assign(faults, { timeout: 0, staleNode: 0, lostStatement: 0 });
  Object.assign(faults, { orphanReceipts: 0, oldBlocks: 0 });
}

/** Where nothing tells the single proofs of an earlier version from those of a repeat, either can be called paid. */
function chooseProofs(
  { random }: Simulation,
  given: PrivateEnvironment['proofs'] | undefined,
): Pick<PrivateEnvironment, 'proofs' | 'makesEmptyNotes'> {
  const proofs = given ?? random.pick(PROOFS);
  const isEmptyMade = random.chance(0.5);
  return { proofs, makesEmptyNotes: isEmptyMade || proofs === 'separate' };
}

/** @returns what runs of private payments begin with: their users have notes, and everything may fail */
export function createPrivateEnvironment(
  simulation: Simulation,
  {
    flaw,
    proofs,
    users,
    notes = { count: [2, 9], worth: [50, 400] },
    oldResponses = 0,
    backends = makeBackends(simulation),
    alterChain = (chain) => chain,
    alterRepricing = (ports) => ports,
    alterBroadcasterRecords = (records) => records,
    owning = createOwning(),
  }: PrivateConditions,
): PrivateEnvironment {
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.01, 0.03]);
  const faults = {
    ...makeFaults(backends),
    timeout: random.pick([0, 0.05, 0.2]),
    staleNode: random.pick([0, 0.1, 0.4]),
    lostStatement: random.pick([0, 0, 0.02]),
    ...{ orphanReceipts: oldResponses, oldBlocks: oldResponses },
  };
  const state = new Map(
    SIMULATED_BROADCASTERS.map((each) => [balanceKey(each, 'native'), 10n ** 14n]),
  );
  let noteCount = 0;
  for (const user of users) {
    for (let left = random.integer(...notes.count); left > 0; left -= 1) {
      noteCount += 1;
      state.set(
        noteKey(noteName(ownerOfUser(user), noteCount)),
        BigInt(random.integer(...notes.worth)),
      );
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
    ...{ alterRepricing, alterBroadcasterRecords, owning },
    ...chooseProofs(simulation, proofs),
    tempo: { slowdown: 1 },
    broadcasters: ONE_BROADCASTER,
    networks: [network],
    views: new Map(),
    histories: new Map(),
    run: null,
    runKey: null,
    uuid: () => simulatedUuid(simulation),
    nodeOf(process) {
      const node = createSimulatedNode({ simulation, chain, signedBytes, faults }, process);
      const presentFees = async () => dearer(await node.presentFees(), chain.surge);
      return { ...node, ...alterChain(node, signedBytes, chain), presentFees };
    },
    repositoryOf(process) {
      const roundTrip = roundTripOf({ simulation, faults }, process);
      const notify = () => environment.run?.onPrivateTransactions();
      return createMemoryPrivateTransactionRepository(repository, store, {
        roundTrip,
        owner: process,
        notify,
        now: () => simulation.now(),
      });
    },
  };
  return environment;
}

/** What a node says that everyone else wants to send. */
function dearer({ fees, pricePerGas }: PresentFees, surge: bigint): PresentFees {
  const maxFeePerGas = fees.maxFeePerGas + (surge * 6n) / 5n;
  return { fees: { ...fees, maxFeePerGas }, pricePerGas: pricePerGas + surge };
}
