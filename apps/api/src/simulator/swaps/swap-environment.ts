import { USERS } from '../adversity.ts';
import { balanceKey } from '../balance-key.ts';
import { createMemoryRepository } from '../memory-repository.ts';
import { makeBackends, makeFaults } from '../simulated-backend.ts';
import { SimulatedChain } from '../simulated-chain.ts';
import { addressOfUser } from '../simulated-server.ts';
import type { Simulation } from '../simulation.ts';
import { executeSwap } from './swap-chain.ts';
import { allowanceKey, ESCROW, NETWORKS, ROUTER, SOLVER, tokenKey } from './swap-places.ts';
import type { SwapEnvironment, SwapFlaw } from './swap-server.ts';

/** What kind of run it is. */
export interface SwapRunKind {
  readonly flaw: SwapFlaw;
  readonly isHonest: boolean;
  /** What the exchange builds is as agreed; what it says of the end is not. */
  readonly isThief: boolean;
  readonly isCrowd: boolean;
  readonly isRush: boolean;
}

const TOKENS = 10_000n;
const LEFTOVER = 3_000n;
/** Enough for one swap of a crowd. */
const SCARCE_LEFTOVER = 1_200n;

/** @returns two chains with their users' balances and faulty nodes, an exchange, and a server without records */
export function createSwapEnvironment(
  simulation: Simulation,
  { flaw, isHonest, isThief, isCrowd, isRush }: SwapRunKind,
): SwapEnvironment {
  const { random } = simulation;
  simulation.crashProbability = random.pick([0, 0.005, 0.02]);
  simulation.freezeProbability = random.pick([0, 0, 0.002]);
  // Of what users approved somewhere else.
  const leftover = isCrowd ? 1 : random.pick([0, 0, 1]);
  const chains = new Map(
    NETWORKS.map(({ chainId, tokens }) => {
      const balances = new Map([[balanceKey(SOLVER, 'native'), 10n ** 15n]]);
      for (const user of USERS) balances.set(balanceKey(addressOfUser(user), 'native'), 10n ** 9n);
      for (const { address, chainId: there } of tokens) {
        if (address === null) continue;
        balances.set(tokenKey(SOLVER, address), 10n ** 12n);
        const has = there === NETWORKS[0].chainId ? TOKENS : 0n;
        for (const user of USERS) {
          const account = addressOfUser(user);
          balances.set(tokenKey(account, address), has);
          if (!random.chance(leftover)) continue;
          for (const spender of [ROUTER, ESCROW]) {
            balances.set(
              allowanceKey(account, address, spender),
              isRush ? SCARCE_LEFTOVER : LEFTOVER,
            );
          }
        }
      }
      const finalDepth = random.integer(3, 8);
      const chain = new SimulatedChain(simulation, { finalDepth, balances, execute: executeSwap });
      return [chainId, chain] as const;
    }),
  );
  const faultsByChain = new Map(
    NETWORKS.map(({ chainId }) => {
      const faults = {
        ...makeFaults(makeBackends(simulation)),
        timeout: random.pick([0, 0.02, 0.1]),
        staleNode: random.pick([0, 0.1, 0.4]),
        falseRefusal: random.pick([0, 0, 0.05]),
        orphanReceipts: random.pick([0, 0.5]),
      };
      return [chainId, faults] as const;
    }),
  );
  const repository = createMemoryRepository();
  return {
    ...{ simulation, chains, faultsByChain, flaw },
    signedBytes: new Map(),
    repository,
    rows: { offers: new Map(), swaps: repository.swaps },
    exchange: {
      ...{ simulation, chains, routes: new Map(), wallets: new Map(), deliveries: new Map() },
      ...{ crumbs: [], stolen: new Set() },
      faults: {
        away: random.pick([0, 0.02, 0.15]),
        refusing: random.pick([0, 0, 0.2]),
        cheating: isHonest || isThief ? 0 : random.pick([0.1, 0.4]),
        isSubtle: random.chance(0.5),
        lying: isHonest ? 0 : random.pick(isThief ? [0.5] : [0, 0.1, 0.4]),
        stealing: isThief ? 0.5 : 0,
      },
      count: 0,
    },
    database: { lost: random.pick([0, 0, 0.02]) },
    signedOut: new Set(),
  };
}
