import { bytesToHex, bytesToNumberBE, hexToBytes, numberToBytesBE } from '@noble/curves/utils.js';
import { spendingMessage } from '#pool/hashes';
import {
  isSignedForSpending,
  type PublicSpendingKey,
  type SpendingSignature,
  signForSpending,
} from '#pool/spending-key';
import type { CheckedPrivatePlan } from './check-plan.ts';
import type { PrivatePlan } from './plan.ts';

const WORD_BYTES = 32;
const SIGNATURE = /^0x[0-9a-f]{192}$/;

/** @returns what the spending key signs for each part, in order */
export function messagesOf({ parts }: PrivatePlan): readonly bigint[] {
  return parts.map(({ publicInputs }) => spendingMessage(publicInputs));
}

/**
 * @param spendingKey 32 bytes
 * @returns a signature for each part, in order, each 96 bytes as 0x and hex; the same bytes for the same plan
 */
export function signPrivatePlan(
  plan: CheckedPrivatePlan,
  spendingKey: Uint8Array,
): readonly string[] {
  return messagesOf(plan).map((message) => writeSignature(signForSpending(spendingKey, message)));
}

/** @returns the signatures of all parts; null unless the holder of the key made each for its part */
export function readPlanSignatures(
  plan: PrivatePlan,
  signatures: readonly string[],
  publicKey: PublicSpendingKey,
): readonly SpendingSignature[] | null {
  const messages = messagesOf(plan);
  if (signatures.length !== messages.length) return null;
  const read = signatures.map(readSignature);
  const isValid = read.every((signature, part) => {
    const message = messages[part];
    return (
      signature !== null &&
      message !== undefined &&
      isSignedForSpending(message, signature, publicKey)
    );
  });
  return isValid ? read.filter((signature) => signature !== null) : null;
}

function writeSignature({ r8: [x, y], s }: SpendingSignature): string {
  const words = [x, y, s].map((word) => bytesToHex(numberToBytesBE(word, WORD_BYTES)));
  return `0x${words.join('')}`;
}

function readSignature(text: string): SpendingSignature | null {
  if (!SIGNATURE.test(text)) return null;
  const bytes = hexToBytes(text.slice(2));
  const word = (at: number) =>
    bytesToNumberBE(bytes.subarray(at * WORD_BYTES, (at + 1) * WORD_BYTES));
  return { r8: [word(0), word(1)], s: word(2) };
}
