import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NetworkName } from '@railgun-community/shared-models';
import { getEngine, getUTXOMerkletreeForNetwork } from '@railgun-community/wallet';
import { createWalletClient, type Hex, http, keccak256, maxUint256, parseUnits } from 'viem';
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Token, TokenId } from '#domain/token/token';
import { deriveShieldKey } from '#pool/account-key';
import { deriveKeys, viewingKeysOf } from '#pool/keys';
import { packSight } from '#pool/pack-sight';
import { POOL_CHAIN_ID, type PoolBench, startPoolBench } from '#sandbox/railgun/pool.test-setup';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import {
  type OpenWallet,
  type PoolCall,
  type PoolTransaction,
  PoolUnavailable,
  type ShieldedPool,
} from '../../ports/shielded-pool.ts';
import { toSeed } from '../key-vault/to-seed.ts';
import { NotesInUse } from './engine/note-directory.ts';
import { TXID_VERSION } from './engine/start-engine.ts';
import { loadEnginePart } from './engine-parts.ts';
import { createShieldedPool } from './shielded-pool.ts';

const GAS_PRICE = 40_000_000_000n;
const WITHIN_MS = 600_000;
const INTERACTIVE = { urgency: 'interactive' } as const;
const artifactsDirectory = join(import.meta.dirname, '../../../../../.cache/artifacts');
const account = privateKeyToAccount(generatePrivateKey());
const encryptionKey = generatePrivateKey().slice(2);
const mnemonic = generateMnemonic(english);
const stranger = '0x00000000000000000000000000000000000000A1' as PublicAddress;
const units = (amount: string) => toBaseUnits(parseUnits(amount, 18));

/** What the engine keeps to itself. */
interface EngineTree {
  readonly db: { del(path: string[], encoding: 'json'): Promise<void> };
  getDataDBPath(tree: number, index: number): string[];
  nullify(nullifiers: readonly unknown[]): Promise<void>;
}

interface EngineInside {
  readonly RailgunEngine: {
    readonly prototype: {
      setLastSyncedBlock(
        version: typeof TXID_VERSION,
        chain: { readonly type: number; readonly id: number },
        block: number,
      ): Promise<void>;
    };
  };
}

interface EngineContracts {
  readonly ContractStore: {
    readonly railgunSmartWalletContracts: {
      get(
        version: null,
        chain: { readonly type: number; readonly id: number },
      ): { readonly contractForListeners: { listenerCount(): Promise<number> } };
    };
  };
}

let directory: string;
let bench: PoolBench;
let pool: ShieldedPool;
let wallet: OpenWallet;
let native: Token;
let token: Token;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kax-notes-'));
  await unpackArtifacts(artifactsDirectory);
  bench = await startPoolBench(16);
  native = tokenOf('POL', null);
  token = tokenOf('TOK', bench.token as PublicAddress);
  const onToken = { address: bench.token, abi: bench.abi.token };
  await bench.chain.call('anvil_setBalance', [account.address, '0x3635c9adc5dea00000']);
  await bench.write({ ...onToken, functionName: 'mint', args: [account.address, units('1000')] });
  pool = await start();
  const approve = { ...onToken, functionName: 'approve', args: [pool.spender, maxUint256] };
  await writeAs(account, approve);
  wallet = await open();
});
afterAll(async () => {
  await pool?.stop();
  await bench?.stop();
  await rm(directory, { recursive: true, force: true });
});

