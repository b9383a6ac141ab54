import { keccak256 } from 'viem';

/** @returns keccak-256 of bytes, both in hex. */
export function hashBytes(bytes: `0x${string}`): `0x${string}` {
  return keccak256(bytes);
}
