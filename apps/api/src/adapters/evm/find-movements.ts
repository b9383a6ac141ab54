import type { Movement, MovementCause } from '#domain/activity/movement';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { WatchedAddresses } from '../../ports/block-feed.ts';
import type { BlockReceipt, CallFrame, FullBlock, TokenLog } from './block-values.ts';
import { toChecksumAddress } from './to-checksum-address.ts';

/** keccak256 of `Approval(address,address,uint256)` (ERC-20). */
export const APPROVAL = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

/** A block with everything that was read about it. */
export interface ReadBlock {
  readonly chainId: number;
  readonly native: Token;
  /** By lower-case address. */
  readonly tokens: ReadonlyMap<string, Token>;
  readonly block: FullBlock;
  readonly logs: readonly TokenLog[];
  /** By transaction hash; those of transactions that name a watched account. */
  readonly receipts: ReadonlyMap<string, BlockReceipt>;
  /** In the order of the transactions; null when the node has none. */
  readonly traces: readonly CallFrame[] | null;
}

type Transaction = FullBlock['transactions'][number];

/** A place where something moved, before it is assigned to an account. */
interface Passage {
  readonly transaction: Transaction;
  readonly index: number;
  readonly position: string;
  readonly cause: MovementCause;
  readonly token: Token;
  readonly from: string;
  readonly to: string | null;
  readonly amount: bigint;
  readonly isSuccess: boolean;
}

/**
 * Finds what a block did to the watched accounts; makes no calls.
 * @returns their movements, in the order of the block
 */
export function findMovements(read: ReadBlock, watched: WatchedAddresses): readonly Movement[] {
  return read.block.transactions.flatMap((transaction, index) => {
    const logs = read.logs.filter((log) => Number(log.transactionIndex) === index);
    const passages = [
      ...valuePassages(read, transaction, index),
      ...logs.flatMap((log) => logPassages(read, { transaction, index }, log)),
      ...tracePassages(read, transaction, index),
    ];
    const moved = passages.flatMap((passage) => movementsOf(read, passage, watched));
    return [
      ...withoutTransferPermissions(moved),
      ...senderMovements(read, { transaction, index, moved }, watched),
    ];
  });
}

/** @returns true when the transaction's own fields name a watched account, so that its receipt is needed */
export function needsReceipt({ from, to }: Transaction, watched: WatchedAddresses): boolean {
  return watched.has(from) || (to != null && watched.has(to));
}

function valuePassages(read: ReadBlock, transaction: Transaction, index: number): Passage[] {
  const receipt = read.receipts.get(transaction.hash);
  if (receipt === undefined || transaction.value === 0n || transaction.to == null) return [];
  const isSuccess = receipt.status === 1n;
  // A payment that failed moved nothing, and its intended recipient has no part in it.
  if (!isSuccess) return [];
  const { from, to, value: amount } = transaction;
  const place = { transaction, index, position: `${index}.value` };
  return [{ ...place, cause: 'value', token: read.native, from, to, amount, isSuccess }];
}

function logPassages(
  read: ReadBlock,
  { transaction, index }: { readonly transaction: Transaction; readonly index: number },
  log: TokenLog,
): Passage[] {
  const token = read.tokens.get(log.address);
  const [event, from, to, ...rest]: readonly (string | undefined)[] = log.topics;
  // Three topics and one word: others with the same name (ERC-721) have four topics.
  if (token === undefined || from === undefined || to === undefined || rest.length > 0) return [];
  if (log.data.length !== 66) return [];
  const place = { transaction, index, position: `log.${log.logIndex}` };
  const cause = event === APPROVAL ? 'approval' : 'token';
  const counterparties = { from: addressIn(from), to: addressIn(to) };
  return [{ ...place, cause, token, ...counterparties, amount: BigInt(log.data), isSuccess: true }];
}

