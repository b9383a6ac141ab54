import type { PublicAddress } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import { availableUnits, type Hold, isInBalance } from '#domain/operation/holds';
import type { Token, TokenId } from '#domain/token/token';
import type { Changes } from '../../../ports/changes.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Operations } from '../../../ports/operations.ts';
import { ChainUnavailable, type PublicChain } from '../../../ports/public-chain.ts';
import { createFreshValues, type FreshValues, type Read } from './fresh-values.ts';
import { createHoldCache, type HoldCache } from './hold-cache.ts';

export interface BalanceCachePorts {
  readonly networks: readonly Network[];
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly operations: Pick<Operations, 'holds'>;
  readonly changes: Changes;
  readonly clock: Pick<Clock, 'now'>;
}

/** The balances of one owner on one network, as of one block. */
export interface NetworkBalances {
  readonly network: Network;
  readonly balances: ReadonlyMap<TokenId, TokenBalance>;
  readonly readAt: Date;
  /** True when the chain did not respond and this is the last known state. */
  readonly isStale: boolean;
}

/** Balances that were read from the chain just now. */
export interface FreshBalances extends NetworkBalances {
  /** The block that they are of: the node may be behind. */
  readonly blockNumber: bigint;
}

export interface TokenBalance {
  readonly balance: BaseUnits;
  /** What new payments may use: the balance less the holds of open operations. */
  readonly available: BaseUnits;
}

/** Balances cached in memory, read again when they are old or one of our operations changed them. */
export interface BalanceCache {
  /**
   * All networks, in their order; null for one that does not respond and has no cached balances.
   * Rejects with `ChainUnavailable` when this applies to every network.
   */
  readAll(owner: PublicAddress): Promise<readonly (NetworkBalances | null)[]>;
  /** One network from the cache. Rejects with `ChainUnavailable` when it does not respond and nothing is cached. */
  read(owner: PublicAddress, network: Network): Promise<NetworkBalances>;
  /** One network read from its chain now, with one call. Rejects with `ChainUnavailable`. */
  readNow(owner: PublicAddress, network: Network): Promise<FreshBalances>;
  /** Invalidates the balances and holds of an owner. */
  forget(owner: PublicAddress): void;
}

interface BlockUnits {
  readonly blockNumber: bigint;
  readonly units: ReadonlyMap<TokenId, BaseUnits>;
}

type UnitsByOwner = FreshValues<BlockUnits>;

/** Payments from outside appear after this long at the latest; our own immediately. */
const FRESH_MS = 5_000;
/** While a chain is followed, every payment is notified; reading again after this long covers missed notifications. */
const FRESH_WHILE_FOLLOWED_MS = 60_000;
/** A follower that was silent for this long may have stopped. */
const FOLLOWED_WITHIN_MS = 5_000;
const CAPACITY = 50_000;

/** @returns an empty cache that follows the changes. */
export function createBalanceCache(ports: BalanceCachePorts): BalanceCache {
  const { networks, changes, clock } = ports;
  const holds = createHoldCache(ports, CAPACITY);
  const unitsByNetwork = new Map(
    networks.map((network) => [network, createUnits(ports, network, freshMs)] as const),
  );
  const lookedAtByChain = new Map<number, Date>();

  function freshMs({ chainId }: Network): number {
    const lookedAt = lookedAtByChain.get(chainId);
    if (lookedAt === undefined || !changes.isConnected()) return FRESH_MS;
    const silentMs = clock.now().getTime() - lookedAt.getTime();
    return silentMs < FOLLOWED_WITHIN_MS ? FRESH_WHILE_FOLLOWED_MS : FRESH_MS;
  }

  async function read(owner: PublicAddress, network: Network): Promise<NetworkBalances> {
    const units = unitsOf(unitsByNetwork, network);
    try {
      const kept = await units.get(owner);
      const held = await holds.holdsFor(owner, kept.readAt);
      if (isBehind(held, network, kept.value)) units.touch(owner);
      return await describe(holds, { owner, network }, await units.get(owner));
    } catch (cause) {
      const known = units.lastKnown(owner);
      if (!(cause instanceof ChainUnavailable) || known === null) throw cause;
      return { ...(await describe(holds, { owner, network }, known)), isStale: true };
    }
  }

  function forget(owner: PublicAddress): void {
    holds.forget(owner);
    for (const units of unitsByNetwork.values()) units.touch(owner);
  }

  changes.onOperation(({ account, recipient }) => {
    forget(account);
    forget(recipient);
  });
  // Also when blocks only moved closer to finality: the node that was read may have been a block behind.
  changes.onMovements(({ chainId, account }) => {
    for (const [network, units] of unitsByNetwork) {
      if (network.chainId === chainId) units.touch(account);
    }
  });
  changes.onLook((chainId) => void lookedAtByChain.set(chainId, clock.now()));
  changes.onGap(() => {
    holds.forgetAll();
    for (const units of unitsByNetwork.values()) units.touchAll();
  });
  return {
    read,
    forget,
    readAll: (owner) => readAll(networks.map((network) => read(owner, network))),
    readNow: async (owner, network) => {
      const units = unitsOf(unitsByNetwork, network);
      const read = await units.readNow(owner);
      const { blockNumber } = read.value;
      return { ...(await describe(holds, { owner, network }, read)), blockNumber };
    },
  };
}

