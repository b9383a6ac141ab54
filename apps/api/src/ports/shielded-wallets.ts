import type { PrivateAddress } from '#domain/address/address';
import type { PoolTerms } from './shielded-pool-client.ts';
import type { PublishedKey } from './shielded-seals.ts';

/** How far the process that holds a pool is. */
export interface ShieldedProgress {
  /** Up to which block everything in the pool is known, and when that was so; null while it is not known yet. */
  readonly looked: { readonly block: bigint; readonly at: Date } | null;
  /** False while the pool is not known up to its newest note. */
  readonly isComplete: boolean;
  /** What a proof took lately, milliseconds. */
  readonly proofMs: number;
}

/** The process that holds the pool of a chain, as it last said. */
export interface ShieldedWorker extends ShieldedProgress {
  readonly chainId: number;
  readonly key: PublishedKey;
  readonly terms: PoolTerms;
  /** When it last said that it lives. */
  readonly seenAt: Date;
}

/** A wallet that the pool's process is to hold open. */
export interface SealedShieldedWallet {
  readonly userId: string;
  /** The address that the secrets belong to. */
  readonly privateAddress: PrivateAddress;
  /** What `packSecrets` made, sealed for the key of one run. */
  readonly sealed: Uint8Array;
  /** No note of the wallet is in an earlier block; null when that is not known. */
  readonly createdAtBlock: number | null;
}

/** Somebody whose wallet is to be open. */
export interface WantedWallet {
  readonly userId: string;
  readonly isMarkedOpen: boolean;
}

/** Which private wallets are to be open, and in which process. Source: the database. */
export interface ShieldedWallets {
  /** Null when none ever ran on this chain. */
  worker(chainId: number): Promise<ShieldedWorker | null>;
  /** Stores a wallet for the process with this key, and tells it. */
  put(wallet: {
    readonly userId: string;
    readonly chainId: number;
    readonly keyId: string;
    readonly sealed: Uint8Array;
    readonly now: Date;
  }): Promise<void>;

  /** Begins a run: what was sealed for earlier ones is deleted, since nobody can open it. */
  announce(worker: ShieldedWorker): Promise<void>;
  /** Says that the run lives and how far it is. @returns false when another run took over. */
  beat(
    run: { readonly chainId: number; readonly keyId: string },
    progress: ShieldedProgress,
    now: Date,
  ): Promise<boolean>;
  /** Whose wallets are to be open in the run, and which of them were said to be. */
  listWanted(keyId: string): Promise<readonly WantedWallet[]>;
  /** Says that these people's wallets are open and all of their notes known. */
  markOpen(keyId: string, userIds: readonly string[], now: Date): Promise<void>;
  /** What these people sealed for the run. */
  readSealed(
    run: { readonly chainId: number; readonly keyId: string },
    userIds: readonly string[],
  ): Promise<readonly SealedShieldedWallet[]>;
  /** Deletes what was sealed by people of whom no session is left, but for those in `except`. */
  dropSignedOut(turn: {
    readonly keyId: string;
    readonly now: Date;
    /** A session that was active last before this is over. */
    readonly idleSince: Date;
    readonly except: readonly string[];
  }): Promise<void>;
  /** Deletes one person's, whose secrets did not open. */
  drop(keyId: string, userId: string): Promise<void>;
}

/** The processes that hold pools, in the memory of this one; news of them arrives by itself. */
export interface ShieldedWorkers {
  /** Null when none ever ran on this chain, or what stands in the database is not ours. */
  current(chainId: number): ShieldedWorker | null;
}

/** A run that has not said for so long that it lives is taken for dead; a proof keeps it busy for seconds. */
const AWAY_AFTER_MS = 20_000;

/** A run that was silent for so long may have ended a moment ago. */
const SILENT_AFTER_MS = 6_000;

/** True when it said a moment ago that it lives: what it wrote last is what is. */
export function isHeard({ seenAt }: Pick<ShieldedWorker, 'seenAt'>, now: Date): boolean {
  return now.getTime() - seenAt.getTime() <= SILENT_AFTER_MS;
}

/** True when nobody holds the pool at present. */
export function isAway(worker: Pick<ShieldedWorker, 'seenAt'> | null, now: Date): boolean {
  return worker === null || now.getTime() - worker.seenAt.getTime() > AWAY_AFTER_MS;
}
