import type { ShieldedProgress } from '../ports/shielded-wallets.ts';
import type { OpenWallets, SpendingWallet, UserWallet } from './open-wallets.ts';
import type { ShieldingPorts } from './shielding-ports.ts';
import { createViewWriter, type ViewWriter } from './view-writer.ts';

/** Keeps the open wallets and what their owners see up to date with the chain. */
export interface PoolWatch {
  /** Opens and closes wallets, and scans new blocks when there are any. */
  run(): Promise<void>;
  /**
   * Scans for one wallet now.
   * @returns the block up to which everything in the pool is known, `leastBlock` or a later one; null while something is not.
   */
  lookFor(wallet: SpendingWallet, leastBlock?: bigint): Promise<bigint | null>;
  /** Whether all notes that the wallet had at the last scan are known. */
  knows(wallet: UserWallet): boolean;
  progress(): Pick<ShieldedProgress, 'looked' | 'isComplete'>;
}

const LOOK_WITHIN_MS = 10_000;
/** With no open wallet, the pool's notes are collected only this often. */
const ALONE_EVERY_MS = 30_000;
/** After a failover, what owners see is written again this often. */
const WRITE_AGAIN_EVERY_MS = 30_000;

interface LookedUpTo {
  readonly block: bigint;
  readonly at: Date;
}

/** @returns a watch that has not scanned yet. `busy` are users whose payment is being proved. */
export function createPoolWatch(
  ports: ShieldingPorts,
  open: OpenWallets,
  busy: () => readonly string[],
): PoolWatch {
  const { pool, clock, privateTransactions } = ports;
  const writer = createViewWriter(ports);
  const writeAgainAfterFailover = createWritingAgain(ports, writer);
  let progress: Pick<ShieldedProgress, 'looked' | 'isComplete'> = {
    looked: null,
    isComplete: false,
  };
  let triedAt = 0;
  const begun = new WeakSet<UserWallet>();

  /** The pool's software runs one scan at a time. */
  const inOrder = createOrder();

  async function look(walletId: string | null, wallets: readonly UserWallet[], leastBlock = 0n) {
    const knownUpTo = await pool.look({ walletId, withinMs: LOOK_WITHIN_MS, leastBlock });
    const noteCount = await pool.noteCount();
    // A wallet may have been closed during the scan.
    for (const wallet of wallets) {
      if (open.find(wallet.userId) === wallet)
        await writer.write(wallet, { noteCount, isRequested: walletId !== null });
    }
    return knownUpTo;
  }

  async function lookForAll(): Promise<void> {
    const now = clock.now();
    const wallets = open.all();
    const block = await pool.latestBlock();
    const isKnown = progress.isComplete && progress.looked?.block === block;
    const isAlone = wallets.length === 0 && now.getTime() - triedAt < ALONE_EVERY_MS;
    if (!isKnown && isAlone) return;
    if (!isKnown) triedAt = now.getTime();
    const knownUpTo = isKnown ? block : await look(null, wallets);
    if (knownUpTo === null) {
      progress = { ...progress, isComplete: false };
      return;
    }
    const looked = { block: knownUpTo, at: now };
    progress = { isComplete: true, looked };
    // Also when nothing is new: a payment may be recorded in this block only after the block was scanned.
    await markSeen(wallets, looked);
  }

  async function markSeen(wallets: readonly UserWallet[], looked: LookedUpTo): Promise<void> {
    const users = wallets.map(({ userId }) => userId);
    if (users.length > 0) await privateTransactions.seen(users, looked.block, looked.at);
  }

  /** A wallet that was closed for a while has stale data: it counts as open only after a scan. */
  async function begin(wallet: UserWallet): Promise<void> {
    if (begun.has(wallet) || (await look(wallet.walletId, [wallet])) === null) return;
    begun.add(wallet);
  }

  function isBegun(userId: string): boolean {
    const wallet = open.find(userId);
    return wallet !== null && begun.has(wallet);
  }

  /** Repeated while they wait: it may fail, and a payment may be locked while its wallet is being opened. */
  async function unlockFor(waiting: readonly string[]): Promise<void> {
    for (const userId of waiting.filter(isBegun)) await privateTransactions.unlock(userId);
  }

  async function announceOpen(pending: readonly string[]): Promise<void> {
    const known = pending.filter(isBegun);
    if (known.length > 0) await ports.wallets.markOpen(ports.key.keyId, known, clock.now());
  }

  return {
    run: () =>
      inOrder(async () => {
        await writeAgainAfterFailover();
        const waiting = await privateTransactions.usersWaiting();
        const pending = await open.sync([...busy(), ...waiting]);
        writer.keepOnly(new Set(open.all().map(({ userId }) => userId)));
        for (const wallet of open.all()) await begin(wallet);
        await unlockFor(waiting);
        await announceOpen(pending);
        await lookForAll();
      }),
    lookFor: (wallet, least) =>
      inOrder(() => look(wallet.walletId, open.all().filter(is(wallet)), least)),
    knows: (wallet) => progress.isComplete && begun.has(wallet),
    progress: () => progress,
  };
}

function is({ walletId }: SpendingWallet): (each: UserWallet) => boolean {
  return (each) => each.walletId === walletId;
}

/** @returns what begins each work after the one before it has ended */
function createOrder(): <T>(work: () => Promise<T>) => Promise<T> {
  let queue: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = queue.then(work);
    queue = mine.catch(() => undefined);
    return mine;
  };
}

/** A database that lost commits lost what was written, which would be written again only with the next change. */
function createWritingAgain(
  { records, clock }: ShieldingPorts,
  writer: Pick<ViewWriter, 'keepOnly'>,
): () => Promise<void> {
  let forgottenAt = 0;
  return async () => {
    if (!(await records.isJustAfterFailover())) return;
    const now = clock.now().getTime();
    if (now - forgottenAt < WRITE_AGAIN_EVERY_MS) return;
    forgottenAt = now;
    writer.keepOnly(new Set());
  };
}
