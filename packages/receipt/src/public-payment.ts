import type { Receipt } from '#wire/wallet/receipt';
import type { ChainRecord } from './chain-record.ts';
import { NO_EVIDENCE, type PaymentEvidence } from './payment-evidence.ts';
import { recordedTransfers, sumMoved } from './token-transfers.ts';

/**
 * What a record shows of a payment from one public address to another. Several transfers of one transaction count
 * together, less what went back in it. Of the network's own coin, only what the transaction itself carries counts.
 */
export function publicPayment(receipt: Receipt, record: ChainRecord): PaymentEvidence {
  if (receipt.from === null) return NO_EVIDENCE;
  const from = receipt.from.toLowerCase();
  const to = receipt.to.toLowerCase();
  const token = receipt.token.address?.toLowerCase() ?? null;
  const transfers =
    token === null ? carriedTransfers(record) : recordedTransfers(record.logs, token);
  const moved =
    from === to
      ? sumMoved(transfers, from, to)
      : sumMoved(transfers, from, to) - sumMoved(transfers, to, from);
  return {
    showsToken: transfers.length > 0,
    showsAmount: moved === BigInt(receipt.amount),
    showsRecipient: transfers.some((transfer) => transfer.to === to),
    sender: transfers.some((each) => each.from === from && each.to === to) ? 'proven' : 'wrong',
    pool: null,
  };
}

/** The transaction's own coin, as if its network were a token. */
function carriedTransfers({ from, to, value }: ChainRecord) {
  return to === null || value === 0n ? [] : [{ from, to, amount: value }];
}
