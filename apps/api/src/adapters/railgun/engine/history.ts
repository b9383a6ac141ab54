import {
  type RailgunHistorySendERC20Amount,
  type TransactionHistoryItem,
  TransactionHistoryItemCategory,
} from '@railgun-community/shared-models';
import { getWalletTransactionHistory } from '@railgun-community/wallet';
import type { RunningEngine } from './start-engine.ts';

/** One transaction as seen in a wallet's notes. */
export interface PrivateHistoryItem {
  readonly transactionHash: string;
  readonly blockNumber: number;
  readonly kind: PrivateHistoryKind;
  /** To others' private addresses, one entry a recipient and token however many proofs it took. */
  readonly sent: readonly PrivateAmount[];
  /** As notes, from a shield or from another's private address. */
  readonly received: readonly PrivateAmount[];
  /** To public addresses, as they arrived there. */
  readonly unshielded: readonly PrivateAmount[];
  /** What the pool kept, base units of the token that moved. */
  readonly poolFee: bigint;
  /** What was paid for the gas in notes; null when nothing was. */
  readonly broadcasterFee: bigint | null;
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
  { chain }: RunningEngine,
  walletId: string,
  fromBlock = 0,
): Promise<readonly PrivateHistoryItem[]> {
  const items = await getWalletTransactionHistory(chain, walletId, fromBlock);
  return items.map(toItem).sort((left, right) => right.blockNumber - left.blockNumber);
}

function toItem(item: TransactionHistoryItem): PrivateHistoryItem {
  const fees = [
    ...item.receiveERC20Amounts.map(({ shieldFee }) => shieldFee),
    ...item.unshieldERC20Amounts.map(({ unshieldFee }) => unshieldFee),
  ];
  return {
    transactionHash: item.txid.startsWith('0x') ? item.txid : `0x${item.txid}`,
    blockNumber: item.blockNumber ?? 0,
    kind: kinds[item.category],
    sent: sumByRecipient(item.transferERC20Amounts),
    received: item.receiveERC20Amounts.map((each) => ({
      token: each.tokenAddress.toLowerCase(),
      amount: each.amount,
      counterparty: each.senderAddress ?? null,
      memo: each.memoText ?? null,
    })),
    unshielded: sumByRecipient(item.unshieldERC20Amounts),
    poolFee: fees.reduce((total, fee) => total + BigInt(fee ?? '0'), 0n),
    broadcasterFee: item.broadcasterFeeERC20Amount?.amount ?? null,
  };
}

/** A payment of several proofs is one payment. */
function sumByRecipient(
  amounts: readonly RailgunHistorySendERC20Amount[],
): readonly PrivateAmount[] {
  const byRecipient = new Map<string, PrivateAmount>();
  for (const each of amounts) {
    const token = each.tokenAddress.toLowerCase();
    const key = `${token} ${each.recipientAddress ?? ''}`;
    const before = byRecipient.get(key);
    byRecipient.set(key, {
      token,
      amount: (before?.amount ?? 0n) + each.amount,
      counterparty: each.recipientAddress ?? null,
      memo: before?.memo ?? each.memoText ?? null,
    });
  }
  return [...byRecipient.values()];
}
