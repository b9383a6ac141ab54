import { NodeRefusal, NodeSilent, type RpcNode } from '../../adapters/evm/rpc-node.ts';
import type { Process, Simulation } from '../simulation.ts';
import {
  type LedgerBlock,
  type LedgerChain,
  type LedgerTransaction,
  ledgerBelow,
  ledgerKey,
  logsOf,
} from './ledger-chain.ts';

/** How badly the nodes behave, as probabilities. */
export interface LedgerFaults {
  timeout: number;
  /** Responds with the chain as it was some blocks or a reorganisation ago. */
  stale: number;
  /** Traces that take too long. */
  slowTraces: number;
  /** Traces that are refused. */
  noTraces: number;
  /** By URL, then by machine: how many blocks it is behind. */
  lags: readonly (readonly number[])[];
}

/** Blocks below the tip by this many are final; a reorganisation is never deeper. */
export const FINAL_DEPTH = 64;

/** @returns the nodes at the URLs, as one process calls them; each response is of one machine behind the URL */
export function createLedgerNodes(
  environment: {
    readonly simulation: Simulation;
    readonly chain: LedgerChain;
    readonly faults: LedgerFaults;
  },
  process: Process,
): readonly RpcNode[] {
  const { simulation, chain, faults } = environment;
  const { random } = simulation;

  async function call(url: number, method: string, params: readonly unknown[]): Promise<unknown> {
    await simulation.wait(random.integer(1, 30), process);
    const isTrace = method === 'debug_traceBlockByHash';
    if (random.chance(faults.timeout) || (isTrace && random.chance(faults.slowTraces))) {
      await simulation.wait(2_000, process);
      throw new NodeSilent('simulated', new Error('timeout'));
    }
    if (isTrace && random.chance(faults.noTraces)) refuse('the method is not available');
    const tip = random.chance(faults.stale) ? random.pick(chain.tips) : chain.tip;
    const response = respond(
      ledgerBelow(tip, random.pick(faults.lags[url] ?? [0])),
      method,
      params,
    );
    await simulation.wait(random.integer(1, 30), process);
    return response;
  }

  return faults.lags.map((_machines, url) => ({
    host: `node-${url}`,
    call: (method, params) => call(url, method, params),
  }));
}

function respond(tip: LedgerBlock, method: string, params: readonly unknown[]): unknown {
  const [first, second] = params;
  switch (method) {
    case 'eth_getBlockByNumber': {
      const block = blockAt(tip, String(first));
      return block && rpcBlock(block, second === true);
    }
    case 'eth_getLogs':
      return tokenLogs(tip, first);
    case 'eth_getBlockReceipts':
      return rpcReceipts(known(tip, first));
    case 'debug_traceBlockByHash': {
      const block = blockWith(tip, first);
      return block === null ? refuse('block not found') : block.transactions.map(rpcTrace);
    }
    case 'eth_call':
      return '0x';
    case 'eth_getBalance':
      return quantity(known(tip, second).balances.get(ledgerKey(String(first), 'native')) ?? 0n);
    default:
      throw new Error(`The simulated node has no ${method}.`);
  }
}

/** As nodes do: what is beyond the newest block is left out, without an error. */
function tokenLogs(tip: LedgerBlock, filter: unknown) {
  if (typeof filter !== 'object' || filter === null) return refuse('invalid filter');
  if ('blockHash' in filter) {
    const block = blockWith(tip, filter.blockHash);
    return block === null ? refuse('unknown block') : logsOfBlock(block);
  }
  const from = BigInt('fromBlock' in filter ? String(filter.fromBlock) : 0);
  const to = BigInt('toBlock' in filter ? String(filter.toBlock) : 0);
  const found: unknown[] = [];
  for (let block: LedgerBlock | null = tip; block !== null; block = block.parent) {
    if (block.number >= from && block.number <= to) found.unshift(...logsOfBlock(block));
  }
  return found;
}

function logsOfBlock(block: LedgerBlock) {
  return block.transactions.flatMap((transaction, index) => logsOf(block, transaction, index));
}

function known(tip: LedgerBlock, tag: unknown): LedgerBlock {
  const block =
    typeof tag === 'object' && tag !== null && 'blockHash' in tag
      ? blockWith(tip, tag.blockHash)
      : blockAt(tip, String(tag));
  return block ?? refuse('header not found');
}

function blockWith(tip: LedgerBlock, hash: unknown): LedgerBlock | null {
  for (let block: LedgerBlock | null = tip; block !== null; block = block.parent) {
    if (block.hash === hash) return block;
  }
  return null;
}

function blockAt(tip: LedgerBlock, tag: string): LedgerBlock | null {
  if (tag === 'latest') return tip;
  if (tag === 'finalized') return ledgerBelow(tip, FINAL_DEPTH);
  const number = BigInt(tag);
  return number > tip.number ? null : ledgerBelow(tip, Number(tip.number - number));
}

function rpcBlock({ number, hash, parent, at, transactions }: LedgerBlock, isFull: boolean) {
  return {
    number: quantity(number),
    hash,
    parentHash: parent?.hash ?? `0x${'0'.repeat(64)}`,
    timestamp: quantity(BigInt(at)),
    transactions: transactions.map((each) =>
      isFull
        ? {
            hash: each.hash,
            from: each.from,
            to: each.to,
            value: quantity(each.value),
            input: each.input,
          }
        : each.hash,
    ),
  };
}

function rpcReceipts(block: LedgerBlock) {
  return block.transactions.map(({ hash, fee, isSuccess }) => ({
    blockHash: block.hash,
    transactionHash: hash,
    status: quantity(isSuccess ? 1n : 0n),
    gasUsed: quantity(1n),
    effectiveGasPrice: quantity(fee),
  }));
}

function rpcTrace({ from, to, value, passedOn, isSuccess }: LedgerTransaction) {
  const calls =
    passedOn === null
      ? []
      : [{ type: 'CALL', from: to, to: passedOn.to, value: quantity(passedOn.amount) }];
  const error = isSuccess ? {} : { error: 'execution reverted' };
  return { result: { type: 'CALL', from, to, value: quantity(value), calls, ...error } };
}

function quantity(value: bigint): `0x${string}` {
  return `0x${value.toString(16)}`;
}

function refuse(text: string): never {
  throw new NodeRefusal('simulated', -32_000, text);
}
