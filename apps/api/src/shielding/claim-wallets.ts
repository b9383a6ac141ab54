import type { PrivateAddress } from '#domain/address/address';
import { type ClaimSecrets, claimWalletContext, unpackClaim } from '../ports/shielded-seals.ts';
import { knownBlock, type SpendingWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** The wallets of claims while something looks into them or spends from them; they belong to no user's open wallets. */
export interface ClaimWallets {
  /**
   * Opens the wallet of a claim for one piece of work, and closes it afterwards unless other work has it.
   * @param secrets overwritten afterwards
   * @returns what `work` returns, or `another` where the secrets open a wallet with another address
   */
  withWallet<T>(
    address: PrivateAddress,
    secrets: ClaimSecrets,
    work: (wallet: SpendingWallet) => Promise<T>,
  ): Promise<T | 'another'>;
  /** @returns what was sealed for an operation of this run; null, reported, for anything else */
  openSealed(operationId: string, sealed: Uint8Array): ClaimSecrets | null;
}

interface SharedWallet {
  readonly opening: Promise<SpendingWallet>;
  users: number;
}

/** @returns wallets of claims, none of them open */
export function createClaimWallets(
  ports: Pick<ShieldingPorts, 'pool' | 'key' | 'toPhrase' | 'toClaimKey' | 'report'>,
): ClaimWallets {
  const { pool, key, toClaimKey, report } = ports;
  /** By the key of what is stored of them. An estimate must not close what a proof is spending from. */
  const byKey = new Map<string, SharedWallet>();

  function share(name: string, secrets: ClaimSecrets): SharedWallet {
    const shared = byKey.get(name) ?? { opening: openWallet(ports, secrets), users: 0 };
    byKey.set(name, shared);
    shared.users += 1;
    return shared;
  }

  async function giveBack(name: string, shared: SharedWallet): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (byKey.get(name) === shared) byKey.delete(name);
    const opened = await shared.opening.catch(() => null);
    if (opened !== null) pool.close(opened.walletId);
  }

  return {
    async withWallet(address, secrets, work) {
      const name = toClaimKey(secrets.entropy);
      const shared = share(name, secrets);
      try {
        const wallet = await shared.opening;
        return wallet.privateAddress === address ? await work(wallet) : 'another';
      } finally {
        secrets.entropy.fill(0);
        await giveBack(name, shared);
      }
    },
    openSealed(operationId, sealed) {
      try {
        const packed = key.open(sealed, claimWalletContext(operationId, pool.chainId));
        const secrets = unpackClaim(packed);
        packed.fill(0);
        return secrets;
      } catch (cause) {
        report({ message: 'The sealed wallet of a claim could not be opened.', cause });
        return null;
      }
    },
  };
}

async function openWallet(
  { pool, toPhrase, toClaimKey }: Pick<ShieldingPorts, 'pool' | 'toPhrase' | 'toClaimKey'>,
  { entropy, createdAtBlock }: ClaimSecrets,
): Promise<SpendingWallet> {
  const [mnemonic, encryptionKey] = [toPhrase(entropy), toClaimKey(entropy)];
  const { walletId, privateAddress } = await pool.open({
    mnemonic,
    encryptionKey,
    createdAtBlock: await knownBlock(pool, createdAtBlock),
  });
  return { walletId, privateAddress, encryptionKey };
}
