import { isSigned, isTerminal, type Operation } from '#domain/operation/operation';
import type {
  UnfinishedPart,
  WalletOwner,
  WalletRemovals,
  WalletUse,
} from '../../ports/wallet-removal.ts';
import { accountKeyOf, lock, openTransaction } from '../account-locks.ts';
import type { MemoryPrivateTransactions } from '../memory-private-rows.ts';
import type { MemoryRepository } from '../memory-repository.ts';
import { CHAIN_ID } from '../simulated-node.ts';

interface MemoryRemovalsOptions {
  /** Takes as long as a network round trip; called before and after every statement. */
  readonly roundTrip: () => Promise<void>;
  /** The process whose locks are released when it dies. */
  readonly owner: object;
  /** Calls `end` when a transaction has lasted for as long as the database lets one wait for its process. */
  readonly endIdle: (end: () => void) => void;
  /** Deletes the wallet. */
  readonly remove: (owner: WalletOwner) => void;
}

interface Stored {
  readonly repository: MemoryRepository;
  readonly store: MemoryPrivateTransactions;
}

/**
 * Removal of wallets in memory, with the same guarantees as in PostgreSQL. The lock of the one account of a user stands
 * for the lock of the user: what their account signs is stored under it, and what is private is stored in one step.
 */
export function createMemoryRemovals(stored: Stored, options: MemoryRemovalsOptions) {
  const { roundTrip, owner: process, endIdle, remove } = options;
  const { repository } = stored;
  const removals: WalletRemovals = {
    async readUse(owner) {
      await roundTrip();
      const use = readStored(stored, owner);
      await roundTrip();
      return use;
    },
    async remove({ owner, begun }) {
      await roundTrip();
      const key = accountKeyOf({ chainId: CHAIN_ID, account: owner.publicAddress });
      await lock(repository.locks, key, process);
      const transaction = openTransaction(repository.locks, key, process);
      endIdle(transaction.end);
      try {
        await roundTrip();
        transaction.requireOpen();
        if (repository.removedUsers.has(owner.userId)) return 'removed';
        const use = readStored(stored, owner);
        if (use.unfinished.length > 0 || use.begun !== begun) return 'in-use';
        remove(owner);
        return 'removed';
      } finally {
        transaction.end();
        await roundTrip();
      }
    },
  };
  return removals;
}

function readStored({ repository, store }: Stored, owner: WalletOwner): WalletUse {
  const operations = [...repository.entries.values()].map(({ operation }) => operation);
  const ofWallet = operations.filter(
    (each) => each.kind !== 'consolidation' && (each.userId === owner.userId || isTo(each, owner)),
  );
  return {
    knownBlocks: knownBlocksOf(repository, owner),
    begun: `${ofWallet.length}`,
    unfinished: ofWallet
      .filter((operation) => !isTerminal(operation))
      .map((each) => partOf(each, { owner, store })),
  };
}

/** Incoming payments are in no history here, only in blocks that are final by now. */
function knownBlocksOf(
  { entries, heads }: MemoryRepository,
  { userId }: WalletOwner,
): WalletUse['knownBlocks'] {
  const known = new Map(
    [...heads].map(([chainId, { finalizedBlock }]) => [chainId, finalizedBlock]),
  );
  for (const { operation } of entries.values()) {
    if (operation.userId !== userId || !('inclusion' in operation)) continue;
    const { blockNumber } = operation.inclusion;
    const before = known.get(operation.chainId) ?? 0n;
    known.set(operation.chainId, blockNumber > before ? blockNumber : before);
  }
  return known;
}

function isTo({ recipient }: Operation, owner: WalletOwner): boolean {
  const to = recipient.toLowerCase();
  return [owner.publicAddress, owner.privateAddress].some((each) => each.toLowerCase() === to);
}

function partOf(
  operation: Operation,
  { owner, store }: { readonly owner: WalletOwner; readonly store: MemoryPrivateTransactions },
): UnfinishedPart {
  const later = store.rows.get(operation.id)?.request.later ?? null;
  return {
    part: 'operation',
    kind: operation.kind,
    tokenId: operation.tokenId,
    amount: operation.amount,
    isIncoming: operation.userId !== owner.userId,
    isSigned: isSigned(operation),
    isScheduled: !isSigned(operation) && later !== null,
  };
}
