import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coresOf } from '#domain/password/password-cores';
import type { CommonPasswords } from '../../ports/common-passwords.ts';
import { markOf } from './password-mark.ts';

/** Made by `npm run common-passwords`. */
export const COMMON_PASSWORDS_FILE = join(import.meta.dirname, 'common-passwords.bin');

/** A byte of a number has 7 bits of it, and one that says whether more follow. */
const BITS = 7;
const FOLLOWED = 0b1000_0000;

/**
 * Looks passwords up in the filter that is part of Kax, which is read once and kept in memory (0.5 MB).
 * Throws when it cannot be read, or is not a filter.
 */
export function createCommonPasswords(): CommonPasswords {
  const marks = readMarks(readFileSync(COMMON_PASSWORDS_FILE));
  return {
    has: (password) => [...coresOf(password)].some((core) => isAmong(marks, markOf(core))),
  };
}

/**
 * @param bytes the distances between ascending marks, each in LEB128
 * @returns the marks, ascending
 * Source: https://en.wikipedia.org/wiki/LEB128
 */
export function readMarks(bytes: Uint8Array): Float64Array {
  const marks: number[] = [];
  let distance = 0;
  let factor = 1;
  for (const byte of bytes) {
    distance += (byte % FOLLOWED) * factor;
    factor *= 2 ** BITS;
    if (byte >= FOLLOWED) continue;
    marks.push((marks.at(-1) ?? 0) + distance);
    distance = 0;
    factor = 1;
  }
  if (factor !== 1 || marks.length === 0)
    throw new Error('The filter of common passwords is cut off.');
  return Float64Array.from(marks);
}

function isAmong(marks: Float64Array, mark: number): boolean {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((marks[middle] ?? 0) < mark) low = middle + 1;
    else high = middle;
  }
  return marks[low] === mark;
}
