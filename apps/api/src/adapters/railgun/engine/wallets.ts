import { getTokenDataHashERC20, POI } from '@railgun-community/engine';
import {
  balanceForERC20Token,
  createRailgunWallet,
  getEngine,
  refreshBalances,
  unloadWalletByID,
  walletForID,
} from '@railgun-community/wallet';
import { type BaseUnits, subtractOrZero, toBaseUnits } from '#domain/amount/base-units';
import { unpackSight } from '#pool/pack-sight';
import { packSpendingKey } from '#pool/spending-key';
import { loadEngineDependency } from '../engine-parts.ts';
import { type RunningEngine, TXID_VERSION } from './start-engine.ts';

interface MessagePack {
  encode(value: unknown): Buffer;
}

/** A wallet that the engine scans for. */
export interface LoadedWallet {
  readonly walletId: string;
  readonly privateAddress: string;
}

/**
 * Loads the wallet of a phrase; the engine keeps it encrypted under `encryptionKey`, 32 bytes as hex. Blocks
 * before `createdAtBlock` are not searched for its notes; null searches all.
 */
export async function loadWallet(
  { networkName }: RunningEngine,
  options: {
    readonly encryptionKey: string;
    readonly mnemonic: string;
    readonly createdAtBlock: number | null;
  },
): Promise<LoadedWallet> {
  const { createdAtBlock } = options;
  const { id, railgunAddress } = await createRailgunWallet(
    options.encryptionKey,
    options.mnemonic,
    createdAtBlock === null ? undefined : { [networkName]: createdAtBlock },
  );
  return { walletId: id, privateAddress: railgunAddress };
}

/**
 * Loads a wallet by what sees its notes and plans payments, but can't sign them. RAILGUN's SDK calls that a hardware
 * wallet. The engine keeps it encrypted as it does a phrase.
 * @param options with the wallet's sight, 96 bytes; throws for anything else
 */
export async function loadWalletBySight(
  { chain }: RunningEngine,
  options: {
    readonly encryptionKey: string;
    readonly sight: Uint8Array;
    readonly createdAtBlock: number | null;
  },
): Promise<LoadedWallet> {
  const { encryptionKey, createdAtBlock } = options;
  const blocks: number[][] = [];
  if (createdAtBlock !== null) {
    const ofType: number[] = [];
    ofType[chain.id] = createdAtBlock;
    blocks[chain.type] = ofType;
  }
  const wallet = await getEngine().createHardwareWalletFromShareableViewingKey(
    encryptionKey,
    shareableViewingKey(options.sight),
    createdAtBlock === null ? undefined : blocks,
    { sign: () => Promise.reject(new Error('A wallet that only sees notes signs nothing.')) },
  );
  return { walletId: wallet.id, privateAddress: wallet.getAddress() };
}

/** What RAILGUN's wallets exchange to look into each other. */
function shareableViewingKey(packed: Uint8Array): string {
  const sight = unpackSight(packed);
  if (sight === null) throw new Error('These bytes are not the sight of a wallet.');
  const { encode } = loadEngineDependency<MessagePack>('msgpack-lite');
  const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const spub = hexOf(packSpendingKey(sight.publicSpendingKey));
  return hexOf(encode({ vpriv: hexOf(sight.viewing), spub }));
}

/** What the engine's database keeps of wallets is under this name. Source: `AbstractWallet.dbPath`. */
const WALLETS = Buffer.from('wallet').toString('hex');

/**
 * Deletes what opens the other wallets that the engine keeps under this encryption key, 32 bytes as hex, and has the
 * database overwrite where it was. What was found for them stays.
 */
export async function forgetOtherWallets(
  { compact }: RunningEngine,
  walletId: string,
  encryptionKey: string,
): Promise<void> {
  const keys = (await getEngine().db.getNamespaceKeys([WALLETS])).map(String);
  let isChanged = false;
  for (const key of keys) {
    const id = key.slice(key.lastIndexOf(':') + 1);
    if (id === walletId || !(await isUnder(encryptionKey, id))) continue;
    await getEngine().deleteWallet(id);
    isChanged = true;
  }
  const [first, last] = [keys[0], keys.at(-1)];
  if (isChanged && first !== undefined && last !== undefined) await compact(first, last);
}

async function isUnder(encryptionKey: string, id: string): Promise<boolean> {
  const { db } = getEngine();
  try {
    await db.getEncrypted([WALLETS, id], encryptionKey);
    return true;
  } catch {
    // Someone else's.
    return false;
  }
}

/** Stops scanning for the wallet; what was found stays. */
export function unloadWallet(walletId: string): void {
  unloadWalletByID(walletId);
}

/** Scans the blocks since the last scan, for one wallet or for all. */
export function refreshWallets({ chain }: RunningEngine, walletId?: string): Promise<void> {
  return refreshBalances(chain, walletId === undefined ? undefined : [walletId]);
}

/** @returns the wallet's spendable balance of a token, base units, as of the last scan. */
export async function readBalance(
  { networkName }: RunningEngine,
  walletId: string,
  token: string,
): Promise<BaseUnits> {
  const wallet = walletForID(walletId);
  return toBaseUnits(await balanceForERC20Token(TXID_VERSION, wallet, networkName, token, true));
}

/** @returns the wallet's pending balance of a token, base units, as of the last scan. */
export async function readPending(
  { networkName }: RunningEngine,
  walletId: string,
  token: string,
): Promise<BaseUnits> {
  const wallet = walletForID(walletId);
  const [all, spendable] = [
    await balanceForERC20Token(TXID_VERSION, wallet, networkName, token, false),
    await balanceForERC20Token(TXID_VERSION, wallet, networkName, token, true),
  ];
  return subtractOrZero(toBaseUnits(all), toBaseUnits(spendable));
}

/** This many notes of one token are one proof of the largest circuit. */
const FRAGMENTED_FROM = 8;

/**
 * @returns what the largest eight spendable notes of a token are worth together, base units, as of the last scan;
 *   null when no tree has that many. Only notes of one tree fit into one proof.
 */
export async function readFragmented(
  { chain }: RunningEngine,
  walletId: string,
  token: string,
): Promise<BaseUnits | null> {
  const spendable = await POI.getSpendableBalanceBuckets(chain);
  const trees = await walletForID(walletId).balancesByTreeForToken(
    TXID_VERSION,
    chain,
    getTokenDataHashERC20(token),
    spendable,
  );
  for (const tree of trees) {
    const values = (tree?.utxos ?? []).map(({ note }) => note.value).filter((value) => value > 0n);
    if (values.length < FRAGMENTED_FROM) continue;
    const largest = values.sort((left, right) => (left < right ? 1 : -1)).slice(0, FRAGMENTED_FROM);
    return toBaseUnits(largest.reduce((total, value) => total + value, 0n));
  }
  return null;
}
