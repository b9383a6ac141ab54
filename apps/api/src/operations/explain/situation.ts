import type { Network } from '#domain/network/network';
import { isSent, isSigned, type Operation, type SentOperation } from '#domain/operation/operation';
import type { Clock } from '../../ports/clock.ts';
import type { ContractCalls } from '../../ports/contract-calls.ts';
import type { AccountState, NodeInspection, ReadSignedCost } from '../../ports/node-inspection.ts';
import type { FoundOperation } from '../../ports/open-operations.ts';
import { ChainUnavailable, type PublicChain } from '../../ports/public-chain.ts';

/** What decides why an operation is still open, besides the operation itself. */
export interface Situation {
  readonly now: Date;
  readonly network: Pick<Network, 'name' | 'blocksUntilFinal'>;
  /** Of the native coin. */
  readonly feeSymbol: string;
  /** Null when no node responds. */
  readonly latestBlock: bigint | null;
  /** Base fee of the next block and the tip, base units of the native coin; null when no node responds. */
  readonly pricePerGas: bigint | null;
  /** The account that sends the operation; null when no node responds. */
  readonly account: AccountState | null;
  /** The other operations of that account that no block has. */
  readonly lane: readonly SentOperation[];
  readonly readSignedCost: ReadSignedCost;
}

export interface SituationPorts {
  readonly networks: readonly Network[];
  /** By chain id. */
  readonly chains: ReadonlyMap<number, Pick<PublicChain, 'heads'>>;
  /** By chain id. */
  readonly calls: ReadonlyMap<number, Pick<ContractCalls, 'presentFees'>>;
  /** By chain id. */
  readonly inspections: ReadonlyMap<number, Pick<NodeInspection, 'account'>>;
  readonly readSignedCost: ReadSignedCost;
  readonly clock: Pick<Clock, 'now'>;
}

/** How many accounts are read at the same time. */
const PARALLEL = 8;

/**
 * Reads the chains and accounts of these operations, each once.
 * @param open every open operation: what another one waits for is among them
 * @returns the situation of one of them
 */
export async function readSituations(
  ports: SituationPorts,
  wanted: readonly FoundOperation[],
  open: readonly FoundOperation[],
): Promise<(found: FoundOperation) => Situation> {
  const operations = wanted.map(({ operation }) => operation);
  const chains = new Map<number, Awaited<ReturnType<typeof readChain>>>();
  for (const chainId of new Set(operations.map((operation) => operation.chainId))) {
    chains.set(chainId, await readChain(ports, chainId));
  }
  const accounts = await readAccounts(ports, operations);
  const sent = open.map(({ operation }) => operation).filter(isSent);
  return ({ operation }) => {
    const { chainId, id } = operation;
    const network = ports.networks.find((each) => each.chainId === chainId);
    const lane = sent.filter((other) => other.id !== id && laneOf(other) === laneOf(operation));
    return {
      now: ports.clock.now(),
      network: network ?? { name: `chain ${chainId}`, blocksUntilFinal: 0 },
      feeSymbol: network?.tokens[0]?.symbol ?? 'native coin',
      latestBlock: chains.get(chainId)?.latestBlock ?? null,
      pricePerGas: chains.get(chainId)?.pricePerGas ?? null,
      account: accounts.get(laneOf(operation)) ?? null,
      lane,
      readSignedCost: ports.readSignedCost,
    };
  };
}

/** One account on one chain: its nonces follow one another. */
function laneOf({ chainId, account }: Pick<Operation, 'chainId' | 'account'>): string {
  return `${chainId} ${account}`;
}

async function readChain({ chains, calls }: SituationPorts, chainId: number) {
  const [heads, fees] = await Promise.all([
    orNull(chains.get(chainId)?.heads()),
    orNull(calls.get(chainId)?.presentFees()),
  ]);
  return { latestBlock: heads?.latest.number ?? null, pricePerGas: fees?.pricePerGas ?? null };
}

/** The account of what is not proved yet has no part in why it waits. */
async function readAccounts(
  { inspections }: SituationPorts,
  operations: readonly Operation[],
): Promise<ReadonlyMap<string, AccountState>> {
  const relevant = operations.filter((each) => isSigned(each) || each.status === 'prepared');
  const waiting = [...new Map(relevant.map((each) => [laneOf(each), each])).values()];
  const states = new Map<string, AccountState>();
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const state = await orNull(inspections.get(next.chainId)?.account(next.account));
      if (state !== null) states.set(laneOf(next), state);
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return states;
}

/** A chain that does not respond is a part of the situation. */
async function orNull<T>(reading: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await reading) ?? null;
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return null;
    throw cause;
  }
}
