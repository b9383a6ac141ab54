import type { TransactionHash } from '#domain/address/address';
import { NodeRefusal, NodeSilent, type RpcNode } from '../adapters/evm/rpc-node.ts';
import { TRANSFER } from '../adapters/evm/token-transfer.ts';
import { balanceKey } from './balance-key.ts';
import {
  blockBelow,
  type ChainReceipt,
  type ChainTransaction,
  decodeTransfer,
  findOrphan,
  findReceipt,
  type SimulatedBlock,
  type SimulatedChain,
  TOKEN_CONTRACT,
} from './simulated-chain.ts';
import { poolLogs, respondAsPool } from './simulated-pool-node.ts';
import type { Process, Simulation } from './simulation.ts';

/** All signed bytes, with the transactions that the network decodes from them. */
export type SignedBytes = Map<`0x${string}`, ChainTransaction>;

/** How far one machine behind a URL is behind the chain, in blocks. */
export interface BackendLag {
  readonly head: number;
  /** Of its index of transactions, behind its own newest block. */
  readonly index: number;
}

/** How badly the network behaves, as probabilities, and the machines behind each URL. */
export interface NetworkFaults {
  timeout: number;
  staleNode: number;
  /** A database statement that fails before it runs, or runs and loses its response. */
  lostStatement: number;
  /** A count of an account's transactions that is too high. */
  miscount: number;
  /** A simulation of calls that fails although the calls would succeed. */
  falseRefusal: number;
  /** A receipt that a node still finds in a block that its chain gave up. */
  orphanReceipts: number;
  /** A block of a given number that a node still responds with although its chain gave it up, as from a cache. */
  oldBlocks: number;
  /** By URL: what a node accepted and passes on to no other, while it is cut off. */
  readonly cutOff: Map<number, Map<TransactionHash, ChainTransaction>>;
  /** The URLs that respond to nothing now. */
  readonly hanging: Set<number>;
  /** By URL: the highest fee of one transaction that it takes; null where it takes any. */
  readonly feeCaps: (bigint | null)[];
  /** By URL, then by machine; any machine of a URL may respond. They stay behind to the end. */
  readonly backends: readonly (readonly BackendLag[])[];
}

/** What nodes read their responses from, and how badly they behave. */
export interface NodeEnvironment {
  readonly simulation: Simulation;
  readonly chain: SimulatedChain;
  readonly signedBytes: SignedBytes;
  readonly faults: NetworkFaults;
}

/** @returns nodes that behave: whatever goes wrong is set on them afterwards */
export function makeFaults(backends: NetworkFaults['backends']): NetworkFaults {
  return {
    ...{ timeout: 0, staleNode: 0, lostStatement: 0, miscount: 0, falseRefusal: 0 },
    ...{ orphanReceipts: 0, oldBlocks: 0 },
    ...{
      hanging: new Set<number>(),
      cutOff: new Map(),
      feeCaps: backends.map(() => null),
      backends,
    },
  };
}

/** @returns the machines behind a few URLs: each URL one or two, which lag independently */
export function makeBackends({ random }: Simulation): NetworkFaults['backends'] {
  const lag = (): BackendLag => ({
    head: random.pick([0, 0, 1, 3]),
    index: random.pick([0, 0, 2, 6, 20]),
  });
  const url = () => Array.from({ length: random.pick([1, 1, 2]) }, lag);
  return Array.from({ length: random.pick([1, 2]) }, url);
}

/**
 * @returns the nodes at the URLs, as one process calls them. Each response is of one machine and of nothing else: what
 *   its own chain and its own index have at that moment.
 */
export function createSimulatedBackends(
  environment: NodeEnvironment,
  process: Process,
): readonly RpcNode[] {
  const { simulation, faults, chain, signedBytes } = environment;
  const { random } = simulation;

  async function call(url: number, method: string, params: readonly unknown[]) {
    await simulation.wait(random.integer(5, 80), process);
    if (faults.hanging.has(url)) return silence(HANGING_MS);
    const isSending = method === 'eth_sendRawTransaction';
    const isLost = random.chance(faults.timeout);
    const isResponseLost = isSending && random.chance(faults.timeout);
    if (isLost) return silence();
    const lag = random.pick(faults.backends[url] ?? []);
    if (isSending) refuseAboveCap(faults.feeCaps[url] ?? null, signedBytes.get(bytesOf(params)));
    const isStale = random.chance(faults.staleNode);
    const tip = blockBelow(isStale ? random.pick(chain.tips) : chain.tip, BigInt(lag.head));
    const indexed = blockBelow(tip, BigInt(lag.index));
    const result = respond(environment, { url, tip, indexed }, [method, params]);
    if (isResponseLost) return silence();
    await simulation.wait(random.integer(5, 80), process);
    return result;
  }

  async function silence(ms = 2_000): Promise<never> {
    await simulation.wait(ms, process);
    throw new NodeSilent('simulated', new Error('timeout'));
  }

  return faults.backends.map((_lags, url) => ({
    host: `node-${url}`,
    call: (method, params) => call(url, method, params),
  }));
}

