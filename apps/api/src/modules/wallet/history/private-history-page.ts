import type { Token } from '#domain/token/token';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { Operations } from '../../../ports/operations.ts';
import type { PlacedHistoryItem, ShieldedViews, ViewOwner } from '../../../ports/shielded-views.ts';
import { type ActivityOwner, activityOfFailure, activityOfItem } from './private-activity.ts';

export interface PrivatePagePorts {
  readonly views: Pick<ShieldedViews, 'readHistory' | 'operationsOf'>;
  readonly operations: Pick<Operations, 'listFailedPrivateTransactions'>;
}

/** Which rows are asked for. */
export interface RequestedRows {
  readonly owner: ActivityOwner;
  readonly limit: number;
  /** Null for the newest. */
  readonly from: PagePlace | null;
  /** The token of that id, when it can be held privately. */
  readonly findToken: (tokenId: string) => Token | undefined;
  readonly isRequested: (transaction: ActivityTransaction) => boolean;
}

/** Where a page begins: the notes tell one story, spends that came to nothing another. */
export interface PagePlace {
  /** The next row of the notes' story: its transaction, and which of its movements; null when all were shown. */
  readonly item: { readonly position: number; readonly index: number } | null;
  /** All that is newer was shown. */
  readonly before: Date;
}

/** One row, and its moment. */
interface PlacedRow {
  readonly at: Date;
  readonly transaction: ActivityTransaction;
}

/** A row that notes tell of. */
interface ItemRow extends PlacedRow {
  readonly place: NonNullable<PagePlace['item']>;
}

/** Transactions read at once while rows are sought. */
const BATCH = 200;

/** @returns rows of both stories, newest first, and where the next page begins; null when there is none */
export async function readPrivatePage(
  ports: PrivatePagePorts,
  owner: ViewOwner,
  requested: RequestedRows,
): Promise<{
  readonly transactions: readonly ActivityTransaction[];
  readonly next: PagePlace | null;
}> {
  const items = itemRows(ports, owner, requested);
  const failures = failedRows(ports, owner, requested);
  const transactions: ActivityTransaction[] = [];
  let before = new Date(0);
  let item = await take(items);
  let failure = await take(failures);
  for (;;) {
    const row = failure !== null && (item === null || failure.at >= item.at) ? failure : item;
    if (row === null) return { transactions, next: null };
    if (transactions.length === requested.limit) {
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

/** A filter may leave out many. */
async function* itemRows(
  ports: PrivatePagePorts,
  owner: ViewOwner,
  requested: RequestedRows,
): AsyncGenerator<ItemRow, void> {
  const { from } = requested;
  if (from !== null && from.item === null) return;
  let before = from?.item == null ? null : from.item.position + 1;
  for (;;) {
    const placed = await ports.views.readHistory(owner, { before, limit: BATCH });
    yield* await rowsOf(ports, placed, { ...requested, userId: owner.userId });
    const last = placed.at(-1);
    if (last === undefined || placed.length < BATCH) return;
    before = last.position;
  }
}

async function rowsOf(
  { views }: PrivatePagePorts,
  placed: readonly PlacedHistoryItem[],
  { userId, owner, from, isRequested }: RequestedRows & Pick<ViewOwner, 'userId'>,
): Promise<readonly ItemRow[]> {
  if (placed.length === 0) return [];
  const hashes = placed.map(({ item }) => item.transactionHash);
  const operations = await views.operationsOf(userId, hashes);
  const first = from?.item ?? null;
  return placed.flatMap(({ position, item }) =>
    activityOfItem(item, operations.get(item.transactionHash) ?? null, owner)
      .map((transaction, index) => ({ place: { position, index }, at: item.at, transaction }))
      .filter(({ place }) => position !== first?.position || place.index >= first.index)
      .filter(({ transaction }) => isRequested(transaction)),
  );
}

/** A person's private payments follow each other, so that no two are made in the same millisecond. */
async function* failedRows(
  { operations }: PrivatePagePorts,
  { userId, chainId }: ViewOwner,
  { from, limit, owner, findToken, isRequested }: RequestedRows,
): AsyncGenerator<PlacedRow, void> {
  let before = from?.before ?? null;
  const atOnce = limit + 1;
  for (;;) {
    const failed = await operations.listFailedPrivateTransactions(
      { userId, chainId },
      { before, limit: atOnce },
    );
    for (const observed of failed) {
      const { tokenId, createdAt: at } = observed.operation;
      const token = findToken(tokenId);
      const transaction = token && activityOfFailure(observed, token, owner);
      if (transaction && isRequested(transaction)) yield { at, transaction };
    }
    const last = failed.at(-1);
    if (last === undefined || failed.length < atOnce) return;
    before = last.operation.createdAt;
  }
}
