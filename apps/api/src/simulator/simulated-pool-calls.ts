import {
  encodeAbiParameters,
  encodeFunctionData,
  pad,
  stringToHex,
  toEventSelector,
  zeroAddress,
  zeroHash,
} from 'viem';
import type { PublicAddress } from '#domain/address/address';
import { privateCallAbi, privateEventAbi } from '../adapters/evm/private-call.ts';

/** The contract of the simulated pool that accepts private transactions. */
export const PRIVATE_TRANSACTION_CONTRACT =
  '0x00000000000000000000000000000000000000cc' as PublicAddress;

/** What a proof states: which notes are spent, which are created, and what leaves the pool. */
export interface SimulatedProof {
  readonly spent: readonly string[];
  readonly made: readonly {
    readonly name: string;
    readonly amount: string;
    /** For whom the note is for; left out for none. */
    readonly memo?: string;
  }[];
  readonly paid: { readonly to: PublicAddress; readonly amount: string } | null;
  /** All notes that the call with it has to spend, in their order; null when it is valid in any call. */
  readonly boundTo: readonly string[] | null;
}

/** The proofs of one call. */
export type SimulatedPrivateTransaction = readonly SimulatedProof[];

const LENGTH_DIGITS = 8;
const NO_POINT = { x: 0n, y: 0n };
const NO_PROOF = { a: NO_POINT, b: { x: [0n, 0n], y: [0n, 0n] }, c: NO_POINT } as const;
const NO_ACTIONS = {
  random: pad('0x', { size: 31 }),
  requireSuccess: true,
  minGasLimit: 0n,
  calls: [],
};
const TREE = 0;
const TOKEN = { tokenType: 0, tokenAddress: zeroAddress, tokenSubID: 0n };

/** @returns the nullifier that becomes public when the note is spent. */
export function nullifierOf(name: string): `0x${string}` {
  return stringToHex(name, { size: 32 });
}

/**
 * @returns calldata as of the real pool, so that the real adapter reads it. What the simulated network reads follows as
 *   JSON, which no decoder of calldata looks at.
 */
export function encodePrivateTransaction(call: SimulatedPrivateTransaction): `0x${string}` {
  const json = Buffer.from(JSON.stringify(call)).toString('hex');
  const length = json.length.toString(16).padStart(LENGTH_DIGITS, '0');
  return `${encodeCall(call)}${json}${length}`;
}

export function decodePrivateTransaction(data: string): SimulatedPrivateTransaction {
  const length = Number.parseInt(data.slice(-LENGTH_DIGITS), 16);
  const json = data.slice(-LENGTH_DIGITS - length, -LENGTH_DIGITS);
  return JSON.parse(Buffer.from(json, 'hex').toString());
}

/** @returns the events with which the pool records the call, encoded. */
export function eventsOf(call: SimulatedPrivateTransaction) {
  const [nullified, transact, unshield] = privateEventAbi;
  const record = (event: Parameters<typeof toEventSelector>[0], data: `0x${string}`) => ({
    topics: [toEventSelector(event)],
    data,
  });
  const leaves = call.flatMap(({ made }) => made.map(commitmentOf));
  return [
    ...call.map(({ spent }) =>
      record(
        nullified,
        encodeAbiParameters(nullified.inputs, [TREE, spent.map((name) => nullifierOf(name))]),
      ),
    ),
    ...call.flatMap(({ paid }) => {
      if (paid === null) return [];
      const values = [paid.to, TOKEN, BigInt(paid.amount), 0n] as const;
      return [record(unshield, encodeAbiParameters(unshield.inputs, values))];
    }),
    record(transact, encodeAbiParameters(transact.inputs, [BigInt(TREE), 0n, leaves, []])),
  ];
}

function encodeCall(call: SimulatedPrivateTransaction): `0x${string}` {
  const transactions = call.map(transactionOf);
  const isBound = call.some(({ boundTo }) => boundTo !== null);
  return isBound
    ? encodeFunctionData({
        abi: privateCallAbi,
        functionName: 'relay',
        args: [transactions, NO_ACTIONS],
      })
    : encodeFunctionData({ abi: privateCallAbi, functionName: 'transact', args: [transactions] });
}

function transactionOf({ spent, made, paid, boundTo }: SimulatedProof) {
  const out = paid === null ? [] : [zeroHash];
  const boundParams = {
    treeNumber: TREE,
    minGasPrice: 0n,
    unshield: paid === null ? 0 : 1,
    chainID: 0n,
    adaptContract: boundTo === null ? zeroAddress : PRIVATE_TRANSACTION_CONTRACT,
    adaptParams: zeroHash,
    commitmentCiphertext: [],
  };
  return {
    proof: NO_PROOF,
    merkleRoot: zeroHash,
    nullifiers: spent.map(nullifierOf),
    commitments: [...made.map(commitmentOf), ...out],
    boundParams,
    unshieldPreimage: {
      npk: pad(paid?.to ?? zeroAddress),
      token: TOKEN,
      value: BigInt(paid?.amount ?? 0),
    },
  };
}

function commitmentOf({ name, amount }: SimulatedProof['made'][number]) {
  return stringToHex(`${name}=${amount}`, { size: 32 });
}
