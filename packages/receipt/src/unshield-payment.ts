import type { Receipt } from '#wire/wallet/receipt';
import type { ChainRecord } from './chain-record.ts';
import { NO_EVIDENCE, type PaymentEvidence } from './payment-evidence.ts';
import { type RecordedUnshield, recordedUnshields } from './pool-events.ts';
import { recordedTransfers, sumMoved } from './token-transfers.ts';

/**
 * What a record shows of a payment out of the pool to a public address: the pool's own events, where the token's
 * contract recorded the same. Nothing in it shows who paid.
 */
export function unshieldPayment(receipt: Receipt, record: ChainRecord): PaymentEvidence {
  const token = receipt.token.address?.toLowerCase();
  if (token === undefined) return NO_EVIDENCE;
  const found = [...recordedUnshields(record.logs)].map(([pool, unshields]) =>
    evidenceOf(receipt, record, { pool, token, unshields }),
  );
  return found.find(({ showsAmount }) => showsAmount) ?? found[0] ?? NO_EVIDENCE;
}

interface Recorded {
  readonly pool: string;
  readonly token: string;
  readonly unshields: readonly RecordedUnshield[];
}

function evidenceOf(
  receipt: Receipt,
  record: ChainRecord,
  { pool, token, unshields }: Recorded,
): PaymentEvidence {
  const to = receipt.to.toLowerCase();
  const ofToken = unshields.filter((unshield) => unshield.token === token);
  const paid = ofToken.filter((unshield) => unshield.to === to);
  const amount = paid.reduce((total, unshield) => total + unshield.amount, 0n);
  const moved = sumMoved(recordedTransfers(record.logs, token), pool, to);
  return {
    showsToken: ofToken.length > 0,
    showsAmount: amount === BigInt(receipt.amount) && moved === amount,
    showsRecipient: paid.length > 0,
    sender: receipt.from?.startsWith('0zk') ? 'stated' : 'wrong',
    pool,
  };
}
