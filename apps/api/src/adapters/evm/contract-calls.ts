import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import { type ContractCalls, type FeeRules, USUAL_FEE_RULES } from '../../ports/contract-calls.ts';
import { readFees } from './read-fees.ts';
import { NodeRefusal } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';
import { bytes, toQuantity } from './rpc-values.ts';
import { isRefusalOfCall, simulateCalls } from './simulate-calls.ts';

/** Tokens that call other contracts before they change an allowance need more than the usual 50 thousand. */
const APPROVAL_GAS = 120_000n;

/**
 * Calls of contracts over JSON-RPC; a request goes to one node and to the next when it fails.
 */
export function createContractCalls(options: {
  readonly network: Pick<Network, 'chainId'>;
  readonly nodes: RpcNodes;
  readonly feeRules?: FeeRules;
}): ContractCalls {
  const { nodes, feeRules = USUAL_FEE_RULES } = options;
  const { chainId } = options.network;
  return {
    chainId,
    presentFees: () => nodes.read((node) => readFees(node, feeRules)),
    allowance: (token, owner, spender) =>
      nodes.read(async (node) => {
        const args = [owner, spender] as const;
        const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args });
        const response = bytes.parse(await node.call('eth_call', [{ to: token, data }, 'latest']));
        const decoded = { abi: erc20Abi, functionName: 'allowance', data: response } as const;
        return toBaseUnits(decodeFunctionResult(decoded));
      }),
    approval: (token, spender, amount) => ({
      to: token,
      value: 0n,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, amount],
      }),
      gasIfUnknown: APPROVAL_GAS,
    }),
    simulate: (from, calls) => nodes.read((node) => simulateCalls(node, from, calls)),
    refusalOf: (from, { to, value, data, gas, gasPrice }) =>
      nodes.read(async (node) => {
        const prices = { gas: toQuantity(gas), gasPrice: toQuantity(gasPrice) };
        const request = { from, to, data, value: toQuantity(value), ...prices };
        try {
          await node.call('eth_call', [request, 'latest']);
          return null;
        } catch (cause) {
          if (cause instanceof NodeRefusal && isRefusalOfCall(cause)) return cause.said;
          throw cause;
        }
      }),
  };
}