/** Native coin that contracts moved; the outermost call is the transaction's own value. */
function tracePassages(read: ReadBlock, transaction: Transaction, index: number): Passage[] {
  const outermost = read.traces?.[index];
  if (outermost === undefined || outermost.error) return [];
  const found: Passage[] = [];
  const walk = (calls: CallFrame['calls'], path: string) => {
    for (const [place, call] of (calls ?? []).entries()) {
      if (call.error) continue;
      const position = `${path}.${place}`;
      if (movesNative(call)) {
        const counterparties = { from: call.from, to: call.to ?? null, amount: call.value ?? 0n };
        const passage = { transaction, index, position, cause: 'internal' as const };
        found.push({ ...passage, token: read.native, ...counterparties, isSuccess: true });
      }
      walk(call.calls, position);
    }
  };
  walk(outermost.calls, `${index}.call`);
  return found;
}

/** A delegated call repeats the value of the one around it. */
function movesNative({ type, value }: CallFrame): boolean {
  return value != null && value > 0n && !/^(?:DELEGATECALL|STATICCALL|CALLCODE)$/i.test(type);
}

function movementsOf(read: ReadBlock, passage: Passage, watched: WatchedAddresses): Movement[] {
  const { cause, from, to, amount, transaction } = passage;
  const sides = cause === 'approval' || from === to ? [from] : [from, to];
  return sides.flatMap((side) => {
    const account = side === null ? undefined : watched.get(side);
    if (account === undefined) return [];
    const isSender = transaction.from === side;
    // Anyone can make a token say that nothing moved between two others; such rows would only mislead.
    if (amount === 0n && cause === 'token' && !isSender) return [];
    const isStill = cause === 'approval' || from === to;
    const direction = isStill ? 'none' : side === from ? 'out' : 'in';
    return [movement(read, passage, { account, isSender, direction })];
  });
}

/** What else the sender of a transaction has: the fee, and a row for a transaction that moved nothing. */
function senderMovements(
  read: ReadBlock,
  seen: {
    readonly transaction: Transaction;
    readonly index: number;
    readonly moved: readonly Movement[];
  },
  watched: WatchedAddresses,
): Movement[] {
  const { transaction, index, moved } = seen;
  const account = watched.get(transaction.from);
  const receipt = read.receipts.get(transaction.hash);
  if (account === undefined || receipt === undefined) return [];
  const isSuccess = receipt.status === 1n;
  const to = transaction.to ?? null;
  const common = { transaction, index, token: read.native, from: transaction.from };
  const fee: Passage = {
    ...common,
    position: `${index}.fee`,
    cause: 'fee',
    to: null,
    amount: receipt.gasUsed * receipt.effectiveGasPrice,
    isSuccess: true,
  };
  const paid = movement(read, fee, { account, isSender: true, direction: 'out' });
  if (moved.some((one) => one.account === account)) return [paid];
  const nothing: Passage = {
    ...common,
    position: `${index}.value`,
    cause: 'value',
    to,
    amount: 0n,
    isSuccess,
  };
  // What failed was meant to go out; what succeeded without moving anything was no payment.
  const direction = isSuccess ? 'none' : 'out';
  return [movement(read, nothing, { account, isSender: true, direction }), paid];
}

/** Some tokens report the approval that a transfer used up; only approvals given on their own are shown. */
function withoutTransferPermissions(movements: readonly Movement[]): readonly Movement[] {
  const moving = new Set(
    movements.filter(({ cause }) => cause === 'token').map(({ account }) => account),
  );
  return movements.filter(({ cause, account, isSender }) =>
    cause === 'approval' ? isSender && !moving.has(account) : true,
  );
}

function movement(
  { chainId, block }: ReadBlock,
  passage: Passage,
  side: Pick<Movement, 'account' | 'isSender' | 'direction'>,
): Movement {
  return {
    ...side,
    chainId,
    tokenId: passage.token.id,
    blockNumber: block.number,
    blockHash: block.hash,
    at: new Date(Number(block.timestamp) * 1_000),
    transactionHash: passage.transaction.hash as TransactionHash,
    transactionIndex: passage.index,
    position: passage.position,
    cause: passage.cause,
    from: checksum(passage.from),
    to: passage.to === null ? null : checksum(passage.to),
    amount: toBaseUnits(passage.amount),
    isSuccess: passage.isSuccess,
  };
}

function checksum(address: string): PublicAddress {
  return toChecksumAddress(address as `0x${string}`) as PublicAddress;
}

/** The last 20 of the 32 bytes of a topic. */
function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`;
}
