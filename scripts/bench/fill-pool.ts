import {
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  publicActions,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { rpcUrlOf } from '../product/start-product.ts';
import { foreignShields, shieldAbi } from './foreign-notes.ts';

const abi = parseAbi([
  'function deposit() payable',
  'function approve(address spender, uint256 value) returns (bool)',
  'function nextLeafIndex() view returns (uint256)',
]);
const NOTES_AT_ONCE = 120;
/** Two of these fit into a block. */
const SHIELD_GAS = 14_500_000n;
const STOCK = 10n ** 24n;

/**
 * Fills the pool of a running product with other users' notes, up to a given count.
 * @param networks content of its networks file
 */
export async function fillPool(port: number, networks: string, leaves: number): Promise<void> {
  const [{ shieldedPool }] = JSON.parse(networks);
  const transport = http(rpcUrlOf({ port }, 'polygon'), { retryCount: 0 });
  const account = privateKeyToAccount(generatePrivateKey());
  const node = createTestClient({ mode: 'anvil', transport }).extend(publicActions);
  const wallet = createWalletClient({ transport, account });
  await node.setBalance({ address: account.address, value: STOCK });
  const [pool, token]: Hex[] = [shieldedPool.proxy, shieldedPool.wrappedNative];
  if (pool === undefined || token === undefined) throw new Error('There is no pool to fill.');
  const fees = { type: 'legacy', gasPrice: (await node.getGasPrice()) * 10n, chain: null } as const;
  const onToken = { ...fees, address: token, abi, gas: 100_000n };

  async function untilMined(hash: Hex): Promise<void> {
    await node.mine({ blocks: 1 });
    const { status } = await node.waitForTransactionReceipt({ hash, pollingInterval: 50 });
    if (status !== 'success') throw new Error(`Filling the pool failed in ${hash}.`);
  }

  await wallet.writeContract({ ...onToken, functionName: 'deposit', value: STOCK / 2n });
  const allowed = { functionName: 'approve', args: [pool, maxUint256] } as const;
  await untilMined(await wallet.writeContract({ ...onToken, ...allowed }));
  const known = await node.readContract({ address: pool, abi, functionName: 'nextLeafIndex' });
  for (let missing = leaves - Number(known); missing > 0; missing -= NOTES_AT_ONCE) {
    const notes = foreignShields(token, Math.min(missing, NOTES_AT_ONCE));
    const call = { functionName: 'shield', args: [notes], gas: SHIELD_GAS } as const;
    await untilMined(
      await wallet.writeContract({ ...fees, ...call, address: pool, abi: shieldAbi }),
    );
  }
}
