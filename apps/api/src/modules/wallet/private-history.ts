import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { QueryOf, ResponseOf } from '#wire/contract';
import { type ActivityTransaction, HISTORY_PAGE_LIMIT } from '#wire/wallet/history';
import type { privateHistory } from '#wire/wallet/private-history';
import { type CallSession, type Handler, type Refusal, refuse } from '../../http/handler.ts';
import type { ObservedOperation } from '../../ports/operations.ts';
import type { PlacedHistoryItem, ShieldedViews, ViewOwner } from '../../ports/shielded-views.ts';
import { findToken } from './parse-payment.ts';
import { type ActivityOwner, activityOfItem, activityOfOperation } from './private-activity.ts';
import { isSeen, type PrivateBookPorts, stateOf } from './private-book.ts';

export interface PrivateHistoryPorts extends PrivateBookPorts {
  readonly views: Pick<ShieldedViews, 'read' | 'readHistory' | 'operationsOf'>;
}

type Page = ResponseOf<typeof privateHistory>;

/** What was asked for, after it was found to make sense. */
interface Asked {
  readonly owner: ActivityOwner;
  /** Null for the whole wallet. */
  readonly token: Token | null;
  readonly type: ActivityTransaction['type'] | null;
  readonly limit: number;
  /** The next row: its transaction, and which of its movements. Null for the newest. */
  readonly from: { readonly position: number; readonly index: number } | null;
}

const USUAL_LIMIT = 50;
const NUMBER = /^[1-9]\d{0,2}$/;
/** Transactions read at once while rows are sought. */
const BATCH = 200;
const CURSOR = /^(\d{1,9})\.(\d{1,4})$/;

/**
 * Answers with what the wallet's notes tell, newest first, and on the first page with what is under way before
 * that. It is read from the database: no chain is asked.
 */
export function createPrivateHistory(ports: PrivateHistoryPorts): Handler<typeof privateHistory> {
  return async ({ params, query, session }) => {
    const asked = readAsked(ports, params.id, query, session);
    if ('refused' in asked) return asked;
    const { userId } = session;
    const { chainId } = asked.owner.network;
    const opened = await ports.vault.withViewKey(session, async (viewKey) => {
      const owner = { userId, chainId, viewKey };
      const [view, open, page] = await Promise.all([
        ports.views.read(owner),
        ports.operations.listOpen(userId),
        readPage(ports, owner, asked),
      ]);
      const newest = new Set<string>(view.balances?.newest ?? []);
      const underWay = open.filter(({ operation }) => !isSeen(operation, newest));
      return { page, underWay, privateState: stateOf(view, ports.clock.now()) };
    });
    if (!opened.ok) return refuse('unauthorized');
    const { page, underWay, privateState } = opened.value;
    const pending = asked.from === null ? pendingRows(underWay, asked) : [];
    return {
      data: {
        address: session.privateAddress,
        chain: asked.token === null ? null : asked.owner.network.name,
        token: asked.token?.symbol ?? null,
        transactions: [...pending, ...page.transactions],
        nextCursor: page.nextCursor,
      },
      privateState,
    };
  };
}

function readAsked(
  { networks, poolChainIds }: PrivateHistoryPorts,
  id: string,
  query: QueryOf<typeof privateHistory>,
  { privateAddress }: CallSession,
): Asked | Refusal {
  const network = networks.find(({ chainId }) => poolChainIds.includes(chainId));
  const token = id === 'wallet' || id === privateAddress ? null : findPrivate(network, id);
  if (network === undefined || token === undefined) return refuse('unknown-coin');
  const [, position, index] = CURSOR.exec(query.cursor ?? '') ?? [];
  if (query.cursor !== undefined && position === undefined) return refuse('bad-request');
  const limit = query.limit ?? String(USUAL_LIMIT);
  if (!NUMBER.test(limit) || Number(limit) > HISTORY_PAGE_LIMIT) return refuse('bad-request');
  return {
    owner: { privateAddress, network },
    token,
    type: query.type ?? null,
    limit: Number(limit),
    from: position === undefined ? null : { position: Number(position), index: Number(index) },
  };
}

function findPrivate(network: Network | undefined, id: string): Token | undefined {
  const place = network && findToken([network], id);
  return place?.token.isShieldable ? place.token : undefined;
}

/** Reads transactions until the page is full, since a filter may leave out many. */
async function readPage(
  ports: PrivateHistoryPorts,
  owner: ViewOwner,
  asked: Asked,
): Promise<Pick<Page['data'], 'transactions' | 'nextCursor'>> {
  const transactions: ActivityTransaction[] = [];
  let before = asked.from === null ? null : asked.from.position + 1;
  for (;;) {
    const placed = await ports.views.readHistory(owner, { before, limit: BATCH });
    for (const row of await rowsOf(ports, owner, placed, asked)) {
      if (transactions.length === asked.limit) return { transactions, nextCursor: row.cursor };
      transactions.push(row.transaction);
    }
    const last = placed.at(-1);
    if (last === undefined || placed.length < BATCH) return { transactions, nextCursor: null };
    before = last.position;
  }
}

async function rowsOf(
  { views }: PrivateHistoryPorts,
  { userId }: ViewOwner,
  placed: readonly PlacedHistoryItem[],
  asked: Asked,
): Promise<readonly { readonly cursor: string; readonly transaction: ActivityTransaction }[]> {
  if (placed.length === 0) return [];
  const hashes = placed.map(({ item }) => item.transactionHash);
  const operations = await views.operationsOf(userId, hashes);
  const { from, owner } = asked;
  return placed.flatMap(({ position, item }) =>
    activityOfItem(item, operations.get(item.transactionHash) ?? null, owner)
      .map((transaction, index) => ({ cursor: `${position}.${index}`, index, transaction }))
      .filter(({ index }) => position !== from?.position || index >= from.index)
      .filter(({ transaction }) => isAskedFor(transaction, asked)),
  );
}

function pendingRows(
  underWay: readonly ObservedOperation[],
  asked: Asked,
): readonly ActivityTransaction[] {
  const { owner } = asked;
  return underWay
    .filter(({ operation }) => operation.pool !== null)
    .flatMap((observed) => {
      const token = findPrivate(owner.network, observed.operation.tokenId);
      return token === undefined ? [] : activityOfOperation(observed, token, owner);
    })
    .filter((transaction) => isAskedFor(transaction, asked));
}

function isAskedFor({ tokenId, type }: ActivityTransaction, asked: Asked): boolean {
  if (asked.token !== null && asked.token.id !== tokenId) return false;
  return asked.type === null || asked.type === type;
}
