import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  toEventSelector,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { describe, expect, it } from 'vitest';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { findNoteUse } from './find-note-use.ts';
import { privateCallAbi, privateEventAbi, provedPartsOf, spentAbi } from './private-call.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';

const pool = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B' as PublicAddress;
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC' as PublicAddress;
const place = { pool, blocksUntilFinal: 64 };
const NO_CONTRACT = zeroAddress as PublicAddress;
const token = { tokenType: 0, tokenAddress: pool, tokenSubID: 0n };
const LATEST = 10_064n;
const FINAL = 10_000n;
const DECIDED = 9_990n;
const GENESIS_S = 1_700_000_000n;
const since = new Date(Number(GENESIS_S + 2n * 9_900n) * 1_000);
const decidedIn = { transactionHash: hash(1), blockNumber: DECIDED, blockHash: hash(DECIDED) };

type Log = ReturnType<typeof record>;

/** One proof: spends two notes into one, and lets 400 base units leave to bob. */
const unshield = { nullifiers: [hash(11), hash(12)], made: [hash(21)], paid: 400n };
/** One proof: spends a note into two. */
const transfer = { nullifiers: [hash(13)], made: [hash(22), hash(23)], paid: null };
interface Part {
  readonly nullifiers: readonly `0x${string}`[];
  readonly made: readonly `0x${string}`[];
  readonly paid: bigint | null;
  readonly adaptContract?: PublicAddress;
}

