import type { ChainRecordProblem } from '#receipt/chain-record';
import { readChainRecord } from '#receipt/read-chain-record';
import { verifyReceipt } from '#receipt/verify-receipt';
import type { Receipt } from '#wire/wallet/receipt';
import { type DescribedVerdict, describeVerdict } from './describe-verdict.ts';
import { networkOf } from './receipt-words.ts';

/** What a node's responses say about a receipt, or why they say nothing. */
export type CheckedReceipt =
  | { readonly ok: true; readonly verdict: DescribedVerdict }
  | { readonly ok: false; readonly sentence: string };

/**
 * Checks a receipt against a node's responses.
 * @param responses the array of responses to `recordRequests`, in any order
 */
export function checkRecord(receipt: Receipt, responses: unknown): CheckedReceipt {
  const read = readChainRecord(responses);
  if (!read.ok) return { ok: false, sentence: SENTENCES[read.problem](receipt) };
  return { ok: true, verdict: describeVerdict(receipt, verifyReceipt(receipt, read.record)) };
}

const SENTENCES: Readonly<Record<ChainRecordProblem, (receipt: Receipt) => string>> = {
  unreadable: () => 'These aren’t a node’s responses to the requests for this receipt.',
  refused: () => 'The node refused a request. Try another node.',
  'unknown-transaction': (receipt) =>
    `This node has no such transaction. Make sure it’s a node of ${networkOf(receipt)} with the whole history. If it is, the receipt isn’t genuine.`,
  inconsistent: () =>
    'The transaction isn’t in the block that the receipt names. If another node says the same, the receipt isn’t genuine.',
};
