import * as z from 'zod/mini';
import { digitsToBaseUnits } from '#domain/amount/base-units';

/** How to read units that were stored. */
export const storedUnits = z.pipe(
  z.string().check(z.regex(/^\d+$/)),
  z.transform(digitsToBaseUnits),
);

/** @returns the value as JSON, with units as digits */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? one.toString() : one));
}
