import { bytesToHex, hexToBytes, numberToBytesBE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

/** A value of a contract's call: a word of 32 bytes, bytes of any length, values in order, or a list of values. */
export type AbiValue =
  | bigint
  | { readonly bytes: Uint8Array }
  | { readonly tuple: readonly AbiValue[] }
  | { readonly list: readonly AbiValue[] };

const WORD_BYTES = 32;

/** @returns the values as the arguments of a call (Solidity ABI), hex without 0x */
export function encodeAbi(values: readonly AbiValue[]): string {
  const parts = values.map((value) => ({ isDynamic: isDynamic(value), code: encode(value) }));
  let tailAt = parts.reduce(
    (size, { isDynamic: isElsewhere, code }) => size + (isElsewhere ? WORD_BYTES : code.length / 2),
    0,
  );
  const heads = parts.map(({ isDynamic: isElsewhere, code }) => {
    if (!isElsewhere) return code;
    const head = wordOf(BigInt(tailAt));
    tailAt += code.length / 2;
    return head;
  });
  const tails = parts.filter((part) => part.isDynamic).map(({ code }) => code);
  return [...heads, ...tails].join('');
}

/** @returns the call of a contract's function, hex without 0x */
export function encodeCall(signature: string, values: readonly AbiValue[]): string {
  const selector = keccak_256(new TextEncoder().encode(signature)).slice(0, 4);
  return bytesToHex(selector) + encodeAbi(values);
}

/** @returns keccak256 of hex without 0x, 32 bytes */
export function keccakOfHex(hex: string): Uint8Array {
  return keccak_256(hexToBytes(hex));
}

function isDynamic(value: AbiValue): boolean {
  if (typeof value === 'bigint') return false;
  return 'tuple' in value ? value.tuple.some(isDynamic) : true;
}

function encode(value: AbiValue): string {
  if (typeof value === 'bigint') return wordOf(value);
  if ('tuple' in value) return encodeAbi(value.tuple);
  if ('list' in value) return wordOf(BigInt(value.list.length)) + encodeAbi(value.list);
  const hex = bytesToHex(value.bytes);
  const words = Math.ceil(value.bytes.length / WORD_BYTES);
  return wordOf(BigInt(value.bytes.length)) + hex.padEnd(words * WORD_BYTES * 2, '0');
}

/** Throws for a number that doesn't fit. */
function wordOf(value: bigint): string {
  return bytesToHex(numberToBytesBE(value, WORD_BYTES));
}