const HANGING_MS = 8_000;
const NO_BLOCK = `0x${'0'.repeat(64)}`;
const MOST_MISCOUNTED = 3;

function bytesOf([raw]: readonly unknown[]): `0x${string}` {
  return raw as `0x${string}`;
}

function refuseAboveCap(cap: bigint | null, transaction: ChainTransaction | undefined): void {
  if (cap === null || transaction === undefined) return;
  const fee = transaction.gas * transaction.maxFeePerGas;
  if (fee <= cap) return;
  const text = `tx fee (${fee} wei) exceeds the configured cap (${cap} wei)`;
  throw new NodeRefusal('simulated', -32_000, text);
}

interface MachineState {
  readonly url: number;
  readonly tip: SimulatedBlock;
  /** The newest block of which it finds transactions by their hash. */
  readonly indexed: SimulatedBlock;
}

function respond(
  { simulation, chain, signedBytes, faults }: NodeEnvironment,
  { url, tip, indexed }: MachineState,
  [method, params]: readonly [string, readonly unknown[]],
): unknown {
  const [first, second] = params;
  switch (method) {
    case 'eth_getBlockByNumber': {
      const given = oldBlock({ simulation, chain, faults }, String(first));
      const block = given ?? blockAt(tip, chain.finalDepth, String(first));
      return block && rpcBlock(block, second === true);
    }
    case 'eth_getTransactionCount': {
      if (second === 'pending') return quantity(nextInPool(chain, tip, String(first)));
      const block = blockAt(tip, chain.finalDepth, String(second));
      if (block === null) throw new NodeRefusal('simulated', -32_000, 'header not found');
      const count = block.nonces.get(String(first)) ?? 0;
      return quantity(count + (second === 'latest' ? miscounted(simulation, faults) : 0));
    }
    case 'eth_getTransactionReceipt':
      return (
        rpcReceipt(findReceipt(indexed, String(first) as TransactionHash)) ??
        rpcReceipt(
          simulation.random.chance(faults.orphanReceipts)
            ? findOrphan(chain, String(first) as TransactionHash)
            : null,
        )
      );
    case 'eth_getTransactionByHash': {
      const hash = first as ChainTransaction['hash'];
      const found = findReceipt(indexed, hash);
      if (found !== null) return { hash, blockNumber: quantity(found.block.number) };
      return chain.pool.has(hash) || faults.cutOff.get(url)?.has(hash) ? { hash } : null;
    }
    case 'eth_call': {
      const block = blockAt(tip, chain.finalDepth, String(second));
      if (block === null) throw new NodeRefusal('simulated', -32_000, 'header not found');
      return respondAsPool(block, (first as { readonly data: `0x${string}` }).data);
    }
    case 'eth_getLogs': {
      const { fromBlock, toBlock } = first as Readonly<Record<'fromBlock' | 'toBlock', string>>;
      return poolLogs(indexed, { from: BigInt(fromBlock), to: BigInt(toBlock) });
    }
    case 'eth_sendRawTransaction':
      return take(
        { chain, simulation, kept: faults.cutOff.get(url) ?? null },
        tip,
        signedBytes.get(first as `0x${string}`),
      );
    default:
      throw new Error(`The simulated node has no ${method}.`);
  }
}

/** Draws nothing where no node has old blocks. */
function oldBlock(
  { simulation, chain, faults }: Pick<NodeEnvironment, 'simulation' | 'chain' | 'faults'>,
  tag: string,
): SimulatedBlock | null {
  if (faults.oldBlocks === 0 || !tag.startsWith('0x')) return null;
  const number = BigInt(tag);
  const blocks = chain.orphans.filter((orphan) => orphan.number === number);
  if (blocks.length === 0 || !simulation.random.chance(faults.oldBlocks)) return null;
  return simulation.random.pick(blocks);
}

/** Draws nothing where no node miscounts: runs without this fault stay as they were. */
function miscounted({ random }: Simulation, { miscount }: NetworkFaults): number {
  return miscount > 0 && random.chance(miscount) ? random.integer(1, MOST_MISCOUNTED) : 0;
}

