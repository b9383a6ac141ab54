import type { PublicAddress, TransactionHash } from '../address/address.ts';
import type { TokenId } from '../token/token.ts';
import { ACTIVITY_TYPES, type ActivityType } from './activity.ts';
import type { Movement } from './movement.ts';

/** Our operation that a transaction belongs to. */
export interface KnownOperation {
  readonly operationId: string;
  readonly kind: string;
  readonly tokenId: TokenId;
  /** The public address of the user who requested it. */
  readonly owner: PublicAddress;
}

/** A movement with its type. */
export interface ClassifiedMovement extends Movement {
  readonly type: ActivityType;
  readonly operationId: string | null;
}

/** @returns the type of an operation: its kind where that is a type, else `other` */
export function activityTypeOf(kind: string): ActivityType {
  return ACTIVITY_TYPES.find((type) => type === kind) ?? 'other';
}

/**
 * Gives each movement its type: first by our operation that made it, then by the contracts it went through, then by
 * its direction.
 * @param pools the addresses of private pools, lower case
 */
export function classifyMovements(
  movements: readonly Movement[],
  known: {
    readonly operations: ReadonlyMap<TransactionHash, KnownOperation>;
    readonly pools: ReadonlySet<string>;
  },
): readonly ClassifiedMovement[] {
  const swapping = findSwaps(movements);
  return movements.map((movement) => {
    const operation = operationOf(movement, known.operations);
    const isExchanged = swapping.has(partOf(movement));
    const type = typeOf(movement, { operation, isExchanged, pools: known.pools });
    const named = operation !== null && isTraceless(movement, operation);
    return {
      ...movement,
      type,
      ...(named && { tokenId: operation.tokenId, direction: 'out' as const }),
      operationId: operation?.operationId ?? null,
    };
  });
}

function operationOf(
  { account, transactionHash }: Movement,
  operations: ReadonlyMap<TransactionHash, KnownOperation>,
): KnownOperation | null {
  const operation = transactionHash === null ? undefined : operations.get(transactionHash);
  return operation?.owner === account ? operation : null;
}

function typeOf(
  movement: Movement,
  {
    operation,
    isExchanged,
    pools,
  }: {
    readonly operation: KnownOperation | null;
    readonly isExchanged: boolean;
    readonly pools: ReadonlySet<string>;
  },
): ActivityType {
  const { cause, direction, from, to, isSender } = movement;
  if (cause === 'approval') return 'approve';
  // What comes out of the wallet of a payment by link is an operation of whoever gets it.
  if (operation?.kind === 'send' && direction === 'in') return 'receive';
  if (operation !== null) return activityTypeOf(operation.kind);
  if (direction === 'out' && isOneOf(pools, to)) return 'shield';
  if (direction === 'in' && isOneOf(pools, from)) return 'unshield';
  if (isExchanged) return 'swap';
  if (direction === 'in') return 'receive';
  return direction === 'out' && isSender && cause !== 'balance' ? 'send' : 'other';
}

/** Transactions in which an account sent one token and received another. */
function findSwaps(movements: readonly Movement[]): ReadonlySet<string> {
  const given = new Map<string, Set<TokenId>>();
  const got = new Map<string, Set<TokenId>>();
  for (const movement of movements) {
    if (movement.cause === 'fee' || movement.direction === 'none' || movement.amount === 0n)
      continue;
    const side = movement.direction === 'out' ? given : got;
    const part = partOf(movement);
    side.set(part, (side.get(part) ?? new Set()).add(movement.tokenId));
  }
  const swaps = [...given].filter(([part, tokens]) =>
    [...(got.get(part) ?? [])].some((token) => !tokens.has(token)),
  );
  return new Set(swaps.map(([part]) => part));
}

/**
 * True for what remains of a payment that failed, or that its token did not record: a transaction without a trace of
 * the token. The operation names it.
 */
function isTraceless(
  { cause, isSuccess, isSender, amount }: Movement,
  { kind }: KnownOperation,
): boolean {
  if (cause !== 'value' || !isSender) return false;
  return !isSuccess || (kind === 'send' && amount === 0n);
}

function partOf({ account, transactionHash, position }: Movement): string {
  return `${account} ${transactionHash ?? position}`;
}

function isOneOf(addresses: ReadonlySet<string>, address: PublicAddress | null): boolean {
  return address !== null && addresses.has(address.toLowerCase());
}