describe('the notes of a private payment that did nothing', () => {
  it('are unspent while the newest block has none of them as spent', async () => {
    expect(await useOf([unshield, transfer], {})).toEqual({ kind: 'unspent' });
  });

  it.each([9_999n, 9_990n, 8_500n])('were paid by a copy in final block %s', async (block) => {
    const copy = { transactionHash: hash(77), blockNumber: block, blockHash: hash(block) };
    const more = { since: new Date(0) };
    expect(await useOf([unshield], { copies: [[block, [unshield]]] }, more)).toEqual({
      kind: 'paid',
      copy,
    });
  });

  it('were paid by a copy that did more besides', async () => {
    const other = { nullifiers: [hash(99)], made: [hash(98)], paid: null };
    const copies = [[DECIDED, [other, unshield, transfer]]] as const;
    expect(await useOf([unshield, transfer], { copies })).toMatchObject({ kind: 'paid' });
  });

  it('were paid when two copies did a part each', async () => {
    const copies = [
      [9_991n, [transfer]],
      [9_990n, [unshield]],
    ] as const;
    const paid = { kind: 'paid', copy: { blockNumber: 9_991n } };
    expect(await useOf([unshield, transfer], { copies })).toMatchObject(paid);
  });

  it.each<[string, readonly Part[]]>([
    ['for other notes', [{ ...unshield, made: [hash(31)] }]],
    ['for another amount', [{ ...unshield, paid: 401n }]],
    ['without the unshield', [{ ...unshield, paid: null }]],
    ['only in part', [{ ...unshield, nullifiers: [hash(11)] }]],
  ])('were spent otherwise: %s', async (_how, parts) => {
    const copies = [[DECIDED, parts]] as const;
    expect(await useOf([unshield], { copies })).toEqual({ kind: 'otherwise' });
  });

  const partIn = (block: bigint) => ({
    kind: 'in-part',
    part: { transactionHash: hash(77), blockNumber: block, blockHash: hash(block) },
  });

  it('were paid in part when someone sent only one of its proofs', async () => {
    const copies = [[DECIDED, [unshield]]] as const;
    expect(await useOf([unshield, transfer], { copies })).toEqual(partIn(DECIDED));
  });

  it('were spent otherwise when what one of several bound proofs does happened without the others', async () => {
    const copies = [[DECIDED, [unshield]]] as const;
    const parts = [unshield, transfer].map((part) => ({ ...part, adaptContract: bob }));
    expect(await useOf(parts, { copies })).toEqual({ kind: 'otherwise' });
    const all = [[DECIDED, [unshield, transfer]]] as const;
    expect(await useOf(parts, { copies: all })).toMatchObject({ kind: 'paid' });
  });

  it('were paid in part when their owner spent the others for something else later', async () => {
    const other = { ...unshield, made: [hash(31)] };
    const copies = [
      [DECIDED, [transfer]],
      [DECIDED + 1n, [other]],
    ] as const;
    expect(await useOf([unshield, transfer], { copies })).toEqual(partIn(DECIDED));
  });

  it('were paid in part when their owner spent the others for something else, and the parts are equal', async () => {
    const equal = [
      { nullifiers: [hash(14)], made: [], paid: 100n },
      { nullifiers: [hash(15)], made: [], paid: 100n },
    ] as const;
    const other = { nullifiers: [hash(15)], made: [hash(31)], paid: null };
    const copies = [
      [DECIDED, [equal[0]]],
      [DECIDED + 1n, [other]],
    ] as const;
    expect(await useOf(equal, { copies })).toEqual(partIn(DECIDED));
  });

  it('are not known while the other proofs are in a block that is not final', async () => {
    const copies = [
      [DECIDED, [transfer]],
      [FINAL + 1n, [unshield]],
    ] as const;
    expect(await useOf([unshield, transfer], { copies })).toBeNull();
  });

  it.each<[string, Partial<Chain>]>([
    ['its final blocks end before the one that decides', { finalized: DECIDED - 1n }],
    ['it has another block there', { forkFrom: DECIDED }],
    ['a copy is in a block that is not final', { copies: [[FINAL + 1n, [unshield]]] }],
    [
      'it says that notes are spent and lacks the events',
      { spentWithoutEvents: unshield.nullifiers },
    ],
    [
      'it no longer has the copy in its block',
      { copies: [[9_995n, [unshield]]], forkFrom: 9_995n },
    ],
    ['the machine that has the record is behind', { recordUntil: LATEST - 1n }],
    [
      'the machine that names the newest block is behind the one that names the final block',
      { latest: DECIDED - 1n, copies: [[DECIDED, [unshield]]] },
    ],
  ])('are not known from a node when %s', async (_why, chain) => {
    expect(await useOf([unshield], chain)).toBeNull();
  });

  it('are looked for in the events back to when the payment was signed, and not further', async () => {
    const spent = { spentWithoutEvents: unshield.nullifiers };
    const ranges: string[] = [];
    await useOf([unshield], spent, { ranges });
    expect(ranges).toEqual(['9001-10000']);
    await useOf([unshield], spent, { ranges, since: new Date(since.getTime() - 4_000_000) });
    expect(ranges.slice(1)).toEqual(['9001-10000', '8001-9000', '7001-8000']);
  });

  it('are read from a call that unwraps the native coin as from one of the pool itself', () => {
    const actionData = {
      ...{ random: pad('0x', { size: 31 }), requireSuccess: true },
      ...{ minGasLimit: 0n, calls: [] },
    };
    const args = [[transactionOf(unshield)], actionData] as const;
    const data = encodeFunctionData({ abi: privateCallAbi, functionName: 'relay', args });
    expect(provedPartsOf(data)).toEqual(provedPartsOf(calldataOf([unshield])));
  });
});

interface Chain {
  /** Blocks with a copy of some proofs. */
  readonly copies: readonly (readonly [bigint, readonly Part[]])[];
  readonly latest: bigint;
  readonly finalized: bigint;
  /** Blocks from here on are others than those of the events. */
  readonly forkFrom: bigint;
  readonly spentWithoutEvents: readonly string[];
  /** The newest block of which the pool's record can be read. */
  readonly recordUntil: bigint;
}

function useOf(
  parts: readonly Part[],
  chain: Partial<Chain>,
  { ranges = [], ...more }: { readonly since?: Date; readonly ranges?: string[] } = {},
) {
  const call = { parts: provedPartsOf(calldataOf(parts)), since, decidedIn, ...more };
  return findNoteUse(nodeWith(chain, ranges), call, place);
}

