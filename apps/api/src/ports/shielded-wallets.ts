import type { PrivateAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';
import type { ProverState } from './shielded-pool.ts';
import type { PoolTerms } from './shielded-pool-client.ts';
import type { PublishedKey } from './shielded-seals.ts';

/** The progress of the process with a pool. */
export interface ShieldedProgress extends ProverState {
  /** The block up to which everything in the pool is known, and as of when; null while that is unknown. */
  readonly looked: { readonly block: bigint; readonly at: Date } | null;
  /** False while the pool is not known up to its newest note. */
  readonly isComplete: boolean;
}

/** The process with the pool of a chain, as it last reported. */
export interface ShieldedWorker extends ShieldedProgress {
  readonly chainId: number;
  readonly key: PublishedKey;
  readonly terms: PoolTerms;
  /** Its last heartbeat. */
  readonly seenAt: Date;
}

/** A wallet that the pool's process is to keep open. */
export interface SealedShieldedWallet {
  readonly userId: string;
  /** The address that the secrets belong to. */
  readonly privateAddress: PrivateAddress;
  /** Whether the secrets are those of a wallet whose keys Kax has. */
  readonly custody: Custody;
  /** What `packSecrets` made, sealed for the key of one run. */
  readonly sealed: Uint8Array;
  /** No note of the wallet is in an earlier block; null when that is not known. */
  readonly createdAtBlock: number | null;
}

/** A user whose wallet is to be open. */
export interface WantedWallet {
  readonly userId: string;
  /** Another one once the user's wallet was replaced. */
  readonly privateAddress: PrivateAddress;
  readonly custody: Custody;
  readonly isMarkedOpen: boolean;
}

/** Which private wallets are to be open, and in which process. Source: the database. */
export interface ShieldedWallets {
  /** Null when none ever ran on this chain. */
  worker(chainId: number): Promise<ShieldedWorker | null>;
  /** Stores a wallet for the process with this key, and notifies it. */
  put(wallet: {
    readonly userId: string;
    readonly chainId: number;
    readonly keyId: string;
    readonly sealed: Uint8Array;
    readonly now: Date;
  }): Promise<void>;

  /** Begins a run: what was sealed for earlier ones is deleted, since no one can open it. */
  announce(worker: ShieldedWorker): Promise<void>;
  /** Stores a heartbeat of the run with its progress. @returns false when another run took over. */
  beat(
    run: { readonly chainId: number; readonly keyId: string },
    progress: ShieldedProgress,
    now: Date,
  ): Promise<boolean>;
  /** Whose wallets are to be open in the run, and which of them are marked open. */
  listWanted(keyId: string): Promise<readonly WantedWallet[]>;
  /** Records that these users' wallets are open and all of their notes known. */
  markOpen(keyId: string, userIds: readonly string[], now: Date): Promise<void>;
  /** What was sealed for the run by these users. */
  readSealed(
    run: { readonly chainId: number; readonly keyId: string },
    userIds: readonly string[],
  ): Promise<readonly SealedShieldedWallet[]>;
  /** Deletes what was sealed by users without any session left, except those in `except`. */
  dropSignedOut(run: {
    readonly keyId: string;
    readonly now: Date;
    /** A session that was last active before this has expired. */
    readonly idleSince: Date;
    readonly except: readonly string[];
  }): Promise<void>;
  /** Deletes the wallet of one user, whose secrets did not open. */
  drop(keyId: string, userId: string): Promise<void>;
}

/** The processes with pools, cached in this one and updated by notifications. */
export interface ShieldedWorkers {
  /** Null when none ever ran on this chain, or when what is stored is not ours. */
  current(chainId: number): ShieldedWorker | null;
}

/** A run without a heartbeat for so long is considered dead; a proof keeps it busy for seconds. */
const AWAY_AFTER_MS = 20_000;

/** A run without a heartbeat for so long may have just ended. */
const SILENT_AFTER_MS = 6_000;

/** True when its heartbeat is recent: what it wrote last is current. */
export function isAlive({ seenAt }: Pick<ShieldedWorker, 'seenAt'>, now: Date): boolean {
  return now.getTime() - seenAt.getTime() <= SILENT_AFTER_MS;
}

/** True when no process has the pool now. */
export function isAway(worker: Pick<ShieldedWorker, 'seenAt'> | null, now: Date): boolean {
  return worker === null || now.getTime() - worker.seenAt.getTime() > AWAY_AFTER_MS;
}