/** @returns the balance that was read. Throws when the network has no such token. */
export function balanceOf({ balances, network }: NetworkBalances, token: Token): TokenBalance {
  const balance = balances.get(token.id);
  if (balance === undefined) throw new Error(`${token.id} was not read on ${network.slug}.`);
  return balance;
}

function createUnits(
  ports: BalanceCachePorts,
  network: Network,
  freshMs: (network: Network) => number,
): UnitsByOwner {
  return createFreshValues({
    clock: ports.clock,
    capacity: CAPACITY,
    freshMs: () => freshMs(network),
    read: (owner) => readUnits(ports, owner as PublicAddress, network),
  });
}

function unitsOf(
  unitsByNetwork: ReadonlyMap<Network, UnitsByOwner>,
  network: Network,
): UnitsByOwner {
  const units = unitsByNetwork.get(network);
  if (units === undefined) throw new Error(`There are no balances of network ${network.slug}.`);
  return units;
}

async function describe(
  holdCache: HoldCache,
  { owner, network }: { readonly owner: PublicAddress; readonly network: Network },
  { value: { blockNumber, units }, readAt }: Read<BlockUnits>,
): Promise<NetworkBalances> {
  const holds = await holdCache.holdsFor(owner, readAt);
  const holdsHere = holds.filter(({ chainId }) => chainId === network.chainId);
  const balances = new Map(
    [...units].map(([tokenId, balance]) => {
      const available = availableUnits(balance, holdsHere, { tokenId, blockNumber });
      return [tokenId, { balance, available }];
    }),
  );
  return { network, balances, readAt, isStale: false };
}

/** True when a payment was mined after the block of the balance: a newer one does not contain it. */
function isBehind(
  holds: readonly Hold[],
  { chainId }: Network,
  { blockNumber }: BlockUnits,
): boolean {
  return holds.some(
    (hold) =>
      hold.chainId === chainId && hold.minedInBlock !== null && !isInBalance(hold, blockNumber),
  );
}

async function readAll(
  reading: readonly Promise<NetworkBalances>[],
): Promise<readonly (NetworkBalances | null)[]> {
  const results = await Promise.allSettled(reading);
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  const broken = failures.find((reason) => !(reason instanceof ChainUnavailable));
  if (broken !== undefined) throw broken;
  if (failures.length === results.length) throw failures[0];
  return results.map((result) => (result.status === 'fulfilled' ? result.value : null));
}

async function readUnits(
  { chains }: BalanceCachePorts,
  owner: PublicAddress,
  { chainId, tokens }: Network,
): Promise<BlockUnits> {
  const chain = chains.get(chainId);
  if (chain === undefined) throw new Error(`There is no chain ${chainId}.`);
  const { blockNumber, units } = await chain.balances(owner, tokens);
  const entries = tokens.map((token, index) => {
    const balance = units[index];
    if (balance === undefined) throw new Error(`Chain ${chainId} left out ${token.id}.`);
    return [token.id, balance] as const;
  });
  return { blockNumber, units: new Map(entries) };
}
