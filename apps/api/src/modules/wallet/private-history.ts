import type { Network } from '#domain/network/network';
import type { Token } from '#domain/token/token';
import type { QueryOf } from '#wire/contract';
import { type ActivityTransaction, HISTORY_PAGE_LIMIT } from '#wire/wallet/history';
import type { privateHistory } from '#wire/wallet/private-history';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { ObservedOperation, Operations } from '../../ports/operations.ts';
import type { ShieldedViews } from '../../ports/shielded-views.ts';
import { type ActivityOwner, activityOfOperation } from './history/private-activity.ts';
import { type PagePlace, readPrivatePage } from './history/private-history-page.ts';
import { findToken } from './payments/parse-payment.ts';
import { isSeen, type PrivateBalancesPorts, stateOf } from './shielded/private-balances.ts';

export interface PrivateHistoryPorts extends PrivateBalancesPorts {
  readonly views: Pick<ShieldedViews, 'read' | 'readHistory' | 'operationsOf'>;
  readonly operations: Pick<Operations, 'listOpen' | 'listFailedPrivateTransactions'>;
}

/** What was asked for, after it was found to make sense. */
interface Requested {
  readonly owner: ActivityOwner;
  /** Null for the whole wallet. */
  readonly token: Token | null;
  readonly type: ActivityTransaction['type'] | null;
  readonly limit: number;
  /** Null for the newest. */
  readonly from: PagePlace | null;
}

const USUAL_LIMIT = 50;
const NUMBER = /^[1-9]\d{0,2}$/;
/** The next row of the notes' story, or that there is none; and the moment of the last row that was shown. */
const CURSOR = /^(?:(\d{1,9})\.(\d{1,4})|end)\.(\d{1,15})$/;

/**
 * Answers with what the wallet's notes tell and with spends that came to nothing, newest first, and on the first page
 * with what is under way before that. It is read from the database: no chain is asked.
 */
export function createPrivateHistory(ports: PrivateHistoryPorts): Handler<typeof privateHistory> {
  return async ({ params, query, session }) => {
    const requested = readRequested(ports, { id: params.id, ...query }, session);
    if ('refused' in requested) return requested;
    const { userId } = session;
    const { chainId } = requested.owner.network;
    const opened = await ports.vault.withViewKey(session, async (viewKey) => {
      const owner = { userId, chainId, viewKey };
      const [view, open, page] = await Promise.all([
        ports.views.read(owner),
        ports.operations.listOpen(userId),
        readPrivatePage(ports, owner, {
          ...requested,
          findToken: (tokenId) => findPrivate(requested.owner.network, tokenId),
          isRequested: (transaction) => isRequested(transaction, requested),
        }),
      ]);
      const newest = new Set<string>(view.balances?.newest ?? []);
      const underWay = open.filter(({ operation }) => !isSeen(operation, newest));
      return { page, underWay, privateState: stateOf(view, ports.clock.now()) };
    });
    if (!opened.ok) return refuse('unauthorized');
    const { page, underWay, privateState } = opened.value;
    const pending = requested.from === null ? pendingRows(underWay, requested) : [];
    return {
      data: {
        address: session.privateAddress,
        chain: requested.token === null ? null : requested.owner.network.name,
        token: requested.token?.symbol ?? null,
        transactions: [...pending, ...page.transactions],
        nextCursor: page.next === null ? null : cursorOf(page.next),
      },
      privateState,
    };
  };
}

function readRequested(
  { networks, poolChainIds }: PrivateHistoryPorts,
  query: QueryOf<typeof privateHistory> & { readonly id: string },
  { privateAddress }: CallSession,
): Requested | Refusal {
  const network = networks.find(({ chainId }) => poolChainIds.includes(chainId));
  const { id } = query;
  const token = id === 'wallet' || id === privateAddress ? null : findPrivate(network, id);
  if (network === undefined || token === undefined) return refuse('unknown-coin');
  const from = query.cursor === undefined ? null : placeOf(query.cursor);
  if (from === null && query.cursor !== undefined) return refuse('bad-request');
  const limit = query.limit ?? String(USUAL_LIMIT);
  if (!NUMBER.test(limit) || Number.parseInt(limit, 10) > HISTORY_PAGE_LIMIT)
    return refuse('bad-request');
  return {
    owner: { privateAddress, network },
    token,
    type: query.type ?? null,
    limit: Number.parseInt(limit, 10),
    from,
  };
}

function cursorOf({ item, before }: PagePlace): string {
  const next = item === null ? 'end' : `${item.position}.${item.index}`;
  return `${next}.${before.getTime()}`;
}

/** @returns null when it is none of ours */
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
  underWay: readonly ObservedOperation[],
  requested: Requested,
): readonly ActivityTransaction[] {
  const { owner } = requested;
  return underWay
    .filter(({ operation }) => operation.pool !== null)
    .flatMap((observed) => {
      const token = findPrivate(owner.network, observed.operation.tokenId);
      return token === undefined ? [] : activityOfOperation(observed, token, owner);
    })
    .filter((transaction) => isRequested(transaction, requested));
}

function isRequested({ tokenId, type }: ActivityTransaction, requested: Requested): boolean {
  if (requested.token !== null && requested.token.id !== tokenId) return false;
  return requested.type === null || requested.type === type;
}
