import { decodeEventLog, parseAbi, toEventSelector } from 'viem';
import * as z from 'zod/mini';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { PoolEvents, PoolMovement } from '../../ports/pool-history.ts';
import { eventOf, type PoolLog, readPoolLogs } from './read-pool-logs.ts';
import type { RpcNode } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';
import { quantity } from './rpc-values.ts';
import { toChecksumAddress } from './to-checksum-address.ts';

const poolAbi = parseAbi([
  'struct Token { uint8 tokenType; address tokenAddress; uint256 tokenSubID; }',
  'struct Preimage { bytes32 npk; Token token; uint120 value; }',
  'struct Ciphertext { bytes32[3] encryptedBundle; bytes32 shieldKey; }',
  'event Shield(uint256 treeNumber, uint256 startPosition, Preimage[] commitments, Ciphertext[] shieldCiphertext, uint256[] fees)',
  'event Unshield(address to, Token token, uint256 amount, uint256 fee)',
]);
const TOPICS = poolAbi.map((event) => toEventSelector(event));
const ERC20 = 0;
/** Concurrent requests to a node, and responses that are kept for blocks that are read again. */
const AT_A_TIME = 8;
const MOST_KEPT = 10_000;

const address = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]{40}$/i)),
  z.transform((text) => toChecksumAddress(text.toLowerCase() as `0x${string}`)),
);
const sentBy = z.object({ from: address });
const madeAt = z.object({ timestamp: quantity });

/**
 * Reads what went into and out of a RAILGUN pool over JSON-RPC: its `Shield` and `Unshield` events as they have been
 * since March 2023, and who sent the transactions of shields. Source: RAILGUN's contract V2,
 * https://github.com/Railgun-Privacy/contract
 * @returns the port.
 */
export function createPoolEvents(options: {
  readonly chainId: number;
  readonly pool: {
    readonly proxy: PublicAddress;
    readonly relayAdapt: PublicAddress;
    readonly deploymentBlock: number;
  };
  readonly nodes: RpcNodes;
}): PoolEvents {
  const { chainId, pool, nodes } = options;
  const senders = createMemory<PublicAddress>();
  const times = createMemory<Date>();
  return {
    chainId,
    firstBlock: BigInt(pool.deploymentBlock),
    read: ({ from, to }) =>
      nodes.read(async (node) => {
        const logs = await readPoolLogs(node, { pool: pool.proxy, topics: TOPICS }, { from, to });
        const movements = logs.flatMap((entry) => movesOf(entry, pool.relayAdapt));
        return mapInBatches(movements, async ({ entry, ...movement }): Promise<PoolMovement> => {
          const counterparty =
            movement.direction === 'out'
              ? movement.counterparty
              : await senders(entry.transactionHash, () => senderOf(node, entry.transactionHash));
          const at = await times(entry.blockHash, () => timeOf(node, entry.blockHash));
          return { ...movement, counterparty, at };
        });
      }),
  };
}

type UndatedMovement = Omit<PoolMovement, 'at'> & { readonly entry: PoolLog };

function movesOf(entry: PoolLog, relayAdapt: PublicAddress): readonly UndatedMovement[] {
  const { eventName, args } = decodeEventLog({ abi: poolAbi, ...eventOf(entry) });
  const { transactionHash, blockNumber } = entry;
  const place = { entry, transactionHash, blockNumber, logIndex: Number(entry.logIndex) };
  if (eventName === 'Unshield') {
    if (args.token.tokenType !== ERC20) return [];
    const to = toChecksumAddress(args.to);
    const movement: UndatedMovement = {
      ...place,
      direction: 'out',
      position: 0,
      asset: toChecksumAddress(args.token.tokenAddress),
      inside: toBaseUnits(args.amount + args.fee),
      outside: toBaseUnits(args.amount),
      counterparty: to === relayAdapt ? null : to,
    };
    return [movement];
  }
  return args.commitments.flatMap(({ token, value }, position): readonly UndatedMovement[] => {
    if (token.tokenType !== ERC20) return [];
    const asset = toChecksumAddress(token.tokenAddress);
    const outside = toBaseUnits(value + (args.fees[position] ?? 0n));
    const inside = toBaseUnits(value);
    return [{ ...place, direction: 'in', position, asset, inside, outside, counterparty: null }];
  });
}

async function senderOf(node: RpcNode, transaction: TransactionHash): Promise<PublicAddress> {
  return sentBy.parse(await node.call('eth_getTransactionByHash', [transaction])).from;
}

async function timeOf(node: RpcNode, blockHash: string): Promise<Date> {
  const { timestamp } = madeAt.parse(await node.call('eth_getBlockByHash', [blockHash, false]));
  return new Date(Number(timestamp) * 1_000);
}

/** @returns a function that requests each value once; the oldest values are dropped. */
function createMemory<Value>() {
  const known = new Map<string, Promise<Value>>();
  return async (key: string, request: () => Promise<Value>): Promise<Value> => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const value = request();
    known.set(key, value);
    const oldest = known.keys().next();
    if (known.size > MOST_KEPT && !oldest.done) known.delete(oldest.value);
    return value.catch((cause: unknown) => {
      known.delete(key);
      throw cause;
    });
  };
}

async function mapInBatches<From, To>(
  items: readonly From[],
  work: (item: From) => Promise<To>,
): Promise<readonly To[]> {
  const done: To[] = [];
  for (let from = 0; from < items.length; from += AT_A_TIME) {
    done.push(...(await Promise.all(items.slice(from, from + AT_A_TIME).map(work))));
  }
  return done;
}
