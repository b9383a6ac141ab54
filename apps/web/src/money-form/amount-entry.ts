import * as z from 'zod/mini';
import {
  type BaseUnits,
  digitsToBaseUnits,
  smallerUnits,
  subtractUnits,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import {
  type AmountProblem,
  displayToBaseUnits,
  payableProblem,
  sentenceByAmountProblem,
} from '#domain/amount/display-to-base-units';
import {
  type DecimalMark,
  displayToTyped,
  readTypedAmount,
} from '#domain/amount/read-typed-amount';
import { CURRENCIES, type Currency } from '#domain/price/currency';
import type { Money } from '#domain/price/money';
import { usdToBaseUnits } from '#domain/price/value-in-usd';
import { t, translated } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { ambiguousText } from './ambiguous-text.ts';
import { type AmountUnit, canTypeMoney, figureIn, otherUnit } from './amount-unit.ts';
import { storedUnits } from './stored-units.ts';

/** What is in the amount field, and the unit it is in. */
interface TypedText {
  readonly text: string;
  readonly unit: AmountUnit;
  /** What money is typed in; US dollars when it is left out. */
  readonly currency?: Currency;
  /** The amount of this token that the text stands for and may be rounded from. Left out once something is typed. */
  readonly exact?: { readonly tokenId: string; readonly units: BaseUnits };
}

/** The content of the amount field: typed text, or MAX, whose amount may change. */
export type AmountEntry =
  | ({ readonly kind: 'typed' } & TypedText)
  /** `unit` is what the amount is shown in; the coin when it is left out. */
  | { readonly kind: 'max'; readonly unit?: AmountUnit };

/** What happens in the amount field. */
export type AmountEvent =
  | ({ readonly type: 'amount-typed' } & TypedText)
  | { readonly type: 'max-pressed'; readonly unit?: AmountUnit };

const amountUnit = z.enum(['coin', 'usd']);

/** How to read an entry that was stored, with its units as digits. */
export const amountEntry: z.ZodMiniType<AmountEntry> = z.union([
  z.object({
    kind: z.literal('typed'),
    text: z.string(),
    unit: amountUnit,
    currency: z.exactOptional(z.enum(CURRENCIES)),
    exact: z.exactOptional(z.object({ tokenId: z.string(), units: storedUnits })),
  }),
  z.object({ kind: z.literal('max'), unit: z.exactOptional(amountUnit) }),
]);

/** The parsed amount field. */
export interface ParsedAmount {
  /** The text shown in the field. */
  readonly text: string;
  /** What the text is in. */
  readonly unit: AmountUnit;
  /** The amount that the text says, payable or not; null unless it says one. */
  readonly entered: BaseUnits | null;
  /** The amount to pay; null unless the text is a payable amount. */
  readonly units: BaseUnits | null;
  /** How much the entered amount is above what can be paid; null when it is not. */
  readonly shortBy: BaseUnits | null;
  /** The message below the field; null when there is none. */
  readonly problem: string | null;
}

/** The part of a quote that limits the amount. */
interface QuotedMaximum {
  /** Base units, digits only. */
  readonly maxAmount: string;
}

interface ReadingOptions {
  readonly quote: QuotedMaximum | null;
  /** Of the user's locale. */
  readonly decimalMark: DecimalMark;
  readonly money: Money;
}

/**
 * The maximum amount of a coin that can be paid now.
 * @returns null while unknown: the native coin must also cover the fee, which comes with the quote.
 */
export function maxPayable(coin: Coin, quote: QuotedMaximum | null): BaseUnits | null {
  const available = digitsToBaseUnits(coin.availableBaseUnits);
  if (quote === null) return coin.isNative ? null : available;
  return smallerUnits(digitsToBaseUnits(quote.maxAmount), available);
}

/** @returns the content of the field after an event. */
export function entryAfter(event: AmountEvent): AmountEntry {
  if (event.type === 'max-pressed') return { kind: 'max', unit: event.unit ?? 'coin' };
  const { type: _, ...typed } = event;
  return { kind: 'typed', ...typed };
}

/** Reads the amount field exactly and checks it against the maximum. `max` uses the base units, never the text. */
export function readAmount(entry: AmountEntry, coin: Coin, options: ReadingOptions): ParsedAmount {
  const { money, decimalMark } = options;
  const most = maxPayable(coin, options.quote);
  // Money of a coin without a price says no amount, and it is no amount of the coin either.
  const unit = canTypeMoney(coin) ? (entry.unit ?? 'coin') : 'coin';
  const textOf = (units: BaseUnits) =>
    displayToTyped(figureIn(unit, units, { coin, money }), decimalMark);
  if (entry.kind === 'max') {
    if (most === null) return { ...UNREAD, unit };
    const payable = { ...UNREAD, text: textOf(most), unit, entered: most };
    if (most > 0n) return { ...payable, units: most };
    return { ...payable, text: '0', problem: translated(sentenceByAmountProblem['above-balance']) };
  }
  if (unit !== entry.unit) return UNREAD;
  const isExact = entry.exact?.tokenId === coin.id;
  const exact = isExact ? entry.exact?.units : undefined;
  // The same figure in another currency would be another amount.
  if (exact === undefined && isOtherCurrency(entry, money)) return { ...UNREAD, unit };
  const text = exact === undefined ? entry.text : textOf(exact);
  const read = exact ?? readText(entry, coin, { money, decimalMark });
  if (typeof read !== 'bigint') return { ...UNREAD, text, unit, problem: read.problem };
  const limit = most ?? digitsToBaseUnits(coin.availableBaseUnits);
  return { text, unit, entered: read, ...checked(read, limit) };
}

/** @returns what the field shows after a switch between coin and money: the same amount, or nothing if there is none. */
export function switchUnit(
  entry: AmountEntry,
  amount: ParsedAmount,
  { coin, decimalMark, money }: Omit<ReadingOptions, 'quote'> & { readonly coin: Coin },
): AmountEvent {
  const unit = otherUnit(amount.unit);
  if (entry.kind === 'max') return { type: 'max-pressed', unit };
  if (amount.entered === null) return { type: 'amount-typed', ...typedIn(unit, '', money) };
  const text = displayToTyped(figureIn(unit, amount.entered, { coin, money }), decimalMark);
  const exact = { tokenId: coin.id, units: amount.entered };
  return { type: 'amount-typed', ...typedIn(unit, text, money), exact };
}

/** @returns typed text with the currency that it is in; the field already has the sign. */
export function typedIn(unit: AmountUnit, typed: string, money: Money): TypedText {
  if (unit === 'coin') return { text: typed, unit };
  const trimmed = typed.trimStart();
  const text = trimmed.startsWith(money.sign) ? trimmed.slice(money.sign.length) : typed;
  const { currency } = money;
  return { text, unit, ...(currency === 'USD' ? {} : { currency }) };
}

function isOtherCurrency({ unit, currency = 'USD' }: TypedText, money: Money): boolean {
  return unit === 'usd' && currency !== money.currency;
}

const UNREAD: ParsedAmount = {
  text: '',
  unit: 'coin',
  entered: null,
  units: null,
  shortBy: null,
  problem: null,
};

function readText(
  { text, unit }: TypedText,
  coin: Coin,
  { money, decimalMark }: Omit<ReadingOptions, 'quote'>,
): BaseUnits | { readonly problem: string | null } {
  const isMoney = unit === 'usd';
  const places = isMoney ? money.minorDecimals : coin.decimals;
  const typed = readTypedAmount(text, {
    decimalMark,
    places,
    ...(isMoney ? { currencySign: money.sign } : {}),
  });
  if (!typed.ok && typed.problem === 'ambiguous') {
    return { problem: ambiguousText(typed.readings) };
  }
  const parsed = typed.ok ? displayToBaseUnits(typed.display, places) : typed;
  if (!parsed.ok) return { problem: sentenceOf(parsed.problem, isMoney ? money : null) };
  if (!isMoney) return parsed.units;
  return (
    usdToBaseUnits(money.usdOf(parsed.units), coin.decimals, coin.price.price ?? 0) ?? ZERO_UNITS
  );
}

function checked(
  entered: BaseUnits,
  limit: BaseUnits,
): Pick<ParsedAmount, 'units' | 'shortBy' | 'problem'> {
  const problem = payableProblem(entered, limit);
  if (problem === null) return { units: entered, shortBy: null, problem };
  const shortBy = problem === 'above-balance' ? subtractUnits(entered, limit) : null;
  return { units: null, shortBy, problem: translated(sentenceByAmountProblem[problem]) };
}

/** An empty field shows no error; the button stays disabled instead. */
function sentenceOf(problem: AmountProblem, money: Money | null): string | null {
  if (problem === 'empty') return null;
  if (problem === 'too-many-decimals' && money !== null) return tooManyCents(money);
  return translated(sentenceByAmountProblem[problem]);
}

function tooManyCents({ currency: code, minorDecimals: decimals }: Money): string {
  return t(
    '{currency, select, eur {Euros} gbp {Pounds} jpy {Yen} brl {Reais} inr {Rupees} ngn {Naira} other {Dollars}} have {decimals, plural, =0 {no decimal places} other {at most two decimal places}}',
    { currency: code.toLowerCase(), decimals },
  );
}
