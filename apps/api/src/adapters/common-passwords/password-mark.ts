import { createHash } from 'node:crypto';

/** @returns 36 bits of the SHA-256 of a case-folded password: the filter has these in place of the passwords */
export function markOf(core: string): number {
  const first40Bits = createHash('sha256').update(core).digest().readUIntBE(0, 5);
  return Math.floor(first40Bits / 2 ** 4);
}
