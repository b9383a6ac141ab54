import type { Entry } from '#domain/activity/entry-id';
import { isPrivateTransaction } from '#domain/operation/operation';
import { isWithoutEffect } from '#domain/operation/outcome';
import type { ObservedOperation, Operations } from '../../../ports/operations.ts';
import type { PlacedHistoryItem, ShieldedViews, ViewOwner } from '../../../ports/shielded-views.ts';
import { findPrivateItem } from './find-private-item.ts';
import type { PrivatePagePorts } from './private-history-page.ts';

interface EntryPorts {
  readonly views: Pick<ShieldedViews, 'readHistory' | 'operationsOf'>;
  readonly operations: Pick<Operations, 'find'>;
}

/** @returns the sources of a private history with nothing in them but what can belong to one entry */
export async function onlyOfEntry(
  ports: EntryPorts,
  owner: ViewOwner,
  entry: Entry,
): Promise<PrivatePagePorts> {
  const { item, failed } = await findParts(ports, owner, entry);
  const isBefore = (position: number, before: number | null) =>
    before === null || position < before;
  return {
    views: {
      readHistory: async (_owner, { before }) =>
        item !== null && isBefore(item.position, before) ? [item] : [],
      operationsOf: ports.views.operationsOf,
    },
    operations: {
      listFailedPrivateTransactions: async (_owner, { before }) =>
        failed !== null && isBefore(failed.operation.createdAt.getTime(), before && +before)
          ? [failed]
          : [],
    },
  };
}

interface Parts {
  readonly item: PlacedHistoryItem | null;
  readonly failed: ObservedOperation | null;
}

/** A block's time is the network's, the other ours. */
const CLOCK_DIFFERENCE_MS = 3_600_000;

const NOTHING: Parts = { item: null, failed: null };

async function findParts(ports: EntryPorts, owner: ViewOwner, entry: Entry): Promise<Parts> {
  const { userId, chainId } = owner;
  if (entry.kind === 'transaction') {
    if (entry.chainId !== chainId) return NOTHING;
    const wanted = { hash: entry.transactionHash, since: null };
    return { item: await findPrivateItem(ports.views, owner, wanted), failed: null };
  }
  if (entry.kind !== 'operation') return NOTHING;
  const found = await ports.operations.find(userId, entry.operationId);
  const operation = found?.operation;
  if (operation === undefined || operation.chainId !== chainId) return NOTHING;
  if (isPrivateTransaction(operation) && isWithoutEffect(operation)) {
    return { item: null, failed: found };
  }
  if (!('inclusion' in operation)) return NOTHING;
  const since = new Date(operation.createdAt.getTime() - CLOCK_DIFFERENCE_MS);
  const wanted = { hash: operation.inclusion.transactionHash, since };
  return { item: await findPrivateItem(ports.views, owner, wanted), failed: null };
}
