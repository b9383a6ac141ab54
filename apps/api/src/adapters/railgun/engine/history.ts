import {
  type RailgunHistorySendERC20Amount,
  type TransactionHistoryItem,
  TransactionHistoryItemCategory,
} from '@railgun-community/shared-models';
import { getWalletTransactionHistory } from '@railgun-community/wallet';
import { type OpenedNote, readOpenedNotes } from './opened-notes.ts';
import type { RunningEngine } from './start-engine.ts';

/** One transaction as seen in a wallet's notes. */
export interface PrivateHistoryItem {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly kind: PrivateHistoryKind;
  /** To others' private addresses, one entry a recipient and token however many proofs it took. */
  readonly sent: readonly PrivateAmount[];
  /** From a shield or from others' private addresses, one entry a sender and token however many notes it is. */
  readonly received: readonly PrivateAmount[];
  /** To public addresses, as they arrived there. */
  readonly unshielded: readonly PrivateAmount[];
  /** What the pool kept, base units of the token that moved. */
  readonly poolFee: bigint;
  /** What was paid for the gas in notes; null when nothing was. */
  readonly broadcasterFee: bigint | null;
  /** What opens the notes in `sent`, or in `received` when another wallet sent them. */
  readonly notes: readonly OpenedNote[];
}

/** What kind of transaction it is, as the wallet sees it. */
export type PrivateHistoryKind = 'shield' | 'sent' | 'received' | 'unshield' | 'other';

/** What moved, base units. */
export interface PrivateAmount {
  /** Address in lower case. */
  readonly token: string;
  readonly amount: bigint;
  /** The other side's address; null where the notes do not contain it. */
  readonly counterparty: string | null;
  readonly memo: string | null;
}

const kinds: Readonly<Record<TransactionHistoryItemCategory, PrivateHistoryKind>> = {
  [TransactionHistoryItemCategory.ShieldERC20s]: 'shield',
  [TransactionHistoryItemCategory.TransferSendERC20s]: 'sent',
  [TransactionHistoryItemCategory.TransferReceiveERC20s]: 'received',
  [TransactionHistoryItemCategory.UnshieldERC20s]: 'unshield',
  [TransactionHistoryItemCategory.Unknown]: 'other',
};

/**
 * @returns a wallet's history from `fromBlock` on, as of the last scan, newest first. Times are not included: the
 * engine knows none of what it scanned.
 */
export async function readHistory(
  engine: RunningEngine,
  walletId: string,
  fromBlock = 0,
): Promise<readonly PrivateHistoryItem[]> {
  const items = await getWalletTransactionHistory(engine.chain, walletId, fromBlock);
  const notes = await readOpenedNotes(engine, walletId);
  return items
    .map((item) => toItem(item, notes))
    .sort((left, right) => right.blockNumber - left.blockNumber);
}

function toItem(
  item: TransactionHistoryItem,
  notes: ReadonlyMap<string, readonly OpenedNote[]>,
): PrivateHistoryItem {
  const transactionHash = item.txid.startsWith('0x') ? item.txid : `0x${item.txid}`;
  const kind = kinds[item.category];
  const direction = kind === 'received' ? 'received' : 'sent';
  const fees = [
    ...item.receiveERC20Amounts.map(({ shieldFee }) => shieldFee),
    ...item.unshieldERC20Amounts.map(({ unshieldFee }) => unshieldFee),
  ];
  return {
    transactionHash,
    blockNumber: item.blockNumber ?? 0,
    kind,
    sent: sumByCounterparty(item.transferERC20Amounts),
    received: sumByCounterparty(
      item.receiveERC20Amounts.map(({ senderAddress, ...note }) => ({
        ...note,
        recipientAddress: senderAddress,
      })),
    ),
    unshielded: sumByCounterparty(item.unshieldERC20Amounts),
    poolFee: fees.reduce((total, fee) => total + BigInt(fee ?? '0'), 0n),
    broadcasterFee: item.broadcasterFeeERC20Amount?.amount ?? null,
    notes: (notes.get(transactionHash) ?? []).filter((note) => note.direction === direction),
  };
}

/** A payment of several proofs is one payment. */
function sumByCounterparty(
  amounts: readonly Pick<
    RailgunHistorySendERC20Amount,
    'tokenAddress' | 'amount' | 'recipientAddress' | 'memoText'
  >[],
): readonly PrivateAmount[] {
  const byCounterparty = new Map<string, PrivateAmount>();
  for (const each of amounts) {
    const token = each.tokenAddress.toLowerCase();
    const key = `${token} ${each.recipientAddress ?? ''}`;
    const before = byCounterparty.get(key);
    byCounterparty.set(key, {
      token,
      amount: (before?.amount ?? 0n) + each.amount,
      counterparty: each.recipientAddress ?? null,
      memo: before?.memo ?? each.memoText ?? null,
    });
  }
  return [...byCounterparty.values()];
}
