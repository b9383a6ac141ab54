import { decodeFunctionResult, encodeFunctionData, erc20Abi } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { FeeRules } from '../../ports/contract-calls.ts';
import type { PreparedTransfer, PublicChain } from '../../ports/public-chain.ts';
import { readFees } from './read-fees.ts';
import { requireCode } from './require-code.ts';
import { NodeRefusal, type RpcNode } from './rpc-node.ts';
import { bytes, quantity, toQuantity } from './rpc-values.ts';

/** A transfer of the native coin or of an ERC-20 token, as requested. */
export interface Transfer {
  readonly token: Token;
  readonly from: PublicAddress;
  readonly to: PublicAddress;
  readonly amount: BaseUnits;
}

type Prepared = Awaited<ReturnType<PublicChain['prepareTransfer']>>;

/** What a payment to an account without code costs, always exactly. */
const PLAIN_TRANSFER_GAS = 21_000n;
/** Filling a storage slot that was emptied after the estimate costs this much more (EIP-2929, EIP-3529). */
const EMPTIED_SLOT_GAS = 17_100n;

const SHORT_OF_FUNDS = /insufficient (?:funds|balance)|gas required exceeds allowance/i;
const REVERTED = /revert|invalid opcode|out of gas/i;
const EXECUTION_ERROR_CODE = 3;

/**
 * Simulates a transfer on one node and prices it.
 * @returns the call with gas and fees, or why the network would refuse it. Rejects when the node fails.
 */
export async function prepareTransfer(
  node: RpcNode,
  transfer: Transfer,
  feeRules: FeeRules,
): Promise<Prepared> {
  const call = callOf(transfer);
  const request = { from: transfer.from, ...call, value: toQuantity(call.value) };
  try {
    const { address } = transfer.token;
    const [response, present, returned] = await Promise.all([
      node.call('eth_estimateGas', [request, 'latest']),
      readFees(node, feeRules),
      address === null ? null : node.call('eth_call', [request, 'latest']),
      requireCode(node, address === null ? [] : [address]),
    ]);
    if (returned !== null && !isTransferReturned(bytes.parse(returned))) {
      return { ok: false, reason: 'returned-false', detail: 'transfer returned no success' };
    }
    const estimate = quantity.parse(response);
    const prepared: PreparedTransfer = {
      ...call,
      gas: withMargin(estimate),
      fees: present.fees,
      expectedFee: gasCost(estimate, present.pricePerGas),
    };
    return { ok: true, prepared };
  } catch (cause) {
    if (!(cause instanceof NodeRefusal)) throw cause;
    return refusalOf(node, transfer, cause);
  }
}

/** @returns what a transfer calls */
export function callOf({
  token,
  to,
  amount,
}: Pick<Transfer, 'to' | 'amount'> & { readonly token: Pick<Token, 'address'> }): Pick<
  PreparedTransfer,
  'to' | 'value' | 'data'
> {
  if (token.address === null) return { to, value: amount, data: '0x' };
  const args = [to, amount] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
  return { to: token.address, value: 0n, data };
}

/** True when a token that has not reverted means success: it returns true, or nothing at all as older tokens do. */
function isTransferReturned(returned: `0x${string}`): boolean {
  return returned === '0x' || BigInt(returned.slice(0, 66)) === 1n;
}

function withMargin(estimate: bigint): bigint {
  if (estimate === PLAIN_TRANSFER_GAS) return estimate;
  return estimate + estimate / 5n + EMPTIED_SLOT_GAS;
}

async function refusalOf(
  node: RpcNode,
  transfer: Transfer,
  refusal: NodeRefusal,
): Promise<Prepared> {
  const detail = refusal.said;
  const isRevert = refusal.code === EXECUTION_ERROR_CODE || REVERTED.test(detail);
  if (isRevert) {
    // Tokens word a missing balance as they like, so the balance itself decides.
    const isInsufficient = (await tokenBalance(node, transfer)) < transfer.amount;
    return { ok: false, reason: isInsufficient ? 'insufficient-funds' : 'would-revert', detail };
  }
  if (SHORT_OF_FUNDS.test(detail)) return { ok: false, reason: 'insufficient-funds', detail };
  throw refusal;
}

async function tokenBalance(node: RpcNode, { token, from }: Transfer): Promise<bigint> {
  if (token.address === null)
    return quantity.parse(await node.call('eth_getBalance', [from, 'latest']));
  const args = [from] as const;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args });
  const response = bytes.parse(
    await node.call('eth_call', [{ to: token.address, data }, 'latest']),
  );
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: response });
}