function nodeWith(chain: Partial<Chain>, ranges: string[]): RpcNode {
  const { copies = [], latest = LATEST, finalized = FINAL, forkFrom = LATEST + 1n } = chain;
  const { spentWithoutEvents = [], recordUntil = LATEST } = chain;
  const logs = copies.flatMap(([block, parts]) => parts.flatMap((each) => logsOf(block, each)));
  const byTag = new Map<unknown, bigint>([
    ['latest', latest],
    ['finalized', finalized],
  ]);
  return {
    host: 'node',
    async call(method, [first, second]) {
      if (method === 'eth_getBlockByNumber') {
        const number = byTag.get(first) ?? BigInt(String(first));
        return {
          number: toHex(number),
          hash: number >= forkFrom ? hash(5) : hash(number),
          parentHash: number > forkFrom ? hash(5) : hash(number - 1n),
          timestamp: toHex(GENESIS_S + 2n * number),
          transactions: [hash(1), hash(77)],
        };
      }
      if (method === 'eth_call') {
        if (BigInt(String(second)) > recordUntil)
          throw new NodeRefusal('node', -32_000, 'header not found');
        const { data } = first as { readonly data: `0x${string}` };
        const [, nullifier] = decodeFunctionData({ abi: spentAbi, data }).args;
        const spent = copies
          .filter(([block]) => block <= BigInt(String(second)))
          .flatMap(([, parts]) => parts.flatMap(({ nullifiers }) => nullifiers));
        return pad(toHex([...spent, ...spentWithoutEvents].includes(nullifier)));
      }
      const { fromBlock, toBlock } = first as Readonly<Record<'fromBlock' | 'toBlock', string>>;
      ranges.push(`${BigInt(fromBlock)}-${BigInt(toBlock)}`);
      return logs.filter(
        ({ blockNumber }) =>
          BigInt(blockNumber) >= BigInt(fromBlock) && BigInt(blockNumber) <= BigInt(toBlock),
      );
    },
  };
}

function logsOf(block: bigint, { nullifiers, made, paid }: Part): readonly Log[] {
  return [
    record(block, 'Nullified', [0, nullifiers]),
    record(block, 'Transact', [0n, 0n, made, []]),
    ...(paid === null ? [] : [record(block, 'Unshield', [bob, token, paid - 1n, 1n])]),
  ];
}

function record(block: bigint, name: string, values: readonly unknown[]) {
  const event = privateEventAbi.find((each) => each.name === name);
  if (event === undefined) throw new Error(`There is no event ${name}.`);
  return {
    topics: [toEventSelector(event)],
    data: encodeAbiParameters(event.inputs as readonly { readonly type: string }[], values),
    blockNumber: toHex(block),
    blockHash: hash(block),
    transactionHash: hash(77),
    logIndex: '0x0',
  };
}

function calldataOf(parts: readonly Part[]): `0x${string}` {
  const args = [parts.map(transactionOf)] as const;
  return encodeFunctionData({ abi: privateCallAbi, functionName: 'transact', args });
}

function transactionOf({ nullifiers, made, paid, adaptContract = NO_CONTRACT }: Part) {
  const point = { x: 0n, y: 0n };
  return {
    proof: { a: point, b: { x: [0n, 0n], y: [0n, 0n] }, c: point },
    merkleRoot: zeroHash,
    nullifiers,
    commitments: paid === null ? made : [...made, hash(55)],
    boundParams: {
      ...{ treeNumber: 0, minGasPrice: 0n, unshield: paid === null ? 0 : 1, chainID: 1n },
      ...{ adaptContract, adaptParams: zeroHash, commitmentCiphertext: [] },
    },
    unshieldPreimage: { npk: pad(bob), token, value: paid ?? 0n },
  } as const;
}

function hash(number: number | bigint): TransactionHash {
  return `0x${number.toString(16).padStart(64, '0')}` as TransactionHash;
}
