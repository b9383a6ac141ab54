import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, concatBytes, hexToBytes, numberToVarBytesBE } from '@noble/curves/utils.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { Rung } from '#domain/operation/operation';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { recoverAccount } from '#pool/recover-account';

/** 65 bytes as 0x and lower-case hex: parity (00 or 01), `r` and `s` (32 bytes each, `s` the lower one). */
export type TransactionSignature = `0x${string}`;

const SIGNATURE = /^0x0([01])([0-9a-f]{64})([0-9a-f]{64})$/;
/** The type of a transaction of EIP-1559. */
const TYPE = Uint8Array.of(2);

/** @returns what signs a transaction with a private key of 32 bytes; the same two give the same signature (RFC 6979) */
export function transactionSignature(
  key: Uint8Array,
  transaction: UnsignedTransaction,
): TransactionSignature {
  const hash = hashToSign(transaction);
  return `0x${bytesToHex(secp256k1.sign(hash, key, { prehash: false, format: 'recovered' }))}`;
}

/** @returns the account whose key signed it, in lower case; null when it is no signature in the one form that counts */
export function signerOf(
  transaction: UnsignedTransaction,
  signature: TransactionSignature,
): `0x${string}` | null {
  const [, parity, r = '', s = ''] = SIGNATURE.exec(signature) ?? [];
  if (parity === undefined) return null;
  return recoverAccount(hashToSign(transaction), {
    parity: parity === '1' ? 1 : 0,
    both: r + s,
  });
}

/**
 * Puts a transaction and its signature together (https://eips.ethereum.org/EIPS/eip-1559).
 * @returns the bytes that a node takes, and their hash; null for anything but what the account's key signs for exactly
 *   this transaction
 */
export function assembleTransaction(
  transaction: UnsignedTransaction,
  signature: TransactionSignature,
  account: PublicAddress,
): Rung | null {
  const [, parity, r, s] = SIGNATURE.exec(signature) ?? [];
  if (parity === undefined || r === undefined || s === undefined) return null;
  if (signerOf(transaction, signature) !== account.toLowerCase()) return null;
  const signed = [parity, r, s].map((digits) => encodeNumber(BigInt(`0x${digits}`)));
  const raw = concatBytes(TYPE, encodeList([...fieldsOf(transaction), ...signed]));
  return {
    raw: `0x${bytesToHex(raw)}`,
    hash: `0x${bytesToHex(keccak_256(raw))}` as TransactionHash,
  };
}

/** @returns 32 bytes */
function hashToSign(transaction: UnsignedTransaction): Uint8Array {
  return keccak_256(concatBytes(TYPE, encodeList(fieldsOf(transaction))));
}

/** The fields in the order of EIP-1559, each encoded. */
function fieldsOf(transaction: UnsignedTransaction): readonly Uint8Array[] {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gas } = transaction;
  const { to, value, data } = transaction;
  const accessList = encodeList([]);
  return [
    ...[BigInt(chainId), BigInt(nonce), maxPriorityFeePerGas, maxFeePerGas, gas].map(encodeNumber),
    encodeBytes(hexToBytes(to.slice(2))),
    encodeNumber(value),
    encodeBytes(hexToBytes(data.slice(2))),
    accessList,
  ];
}

// RLP, from the Yellow Paper, appendix B.

/** RLP has no zero: it is a number without bytes. */
function encodeNumber(value: bigint): Uint8Array {
  return encodeBytes(value === 0n ? new Uint8Array() : numberToVarBytesBE(value));
}

function encodeBytes(bytes: Uint8Array): Uint8Array {
  const [only] = bytes;
  const isItself = bytes.length === 1 && only !== undefined && only < SHORT_TEXT;
  return isItself ? bytes : concatBytes(lengthAfter(SHORT_TEXT, bytes.length), bytes);
}

function encodeList(encoded: readonly Uint8Array[]): Uint8Array {
  const bytes = concatBytes(...encoded);
  return concatBytes(lengthAfter(SHORT_LIST, bytes.length), bytes);
}

const SHORT_TEXT = 0x80;
const SHORT_LIST = 0xc0;
/** The longest whose length goes into the first byte. */
const SHORT = 55;

function lengthAfter(first: number, length: number): Uint8Array {
  if (length <= SHORT) return Uint8Array.of(first + length);
  const bytes = numberToVarBytesBE(length);
  return concatBytes(Uint8Array.of(first + SHORT + bytes.length), bytes);
}
