import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { mnemonicToAccount } from 'viem/accounts';
import type { PublicAddress } from '#domain/address/address';
import type { Token, TokenId } from '#domain/token/token';
import { POOL_CHAIN_ID, type PoolBench } from '#sandbox/railgun/pool.test-setup';
import { createShieldedPool } from './adapters/railgun/shielded-pool.ts';
import type { ShieldedPool } from './ports/shielded-pool.ts';
import type { ShieldedServers } from './shielded-servers.test-setup.ts';

/** @returns the tokens that the servers of a bench list: the native coin and the one of the bench */
export function tokensOf({ token }: Pick<PoolBench, 'token'>): {
  readonly pol: Token;
  readonly tok: Token;
} {
  return { pol: tokenOf('POL', null), tok: tokenOf('TOK', token) };
}

function tokenOf(symbol: string, address: string | null): Token {
  return {
    id: `polygon-${symbol.toLowerCase()}` as TokenId,
    chainId: POOL_CHAIN_ID,
    address: address as PublicAddress | null,
    ...{ symbol, name: symbol, decimals: 18, isShieldable: true, image: '/token.svg' },
  };
}

/** Starts an engine of this process, which writes shields and reads the chain independently of the servers. */
export async function startOwnPool({
  bench,
  folder,
  artifactsDirectory,
}: Pick<ShieldedServers, 'bench' | 'folder' | 'artifactsDirectory'>): Promise<ShieldedPool> {
  const { tok, pol } = tokensOf(bench);
  return createShieldedPool({
    chainId: POOL_CHAIN_ID,
    contracts: {
      proxy: bench.pool.pool as PublicAddress,
      relayAdapt: bench.pool.relayAdapt as PublicAddress,
      wrappedNative: bench.wrappedNative as PublicAddress,
      deploymentBlock: 0,
    },
    tokens: [tok, pol],
    rpcUrls: [bench.chain.rpcUrl],
    directory: await mkdtemp(join(folder, 'own-')),
    artifactsDirectory,
  });
}

/** @returns the 12 words of the account that submits private payments, which the worker made when it started */
export async function broadcasterWordsOf({
  folder,
}: Pick<ShieldedServers, 'folder'>): Promise<string> {
  const entropy = await readFile(join(folder, 'keys', 'worker', 'broadcaster-1'), 'utf8');
  return entropyToMnemonic(Buffer.from(entropy.trim(), 'hex'), wordlist);
}

/** Gives that account more than all network fees of a test. */
export async function fundBroadcaster(
  servers: Pick<ShieldedServers, 'bench' | 'folder'>,
): Promise<void> {
  const { address } = mnemonicToAccount(await broadcasterWordsOf(servers));
  await servers.bench.chain.call('anvil_setBalance', [address, '0x3635c9adc5dea00000']);
}
