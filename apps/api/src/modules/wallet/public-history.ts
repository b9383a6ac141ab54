import { parseEntryId } from '#domain/activity/entry-id';
import { type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { Network } from '#domain/network/network';
import { sentenceOfCancellation, sentenceOfEnd } from '#domain/operation/failure-sentence';
import { findRampCoin, rampUnits } from '#domain/ramp/ramp-coin';
import { isRampOpen } from '#domain/ramp/ramp-order';
import type { Token, TokenId } from '#domain/token/token';
import { type ActivityTransaction, HISTORY_PAGE_LIMIT } from '#wire/wallet/history';
import type { publicHistory } from '#wire/wallet/public-history';
import { type Handler, refuse } from '../../application/call.ts';
import type { HistoryOrder, HistoryRow, PublicHistory } from '../../ports/public-history.ts';
import { cursorOf, placeOf } from './history/history-cursor.ts';
import { ofEntry } from './history/of-entry.ts';
import { findToken } from './payments/parse-payment.ts';

export interface PublicHistoryPorts {
  readonly networks: readonly Network[];
  readonly history: Pick<PublicHistory, 'page'>;
}

/** Means the whole wallet, in place of a coin's id. */
const WALLET = 'wallet';
const ROWS = 50;

/** Returns one page of the movements in the public balances, of one coin or of all. */
export function createPublicHistory(ports: PublicHistoryPorts): Handler<typeof publicHistory> {
  const ramp = findRampCoin(ports.networks);
  const rampCoin = ramp && { chainId: ramp.network.chainId, tokenId: ramp.token.id };
  return async ({ params, query, session }) => {
    const address = session.publicAddress;
    const isWhole = params.id === WALLET || params.id.toLowerCase() === address.toLowerCase();
    const coin = isWhole ? null : findToken(ports.networks, params.id);
    if (coin === null && !isWhole) return refuse('unknown-coin');
    const before = query.cursor === undefined ? null : placeOf(query.cursor);
    if (before === null && query.cursor !== undefined) return refuse('bad-request');
    const limit = limitOf(query.limit);
    if (limit === null) return refuse('bad-request');
    const entry = query.entry === undefined ? null : parseEntryId(query.entry);
    if (entry === null && query.entry !== undefined) return refuse('bad-request');
    const rows = await ports.history.page({
      account: address as HistoryRow['from'] & string,
      tokenId: coin?.token.id ?? null,
      type: query.type ?? null,
      before,
      limit: limit + 1,
      rampCoin,
      entry,
    });
    const shown = rows.slice(0, limit);
    const last = shown[shown.length - 1];
    return {
      data: {
        address,
        chain: coin?.network.name ?? null,
        token: coin?.token.symbol ?? null,
        transactions: ofEntry(transactionsOf(ports.networks, shown), query.entry),
        nextCursor: rows.length > limit && last !== undefined ? cursorOf(last.place) : null,
      },
    };
  };
}

/** @returns null when it is not a whole number from 1 to the limit of a page */
function limitOf(given: string | undefined): number | null {
  if (given === undefined) return ROWS;
  const limit = /^[1-9][0-9]*$/.test(given) ? Number.parseInt(given, 10) : 0;
  return limit >= 1 && limit <= HISTORY_PAGE_LIMIT ? limit : null;
}

/** A coin that was removed from the configuration no longer has a name or decimals. */
function transactionsOf(
  networks: readonly Network[],
  rows: readonly HistoryRow[],
): ActivityTransaction[] {
  return rows.flatMap((row) => {
    const place = findToken(networks, row.tokenId);
    return place === null ? [] : [transactionOf(row, place)];
  });
}

function transactionOf(
  row: HistoryRow,
  { network, token, feeToken }: NonNullable<ReturnType<typeof findToken>>,
): ActivityTransaction {
  const hash = row.transactionHash;
  const status = statusOf(row);
  const units = unitsOf(row, status, token);
  return {
    id: row.id,
    type: row.type,
    token: token.symbol,
    tokenId: token.id satisfies TokenId,
    decimals: token.decimals,
    chainId: network.chainId,
    chain: network.name,
    status,
    to: row.to,
    from: row.from,
    amount: baseUnitsToDisplay(units, token.decimals),
    amountBaseUnits: units.toString(),
    direction: row.direction,
    date: row.place.at.toISOString(),
    transactionHash: hash,
    explorerUrl:
      hash === null ? null : (network.explorerTransactionUrl?.replace('{hash}', hash) ?? null),
    operationId: row.operation?.id ?? null,
    memo: null,
    fromName: null,
    failure: status === 'failed' ? failureOf(row) : null,
    progress: status === 'pending' ? progressOf(row, network) : null,
    spendableAt: null,
    ramp: row.order && orderOf(row.order),
    swapId: row.swapId,
    fee:
      row.feePaid === null
        ? null
        : { paid: row.feePaid.toString(), symbol: feeToken.symbol, decimals: feeToken.decimals },
  };
}

/** The amount that moved; for an order that has moved nothing yet, the ordered amount. */
function unitsOf(row: HistoryRow, status: ActivityTransaction['status'], token: Token): BaseUnits {
  const { order } = row;
  if (isUnmoved(row) && order !== null && order.cryptoAmount !== null) {
    return rampUnits(order.cryptoAmount, order.side, token);
  }
  return status === 'failed' ? ZERO_UNITS : row.amount;
}

/** True for an order without a movement on the chain and without a payment of this wallet. */
function isUnmoved({ order, operation, blockNumber }: HistoryRow): boolean {
  return order !== null && operation === null && blockNumber === null;
}

function orderOf({ cryptoAmount: _shownAsAmount, ...order }: HistoryOrder) {
  return order;
}

function failureOf(row: HistoryRow): string {
  if (isUnmoved(row)) return 'This order wasn’t completed.';
  const cancelReason = row.operation?.cancelReason ?? null;
  if (cancelReason !== null) return sentenceOfCancellation(cancelReason);
  if (row.blockNumber === null) return sentenceOfEnd('replaced');
  return sentenceOfEnd(isUnrecorded(row) ? 'nothing-arrived' : 'reverted');
}

/** True for a payment of ours that the network executed, and of which the token recorded nothing. */
function isUnrecorded({ isSuccess, operation, blockNumber, direction, amount }: HistoryRow) {
  const isInBlock = operation !== null && blockNumber !== null;
  return isInBlock && isSuccess && direction === 'out' && amount === ZERO_UNITS;
}

function statusOf(row: HistoryRow): ActivityTransaction['status'] {
  const { isSuccess, blockNumber, heads, order } = row;
  if (!isSuccess || isUnrecorded(row)) return 'failed';
  if (isUnmoved(row)) return order !== null && isRampOpen(order.status) ? 'pending' : 'success';
  if (blockNumber === null || heads === null) return 'pending';
  return blockNumber <= heads.finalizedNumber ? 'success' : 'pending';
}

function progressOf(
  { blockNumber, heads }: HistoryRow,
  { blocksUntilFinal }: Network,
): ActivityTransaction['progress'] {
  if (blockNumber === null || heads === null) return null;
  const done = Number.parseInt((heads.latestNumber - blockNumber).toString(), 10);
  return { done: Math.max(0, Math.min(done, blocksUntilFinal)), of: blocksUntilFinal };
}
