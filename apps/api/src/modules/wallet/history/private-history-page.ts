import type { Token } from '#domain/token/token';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { Operations } from '../../../ports/operations.ts';
import type { PlacedHistoryItem, ShieldedViews, ViewOwner } from '../../../ports/shielded-views.ts';
import { type ActivityOwner, activityOfFailure, activityOfItem } from './private-activity.ts';

export interface PrivatePagePorts {
  readonly views: Pick<ShieldedViews, 'readHistory' | 'operationsOf'>;
  readonly operations: Pick<Operations, 'listFailedPrivateTransactions'>;
}

/** Which rows are requested. */
export interface PageRequest {
  readonly owner: ActivityOwner;
  readonly limit: number;
  /** Null for the newest. */
  readonly from: PagePlace | null;
  /** The token with this id, when it is shieldable. */
  readonly findToken: (tokenId: string) => Token | undefined;
  readonly isIncluded: (transaction: ActivityTransaction) => boolean;
}

/** Where a page begins, in its two sources: the notes, and failed private transactions. */
export interface PagePlace {
  /** The next row from the notes: its transaction, and which of its movements; null when all were shown. */
  readonly item: { readonly position: number; readonly index: number } | null;
  /** Everything newer was shown. */
  readonly before: Date;
}

/** One row, and its time. */
interface PlacedRow {
  readonly at: Date;
  readonly transaction: ActivityTransaction;
}

/** A row from the notes. */
interface ItemRow extends PlacedRow {
  readonly place: NonNullable<PagePlace['item']>;
}

/** Transactions per read while rows are collected. */
const BATCH = 200;

/** @returns rows from both sources, newest first, and where the next page begins; null when there is none */
export async function readPrivatePage(
  ports: PrivatePagePorts,
  owner: ViewOwner,
  request: PageRequest,
): Promise<{
  readonly transactions: readonly ActivityTransaction[];
  readonly next: PagePlace | null;
}> {
  const items = itemRows(ports, owner, request);
  const failures = failedRows(ports, owner, request);
  const transactions: ActivityTransaction[] = [];
  let before = new Date(0);
  let item = await take(items);
  let failure = await take(failures);
  for (;;) {
    const row = failure !== null && (item === null || failure.at >= item.at) ? failure : item;
    if (row === null) return { transactions, next: null };
    if (transactions.length === request.limit) {
      return { transactions, next: { item: item?.place ?? null, before } };
    }
    transactions.push(row.transaction);
    before = row.at;
    if (row === item) item = await take(items);
    else failure = await take(failures);
  }
}

async function take<Row>(rows: AsyncGenerator<Row, void>): Promise<Row | null> {
  return (await rows.next()).value ?? null;
}

/** Reads in batches, because a filter may leave out many rows. */
async function* itemRows(
  ports: PrivatePagePorts,
  owner: ViewOwner,
  request: PageRequest,
): AsyncGenerator<ItemRow, void> {
  const { from } = request;
  if (from !== null && from.item === null) return;
  let before = from?.item == null ? null : from.item.position + 1;
  for (;;) {
    const placed = await ports.views.readHistory(owner, { before, limit: BATCH });
    yield* await rowsOf(ports, placed, { ...request, userId: owner.userId });
    const last = placed.at(-1);
    if (last === undefined || placed.length < BATCH) return;
    before = last.position;
  }
}

async function rowsOf(
  { views }: PrivatePagePorts,
  placed: readonly PlacedHistoryItem[],
  { userId, owner, from, isIncluded }: PageRequest & Pick<ViewOwner, 'userId'>,
): Promise<readonly ItemRow[]> {
  if (placed.length === 0) return [];
  const hashes = placed.map(({ item }) => item.transactionHash);
  const operations = await views.operationsOf(userId, hashes);
  const first = from?.item ?? null;
  return placed.flatMap(({ position, item }) =>
    activityOfItem(item, operations.get(item.transactionHash) ?? null, owner)
      .map((transaction, index) => ({ place: { position, index }, at: item.at, transaction }))
      .filter(({ place }) => position !== first?.position || place.index >= first.index)
      .filter(({ transaction }) => isIncluded(transaction)),
  );
}

/** A user's private payments follow each other, so that no two are made in the same millisecond. */
async function* failedRows(
  { operations }: PrivatePagePorts,
  { userId, chainId }: ViewOwner,
  { from, limit, owner, findToken, isIncluded }: PageRequest,
): AsyncGenerator<PlacedRow, void> {
  let before = from?.before ?? null;
  const batch = limit + 1;
  for (;;) {
    const failed = await operations.listFailedPrivateTransactions(
      { userId, chainId },
      { before, limit: batch },
    );
    for (const observed of failed) {
      const { tokenId, createdAt: at } = observed.operation;
      const token = findToken(tokenId);
      const transaction = token && activityOfFailure(observed, token, owner);
      if (transaction && isIncluded(transaction)) yield { at, transaction };
    }
    const last = failed.at(-1);
    if (last === undefined || failed.length < batch) return;
    before = last.operation.createdAt;
  }
}
