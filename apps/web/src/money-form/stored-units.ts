import * as z from 'zod/mini';
import { type BaseUnits, digitsToBaseUnits } from '#domain/amount/base-units';

/** How to read units that were stored. `z.transform` says the same, and adds more to the first load than this module. */
export const storedUnits = z.string().check(
  z.regex(/^\d+$/, { abort: true }),
  z.overwrite((digits) => digitsToBaseUnits(digits) as unknown as string),
) as z.ZodMiniType<unknown> as z.ZodMiniType<BaseUnits>;

/** @returns the value as JSON, with units as digits */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? one.toString() : one));
}
