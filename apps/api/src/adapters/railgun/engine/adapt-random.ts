import { ByteUtils } from '@railgun-community/engine';

const RANDOM_BYTES = 31;

/** @returns 31 bytes as hex, which make the binding of each payment another one */
export function newAdaptRandom(): string {
  return ByteUtils.randomHex(RANDOM_BYTES);
}