function take(
  {
    chain,
    simulation,
    kept,
  }: Pick<NodeEnvironment, 'chain' | 'simulation'> & {
    readonly kept: Map<TransactionHash, ChainTransaction> | null;
  },
  tip: SimulatedBlock,
  transaction: ChainTransaction | undefined,
): string {
  if (transaction === undefined) throw new Error('The bytes sent were signed by no one.');
  chain.sentAt.set(transaction.hash, simulation.now());
  const { from, nonce, gas, maxFeePerGas, value } = transaction;
  const next = tip.nonces.get(from) ?? 0;
  const balance = tip.balances.get(balanceKey(from, 'native')) ?? 0n;
  if (nonce >= next && balance < gas * maxFeePerGas + value) {
    const text = `insufficient funds for gas * price + value: balance ${balance}`;
    throw new NodeRefusal('simulated', -32_000, text);
  }
  if (nonce >= next && kept !== null && !chain.pool.has(transaction.hash)) {
    kept.set(transaction.hash, transaction);
    return transaction.hash;
  }
  const outcome = nonce < next ? 'nonce too low' : chain.accept(transaction);
  if (outcome === 'accepted') return transaction.hash;
  throw new NodeRefusal('simulated', -32_000, REFUSALS[outcome]);
}

const REFUSALS = {
  'nonce too low': 'nonce too low',
  'already-known': 'already known',
  underpriced: 'replacement transaction underpriced',
} as const;

function blockAt(tip: SimulatedBlock, finalDepth: bigint, tag: string): SimulatedBlock | null {
  if (tag === 'latest') return tip;
  if (tag === 'finalized') return blockBelow(tip, finalDepth);
  const number = BigInt(tag);
  return number > tip.number ? null : blockBelow(tip, tip.number - number);
}

function rpcBlock(block: SimulatedBlock, isFull: boolean) {
  const { number, hash, parent, minedAt, receipts } = block;
  const transactions = receipts.map(({ transaction }) =>
    isFull ? rpcTransaction(transaction) : transaction.hash,
  );
  const timestamp = quantity(Math.floor(minedAt.getTime() / 1_000));
  const parentHash = parent?.hash ?? NO_BLOCK;
  return { number: quantity(number), hash, parentHash, timestamp, transactions };
}

function rpcTransaction({ hash, from, nonce, to, value, data, ...cost }: ChainTransaction) {
  return {
    ...{ hash, from: from.toLowerCase(), nonce: quantity(nonce) },
    ...{ to, value: quantity(value), input: data },
    ...{ gas: quantity(cost.gas), maxFeePerGas: quantity(cost.maxFeePerGas) },
  };
}

/** One above what is mined and what the pool has without a gap. */
function nextInPool({ pool }: SimulatedChain, tip: SimulatedBlock, account: string): number {
  const waiting = new Set(
    [...pool.values()].filter(({ from }) => from === account).map(({ nonce }) => nonce),
  );
  let next = tip.nonces.get(account) ?? 0;
  while (waiting.has(next)) next += 1;
  return next;
}

function rpcReceipt(found: ReturnType<typeof findReceipt>) {
  if (found === null) return null;
  const { block, receipt } = found;
  return {
    transactionHash: receipt.transaction.hash,
    blockNumber: quantity(block.number),
    blockHash: block.hash,
    to: receipt.transaction.to,
    logs: receipt.isSuccess ? logsOf(receipt) : [],
    status: quantity(receipt.isSuccess ? 1 : 0),
    gasUsed: quantity(1),
    effectiveGasPrice: quantity(receipt.feePaid),
  };
}

function logsOf({ transaction, transfers = [] }: ChainReceipt) {
  return [
    ...transferLogs(transaction),
    ...transfers.map(({ to, units }) => transferLog(transaction.to, to, units)),
  ];
}

/** @returns what the one token records of a transfer, as a node does */
export function transferLogs({ from, to, data }: ChainTransaction) {
  if (to !== TOKEN_CONTRACT) return [];
  const { to: recipient, amount } = decodeTransfer(data);
  return [transferLog(from, recipient, amount)];
}

function transferLog(from: string, to: string, units: bigint) {
  const topics: `0x${string}`[] = [
    TRANSFER as `0x${string}`,
    wordOf(from.slice(2)),
    wordOf(to.slice(2)),
  ];
  return { address: TOKEN_CONTRACT, topics, data: wordOf(units.toString(16)) } as const;
}

function wordOf(hex: string): `0x${string}` {
  return `0x${hex.padStart(64, '0')}`;
}

function quantity(value: number | bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}
