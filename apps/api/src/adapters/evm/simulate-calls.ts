import * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import type { ContractCall, SimulatedCalls } from '../../ports/contract-calls.ts';
import { requireCode } from './require-code.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { quantity, toQuantity } from './rpc-values.ts';

const simulated = z
  .array(
    z.object({
      calls: z.array(
        z.object({
          status: quantity,
          gasUsed: quantity,
          error: z.optional(z.object({ message: z.string() })),
        }),
      ),
    }),
  )
  .check(z.length(1));

const INSUFFICIENT_FUNDS = /insufficient (?:funds|balance)|exceeds balance|out ?of ?funds/i;
const REVERTED = /revert|invalid opcode|out of gas/i;
const EXECUTION_ERROR_CODE = 3;
const UNKNOWN_METHOD = /not (?:found|supported|available|exist)|unknown method|does not exist/i;
const UNKNOWN_METHOD_CODES = [-32601, -32004];

/**
 * Simulates calls of one account one after the other (`eth_simulateV1`). A node without it estimates only the first,
 * and the others get the most gas they can need.
 * @returns the gas of each, or the first that would be refused. Rejects when the node fails.
 */
export async function simulateCalls(
  node: RpcNode,
  from: PublicAddress,
  calls: readonly ContractCall[],
): Promise<SimulatedCalls> {
  const requests = calls.map(({ to, data, value }) => ({
    from,
    to,
    data,
    value: toQuantity(value),
  }));
  await requireCode(
    node,
    calls.filter(({ data }) => data !== '0x').map(({ to }) => to),
  );
  try {
    const response = await node.call('eth_simulateV1', [
      { blockStateCalls: [{ calls: requests }] },
      'latest',
    ]);
    const results = simulated.parse(response)[0]?.calls ?? [];
    return judge(node, calls, results);
  } catch (cause) {
    if (!(cause instanceof NodeRefusal)) throw cause;
    if (isRefusalOfCall(cause)) return refused(0, cause.said);
    if (!isUnknownMethod(cause)) throw cause;
    return estimateFirst(node, calls, requests);
  }
}

function judge(
  node: RpcNode,
  calls: readonly ContractCall[],
  results: z.output<typeof simulated>[number]['calls'],
): SimulatedCalls {
  if (results.length !== calls.length) {
    throw new Error(`Node ${node.host} simulated ${results.length} of ${calls.length} calls.`);
  }
  const index = results.findIndex(({ status }) => status !== 1n);
  if (index >= 0) return refused(index, results[index]?.error?.message ?? 'without a reason');
  return { ok: true, gas: results.map(({ gasUsed }) => withMargin(gasUsed)) };
}

async function estimateFirst(
  node: RpcNode,
  calls: readonly ContractCall[],
  [request]: readonly unknown[],
): Promise<SimulatedCalls> {
  try {
    const used = quantity.parse(await node.call('eth_estimateGas', [request, 'latest']));
    const others = calls.slice(1).map(({ gasIfUnknown }) => ({
      used: gasIfUnknown,
      limit: gasIfUnknown,
    }));
    return { ok: true, gas: [withMargin(used), ...others] };
  } catch (cause) {
    if (!(cause instanceof NodeRefusal) || !isRefusalOfCall(cause)) throw cause;
    return refused(0, cause.said);
  }
}

/** Up to a fifth is refunded only at the end (EIP-3529), and the pool's tree costs more where it grows. */
function withMargin(used: bigint) {
  return { used, limit: used + (used * 2n) / 5n };
}

function refused(index: number, detail: string): SimulatedCalls {
  const isInsufficient = INSUFFICIENT_FUNDS.test(detail);
  return {
    ok: false,
    index,
    reason: isInsufficient ? 'insufficient-funds' : 'would-revert',
    detail,
  };
}

/** @returns whether the node did its work and the call itself cannot succeed. */
export function isRefusalOfCall({ code, said }: NodeRefusal): boolean {
  return code === EXECUTION_ERROR_CODE || REVERTED.test(said) || INSUFFICIENT_FUNDS.test(said);
}

function isUnknownMethod({ code, said }: NodeRefusal): boolean {
  return UNKNOWN_METHOD_CODES.includes(code) || UNKNOWN_METHOD.test(said);
}
