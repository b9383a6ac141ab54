import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RowSeals, SealedRow } from '../../ports/row-seals.ts';
import { deriveKey, lengthPrefixed } from './seal.ts';

/** Seals rows with HMAC-SHA-256, under a key that is derived for each table. */
export function createRowSeals(secret: Uint8Array): RowSeals {
  const keys = new Map<string, Buffer>();
  const keyOf = (table: string) => {
    const known = keys.get(table);
    if (known !== undefined) return known;
    const key = deriveKey(secret, `rows of ${table}`);
    keys.set(table, key);
    return key;
  };
  const seal = ({ table, id, owner, counter }: SealedRow, fields: readonly string[]) =>
    createHmac('sha256', keyOf(table))
      .update(lengthPrefixed([id, owner, String(counter), ...fields]))
      .digest();
  return {
    seal,
    isSealed(row, fields, given) {
      const expected = seal(row, fields);
      return given?.length === expected.length && timingSafeEqual(expected, given);
    },
  };
}
