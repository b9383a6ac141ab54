import type { FeeRules, PresentFees } from '../../ports/contract-calls.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { feeHistory, quantity, toQuantity } from './rpc-values.ts';

const BLOCKS = 10n;
const MEDIAN = 50;
/** Of fewer blocks, the median says what someone in a hurry paid, which would be everyone's tip then. */
const LEAST_BLOCKS_WITH_TIPS = 3;

/**
 * Fees of an EIP-1559 transaction that should be in one of the next blocks.
 * The tip is the median of what was paid recently, where enough blocks had one, else the node's suggestion, and at
 * least `minimumTip`: some networks refuse less. The limit is twice the next base fee, enough for six full blocks in a row.
 * @returns the fees. Rejects when the node fails.
 */
export async function readFees(
  node: RpcNode,
  { minimumTip, feeCap }: FeeRules,
): Promise<PresentFees> {
  const [history, suggestion] = await Promise.all([
    node.call('eth_feeHistory', [toQuantity(BLOCKS), 'latest', [MEDIAN]]),
    suggestedTip(node),
  ]);
  const { baseFeePerGas, reward } = feeHistory.parse(history);
  const baseFee = baseFeePerGas[baseFeePerGas.length - 1] ?? 0n;
  const paid = (reward ?? []).flatMap(([tip]) => (tip === undefined || tip === 0n ? [] : [tip]));
  const usual = paid.length < LEAST_BLOCKS_WITH_TIPS ? suggestion : median(paid);
  const tip = larger(usual, minimumTip);
  return {
    fees: { maxFeePerGas: 2n * baseFee + tip, maxPriorityFeePerGas: tip, feeCap },
    pricePerGas: baseFee + tip,
  };
}

/** A node that does not know the method suggests nothing. */
async function suggestedTip(node: RpcNode): Promise<bigint> {
  try {
    return quantity.parse(await node.call('eth_maxPriorityFeePerGas', []));
  } catch (cause) {
    if (cause instanceof NodeRefusal) return 0n;
    throw cause;
  }
}

function median(values: readonly bigint[]): bigint {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
