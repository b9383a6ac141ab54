import { encodeFunctionData, erc20Abi, parseAbi } from 'viem';
import * as z from 'zod/mini';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import type { FinalPayment } from '#domain/swap/delivery';
import type { Token } from '#domain/token/token';
import type { ContractCall } from '../../ports/contract-calls.ts';
import type { SimulatedChanges, SwapChecks } from '../../ports/swap-checks.ts';
import { sourceOf } from './block-feed.ts';
import { readFinalPayment, tokenPaid } from './final-payment.ts';
import type { BlockSource } from './read-block-range.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import type { RpcNodes } from './rpc-nodes.ts';
import { bytes, quantity, receiptLog, toQuantity } from './rpc-values.ts';
import { isRefusalOfCall } from './simulate-calls.ts';
import { stepTermsOf } from './step-terms.ts';

const simulated = z
  .array(
    z.object({
      calls: z.array(
        z.object({
          status: quantity,
          gasUsed: quantity,
          returnData: bytes,
          error: z.optional(z.object({ message: z.string() })),
        }),
      ),
    }),
  )
  .check(z.length(1));

const receiptLogs = z.nullable(z.object({ logs: z.array(receiptLog) }));

const multicallAbi = parseAbi([
  'function getEthBalance(address account) view returns (uint256 balance)',
]);

/**
 * Checks transactions made by others over JSON-RPC.
 * @returns the port
 */
export function createSwapChecks(options: {
  readonly network: Pick<Network, 'chainId' | 'multicallAddress' | 'blocksUntilFinal' | 'tokens'>;
  readonly nodes: RpcNodes;
  readonly report: BlockSource['report'];
}): SwapChecks {
  const { network, nodes, report } = options;
  const { blocksUntilFinal } = network;
  const source = { ...sourceOf(network, report), blocksUntilFinal };
  return {
    simulateChanges: (from, calls, tokens) =>
      nodes.read((node) =>
        simulateChanges(node, network.multicallAddress, { from, calls, tokens }),
      ),
    termsOf: stepTermsOf,
    finalPayment: async (hash, token, account) => {
      // A node that is behind does not have it yet, so only all of them together can say that there is none.
      const responses = await nodes.readUntil<FinalPayment | null>(
        (payment) => payment !== null,
        (node) => readFinalPayment(node, source, { hash, token, account }),
      );
      return responses.at(-1) ?? null;
    },
    receivedIn: (hash, token, account) =>
      nodes.read(async (node) => {
        const receipt = receiptLogs.parse(await node.call('eth_getTransactionReceipt', [hash]));
        const net = receipt === null ? 0n : tokenPaid(receipt, token, account);
        return net > 0n ? toBaseUnits(net) : ZERO_UNITS;
      }),
  };
}

async function simulateChanges(
  node: RpcNode,
  multicall: PublicAddress,
  wanted: {
    readonly from: PublicAddress;
    readonly calls: readonly ContractCall[];
    readonly tokens: readonly Token[];
  },
): Promise<SimulatedChanges> {
  const { from, calls, tokens } = wanted;
  const looks = tokens.map((token) => balanceCall(multicall, token, from));
  const doings = calls.map(({ to, data, value }) => ({ from, to, data, value: toQuantity(value) }));
  try {
    const response = await node.call('eth_simulateV1', [
      { blockStateCalls: [{ calls: [...looks, ...doings, ...looks] }] },
      'latest',
    ]);
    const results = simulated.parse(response)[0]?.calls ?? [];
    if (results.length !== 2 * looks.length + doings.length) {
      throw new Error(`Node ${node.host} simulated ${results.length} calls.`);
    }
    const failed = results.find(({ status }) => status !== 1n);
    if (failed) return { ok: false, detail: failed.error?.message ?? 'without a reason' };
    const before = results.slice(0, looks.length);
    const done = results.slice(looks.length, looks.length + doings.length);
    const after = results.slice(looks.length + doings.length);
    return {
      ok: true,
      gas: done.map(({ gasUsed }) => ({ used: gasUsed, limit: gasUsed + (gasUsed * 2n) / 5n })),
      changes: after.map(({ returnData }, index) => {
        const earlier = before[index]?.returnData;
        return BigInt(returnData) - BigInt(earlier ?? '0x0');
      }),
    };
  } catch (cause) {
    if (cause instanceof NodeRefusal && isRefusalOfCall(cause)) {
      return { ok: false, detail: cause.said };
    }
    throw cause;
  }
}

function balanceCall(multicall: PublicAddress, { address }: Token, owner: PublicAddress): object {
  const args = [owner] as const;
  return address === null
    ? {
        to: multicall,
        data: encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args }),
      }
    : {
        to: address,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args }),
      };
}
