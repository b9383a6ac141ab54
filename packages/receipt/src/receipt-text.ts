import type { Receipt } from '#wire/wallet/receipt';

/** What a receipt says before anyone has signed it. */
export type UnsignedReceipt = Omit<Receipt, 'signature'>;

/** Begins every text that a key signs as a receipt: nothing else that Kax signs begins like this. */
export const RECEIPT_TEXT_PREFIX = 'Kax receipt 1\n';

/** @returns the text that the issuer signs: two receipts have the same one only when they say the same */
export function receiptText(receipt: UnsignedReceipt): string {
  return RECEIPT_TEXT_PREFIX + JSON.stringify(inOrder(receipt));
}

/** @returns the one way in which a receipt is written as JSON, without blanks */
export function receiptJson(receipt: Receipt): string {
  return JSON.stringify({ ...inOrder(receipt), signature: receipt.signature });
}

/** Only the fields that a receipt has, always in the same order. */
function inOrder(receipt: UnsignedReceipt): UnsignedReceipt {
  const { token, stated } = receipt;
  return {
    format: receipt.format,
    version: receipt.version,
    chainId: receipt.chainId,
    chain: receipt.chain,
    transactionHash: receipt.transactionHash,
    blockNumber: receipt.blockNumber,
    at: receipt.at,
    token: { symbol: token.symbol, decimals: token.decimals, address: token.address },
    amount: receipt.amount,
    from: receipt.from,
    to: receipt.to,
    stated: { fromName: stated.fromName, toName: stated.toName, message: stated.message },
    proof: proofInOrder(receipt.proof),
    issuer: receipt.issuer,
    issuedAt: receipt.issuedAt,
  };
}

function proofInOrder(proof: Receipt['proof']): Receipt['proof'] {
  if (proof.kind !== 'private-transfer') return { kind: proof.kind };
  return {
    kind: proof.kind,
    notes: proof.notes.map(({ tree, position, value, random, senderRandom }) => ({
      tree,
      position,
      value,
      random,
      senderRandom,
    })),
  };
}
