import { setTimeout as sleep } from 'node:timers/promises';
import {
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseUnits,
  toHex,
} from 'viem';
import { faucetOperator } from '../chain/accounts.ts';
import type { Deployment } from '../chain/deployment.ts';
import type { CallNode } from '../chain/json-rpc.ts';
import type { LocalNetwork } from '../chain/local-networks.ts';
import { createSender } from '../chain/sender.ts';
import type { GrantedAmount } from './users.ts';

/** Pays starting balances on one network, each grant exactly once: the chain records them. */
export interface Faucet {
  /**
   * Pays a grant unless it was paid before, however often it is called and whatever was killed meanwhile.
   * `name` distinguishes the grants of one address. Resolves when the payment is mined.
   */
  pay(grant: {
    readonly name: string;
    readonly to: Hex;
    readonly amounts: readonly GrantedAmount[];
  }): Promise<void>;
}

const abi = parseAbi([
  'function grant(bytes32 grantId, address to, uint256 nativeAmount, address[] tokens, uint256[] amounts)',
  'function isGranted(bytes32 grantId) view returns (bool)',
]);
const MINED_WITHIN_MS = 60_000;

export function createFaucet(options: {
  readonly network: LocalNetwork;
  readonly deployment: Deployment;
  readonly call: CallNode;
}): Faucet {
  const { network, deployment, call } = options;
  const sender = createSender(call, network.chainId, faucetOperator);
  return {
    pay: async ({ name, to, amounts }) => {
      const grantId = keccak256(toHex(`${name} ${to.toLowerCase()}`));
      if (await isGranted(grantId)) return;
      const tokens = amounts.filter(({ symbol }) => symbol !== network.native.symbol);
      const native = amounts.find(({ symbol }) => symbol === network.native.symbol);
      const args = [
        grantId,
        to,
        parseUnits(native?.amount ?? '0', 18),
        tokens.map(({ symbol }) => tokenAddress(deployment, symbol)),
        tokens.map(({ amount, symbol }) => parseUnits(amount, symbol === 'USDC' ? 6 : 18)),
      ] as const;
      await sender.send({
        to: deployment.faucet,
        data: encodeFunctionData({ abi, functionName: 'grant', args }),
        gas: 400_000n,
      });
      await untilGranted(grantId, name);
    },
  };

  async function isGranted(grantId: Hex): Promise<boolean> {
    const data = encodeFunctionData({ abi, functionName: 'isGranted', args: [grantId] });
    const response = await call<Hex>('eth_call', [{ to: deployment.faucet, data }, 'latest']);
    return decodeFunctionResult({ abi, functionName: 'isGranted', data: response });
  }

  async function untilGranted(grantId: Hex, name: string): Promise<void> {
    const deadline = Date.now() + MINED_WITHIN_MS;
    while (!(await isGranted(grantId))) {
      if (Date.now() > deadline) throw new Error(`The grant ${name} was not paid in time.`);
      await sleep(100);
    }
  }
}

function tokenAddress({ kax, usdc }: Deployment, symbol: string): Hex {
  const address = symbol === 'USDC' ? usdc : symbol === 'KAX' ? kax : null;
  if (address === null) throw new Error(`This network has no ${symbol}.`);
  return address;
}
