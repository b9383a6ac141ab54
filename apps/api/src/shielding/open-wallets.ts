import type { PrivateAddress } from '#domain/address/address';
import { IDLE_MS } from '#domain/session/session-limits';
import {
  isSight,
  type ShieldedSecrets,
  unpackSecrets,
  walletContext,
} from '../ports/shielded-seals.ts';
import type { ViewOwner } from '../ports/shielded-views.ts';
import type { SealedShieldedWallet, WantedWallet } from '../ports/shielded-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** A wallet that is open in this process, with what reads and spends its notes. */
export interface SpendingWallet {
  readonly walletId: string;
  readonly privateAddress: PrivateAddress;
  /** 32 bytes as hex. */
  readonly encryptionKey: string;
}

/** A user's own. */
export interface UserWallet extends SpendingWallet, ViewOwner {
  /** False for one that is open by its sight: its owner alone has the key that spends. */
  readonly canSign: boolean;
}

/** The wallets that are open in this process. */
export interface OpenWallets {
  find(userId: string): UserWallet | null;
  all(): readonly UserWallet[];
  /**
   * Opens the wallets sealed for this run and closes those that were replaced, and those whose last session ended, except those of users in `busy`.
   * @returns the users whose wallets are not yet marked open
   */
  sync(busy: readonly string[]): Promise<readonly string[]>;
  closeAll(): void;
}

/** @returns open wallets, none at first. */
export function createOpenWallets(ports: ShieldingPorts): OpenWallets {
  const { pool, key, wallets, clock } = ports;
  const run = { chainId: pool.chainId, keyId: key.keyId };
  const byUser = new Map<string, UserWallet>();

  function close(wallet: UserWallet): void {
    byUser.delete(wallet.userId);
    wallet.viewKey.fill(0);
    pool.close(wallet.walletId);
  }

  async function openAll(userIds: readonly string[]): Promise<void> {
    for (const sealed of userIds.length === 0 ? [] : await wallets.readSealed(run, userIds)) {
      const wallet = await openOne(ports, sealed);
      if (wallet !== null) byUser.set(wallet.userId, wallet);
    }
  }

  return {
    find: (userId) => byUser.get(userId) ?? null,
    all: () => [...byUser.values()],
    async sync(busy) {
      const now = clock.now();
      const idleSince = new Date(now.getTime() - IDLE_MS);
      await wallets.dropSignedOut({ keyId: key.keyId, now, idleSince, except: busy });
      const listed = await wallets.listWanted(key.keyId);
      const wanted = new Map(listed.map((each) => [each.userId, each]));
      for (const wallet of [...byUser.values()]) {
        if (!isWanted(wallet, wanted.get(wallet.userId))) close(wallet);
      }
      await openAll([...wanted.keys()].filter((userId) => !byUser.has(userId)));
      return listed.flatMap(({ userId, isMarkedOpen }) => (isMarkedOpen ? [] : [userId]));
    },
    closeAll() {
      for (const wallet of [...byUser.values()]) close(wallet);
    },
  };
}

/** False too for one that is open with the keys that only its owner has by now. */
function isWanted(
  { privateAddress, canSign }: UserWallet,
  wanted: WantedWallet | undefined,
): boolean {
  return wanted?.privateAddress === privateAddress && isAssisted(wanted) === canSign;
}

function isAssisted({ custody }: Pick<WantedWallet, 'custody'>): boolean {
  return custody === 'assisted';
}

/** @returns null when the secrets were not sealed for this run, user and custody; they are then deleted. */
async function openOne(
  { pool, key, wallets, toPhrase, report }: ShieldingPorts,
  { userId, privateAddress, custody, sealed, createdAtBlock }: SealedShieldedWallet,
): Promise<UserWallet | null> {
  const { chainId } = pool;
  const packed = tryToOpen(() => key.open(sealed, walletContext(userId, chainId)));
  if (!packed.ok) {
    report({ message: 'A sealed wallet could not be opened.', cause: packed.cause });
    await wallets.drop(key.keyId, userId);
    return null;
  }
  const secrets = unpackSecrets(packed.value);
  packed.value.fill(0);
  const encryptionKey = Buffer.from(secrets.encryptionKey).toString('hex');
  try {
    if (isSight(secrets) === isAssisted({ custody })) {
      // Sealed by a request that had read the keys just before their owner took them over.
      await wallets.drop(key.keyId, userId);
      return null;
    }
    const block = await knownBlock(pool, createdAtBlock);
    const opened = await openInPool({ pool, toPhrase }, secrets.keys, {
      ...{ encryptionKey, createdAtBlock: block },
    });
    const { walletId } = opened;
    if (opened.privateAddress !== privateAddress) {
      pool.close(walletId);
      throw new Error(`The sealed wallet of ${userId} is ${opened.privateAddress}.`);
    }
    const { viewKey } = secrets;
    const canSign = !isSight(secrets);
    return { userId, chainId, viewKey, walletId, privateAddress, encryptionKey, canSign };
  } finally {
    secrets.keys.fill(0);
    secrets.encryptionKey.fill(0);
  }
}

function openInPool(
  { pool, toPhrase }: Pick<ShieldingPorts, 'pool' | 'toPhrase'>,
  keys: ShieldedSecrets['keys'],
  options: { readonly encryptionKey: string; readonly createdAtBlock: number | null },
) {
  return isSight({ keys })
    ? pool.openBySight({ ...options, sight: keys })
    : pool.open({ ...options, mnemonic: toPhrase(keys) });
}

/**
 * A chain that was recreated is shorter than the stored block number: then the whole chain is searched.
 * @returns the block to begin with; null for the first
 */
export async function knownBlock(
  pool: ShieldingPorts['pool'],
  createdAtBlock: number | null,
): Promise<number | null> {
  if (createdAtBlock === null) return null;
  return BigInt(createdAtBlock) <= (await pool.latestBlock()) ? createdAtBlock : null;
}

function tryToOpen(
  open: () => Buffer,
): { readonly ok: true; readonly value: Buffer } | { readonly ok: false; readonly cause: unknown } {
  try {
    return { ok: true, value: open() };
  } catch (cause) {
    return { ok: false, cause };
  }
}
