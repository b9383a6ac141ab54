import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, erc20Abi, keccak256, toHex } from 'viem';
import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import { findAnvil } from '#sandbox/chain/anvil-binary';
import { type Artifacts, compileContracts } from '#sandbox/chain/compile-contracts';
import { type CallNode, createNodeCaller } from '#sandbox/chain/json-rpc';
import { findFreePort } from '#testing/free-port';
import { buildNetwork, buildToken, POL } from '#testing/network';
import { toChecksumAddress } from './adapters/evm/to-checksum-address.ts';
import type { SeededRandom } from './simulator/seeded-random.ts';

export const CHAIN_ID = 31337;
const GAS = '0x30d40';
const cacheDir = join(import.meta.dirname, '../../../.cache/contracts');

/** A chain of its own on which anyone pays anyone, and that mines only on request. */
export interface RandomChain {
  readonly url: string;
  readonly call: CallNode;
  readonly network: Network;
  /** Ten rich accounts, EIP-55. */
  readonly accounts: readonly PublicAddress[];
  /** Sends random transactions of every sort and mines them into one block. */
  mine(random: SeededRandom, transactions: number): Promise<void>;
  nativeBalance(account: string, block: bigint | 'latest'): Promise<bigint>;
  tokenBalance(account: string, block: bigint | 'latest'): Promise<bigint>;
  stop(): Promise<void>;
}

/** Starts the node and puts a token, a faucet and a Multicall on it. */
export async function startRandomChain(): Promise<RandomChain> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ['--port', String(port), '--chain-id', String(CHAIN_ID), '--silent'];
  const node = spawn(findAnvil(null), [...options, '--order', 'fifo'], { stdio: 'ignore' });
  const call = createNodeCaller(url);
  await answering(call);
  const accounts = (await call<`0x${string}`[]>('eth_accounts')).map(toChecksumAddress);
  const contracts = await deployContracts(call, accounts);
  await call('evm_setAutomine', [false]);
  const usdc = buildToken({ symbol: 'USDC', address: contracts.usdc, decimals: 6 });
  const network = buildNetwork({ multicallAddress: contracts.multicall, tokens: [POL, usdc] });
  const toHexBlock = (block: bigint | 'latest') => (block === 'latest' ? block : toHex(block));
  return {
    url,
    call,
    network,
    accounts,
    async mine(random, transactions) {
      for (let sent = 0; sent < transactions; sent += 1) {
        await call('eth_sendTransaction', [randomTransaction(random, accounts, contracts)]);
      }
      await call('evm_mine');
    },
    nativeBalance: async (account, block) =>
      BigInt(await call<string>('eth_getBalance', [account, toHexBlock(block)])),
    async tokenBalance(account, block) {
      const args = [account as PublicAddress] as const;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args });
      const request = [{ to: contracts.usdc, data }, toHexBlock(block)];
      return BigInt(await call<string>('eth_call', request));
    },
    stop: () => end(node),
  };
}

/** Ends a process the hard way and waits until it is gone. */
export async function end(process: ChildProcess): Promise<void> {
  const isGone = process.exitCode === null ? once(process, 'exit') : null;
  process.kill('SIGKILL');
  await isGone;
}

interface Contracts {
  readonly usdc: PublicAddress;
  readonly faucet: PublicAddress;
  readonly multicall: PublicAddress;
  readonly faucetAbi: Artifacts[string]['abi'];
}

async function deployContracts(
  call: CallNode,
  accounts: readonly PublicAddress[],
): Promise<Contracts> {
  const artifacts = await compileContracts(cacheDir);
  const [owner] = accounts;
  const send = async (transaction: object) => {
    const hash = await call<string>('eth_sendTransaction', [{ from: owner, ...transaction }]);
    return minedReceipt(call, hash);
  };
  const deploy = async (name: string, args: readonly unknown[]) => {
    const artifact = artifacts[name];
    if (artifact === undefined) throw new Error(`There is no contract ${name}.`);
    const { contractAddress } = await send({ data: encodeDeployData({ ...artifact, args }) });
    return toChecksumAddress(contractAddress);
  };
  const multicall = await deploy('Multicall', []);
  const usdc = await deploy('TestToken', ['USD Coin', 'USDC', 6]);
  const faucet = await deploy('Faucet', [owner]);
  await send({ to: faucet, value: toHex(500n * 10n ** 18n) });
  const { abi } = artifacts.TestToken ?? { abi: [] };
  for (const to of [...accounts.slice(0, 8), faucet]) {
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [to, 10n ** 12n] });
    await send({ to: usdc, data });
  }
  return { usdc, faucet, multicall, faucetAbi: artifacts.Faucet?.abi ?? [] };
}

async function minedReceipt(
  call: CallNode,
  hash: string,
): Promise<{ readonly contractAddress: `0x${string}` }> {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await call<{ contractAddress: `0x${string}` } | null>(
      'eth_getTransactionReceipt',
      [hash],
    );
    if (found !== null) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Transaction ${hash} was not mined in 4 seconds.`);
}

/** Payments of both sorts, approvals, payments out of a contract, and some that fail. */
function randomTransaction(
  random: SeededRandom,
  accounts: readonly PublicAddress[],
  { usdc, faucet, faucetAbi }: Contracts,
): object {
  const from = random.pick(accounts);
  const to = random.pick(accounts);
  const amount = BigInt(random.integer(0, 5_000_000));
  const token = (functionName: 'transfer' | 'approve', units: bigint) => ({
    from,
    to: usdc,
    gas: GAS,
    data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, units] }),
  });
  const kind = random.fraction();
  if (kind < 0.3) return { from, to, gas: GAS, value: toHex(amount * 10n ** 10n) };
  if (kind < 0.6) return token('transfer', amount);
  if (kind < 0.7) return token('approve', amount);
  if (kind < 0.8) return token('transfer', 10n ** 15n);
  const grant = keccak256(toHex(String(random.fraction())));
  const args = [grant, to, amount * 10n ** 8n, [usdc], [amount]];
  const data = encodeFunctionData({ abi: faucetAbi, functionName: 'grant', args });
  return { from: accounts[0], to: faucet, gas: GAS, data };
}

async function answering(call: CallNode): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await call('eth_chainId').catch(() => null)) !== null) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The local chain did not start in 10 seconds.');
}
