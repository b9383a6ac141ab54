import type { OpenWallet } from '../ports/shielded-pool.ts';
import { ownerOfUser } from './private-environment.ts';
import { blockBelow, type SimulatedBlock } from './simulated-chain.ts';
import { isNoteKey } from './simulated-notes.ts';

const CLAIM = 'claim';

/** @returns the wallet of a claim: the id that the pool's software gives it, and its address */
export function claimWalletOf(entropy: Uint8Array): OpenWallet {
  return openedBy(simulatedPhrase(entropy));
}

/** @returns words from which anyone can read what they are made of: a user and a number, of 4 bytes each */
export function simulatedPhrase(entropy: Uint8Array): string {
  const bytes = Buffer.from(entropy);
  return `${bytes.readUInt32BE(0)}.${bytes.readUInt32BE(4)}`;
}

/** @returns the wallet that words open */
export function openedBy(phrase: string): OpenWallet {
  const walletId = `${CLAIM}${phrase}`;
  return { walletId, privateAddress: ownerOfUser(walletId) };
}

/** What the pool's software knows of an open wallet. */
interface KnownWallet {
  /** It looks for notes from here on; null for all. */
  readonly from: number | null;
  isScanned: boolean;
}

/** Opens the wallets of claims as the pool's software does: it knows the notes of one after a scan. */
export function createClaimAccess(opening: () => Promise<void>) {
  const open = new Map<string, KnownWallet>();
  return {
    async open({ mnemonic, createdAtBlock: from }: OpenedFrom): Promise<OpenWallet> {
      await opening();
      const wallet = openedBy(mnemonic);
      open.set(wallet.walletId, { from, isScanned: false });
      return wallet;
    },
    close: (walletId: string) => void open.delete(walletId),
    scan(): void {
      for (const wallet of open.values()) wallet.isScanned = true;
    },
    /**
     * Throws for one that is closed. Those of users are open and scanned for all the time.
     * @returns the newest block with only those notes of it that it knows; null for one that was not scanned for
     */
    knownIn(tip: SimulatedBlock, walletId: string): SimulatedBlock | null {
      if (!walletId.startsWith(CLAIM)) return tip;
      const wallet = open.get(walletId);
      if (wallet === undefined) throw new Error(`${walletId} is not open.`);
      if (!wallet.isScanned) return null;
      return wallet.from === null ? tip : withoutEarlier(tip, BigInt(wallet.from));
    },
  };
}

interface OpenedFrom {
  readonly mnemonic: string;
  readonly createdAtBlock: number | null;
}

/** Without the notes that were made before a block. */
function withoutEarlier(tip: SimulatedBlock, from: bigint): SimulatedBlock {
  if (from > tip.number) return tip;
  const earlier = blockBelow(tip, tip.number - from + 1n).balances;
  const balances = [...tip.balances].filter(([key]) => !isNoteKey(key) || !earlier.has(key));
  return { ...tip, balances: new Map(balances) };
}
