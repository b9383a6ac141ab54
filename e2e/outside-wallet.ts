import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { treasury } from '../sandbox/chain/accounts.ts';
import { createNodeCaller } from '../sandbox/chain/json-rpc.ts';
import { createSender } from '../sandbox/chain/sender.ts';

const token = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
]);
const POLYGON = 31337;

/** A wallet that our server does not know. */
export interface OutsideWallet {
  readonly address: Hex;
  payNative(to: Hex, units: bigint): Promise<Hex>;
  payToken(tokenAddress: Hex, to: Hex, units: bigint): Promise<Hex>;
}

/** @param baseUrl of the product; its Polygon node is on the next port */
export function openOutsideWallet(baseUrl: string | undefined): OutsideWallet {
  const url = new URL(baseUrl ?? '');
  url.port = String(Number(url.port) + 1);
  const sender = createSender(createNodeCaller(url.toString()), POLYGON, treasury);
  return {
    address: sender.address,
    payNative: (to, value) => sender.send({ to, value }),
    async payToken(tokenAddress, to, units) {
      const mint = { abi: token, functionName: 'mint', args: [sender.address, units] } as const;
      await sender.send({ to: tokenAddress, data: encodeFunctionData(mint) });
      const pay = { abi: token, functionName: 'transfer', args: [to, units] } as const;
      return sender.send({ to: tokenAddress, data: encodeFunctionData(pay) });
    },
  };
}
