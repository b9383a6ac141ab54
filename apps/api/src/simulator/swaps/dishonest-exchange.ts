import { encodeFunctionData, type Hex } from 'viem';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { SwapHop } from '#wire/exchange/route';
import type { RequestedTransaction, StepVerdict } from '../../ports/exchange-aggregator.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { ESCROW, ROUTER, swapAbi, THIEF } from './swap-places.ts';

/** @returns the transaction altered, so that it is not what was agreed */
export function cheat(
  random: SeededRandom,
  honest: RequestedTransaction,
  isSubtle: boolean,
): RequestedTransaction {
  const account = honest.from ?? THIEF;
  const swapped = (from: string, to: string) =>
    honest.data.replaceAll(from.slice(2).toLowerCase(), to.slice(2).toLowerCase()) as Hex;
  // Names the account, but only behind everything that is read.
  const hidden = `${swapped(account, THIEF)}${account.slice(2).padStart(64, '0')}` as const;
  const subtle = [lowered(honest), lessSold(honest), hidden].map((data) => ({ ...honest, data }));
  if (isSubtle) return honest.isApproval ? honest : random.pick(subtle);
  return random.pick<RequestedTransaction>([
    ...subtle,
    { ...honest, data: swapped(account, THIEF) },
    { ...honest, to: THIEF },
    { ...honest, from: THIEF as PublicAddress },
    { ...honest, value: 1n },
    { ...honest, blockchain: honest.blockchain === 'HOME' ? 'AWAY' : 'HOME' },
    { ...honest, data: swapped(ROUTER, THIEF) },
    { ...honest, data: swapped(ESCROW, THIEF) },
    { ...honest, isApproval: !honest.isApproval },
    {
      ...honest,
      isApproval: false,
      to: honest.isApproval ? honest.to : ROUTER,
      data: encodeFunctionData({
        abi: swapAbi,
        functionName: 'transfer',
        args: [THIEF as PublicAddress, 1_000n],
      }),
    },
  ]);
}

/** The call with a minimum of one, or an approval of all there is. */
function lowered({ data, to }: RequestedTransaction): Hex {
  const word = isApproval(data) ? 'f'.repeat(64) : '1'.padStart(64, '0');
  return withWord(data, to === ESCROW ? 5 : 1, word);
}

/** The call with one unit less of what is sold. */
function lessSold({ data, to }: RequestedTransaction): Hex {
  const index = to === ESCROW ? 2 : isApproval(data) ? 1 : 0;
  const sold = BigInt(`0x${wordAt(data, index)}`);
  return withWord(data, index, (sold > 0n ? sold - 1n : 0n).toString(16).padStart(64, '0'));
}

function isApproval(data: Hex): boolean {
  return data.startsWith('0x095ea7b3');
}

function wordAt(data: Hex, index: number): string {
  return data.slice(10 + 64 * index, 74 + 64 * index);
}

function withWord(data: Hex, index: number, word: string): Hex {
  const at = 10 + 64 * index;
  return `0x${data.slice(2, at)}${word}${data.slice(at + 64)}`;
}

const NOT_MINED = `0x${'e'.repeat(64)}` as TransactionHash;

/** What a liar can name. */
interface KnownPayments {
  readonly simulation: { readonly random: SeededRandom };
  readonly deliveries: ReadonlyMap<bigint, { readonly hash: TransactionHash }>;
  readonly crumbs: readonly TransactionHash[];
}

/** @returns the claim that a step paid out as quoted, in a transaction that is not its own, or in none */
export function claimOf(state: KnownPayments, hop: SwapHop): StepVerdict {
  const others = [...state.deliveries.values()].map(({ hash }) => hash);
  const named = state.simulation.random.pick([null, NOT_MINED, ...state.crumbs, ...others]);
  return successOf(hop, BigInt(hop.toAmount), named);
}

/** @returns something else than what happened to a step */
export function lie(state: KnownPayments, hop: SwapHop, verdict: StepVerdict): StepVerdict {
  const { random } = state.simulation;
  const units = BigInt(hop.toAmount);
  const made = claimOf(state, hop);
  if (verdict.kind === 'running') return random.pick([made, verdict]);
  return random.pick<StepVerdict>([
    { kind: 'running' },
    made,
    { ...verdict, outputAmount: `${units * 2n}` },
    { ...verdict, destinationHash: null },
  ]);
}

/** @returns that a step paid out this much, in this transaction */
export function successOf(
  { to }: SwapHop,
  units: bigint,
  hash: TransactionHash | null,
): StepVerdict {
  return {
    kind: 'success',
    outputAmount: `${units}`,
    outputAsset: to,
    outputType: 'DESIRED_OUTPUT',
    destinationHash: hash,
    message: null,
  };
}
