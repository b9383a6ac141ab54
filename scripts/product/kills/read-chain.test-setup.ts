import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { generatePrivateKey, mnemonicToAccount } from 'viem/accounts';
import type { Token } from '#domain/token/token';
import { seededPassword } from '#sandbox/seed/users';
import { toChecksumAddress } from '../../../apps/api/src/adapters/evm/to-checksum-address.ts';
import { createShieldedPool } from '../../../apps/api/src/adapters/railgun/shielded-pool.ts';
import { type ConfiguredNetwork, readNetworks } from '../../../apps/api/src/networks.ts';
import { repository } from '../../verification/run-program.ts';
import { balanceOn, openNode } from '../killed-product.test-setup.ts';
import { type Product, rpcUrlOf } from '../start-product.ts';
import type { Chain } from './faulty-chains.test-setup.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { UserSession } from './user-session.test-setup.ts';

/** Who holds money on the chains, by name. */
export type Holders = ReadonlyMap<string, `0x${string}`>;

const FOUND_WITHIN_MS = 300_000;

/** @returns the product's networks with their tokens */
export async function readProductNetworks({
  dataDir,
}: Product): Promise<readonly ConfiguredNetwork[]> {
  const text = await readFile(join(dataDir, 'sandbox', 'networks.json'), 'utf8');
  return readNetworks(text, { rpcUrls: new Map(), toChecksumAddress });
}

/** @returns the phrase of the account that submits private payments */
export async function readBroadcasterPhrase({ dataDir }: Product): Promise<string> {
  const entropy = await readFile(join(dataDir, 'keys', 'worker', 'broadcaster-1'), 'utf8');
  return entropyToMnemonic(Buffer.from(entropy.trim(), 'hex'), wordlist);
}

/** @returns what the chains themselves say that each holder has, by token */
export async function readPublicBalances(product: Product, holders: Holders): Promise<Ledger> {
  const ledger = createLedger();
  for (const { network } of await readProductNetworks(product)) {
    const node = openNode(product, network.slug as Chain);
    for (const { id, address } of network.tokens) {
      for (const [name, owner] of holders) {
        const reading =
          address === null
            ? node.getBalance({ address: owner })
            : balanceOn(node, { token: address as `0x${string}`, owner });
        ledger.add(name, id, await reading);
      }
    }
  }
  return ledger;
}

/** @returns base units of the native coin that each holder paid in network fees after these heights, from receipts */
export async function readFeesPaid(
  product: Product,
  holders: Holders,
  heights: ReadonlyMap<string, bigint>,
): Promise<Ledger> {
  const ledger = createLedger();
  const nameByAddress = new Map([...holders].map(([name, owner]) => [owner.toLowerCase(), name]));
  for (const { network } of await readProductNetworks(product)) {
    const node = openNode(product, network.slug as Chain);
    const native = network.tokens[0]?.id ?? '';
    const latest = await node.getBlockNumber({ cacheTime: 0 });
    for (let block = (heights.get(network.slug) ?? 0n) + 1n; block <= latest; block += 1n) {
      const { transactions } = await node.getBlock({
        blockNumber: block,
        includeTransactions: true,
      });
      for (const { from, hash } of transactions) {
        const name = nameByAddress.get(from.toLowerCase());
        if (name === undefined) continue;
        const { gasUsed, effectiveGasPrice } = await node.getTransactionReceipt({ hash });
        ledger.add(name, native, gasUsed * effectiveGasPrice);
      }
    }
  }
  return ledger;
}

/** @returns the newest block of each network, by slug */
export async function readHeights(product: Product): Promise<ReadonlyMap<string, bigint>> {
  const networks = await readProductNetworks(product);
  return new Map(
    await Promise.all(
      networks.map(
        async ({ network: { slug } }): Promise<[string, bigint]> => [
          slug,
          await openNode(product, slug as Chain).getBlockNumber({ cacheTime: 0 }),
        ],
      ),
    ),
  );
}

/** @returns what an engine of its own, which begins with nothing, finds in the pool for each user */
export async function readNotes(product: Product, users: readonly UserSession[]): Promise<Ledger> {
  const { network, shieldedPool } = await poolNetwork(product);
  const phrases = new Map([['broadcaster', await readBroadcasterPhrase(product)]]);
  for (const user of users) phrases.set(user.name, await exportPhrase(user));
  const pool = await createShieldedPool({
    chainId: network.chainId,
    contracts: shieldedPool,
    tokens: network.tokens,
    rpcUrls: [rpcUrlOf(product, 'polygon')],
    directory: await mkdtemp(join(product.dataDir, 'own-')),
    artifactsDirectory: join(repository, '.cache', 'artifacts'),
  });
  const ledger = createLedger();
  for (const [name, mnemonic] of phrases) {
    const encryptionKey = generatePrivateKey().slice(2);
    const { walletId } = await pool.open({ mnemonic, encryptionKey, createdAtBlock: null });
    if ((await pool.look({ walletId, withinMs: FOUND_WITHIN_MS })) === null) {
      throw new Error(`The notes of ${name} were not found in time.`);
    }
    const found = await pool.balances(walletId, network.tokens);
    for (const [index, { spendable, pending }] of found.entries()) {
      ledger.add(name, network.tokens[index]?.id ?? '', spendable + pending);
    }
  }
  await pool.stop();
  return ledger;
}

/** @returns what the pool's contract holds of each token */
export async function readPool(product: Product): Promise<{
  readonly tokens: readonly Token[];
  readonly held: Ledger;
}> {
  const { network, shieldedPool } = await poolNetwork(product);
  const node = openNode(product, 'polygon');
  const held = createLedger();
  for (const { id, address } of network.tokens) {
    const token = (address ?? shieldedPool.wrappedNative) as `0x${string}`;
    const owner = shieldedPool.proxy as `0x${string}`;
    held.add('pool', id, await balanceOn(node, { token, owner }));
  }
  return { tokens: network.tokens, held };
}

export async function addressOfBroadcaster(product: Product): Promise<`0x${string}`> {
  return mnemonicToAccount(await readBroadcasterPhrase(product)).address;
}

async function poolNetwork(product: Product) {
  const networks = await readProductNetworks(product);
  for (const { network, shieldedPool } of networks) {
    if (shieldedPool !== null) return { network, shieldedPool };
  }
  throw new Error('No network has a private pool.');
}

async function exportPhrase(user: UserSession): Promise<string> {
  const wanted = { password: seededPassword, what: 'phrase' };
  const reply = await user.post<{ phrase: string }>('/wallet/export-keys', wanted);
  if (reply?.status !== 200)
    throw new Error(`${user.name} has no phrase: ${JSON.stringify(reply)}`);
  return reply.body.phrase;
}
