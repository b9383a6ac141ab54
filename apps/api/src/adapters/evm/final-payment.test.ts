import { encodeAbiParameters, pad, toHex } from 'viem';
import { expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import { sourceOf } from './block-feed.ts';
import { readFinalPayment } from './final-payment.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { TRANSFER } from './token-transfer.ts';

const BRIDGE = `0x${'b1'.repeat(20)}` as const;
const hash = (number: number) => toHex(number, { size: 32 }) as TransactionHash;
const DELIVERY = hash(7);
const MINED = 100;
const TIME = 1_700_000_000;

/** A block whose only transaction called the bridge. */
interface Given {
  readonly finalized?: number;
  /** Of the block that the node's chain has at that height. */
  readonly blockHash?: TransactionHash;
  /** Of the block above it. */
  readonly parentHash?: TransactionHash;
  readonly logs?: readonly object[];
  readonly from?: string;
  readonly value?: bigint;
  /** What contracts paid in it: from, to, units. */
  readonly paid?: readonly (readonly [string, string, bigint])[];
  readonly isKnown?: boolean;
}

function transfer(token: string | null, [from, to, units]: readonly [string, string, bigint]) {
  return {
    address: token,
    topics: [TRANSFER, ...[from, to].map((each) => pad(each as `0x${string}`))],
    data: encodeAbiParameters([{ type: 'uint256' }], [units]),
  };
}

function numberOf(tag: string, finalized: number): number {
  if (tag === 'finalized') return finalized;
  return tag === 'latest' ? MINED + 50 : Number(tag);
}

function nodeOf(given: Given): RpcNode {
  const { finalized = MINED, blockHash = hash(MINED), logs = [], paid = [] } = given;
  const { from = BOB, value = 0n, isKnown = true, parentHash = hash(MINED) } = given;
  const place = { blockHash: hash(MINED), blockNumber: toHex(MINED) };
  const cost = { gasUsed: '0x10', effectiveGasPrice: '0x2', status: '0x1' };
  const block = (number: number, own = hash(number)) => ({
    ...{ number: toHex(number), hash: own, timestamp: toHex(TIME) },
    parentHash: number === MINED + 1 ? parentHash : hash(number - 1),
    transactions: [{ hash: DELIVERY, from, to: BRIDGE, value: toHex(value), input: '0x' }],
  });
  const root = { type: 'CALL', from, to: BRIDGE, value: toHex(value) };
  const calls = paid.map(([payer, to, units]) => ({
    ...{ type: 'CALL', from: payer, to, value: toHex(units) },
  }));
  const responses: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_getTransactionReceipt: () =>
      isKnown ? { ...place, ...cost, transactionHash: DELIVERY, from, logs } : null,
    eth_getBlockByNumber: ([tag]) =>
      tag === toHex(MINED) ? block(MINED, blockHash) : block(numberOf(String(tag), finalized)),
    eth_getLogs: () => [],
    eth_getBlockReceipts: () => [{ ...place, ...cost, transactionHash: DELIVERY }],
    debug_traceBlockByHash: () => [{ result: { ...root, calls } }],
  };
  return {
    host: 'node',
    call: async (method: string, params: readonly unknown[]) => {
      const respond = responses[method];
      if (respond === undefined) throw new NodeRefusal('node', -32601, method);
      return respond(params);
    },
  } as unknown as RpcNode;
}

function read(given: Given, token: { readonly address: typeof USDC.address } = USDC) {
  const network = { chainId: POL.chainId, multicallAddress: BOB, tokens: [POL, USDC] };
  const source = { ...sourceOf(network, () => {}), blocksUntilFinal: 64 };
  return readFinalPayment(nodeOf(given), source, { hash: DELIVERY, token, account: ALICE });
}

const at = new Date(TIME * 1_000);

it('is unknown while the blocks above lead to another one, as where a cache has what the chain gave up', async () => {
  const logs = [transfer(USDC.address, [BRIDGE, ALICE, 990n])];
  expect(await read({ logs, finalized: MINED + 1 })).not.toBeNull();
  const other = hash(1_000_000);
  expect(await read({ logs, finalized: MINED + 1, parentHash: other })).toBeNull();
});

it('is what the token recorded for the account, received less paid', async () => {
  const logs = [
    transfer(USDC.address, [BRIDGE, ALICE, 70n]),
    transfer(USDC.address, [ALICE, BOB, 9n]),
    transfer(USDC.address, [BRIDGE, BOB, 1_000n]),
    transfer(KAX.address, [BRIDGE, ALICE, 1_000n]),
  ];
  expect(await read({ logs })).toEqual({ units: 61n, at, sender: BOB });
});

it('is never below zero', async () => {
  const logs = [transfer(USDC.address, [ALICE, BOB, 9n])];
  expect(await read({ logs })).toEqual({ units: 0n, at, sender: BOB });
});

it('is not read from a block that is not final, or that the chain gave up', async () => {
  expect(await read({ isKnown: false })).toBeNull();
  expect(await read({ finalized: MINED - 1 })).toBeNull();
  expect(await read({ blockHash: hash(555) })).toBeNull();
});

it('counts the native coin that contracts paid', async () => {
  const paid = [
    [BRIDGE, ALICE, 40n],
    [BRIDGE, BOB, 1_000n],
  ] as const;
  expect(await read({ paid }, POL)).toEqual({ units: 40n, at, sender: BOB });
});

it('leaves out what the account itself sent with its transaction, and the fee', async () => {
  const paid = [[BRIDGE, ALICE, 40n]] as const;
  expect(await read({ from: ALICE, value: 15n, paid }, POL)).toEqual({
    ...{ units: 40n, at, sender: ALICE },
  });
});