it('makes notes of a token and of the native coin, and knows them after a scan', async () => {
  for (const each of [token, native]) {
    const details = shieldRequest(each, '100');
    expect(await pool.estimateShield(details)).toMatchObject({ ok: true });
    await send(await pool.prepareShield(details));
  }
  expect(await pool.look({ walletId: wallet.walletId, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([units('99.75'), units('99.75')]);
  expect(await pool.noteCount()).toBe(2);
});

it('knows when its blocks were made', async () => {
  const latest = Number(await pool.latestBlock());
  const [newest] = await pool.history(wallet.walletId, 0);
  expect(newest?.blockNumber).toBeLessThanOrEqual(latest);
  const { timestamp } = await bench.client.getBlock({ blockNumber: BigInt(latest) });
  expect(await pool.blockTimes([latest, 0, latest])).toEqual(
    new Map([
      [latest, new Date(Number(timestamp) * 1_000)],
      [0, expect.any(Date)],
    ]),
  );
});

it('opens the wallet by its sight with the same balances, and then keeps no phrase of it', async () => {
  const key = generatePrivateKey().slice(2);
  const { walletId } = await pool.open({ mnemonic, encryptionKey: key, createdAtBlock: null });
  const stored = async (id: string) => {
    const path = [Buffer.from('wallet').toString('hex'), id];
    return getEngine()
      .db.getEncrypted(path, key)
      .then(
        (hex) => Buffer.from(hex, 'hex').toString('latin1'),
        () => null,
      );
  };
  expect(await stored(walletId)).toContain(mnemonic);
  pool.close(walletId);
  const keys = deriveKeys(toSeed(mnemonic));
  const shieldKey = deriveShieldKey(keys.account);
  const sight = packSight({ ...viewingKeysOf(keys), shieldKey });
  const seen = await pool.openBySight({ sight, encryptionKey: key, createdAtBlock: null });
  expect(seen.privateAddress).toBe(wallet.privateAddress);
  expect(await stored(walletId)).toBeNull();
  expect(await stored(seen.walletId)).not.toContain(mnemonic);
  await pool.look({ walletId: seen.walletId, withinMs: WITHIN_MS });
  const balances = await pool.balances(seen.walletId, [token, native]);
  expect(balances.map(({ spendable: held }) => held)).toEqual([units('99.75'), units('99.75')]);
  pool.close(seen.walletId);
});

it('knows a reopened wallet before it scans', async () => {
  pool.close(wallet.walletId);
  expect(await open()).toEqual(wallet);
  expect(await spendable()).toEqual([units('99.75'), units('99.75')]);
});

it('says why something cannot be spent or shielded', async () => {
  const estimate = (over: Partial<PoolTransaction>) =>
    pool.estimatePrivateTransaction(unshield('99.75', over));
  expect(await estimate({ amount: units('99.76') })).toMatchObject({ problem: 'balance-too-low' });
  const fee = { token, perNativeCoin: units('1'), recipient: wallet.privateAddress };
  expect(await estimate({ fee })).toMatchObject({ ok: true });
  expect(await pool.prove(unshield('99.75', { fee }), INTERACTIVE)).toMatchObject({
    problem: 'fee-not-covered',
  });
  expect(await pool.estimateShield(shieldRequest(token, '901'))).toMatchObject({
    problem: 'refused',
  });
});

it('pays out the native coin as itself, and reports it', async () => {
  const shares: number[] = [];
  const proved = await pool.prove(unshield('10', { token: native }), {
    urgency: 'interactive',
    onProgress: (share) => shares.push(share),
  });
  if (proved === 'interrupted' || !proved.ok) throw new Error(JSON.stringify(proved));
  expect(proved.response.nullifiers).toEqual([expect.stringMatching(/^0x[0-9a-f]{64}$/)]);
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  const hash = await send(proved.response, proved.response.gasLimit);
  expect(await bench.client.getBalance({ address: stranger })).toBe(units('9.975'));
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
  const [last] = await pool.history(wallet.walletId, 0);
  expect(last).toMatchObject({
    kind: 'unshield',
    transactionHash: hash,
    unshielded: [{ token: native, amount: units('9.975') }],
  });
});

it('forgets what the chain has reverted', async () => {
  const before = await bench.chain.call<Hex>('evm_snapshot');
  await send(await pool.prepareShield(shieldRequest(token, '100')));
  await pool.look({ walletId: null, withinMs: WITHIN_MS });
  expect((await spendable())[0]).toBe(units('199.5'));
  await bench.chain.call('evm_revert', [before]);
  await bench.chain.mine();
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
});

it('keeps the engine from listening to events', async () => {
  const { ContractStore } = loadEnginePart<EngineContracts>('contracts/contract-store.js');
  const contract = ContractStore.railgunSmartWalletContracts.get(null, { type: 0, id: 31337 });
  expect(await contract.contractForListeners.listenerCount()).toBe(0);
});

it('finds everything again when it counts a note that it has not stored', async () => {
  const tree = getUTXOMerkletreeForNetwork(TXID_VERSION, NetworkName.Hardhat);
  const newest = (await tree.getTreeLength(0)) - 1;
  const inside = tree as unknown as EngineTree;
  await inside.db.del(inside.getDataDBPath(0, newest), 'json');
  expect(await tree.getCommitmentSafe(0, newest)).toBeUndefined();
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await tree.getCommitmentSafe(0, newest)).toBeDefined();
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
});

it('returns to a block whose events a node had left out', async () => {
  const latest = Number(await pool.latestBlock());
  const { setLastSyncedBlock } = loadEnginePart<EngineInside>().RailgunEngine.prototype;
  await send(await pool.prepareShield(shieldRequest(token, '100')));
  await bench.chain.mine();
  await setLastSyncedBlock.call(getEngine(), TXID_VERSION, { type: 0, id: 31337 }, latest + 2);
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([units('199.5'), units('89.75')]);
});

it('finds a spend that an interrupted scan had not stored', async () => {
  const proved = await pool.prove(unshield('199.5'), INTERACTIVE);
  if (proved === 'interrupted' || !proved.ok) throw new Error(JSON.stringify(proved));
  await send(proved.response, proved.response.gasLimit);
  const tree = getUTXOMerkletreeForNetwork(TXID_VERSION, NetworkName.Hardhat);
  const nullify = vi.spyOn(tree as unknown as EngineTree, 'nullify').mockResolvedValue();
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  nullify.mockRestore();
  expect(await spendable()).toEqual([units('199.5'), units('89.75')]);
  expect(await pool.look({ walletId: wallet.walletId, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([0n, units('89.75')]);
  await send(await pool.prepareShield(shieldRequest(token, '100')));
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
});

it('leaves notes alone that another process has open', async () => {
  const before = await readdir(join(directory, (await readdir(directory))[0] ?? ''));
  await expect(start()).rejects.toThrow(NotesInUse);
  expect(await readdir(join(directory, (await readdir(directory))[0] ?? ''))).toEqual(before);
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
});

it('reports itself unavailable while the chain does not respond, and is available afterwards', async () => {
  await pool.stop();
  await expect(start('http://127.0.0.1:9')).rejects.toThrow(PoolUnavailable);
  pool = await start();
  expect(await open()).toEqual(wallet);
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
});

it('finds everything again when what it kept cannot be read', async () => {
  await pool.stop();
  const [notes] = await readdir(directory);
  const home = join(directory, notes ?? '');
  for (const name of await readdir(home)) {
    if (/^(?:CURRENT|MANIFEST)/.test(name)) await writeFile(join(home, name), 'torn');
  }
  pool = await start();
  expect(await readdir(directory)).toEqual([notes]);
  expect(await open()).toEqual(wallet);
  expect(await pool.look({ walletId: null, withinMs: WITHIN_MS })).not.toBeNull();
  expect(await spendable()).toEqual([units('99.75'), units('89.75')]);
});

function start(rpcUrl = bench.chain.rpcUrl): Promise<ShieldedPool> {
  const { pool: proxy, relayAdapt } = bench.pool;
  const { wrappedNative } = bench;
  return createShieldedPool({
    chainId: POOL_CHAIN_ID,
    contracts: { proxy, relayAdapt, wrappedNative, deploymentBlock: 0 },
    tokens: [native, token],
    rpcUrls: [rpcUrl],
    directory,
    artifactsDirectory,
  });
}

function open(): Promise<OpenWallet> {
  return pool.open({ mnemonic, encryptionKey, createdAtBlock: null });
}

async function spendable(): Promise<readonly bigint[]> {
  const balances = await pool.balances(wallet.walletId, [token, native]);
  expect(balances.map(({ pending }) => pending)).toEqual([0n, 0n]);
  return balances.map((each) => each.spendable);
}

function shieldRequest(of: Token, amount: string) {
  return {
    token: of,
    amount: units(amount),
    recipient: wallet.privateAddress,
    payer: account.address as PublicAddress,
    shieldKey: keccak256('0x01'),
  };
}

function unshield(amount: string, over: Partial<PoolTransaction> = {}): PoolTransaction {
  return {
    kind: 'unshield',
    spender: { walletId: wallet.walletId, encryptionKey },
    token,
    amount: units(amount),
    recipient: stranger,
    gasPrice: GAS_PRICE,
    fee: null,
    ...over,
  } as PoolTransaction;
}

function tokenOf(symbol: string, address: PublicAddress | null): Token {
  const id = `polygon-${symbol.toLowerCase()}` as TokenId;
  const rest = { name: symbol, decimals: 18, isShieldable: true, image: '/' };
  return { id, chainId: POOL_CHAIN_ID, address, symbol, ...rest };
}

function client() {
  return createWalletClient({ transport: http(bench.chain.rpcUrl, { retryCount: 0 }) });
}

async function writeAs(
  from: PrivateKeyAccount,
  call: Parameters<PoolBench['write']>[0],
): Promise<void> {
  await client().writeContract({ ...call, account: from, chain: null, gas: 100_000n });
  await bench.chain.mine();
}

async function send(call: PoolCall, gas = 3_000_000n): Promise<Hex> {
  const { to, data, value } = call;
  const rest = { account, chain: null, gas, gasPrice: GAS_PRICE };
  const hash = await client().sendTransaction({ to, data, value, ...rest });
  await bench.chain.mine();
  const { status } = await bench.client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
  return hash;
}
