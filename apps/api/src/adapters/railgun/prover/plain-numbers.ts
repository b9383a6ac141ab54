/** Bytes of a number of the field: in a witness, a proof and a circuit's memory, little-endian. */
export const NUMBER_BYTES = 32;

/** @returns the number that all of the bytes are */
export function readNumber(from: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(from).reverse().toString('hex')}`);
}

/** @returns that many numbers, one after the other, from the first byte on */
export function readNumbers(from: Uint8Array, count: number): bigint[] {
  return Array.from({ length: count }, (_, index) =>
    readNumber(from.subarray(index * NUMBER_BYTES, (index + 1) * NUMBER_BYTES)),
  );
}

export function writeNumber(to: Uint8Array, value: bigint): void {
  const digits = value.toString(16).padStart(2 * NUMBER_BYTES, '0');
  to.set(Buffer.from(digits, 'hex').reverse());
}
