import { type Receipt, receipt } from '#wire/wallet/receipt';
import { readReceiptCode } from './receipt-code.ts';
import { receiptJson } from './receipt-text.ts';

/** More than the largest receipt has in any form. */
const MAX_LENGTH = 200_000;
/** A string of JSON, or a run of the blanks between its parts. */
const STRING_OR_BLANKS = /"(?:[^"\\]|\\.)*"|[ \t\r\n]+/g;

/**
 * Reads the JSON of a receipt, or its code. Fields can't be missing, added, repeated, or in another order: what is read
 * is exactly what was signed.
 * @returns null when the text is no receipt. It says nothing about whether the receipt is genuine.
 */
export function readReceipt(text: string): Receipt | null {
  if (text.length > MAX_LENGTH) return null;
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const json = trimmed.startsWith('{') ? trimmed : readReceiptCode(trimmed);
  if (json === null) return null;
  const read = receipt.safeParse(parseJson(json));
  if (!read.success) return null;
  return receiptJson(read.data) === withoutBlanks(json) ? read.data : null;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** @returns JSON without the blanks between its parts; those within its strings stay */
function withoutBlanks(json: string): string {
  return json.replace(STRING_OR_BLANKS, (part) => (part.startsWith('"') ? part : ''));
}
