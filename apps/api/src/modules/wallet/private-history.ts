import { type Entry, parseEntryId } from '#domain/activity/entry-id';
import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { QueryOf } from '#wire/contract';
import { type ActivityTransaction, HISTORY_PAGE_LIMIT } from '#wire/wallet/history';
import type { privateHistory } from '#wire/wallet/private-history';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { ObservedOperation, Operations } from '../../ports/operations.ts';
import type { SenderNames } from '../../ports/sender-names.ts';
import type { ShieldedViews, ViewOwner } from '../../ports/shielded-views.ts';
import { isOfEntry } from './history/of-entry.ts';
import { type ActivityOwner, activityOfOperation } from './history/private-activity.ts';
import { onlyOfEntry } from './history/private-entry.ts';
import {
  type PagePlace,
  type PrivatePagePorts,
  readPrivatePage,
} from './history/private-history-page.ts';
import { withSenderNames } from './history/sender-names.ts';
import { findToken } from './payments/parse-payment.ts';
import { isSeen, type PrivateBalancesPorts, stateOf } from './shielded/private-balances.ts';

export interface PrivateHistoryPorts extends PrivateBalancesPorts {
  readonly views: Pick<ShieldedViews, 'read' | 'readHistory' | 'operationsOf'>;
  readonly operations: Pick<Operations, 'find' | 'listOpen' | 'listFailedPrivateTransactions'>;
  readonly senderNames: SenderNames;
}

/** The request, once it was validated. */
interface PrivateHistoryRequest {
  readonly owner: ActivityOwner;
  /** Null for the whole wallet. */
  readonly token: Token | null;
  readonly type: ActivityTransaction['type'] | null;
  readonly limit: number;
  /** Null for the newest. */
  readonly from: PagePlace | null;
  /** Null for all entries. */
  readonly entry: { readonly id: string; readonly parts: Entry } | null;
}

const USUAL_LIMIT = 50;
const NUMBER = /^[1-9]\d{0,2}$/;
/** The next row from the notes, or that there is none; and the time of the last row that was shown. */
const CURSOR = /^(?:(\d{1,9})\.(\d{1,4})|end)\.(\d{1,15})$/;

/**
 * Returns the rows of the wallet's notes and of failed private transactions, newest first; on the first page they
 * follow the operations in progress. Everything is read from the database, nothing from a chain.
 */
export function createPrivateHistory(ports: PrivateHistoryPorts): Handler<typeof privateHistory> {
  return async ({ params, query, session }) => {
    const request = parseRequest(ports, { id: params.id, ...query }, session);
    if ('refused' in request) return request;
    const { userId } = session;
    const { chainId } = request.owner.network;
    const opened = await ports.vault.withViewKey(session, async (viewKey) => {
      const owner = { userId, chainId, viewKey };
      const [view, open, page] = await Promise.all([
        ports.views.read(owner),
        ports.operations.listOpen(userId),
        readPrivatePage(await sourcesOf(ports, owner, request), owner, {
          ...request,
          findToken: (tokenId) => findPrivate(request.owner.network, tokenId),
          isIncluded: (transaction) => isIncluded(transaction, request),
        }),
      ]);
      const newest = new Set<string>(view.balances?.newest ?? []);
      const inProgress = open.filter(({ operation }) => !isSeen(operation, newest));
      return { page, inProgress, privateState: stateOf(view, ports.clock.now()) };
    });
    if (!opened.ok) return refuse('unauthorized');
    const { page, inProgress, privateState } = opened.value;
    const pending = request.from === null ? pendingRows(inProgress, request) : [];
    return {
      data: {
        address: session.privateAddress,
        chain: request.token === null ? null : request.owner.network.name,
        token: request.token?.symbol ?? null,
        transactions: [...pending, ...(await withSenderNames(ports, page.transactions))],
        nextCursor: page.next === null ? null : cursorOf(page.next),
      },
      privateState,
    };
  };
}

/** @returns where the rows are read: everything of the user, or only what can belong to the requested entry */
async function sourcesOf(
  ports: PrivateHistoryPorts,
  owner: ViewOwner,
  { entry }: PrivateHistoryRequest,
): Promise<PrivatePagePorts> {
  return entry === null ? ports : onlyOfEntry(ports, owner, entry.parts);
}

function parseRequest(
  { networks, poolChainIds }: PrivateHistoryPorts,
  query: QueryOf<typeof privateHistory> & { readonly id: string },
  { privateAddress }: CallSession,
): PrivateHistoryRequest | Refusal {
  const network = networks.find(({ chainId }) => poolChainIds.includes(chainId));
  const { id } = query;
  const token = id === 'wallet' || id === privateAddress ? null : findPrivate(network, id);
  if (network === undefined || token === undefined) return refuse('unknown-coin');
  const from = query.cursor === undefined ? null : placeOf(query.cursor);
  if (from === null && query.cursor !== undefined) return refuse('bad-request');
  const limit = query.limit ?? String(USUAL_LIMIT);
  if (!NUMBER.test(limit) || Number.parseInt(limit, 10) > HISTORY_PAGE_LIMIT)
    return refuse('bad-request');
  const entry = query.entry === undefined ? null : entryOf(query.entry);
  if (entry === null && query.entry !== undefined) return refuse('bad-request');
  return {
    owner: { privateAddress, network },
    token,
    type: query.type ?? null,
    limit: Number.parseInt(limit, 10),
    from,
    entry,
  };
}

function entryOf(id: string): PrivateHistoryRequest['entry'] {
  const parts = parseEntryId(id);
  return parts && { id, parts };
}

function cursorOf({ item, before }: PagePlace): string {
  const next = item === null ? 'end' : `${item.position}.${item.index}`;
  return `${next}.${before.getTime()}`;
}

/** @returns null when `cursorOf` did not create it */
function placeOf(cursor: string): PagePlace | null {
  const [found, position, index = '', ms = ''] = CURSOR.exec(cursor) ?? [];
  if (found === undefined) return null;
  return {
    item:
      position === undefined
        ? null
        : { position: Number.parseInt(position, 10), index: Number.parseInt(index, 10) },
    before: new Date(Number.parseInt(ms, 10)),
  };
}

function findPrivate(network: Network | undefined, id: string): Token | undefined {
  const place = network && findToken([network], id);
  return place?.token.isShieldable ? place.token : undefined;
}

function pendingRows(
  inProgress: readonly ObservedOperation[],
  request: PrivateHistoryRequest,
): readonly ActivityTransaction[] {
  const { owner } = request;
  return inProgress
    .filter(({ operation }) => operation.pool !== null)
    .flatMap((observed) => {
      const token = findPrivate(owner.network, observed.operation.tokenId);
      return token === undefined ? [] : activityOfOperation(observed, token, owner);
    })
    .filter((transaction) => isIncluded(transaction, request));
}

function isIncluded(transaction: ActivityTransaction, request: PrivateHistoryRequest): boolean {
  const { tokenId, type } = transaction;
  if (request.entry !== null && !isOfEntry(transaction, request.entry.id)) return false;
  if (request.token !== null && request.token.id !== tokenId) return false;
  return request.type === null || request.type === type;
}
