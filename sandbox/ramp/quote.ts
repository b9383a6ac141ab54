import type { RampSide } from './order.ts';

/** What a user pays and gets. US cents and millionths of USDC. */
export interface RampQuote {
  readonly side: RampSide;
  readonly fiatCents: bigint;
  readonly feeCents: bigint;
  readonly cryptoUnits: bigint;
}

const UNITS_PER_CENT = 10_000n;
const PER_THOUSAND = 1_000n;
/** 100 US dollars buy 96.4 USDC. */
const BUY_FEE_PER_THOUSAND = 36n;
/** 20 USDC sell for 19.80 US dollars. */
const SELL_FEE_PER_THOUSAND = 10n;
const LEAST_CENTS = 500n;
const MOST_CENTS = 500_000n;

/**
 * Prices an amount that a user typed: US dollars when they buy, USDC when they sell.
 * @returns null for an invalid amount, and for one that is too small or too large
 */
export function quoteFor(side: RampSide, text: string): RampQuote | null {
  const quote = side === 'BUY' ? quoteBuy(text) : quoteSell(text);
  if (quote === null || quote.fiatCents < LEAST_CENTS || quote.fiatCents > MOST_CENTS) return null;
  return quote;
}

function quoteBuy(text: string): RampQuote | null {
  const fiatCents = parseDecimal(text, 2);
  if (fiatCents === null) return null;
  const feeCents = divideUp(fiatCents * BUY_FEE_PER_THOUSAND, PER_THOUSAND);
  const cryptoUnits = (fiatCents - feeCents) * UNITS_PER_CENT;
  return { side: 'BUY', fiatCents, feeCents, cryptoUnits };
}

function quoteSell(text: string): RampQuote | null {
  const cryptoUnits = parseDecimal(text, 6);
  if (cryptoUnits === null) return null;
  const worthCents = cryptoUnits / UNITS_PER_CENT;
  const feeCents = divideUp(worthCents * SELL_FEE_PER_THOUSAND, PER_THOUSAND);
  return { side: 'SELL', fiatCents: worthCents - feeCents, feeCents, cryptoUnits };
}

function parseDecimal(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
