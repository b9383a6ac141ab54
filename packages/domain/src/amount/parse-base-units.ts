import { type BaseUnits, MAX_BASE_UNITS, toBaseUnits } from './base-units.ts';

export type ParsedBaseUnits =
  | { readonly ok: true; readonly units: BaseUnits }
  | { readonly ok: false; readonly problem: 'not-valid' | 'zero' };

const DIGITS = /^[1-9][0-9]{0,77}$/;

/**
 * Reads an amount as the wire carries it: digits only, no sign, no leading zero, at most 2^256 - 1.
 * @returns the base units, or `zero` for the digit 0, or `not-valid` for everything else.
 */
export function parseBaseUnits(text: string): ParsedBaseUnits {
  if (text === '0') return { ok: false, problem: 'zero' };
  if (!DIGITS.test(text)) return { ok: false, problem: 'not-valid' };
  const units = BigInt(text);
  if (units > MAX_BASE_UNITS) return { ok: false, problem: 'not-valid' };
  return { ok: true, units: toBaseUnits(units) };
}
