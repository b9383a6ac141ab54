import { addUnits, type BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import type { Network } from '#domain/network/network';
import { failureSentence } from '#domain/operation/failure-sentence';
import { isPrivateTransaction, type Operation } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import type { ActivityTransaction } from '#wire/wallet/history';
import type { ObservedOperation } from '../../../ports/operations.ts';
import type { ShieldedMovement } from '../../../ports/shielded-pool.ts';
import type { TimedHistoryItem } from '../../../ports/shielded-views.ts';
import { operationView } from '../payments/operation-view.ts';

/** Whose history it is, and where. */
export interface ActivityOwner {
  readonly privateAddress: string;
  readonly network: Network;
}

type Direction = 'in' | 'out';

/** What differs from one row to the next. */
interface Row {
  readonly id: string;
  readonly type: ActivityTransaction['type'];
  readonly token: Token;
  readonly amount: bigint;
  readonly direction: Direction;
  readonly counterparty: string | null;
  readonly memo: string | null;
  readonly at: Date;
  readonly hash: string | null;
  readonly operationId: string | null;
}

/**
 * @returns the rows of one transaction, one for each movement of a token, always in the same order; none for one that
 *   only changed its owner's notes.
 */
export function activityOfItem(
  whole: TimedHistoryItem,
  operationId: string | null,
  owner: ActivityOwner,
): readonly ActivityTransaction[] {
  const item = withoutOwn(whole, owner);
  const { transactionHash: hash, at, kind } = item;
  const type = (usual: ActivityTransaction['type']): ActivityTransaction['type'] =>
    kind === 'other' ? 'other' : usual;
  const received = type(kind === 'shield' ? 'shield' : 'internal-transfer');
  const groups = [
    ...item.received.map((movement) => ({ movement, type: received, direction: 'in' as const })),
    ...item.sent.map((movement) => ({
      movement,
      type: type('internal-transfer'),
      direction: 'out' as const,
    })),
    ...item.unshielded.map((movement) => ({
      movement: { ...movement, amount: takenOut(item, movement) },
      type: type('unshield'),
      direction: 'out' as const,
    })),
  ];
  return groups.map(({ movement, ...rest }, index) =>
    view({ ...movement, ...rest, id: `${hash}.${index}`, at, hash, operationId }, owner),
  );
}

/** What a sender sent to themselves did not move. */
function withoutOwn(item: TimedHistoryItem, { privateAddress }: ActivityOwner): TimedHistoryItem {
  const isOwn = ({ counterparty }: ShieldedMovement) => counterparty === privateAddress;
  const moved = new Set(item.sent.filter(isOwn).map(({ token }) => token.id));
  if (moved.size === 0) return item;
  return {
    ...item,
    sent: item.sent.filter((movement) => !isOwn(movement)),
    received: item.received.filter(({ token }) => !moved.has(token.id)),
  };
}

/** @returns the row of an operation that has no notes yet. */
export function activityOfOperation(
  observed: ObservedOperation,
  token: Token,
  owner: ActivityOwner,
): ActivityTransaction {
  const { operation } = observed;
  const { id, amount, createdAt, pool } = operation;
  // What ends a payment by link comes from the wallet of that.
  const isPrivateOut =
    isPrivateTransaction(operation) && pool?.privateAddress === owner.privateAddress;
  const shown = operationView(observed, [owner.network]);
  const row = view(
    {
      id,
      type: shown.kind,
      token,
      amount: isPrivateOut ? amount : amount - (pool?.poolFee ?? 0n),
      direction: isPrivateOut ? 'out' : 'in',
      counterparty: isPrivateOut ? operation.recipient : sourceOf(operation),
      memo: null,
      at: createdAt,
      hash: shown.transactionHash,
      operationId: id,
    },
    owner,
  );
  const progress = shown.steps.find((step) => step.progress !== null)?.progress ?? null;
  return { ...row, status: 'pending', progress };
}

/** Where money that arrives is from: what ends a payment by link, from the wallet of that. */
function sourceOf(operation: Operation): string | null {
  const { account, pool } = operation;
  return isPrivateTransaction(operation) ? (pool?.privateAddress ?? null) : account;
}

/** @returns the row of a failed private transaction */
export function activityOfFailure(
  observed: ObservedOperation,
  token: Token,
  owner: ActivityOwner,
): ActivityTransaction {
  const row = activityOfOperation(observed, token, owner);
  const failure = failureSentence(observed.operation);
  return { ...row, status: 'failed', amount: '0', amountBaseUnits: '0', failure, progress: null };
}

/** What an unshield took out of the balance: the amount that arrived plus the pool's fee. */
function takenOut(
  { unshielded, received, poolFee }: TimedHistoryItem,
  { amount }: ShieldedMovement,
): BaseUnits {
  const isOnly = unshielded.length === 1 && received.length === 0;
  return isOnly ? addUnits(amount, poolFee) : amount;
}

function view(row: Row, { privateAddress, network }: ActivityOwner): ActivityTransaction {
  const { token, direction, counterparty, hash } = row;
  const isIn = direction === 'in';
  return {
    id: row.id,
    type: row.type,
    token: token.symbol,
    tokenId: token.id,
    decimals: token.decimals,
    chainId: network.chainId,
    chain: network.name,
    status: 'success',
    to: isIn ? privateAddress : counterparty,
    from: isIn ? counterparty : privateAddress,
    amount: baseUnitsToDisplay(row.amount, token.decimals),
    amountBaseUnits: row.amount.toString(),
    direction,
    date: row.at.toISOString(),
    transactionHash: hash,
    explorerUrl:
      hash === null ? null : (network.explorerTransactionUrl?.replace('{hash}', hash) ?? null),
    operationId: row.operationId,
    memo: row.memo,
    fromName: null,
    failure: null,
    progress: null,
    spendableAt: null,
    ramp: null,
    swapId: null,
    fee: null,
  };
}
