import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, type Hex, maxUint256, parseAbi } from 'viem';
import { solver, treasury } from '../chain/accounts.ts';
import { compileContracts } from '../chain/compile-contracts.ts';
import { type Deployment, writeDeployment } from '../chain/deployment.ts';
import { mineWhilePending } from '../chain/mine-while-pending.ts';
import { createSender } from '../chain/sender.ts';
import type { RunningChain } from '../chain/start-chain.ts';

/** What the solver can deliver on each chain before it must be funded again. */
const USDC_STOCK = 10n ** 8n * 10n ** 6n;
const NATIVE_FOR_GAS = 10n ** 6n * 10n ** 18n;
const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function approve(address spender, uint256 value) returns (bool)',
]);

/**
 * Ensures that the chain has its end of the bridge with a funded solver, whenever the chain was created, and
 * records it in `file`. After a start killed in between, the next one creates another bridge.
 * @returns the deployment with the bridge. Throws when the chain did not accept the contract.
 */
export async function ensureBridge(options: {
  readonly chain: RunningChain;
  readonly deployment: Deployment;
  readonly file: string;
  readonly cacheDir: string;
}): Promise<Deployment> {
  const { chain, deployment, file, cacheDir } = options;
  if (deployment.bridge && (await hasCode(chain, deployment.bridge.escrow))) return deployment;
  const artifact = (await compileContracts(cacheDir, join(import.meta.dirname, 'contracts')))
    .EscrowBridge;
  if (!artifact) throw new Error('There is no contract EscrowBridge.');
  const deploymentBlock = Number(await chain.call<Hex>('eth_blockNumber'));
  const { abi, bytecode } = artifact;
  const owner = createSender(chain.call, chain.chainId, treasury);
  const escrow = await owner.deploy(encodeDeployData({ abi, bytecode, args: [solver.address] }));
  await owner.send({ to: solver.address, value: NATIVE_FOR_GAS });
  await owner.send({ to: deployment.usdc, data: mint() });
  await mineWhilePending(chain);
  const sender = createSender(chain.call, chain.chainId, solver);
  await sender.send({ to: deployment.usdc, data: approveAll(escrow) });
  await mineWhilePending(chain);
  if (!(await hasCode(chain, escrow)))
    throw new Error(`The ${chain.slug} chain did not accept the bridge.`);
  const whole = { ...deployment, bridge: { escrow, deploymentBlock } };
  await writeDeployment(file, whole);
  return whole;
}

function mint(): Hex {
  const args = [solver.address, USDC_STOCK] as const;
  return encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args });
}

function approveAll(spender: Hex): Hex {
  const args = [spender, maxUint256] as const;
  return encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args });
}

async function hasCode(chain: RunningChain, address: Hex): Promise<boolean> {
  return (await chain.call<Hex>('eth_getCode', [address, 'latest'])) !== '0x';
}
