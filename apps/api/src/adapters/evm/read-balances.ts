import { decodeFunctionResult, encodeFunctionData, erc20Abi, multicall3Abi, parseAbi } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { BlockBalances } from '../../ports/public-chain.ts';
import type { RpcNode } from './rpc-node.ts';
import { bytes } from './rpc-values.ts';

const blockNumberAbi = parseAbi(['function getBlockNumber() view returns (uint256 blockNumber)']);

/**
 * Reads all balances with one call at one block (Multicall3, https://www.multicall3.com).
 * @returns them with the block's number. Rejects when the node fails or any balance is missing from its response:
 * a balance that was not read is never 0.
 */
export async function readBalances(
  node: RpcNode,
  multicallAddress: PublicAddress,
  {
    owner,
    tokens,
  }: { readonly owner: PublicAddress; readonly tokens: readonly Pick<Token, 'address'>[] },
): Promise<BlockBalances> {
  const calls = [
    read(multicallAddress, encodeFunctionData({ abi: blockNumberAbi })),
    ...tokens.map((token) => balanceCall(multicallAddress, owner, token)),
  ];
  const data = encodeFunctionData({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    args: [calls],
  });
  const response = bytes.parse(
    await node.call('eth_call', [{ to: multicallAddress, data }, 'latest']),
  );
  const results = decodeFunctionResult({
    abi: multicall3Abi,
    functionName: 'aggregate3',
    data: response,
  });
  const [blockNumber, ...units] = results.map(({ returnData }) => decodeUint(returnData));
  if (blockNumber === undefined || units.length !== tokens.length) {
    throw new Error(
      `Node ${node.host} responded with ${results.length} of ${calls.length} values.`,
    );
  }
  return { blockNumber, units: units.map(toBaseUnits) };
}

function balanceCall(
  multicallAddress: PublicAddress,
  owner: PublicAddress,
  { address }: Pick<Token, 'address'>,
) {
  if (address !== null) {
    const args = [owner] as const;
    return read(address, encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args }));
  }
  const args = [owner] as const;
  const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'getEthBalance', args });
  return read(multicallAddress, data);
}

function read(target: PublicAddress, callData: `0x${string}`) {
  return { target, allowFailure: false, callData };
}

function decodeUint(returnData: `0x${string}`): bigint {
  return decodeFunctionResult({ abi: blockNumberAbi, data: returnData });
}
